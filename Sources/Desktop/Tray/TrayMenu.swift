import DBus

/// The menu of the icon, as com.canonical.dbusmenu numbers and describes it.
package struct TrayMenu: Sendable {
  package struct Item: Sendable, Equatable {
    /// Stays with what the item means, as long as the menu lives.
    package let id: Int32
    package var properties: [String: BusValue]
    package var action: TrayAction?
    package var children: [Item] = []

    /// The item of a number: this one, or one below it.
    package func find(_ id: Int32) -> Item? {
      if self.id == id { return self }
      for child in children { if let found = child.find(id) { return found } }
      return nil
    }

    /// This item and all below it.
    package var all: [Item] { [self] + children.flatMap(\.all) }
  }

  /// The number of swipes that the menu lists.
  package static let swipeLimit = 5

  private enum ID {
    static let root: Int32 = 0, state: Int32 = 1, pause: Int32 = 2, profiles: Int32 = 3, swipes: Int32 = 4, settings: Int32 = 5
    static let open: Int32 = 6, noSwipes: Int32 = 7, firstSeparator: Int32 = 8, secondSeparator: Int32 = 9
    static let firstProfile: Int32 = 1000, firstSwipe: Int32 = 1_000_000
  }

  /// Grows with each change.
  package private(set) var revision: UInt32 = 1
  package private(set) var root: Item
  private let words: TrayWords
  /// Each profile that the menu has had: its place makes its number, so that a click on an old menu never means another profile.
  private var knownProfiles: [String] = []

  package init(_ words: TrayWords) {
    self.words = words
    root = Item(id: ID.root, properties: ["children-display": .string("submenu")])
  }

  /// Shows a state.
  ///
  /// - Parameter swipes: the last ones, newest last.
  /// - Returns: the items that are not as they were, without new ones; nil if nothing has changed.
  package mutating func show(_ state: TrayState, _ swipes: [TraySwipe]) -> [Item]? {
    for profile in state.profiles where !knownProfiles.contains(profile) { knownProfiles.append(profile) }
    var new = root
    new.children = [
      Item(id: ID.state, properties: text(words.words(for: state.camera)).merging(["enabled": .bool(false)]) { $1 }),
      state.camera.isPaused
        ? Item(id: ID.pause, properties: text(words.resume), action: .resume)
        : Item(id: ID.pause, properties: text(words.pause), action: .pause),
      separator(ID.firstSeparator),
      submenu(ID.profiles, words.profile, state.profiles.map { item(of: $0, isActive: $0 == state.profile) }),
      submenu(ID.swipes, words.lastSwipes, swipes.isEmpty ? [noSwipes] : swipes.reversed().map(item)),
      separator(ID.secondSeparator),
      Item(id: ID.settings, properties: text(words.settings), action: .open(.settings, token: nil)),
      Item(id: ID.open, properties: text(words.open), action: .open(.first, token: nil)),
    ]
    guard new != root else { return nil }
    defer { root = new }
    revision &+= 1
    return new.all.filter { item in root.find(item.id).map { $0.properties != item.properties } ?? false }
  }

  private func text(_ text: String) -> [String: BusValue] {
    // A single underscore marks the key that chooses the item.
    ["label": .string(text.split(separator: "_", omittingEmptySubsequences: false).joined(separator: "__"))]
  }

  private func separator(_ id: Int32) -> Item { Item(id: id, properties: ["type": .string("separator")]) }

  private func submenu(_ id: Int32, _ label: String, _ children: [Item]) -> Item {
    Item(id: id, properties: text(label).merging(["children-display": .string("submenu")]) { $1 }, children: children)
  }

  private func item(of profile: String, isActive: Bool) -> Item {
    let place = knownProfiles.firstIndex(of: profile) ?? 0
    let toggle: [String: BusValue] = ["toggle-type": .string("radio"), "toggle-state": .int32(isActive ? 1 : 0)]
    return Item(
      id: ID.firstProfile + Int32(clamping: place), properties: text(profile).merging(toggle) { $1 }, action: .setProfile(profile))
  }

  private var noSwipes: Item { Item(id: ID.noSwipes, properties: text(words.noSwipes).merging(["enabled": .bool(false)]) { $1 }) }

  /// Each swipe has a number of its own: some panels do not read again what they know.
  private func item(of swipe: TraySwipe) -> Item {
    Item(
      id: ID.firstSwipe + Int32(swipe.number % 1_000_000),
      properties: text(words.words(for: swipe)).merging(["enabled": .bool(false)]) { $1 })
  }
}

extension TrayMenu.Item {
  /// The properties of these names, or all.
  package func properties(_ names: [String]) -> BusValue {
    .dictionary(names.isEmpty ? properties : properties.filter { names.contains($0.key) })
  }

  /// The item and the items below it, as `GetLayout` returns them.
  ///
  /// - Parameters:
  ///   - depth: how far below; negative for all.
  ///   - names: of the properties; all if empty.
  package func layout(depth: Int32, _ names: [String]) -> BusValue {
    let childDepth = depth > 0 ? depth - 1 : depth
    let children = depth == 0 ? [] : children.map { BusValue.variant($0.layout(depth: childDepth, names)) }
    return .structure([.int32(id), properties(names), .array("v", children)])
  }
}
