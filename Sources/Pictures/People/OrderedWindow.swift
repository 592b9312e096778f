/// Puts results back into the order in which their tasks began. It is bounded: a slow task holds up at most as many others as it has places.
package struct OrderedWindow<Result> {
  private let capacity: Int
  /// The number of the first task whose result was not taken.
  private var first = 0
  /// The results from that task on; nil for tasks that go on.
  private var results: [Result?] = []

  /// - Parameter capacity: most tasks whose results were not taken, at least 1.
  package init(capacity: Int) { self.capacity = capacity }

  package var isFull: Bool { results.count >= capacity }
  package var isEmpty: Bool { results.isEmpty }
  /// Whether ``next()`` has a result.
  package var hasNext: Bool { if case .some(.some) = results.first { true } else { false } }

  /// Begins a task.
  ///
  /// - Returns: its number.
  package mutating func begin() -> Int {
    precondition(!isFull, "no place for a task")
    results.append(nil)
    return first + results.count - 1
  }

  /// Ends a task that goes on.
  package mutating func end(_ number: Int, with result: Result) {
    precondition(results.indices.contains(number - first), "no such task")
    results[number - first] = result
  }

  /// Takes the result that is next in order; nil while its task goes on, or if there is none.
  package mutating func next() -> Result? {
    guard case .some(.some(let result)) = results.first else { return nil }
    results.removeFirst()
    first += 1
    return result
  }
}
