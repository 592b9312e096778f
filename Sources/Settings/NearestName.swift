import VirtualKeyboard

/// The name that was probably meant: the one with the fewest edits, if a third of its letters (at least one) would account for them.
func nearestName(to name: String, among names: [String]) -> String? {
  guard name.utf8.count <= 64 else { return nil }
  let lowercased = name.lowercased()
  let nearest = names.map { (name: $0, edits: editDistance(lowercased, $0)) }.min { $0.edits < $1.edits }
  guard let nearest, nearest.edits <= max(1, nearest.name.count / 3) else { return nil }
  return nearest.name
}
