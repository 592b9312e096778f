/// The number of letters to insert, remove, change, or swap with their neighbor to get from one name to the other
/// (optimal string alignment distance).
package func editDistance(_ a: String, _ b: String) -> Int {
  let (a, b) = (Array(a.utf8), Array(b.utf8))
  var rows = [Array(0...b.count)]
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      var best = min(row[j] + 1, rows[i][j + 1] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, rows[i - 1][j - 1] + 1) }
      row.append(best)
    }
    rows.append(row)
  }
  return rows[a.count][b.count]
}

/// The name that was probably meant: the one with the fewest edits, if they are at most a third of its letters, or one.
package func nearestName(to name: String, among names: [String]) -> String? {
  guard name.utf8.count <= 64 else { return nil }
  let lowercased = name.lowercased()
  let nearest = names.map { (name: $0, edits: editDistance(lowercased, $0)) }.min { $0.edits < $1.edits }
  guard let nearest, nearest.edits <= max(1, nearest.name.count / 3) else { return nil }
  return nearest.name
}
