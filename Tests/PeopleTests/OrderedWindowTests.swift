import People
import Testing

@Suite("Results in the order of their tasks")
struct OrderedWindowTests {
  @Test("They come in order, whatever ends first", arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0], [1, 0, 2]])
  func order(ends: [Int]) {
    var window = OrderedWindow<String>(capacity: 3)
    let tasks = (0..<3).map { _ in window.begin() }
    var results: [String] = []
    for end in ends {
      window.end(tasks[end], with: "\(end)")
      while let result = window.next() { results.append(result) }
    }
    #expect(results == ["0", "1", "2"] && window.isEmpty)
  }

  @Test("A task that goes on keeps its place, and those after it, until no more may begin")
  func bounds() {
    var window = OrderedWindow<Int>(capacity: 2)
    let (slow, fast) = (window.begin(), window.begin())
    window.end(fast, with: 2)
    #expect(window.isFull && !window.hasNext && window.next() == nil)
    window.end(slow, with: 1)
    #expect(window.hasNext && window.next() == 1 && !window.isFull)
    let third = window.begin()
    #expect(window.isFull && window.next() == 2)
    window.end(third, with: 3)
    #expect(window.next() == 3 && window.isEmpty)
  }
}
