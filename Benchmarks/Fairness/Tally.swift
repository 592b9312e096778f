import Foundation

/// How many of some hands are right, and of how many people they are.
struct Tally {
  private(set) var part = 0, whole = 0
  private var people: Set<String> = []

  mutating func add(_ isPart: Bool, of person: String) {
    whole += 1
    part += isPart ? 1 : 0
    people.insert(person)
  }

  /// Such as `45/48  83–98 % of 7`: with the share between the 95 % bounds of Wilson's interval, and the number of people.
  var text: String {
    guard whole > 0 else { return "–" }
    let (low, high) = bounds
    return "\(part)/\(whole)  \(Int((100 * low).rounded()))–\(Int((100 * high).rounded())) % of \(people.count)"
  }

  /// Wilson (1927). They take each hand for another person's, so they are too narrow where one person shows many.
  private var bounds: (low: Double, high: Double) {
    // The 97.5 % quantile of the normal distribution.
    let (z, count, share) = (1.96, Double(whole), Double(part) / Double(whole))
    let middle = share + z * z / (2 * count)
    let width = z * (share * (1 - share) / count + z * z / (4 * count * count)).squareRoot()
    return (max(0, (middle - width) / (1 + z * z / count)), min(1, (middle + width) / (1 + z * z / count)))
  }
}

/// Counts by group, and by what is counted.
struct GroupTable {
  private let title: String, groups: [String], columns: [String]
  private var tallies: [[Tally]]

  init(_ title: String, groups: [String], columns: [String]) {
    (self.title, self.groups, self.columns) = (title, groups, columns)
    tallies = Array(repeating: Array(repeating: Tally(), count: columns.count), count: groups.count)
  }

  /// - Parameter group: one that the table does not have is left out.
  mutating func add(_ isPart: Bool, to group: String, _ column: Int, of person: String) {
    guard let row = groups.firstIndex(of: group) else { return }
    tallies[row][column].add(isPart, of: person)
  }

  func print() {
    func cell(_ text: String, _ width: Int) -> String { String(repeating: " ", count: max(0, width - text.count)) + text }
    Swift.print(title + String(repeating: " ", count: max(0, 24 - title.count)) + columns.map { cell($0, 26) }.joined())
    for (group, row) in zip(groups, tallies) where row.contains(where: { $0.whole > 0 }) {
      Swift.print("  " + group + String(repeating: " ", count: max(0, 22 - group.count)) + row.map { cell($0.text, 26) }.joined())
    }
    fflush(nil)
  }
}
