import DBus
import Desktop
import Testing

@Suite("The menu of the icon")
struct TrayMenuTests {
  private let state = TrayState(.on("HD Webcam"), profile: "plain", of: ["plain", "daily", "my_own"])

  private func menu(_ state: TrayState, _ swipes: [TraySwipe] = []) -> TrayMenu {
    var menu = TrayMenu(.english)
    _ = menu.show(state, swipes)
    return menu
  }

  private func label(_ item: TrayMenu.Item) -> String {
    if case .string(let label) = item.properties["label"] { label } else { "-" }
  }

  private func item(_ label: String, in menu: TrayMenu) throws -> TrayMenu.Item {
    try #require(menu.root.all.first { self.label($0) == label })
  }

  @Test("It has the state, pause, profiles, swipes, settings and the app, in this order")
  func order() {
    let root = menu(state).root
    #expect(
      root.children.map(label) == ["The camera is on", "Pause", "-", "Profile", "Last swipes", "-", "Settings…", "Open swiped"])
    #expect(root.children.map(\.action) == [nil, .pause, nil, nil, nil, nil, .open(.settings, token: nil), .open(.first, token: nil)])
    #expect(root.children[0].properties["enabled"] == .bool(false))
  }

  @Test("It proposes to resume what is paused on request or by the session's lock, and to pause everything else")
  func pause() {
    for camera in [.paused, .locked] as [TrayState.Camera] {
      #expect(menu(TrayState(camera, profile: "", of: [])).root.children[1].action == .resume)
    }
    for camera in [.starting, .on("A"), .running, .idle, .asleep, .taken("why"), .failed("why")] as [TrayState.Camera] {
      #expect(menu(TrayState(camera, profile: "", of: [])).root.children[1].action == .pause)
    }
  }

  @Test("The active profile is marked, each can be selected, and an underscore in its name stays one")
  func profiles() throws {
    let items = try item("Profile", in: menu(state)).children
    #expect(items.map(label) == ["plain", "daily", "my__own"])
    #expect(items.map { $0.properties["toggle-state"] } == [.int32(1), .int32(0), .int32(0)])
    #expect(items.allSatisfy { $0.properties["toggle-type"] == .string("radio") })
    #expect(items.map(\.action) == [.setProfile("plain"), .setProfile("daily"), .setProfile("my_own")])
  }

  @Test("A number never means another profile, whichever come and go")
  func profileNumbers() throws {
    var menu = menu(state)
    let old = try item("my__own", in: menu).id
    _ = menu.show(TrayState(.paused, profile: "daily", of: ["daily", "new", "plain"]), [])
    #expect(menu.root.find(old) == nil)
    _ = menu.show(TrayState(.paused, profile: "daily", of: ["my_own", "daily"]), [])
    #expect(menu.root.find(old)?.action == .setProfile("my_own"))
    let numbers = menu.root.all.map(\.id)
    #expect(Set(numbers).count == numbers.count)
  }

  @Test("The last swipes are listed with their time, newest first, and cannot be chosen")
  func swipes() throws {
    #expect(try item("Last swipes", in: menu(state)).children.map(label) == ["None yet"])
    let swipes = [TraySwipe(number: 7, "left", time: 60), TraySwipe(number: 8, "right", time: 61)]
    let items = try item("Last swipes", in: menu(state, swipes)).children
    #expect(items.map { String(label($0).suffix(8)) } == ["01 right", ":00 left"])
    #expect(items.allSatisfy { $0.properties["enabled"] == .bool(false) && $0.action == nil })
  }

  @Test("Only a change makes a new revision, and names the items that are not as they were")
  func revision() throws {
    var menu = menu(state)
    let first = menu.revision
    #expect(menu.show(state, []) == nil && menu.revision == first)
    let paused = menu.show(TrayState(.paused, profile: "plain", of: state.profiles), [])
    #expect(paused?.map(label) == ["Paused", "Resume"] && menu.revision == first + 1)
    let profile = menu.show(TrayState(.paused, profile: "daily", of: state.profiles), [])
    #expect(profile?.map(label) == ["plain", "daily"] && menu.revision == first + 2)
    // New items are read with the layout.
    #expect(menu.show(TrayState(.paused, profile: "daily", of: state.profiles), [TraySwipe(number: 1, "left", time: 0)]) == [])
    #expect(menu.revision == first + 3)
  }

  @Test("The layout is as deep as a panel asks, and has the properties that it names")
  func layout() {
    let root = menu(state).root
    let submenu = BusValue.dictionary(["children-display": .string("submenu")])
    #expect(root.layout(depth: 0, []) == .structure([.int32(0), submenu, .array("v", [])]))
    guard case .structure(let parts) = root.layout(depth: 1, ["label"]), case .array("v", let children) = parts[2] else {
      Issue.record("no children")
      return
    }
    #expect(children.count == 8)
    #expect(
      children[3] == .variant(.structure([.int32(root.children[3].id), .dictionary(["label": .string("Profile")]), .array("v", [])])))
    #expect(root.layout(depth: -1, []).signature == "(ia{sv}av)")
  }

  @Test(
    "Every depth that a program can ask for has a layout, and each that is negative is that of all",
    arguments: [Int32.min, -2, -1, 3, .max])
  func everyDepth(depth: Int32) {
    let root = menu(state).root
    #expect(root.layout(depth: depth, []) == root.layout(depth: 2, []))
  }
}
