import DBus

extension TrayMenu {
  package static let interface = BusInterface(
    "com.canonical.dbusmenu",
    methods: [
      .init("GetLayout", "iias", returns: "u(ia{sv}av)"), .init("GetGroupProperties", "aias", returns: "a(ia{sv})"),
      .init("GetProperty", "is", returns: "v"), .init("Event", "isvu"), .init("EventGroup", "a(isvu)", returns: "ai"),
      .init("AboutToShow", "i", returns: "b"), .init("AboutToShowGroup", "ai", returns: "aiai"),
    ],
    signals: [.init("ItemsPropertiesUpdated", "a(ia{sv})a(ias)"), .init("LayoutUpdated", "ui"), .init("ItemActivationRequested", "iu")])

  package static let properties: [String: BusValue] = [
    "Version": .uint32(3), "TextDirection": .string("ltr"), "Status": .string("normal"), "IconThemePath": .array("s", []),
  ]

  private static let noItem = BusReply.failure("InvalidArgs", "there is no such item")

  /// Answers a call.
  ///
  /// - Parameters:
  ///   - refresh: shows what is new, and returns whether there was any.
  ///   - act: does what a click means.
  mutating func answer(_ call: borrowing BusMessage, refresh: (inout TrayMenu) -> Bool, act: (TrayAction) -> Void) -> BusReply {
    if let reply = call.answerStandard(Self.interface, Self.properties) { return reply }
    guard call.interface == Self.interface.name || call.interface == nil else { return .unknownMethod }
    switch call.member {
    case "GetLayout":
      guard let id = call.int32(), let depth = call.int32(), let names = call.array("s", { call.string() }) else {
        return .invalidArguments
      }
      _ = refresh(&self)
      guard let item = root.find(id) else { return Self.noItem }
      return .values([.uint32(revision), item.layout(depth: depth, names)])
    case "GetGroupProperties":
      guard let ids = call.array("i", { call.int32() }), let names = call.array("s", { call.string() }) else { return .invalidArguments }
      let items = ids.isEmpty ? root.all : ids.compactMap(root.find)
      return .values([.array("(ia{sv})", items.map { .structure([.int32($0.id), $0.properties(names)]) })])
    case "GetProperty":
      guard let id = call.int32(), let name = call.string() else { return .invalidArguments }
      return root.find(id)?.properties[name].map { .values([.variant($0)]) } ?? Self.noItem
    case "Event":
      guard let event = call.event() else { return .invalidArguments }
      return handle(event, act) ? .done : Self.noItem
    case "EventGroup":
      guard let events = call.array("(isvu)", { call.within("r", "isvu") { call.event() } }) else { return .invalidArguments }
      return .values([.array("i", events.filter { !handle($0, act) }.map { .int32($0.id) })])
    case "AboutToShow":
      guard let id = call.int32() else { return .invalidArguments }
      let isNew = refresh(&self)
      return root.find(id) == nil ? Self.noItem : .values([.bool(isNew)])
    case "AboutToShowGroup":
      guard let ids = call.array("i", { call.int32() }) else { return .invalidArguments }
      let isNew = refresh(&self)
      let unknown = ids.filter { root.find($0) == nil }
      let known = isNew ? ids.filter { !unknown.contains($0) } : []
      return .values([known, unknown].map { .array("i", $0.map { .int32($0) }) })
    default: return .unknownMethod
    }
  }

  /// - Returns: whether there is such an item.
  private func handle(_ event: (id: Int32, name: String), _ act: (TrayAction) -> Void) -> Bool {
    guard let item = root.find(event.id) else { return false }
    if event.name == "clicked", let action = item.action { act(action) }
    return true
  }
}

extension BusReply {
  static let unknownMethod = BusReply.failure("UnknownMethod", "there is no such method")
}

extension BusMessage {
  /// Reads an event of a menu.
  fileprivate func event() -> (id: Int32, name: String)? {
    guard let id = int32(), let name = string() else { return nil }
    skip("vu")
    return (id, name)
  }
}
