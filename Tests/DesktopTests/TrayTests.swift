import DBus
import Desktop
import Foundation
import Synchronization
import Testing

@Suite("The icon in the panel, over a bus", .timeLimit(.minutes(5)))
struct TrayTests {
  private final class Actions: Sendable {
    private let actions = Mutex<[TrayAction]>([])
    var all: [TrayAction] { actions.withLock { $0 } }
    func add(_ action: TrayAction) { actions.withLock { $0.append(action) } }
  }

  private let folder = TestFolder()
  private let actions = Actions()
  private let state = TrayState(.on("HD Webcam"), profile: "plain", of: ["plain", "daily"])
  private let properties = "org.freedesktop.DBus.Properties"

  private func tray() throws -> Tray {
    try Tray(bus: "unix:path=\(folder.path)/bus", retryMs: 10, state, words: .english) { [actions] in actions.add($0) }
  }

  private func state(_ camera: TrayState.Camera) -> TrayState { TrayState(camera, profile: "plain", of: ["plain", "daily"]) }

  /// Runs a test with an icon that has registered at a panel.
  private func withPanel(_ body: (FakePanel, Tray) throws -> Void) throws {
    let bus = try PrivateBus(in: folder)
    let panel = FakePanel(bus.address)
    let tray = try tray()
    defer { tray.stop() }
    try #require(panel.serve { panel.registered == [FakePanel.item] })
    try body(panel, tray)
  }

  /// The number and the label of each item of the menu, in the order of the layout.
  private func labels(_ panel: FakePanel) -> [String: Int32] {
    var labels: [String: Int32] = [:]
    func add(_ value: BusValue) {
      guard case .structure(let parts) = value, case .int32(let id) = parts[0], case .array(_, let properties) = parts[1],
        case .array(_, let children) = parts[2]
      else { return }
      for case .entry("label", .variant(.string(let label))) in properties { labels[label] = id }
      for case .variant(let child) in children { add(child) }
    }
    if let reply = panel.callMenu("GetLayout", .int32(0), .int32(-1), .array("s", [])), reply.count == 2 { add(reply[1]) }
    return labels
  }

  private func click(_ id: Int32) -> [BusValue] { [.int32(id), .string("clicked"), .variant(.int32(0)), .uint32(0)] }

  @Test("A panel gets all properties of the icon and of its menu, one or all, and descriptions of both")
  func reading() throws {
    try withPanel { panel, _ in
      #expect(panel.property("IconName") == .string("swiped-on-symbolic"))
      #expect(panel.property("Menu") == .objectPath(TrayItem.menuPath) && panel.property("ItemIsMenu") == .bool(false))
      #expect(panel.property("Nothing") == nil)
      let all = panel.call(TrayItem.path, properties, "GetAll", [.string(TrayItem.interface.name)])
      #expect(all == [.dictionary(TrayItem(state.camera, .english).properties)])
      #expect(
        panel.call(TrayItem.menuPath, properties, "GetAll", [.string(FakePanel.menuInterface)]) == [.dictionary(TrayMenu.properties)])
      let set: [BusValue] = [.string(TrayItem.interface.name), .string("Title"), .variant(.string("x"))]
      #expect(panel.call(TrayItem.path, properties, "Set", set) == nil)
      for (path, interface) in [(TrayItem.path, TrayItem.interface), (TrayItem.menuPath, TrayMenu.interface)] {
        guard case .string(let text) = panel.call(path, "org.freedesktop.DBus.Introspectable", "Introspect")?.first else {
          Issue.record("no description of \(path)")
          continue
        }
        #expect(text.contains("<interface name=\"\(interface.name)\">"))
      }
    }
  }

  @Test("A change of the state is signaled, read again, and changes the menu")
  func change() throws {
    try withPanel { panel, tray in
      #expect(labels(panel)["Pause"] != nil)
      panel.forgetSignals()
      tray.show(state(.paused))
      #expect(panel.serve { panel.signals.last == "LayoutUpdated" })
      #expect(panel.signals == ["NewIcon", "NewToolTip", "ItemsPropertiesUpdated", "LayoutUpdated"])
      #expect(panel.property("IconName") == .string("swiped-paused-symbolic"))
      #expect(labels(panel)["Resume"] != nil && labels(panel)["Pause"] == nil)
      tray.show(state(.failed("it was unplugged")))
      #expect(panel.serve { panel.signals.contains("NewStatus") })
      #expect(panel.property("Status") == .string("NeedsAttention"))
    }
  }

  @Test("A click opens the app, with the token that lets it raise its window; a middle click pauses; scrolling does nothing")
  func clicks() throws {
    try withPanel { panel, _ in
      let place: [BusValue] = [.int32(0), .int32(0)]
      func call(_ method: String, _ arguments: [BusValue]) {
        #expect(panel.call(TrayItem.path, TrayItem.interface.name, method, arguments) == [])
      }
      call("Scroll", [.int32(1), .string("vertical")])
      call("ContextMenu", place)
      #expect(actions.all.isEmpty)
      call("ProvideXdgActivationToken", [.string("kwin-1")])
      call("Activate", place)
      call("Activate", place)
      call("SecondaryActivate", place)
      #expect(actions.all == [.open(.first, token: "kwin-1"), .open(.first, token: nil), .toggle])
      #expect(panel.call(TrayItem.path, TrayItem.interface.name, "ProvideXdgActivationToken", [.int32(1)]) == nil)
      #expect(panel.call(TrayItem.path, TrayItem.interface.name, "Nothing") == nil)
    }
  }

  @Test("Items of the menu do what they say, one or several at once; an item that does not exist is an error")
  func menu() throws {
    try withPanel { panel, _ in
      let labels = labels(panel)
      let (pause, daily) = (try #require(labels["Pause"]), try #require(labels["daily"]))
      let (settings, state) = (try #require(labels["Settings…"]), try #require(labels["The camera is on"]))
      func event(_ arguments: [BusValue]) -> [BusValue]? {
        panel.call(TrayItem.menuPath, FakePanel.menuInterface, "Event", arguments)
      }
      #expect(event(click(pause)) == [])
      #expect(event([.int32(daily), .string("hovered"), .variant(.string("")), .uint32(0)]) == [])
      #expect(event(click(state)) == [])
      #expect(event(click(77)) == nil)
      let events = [daily, 77, settings].map { BusValue.structure(click($0)) }
      #expect(panel.callMenu("EventGroup", .array("(isvu)", events)) == [.array("i", [.int32(77)])])
      #expect(actions.all == [.pause, .setProfile("daily"), .open(.settings, token: nil)])
      #expect(panel.callMenu("GetProperty", .int32(pause), .string("label")) == [.variant(.string("Pause"))])
      #expect(panel.callMenu("GetProperty", .int32(77), .string("label")) == nil)
      #expect(
        panel.callMenu("GetGroupProperties", .array("i", [.int32(daily), .int32(77)]), .array("s", [.string("toggle-state")])) == [
          .array("(ia{sv})", [.structure([.int32(daily), .dictionary(["toggle-state": .int32(0)])])])
        ])
      #expect(panel.callMenu("GetLayout", .string("x")) == nil && panel.callMenu("Nothing") == nil)
    }
  }

  @Test("A swipe wakes no panel; the menu has it when it is opened")
  func swipes() throws {
    try withPanel { panel, tray in
      let submenu = try #require(labels(panel)["Last swipes"])
      panel.forgetSignals()
      for number in 1...7 { tray.keep(TraySwipe(number: number, number % 2 == 0 ? "left" : "right", time: number)) }
      #expect(panel.callMenu("AboutToShow", .int32(submenu)) == [.bool(true)])
      #expect(panel.callMenu("AboutToShow", .int32(submenu)) == [.bool(false)])
      let seconds = labels(panel).keys.compactMap { $0.split(separator: ":").last?.first == "0" ? $0.suffix(8) : nil }
      #expect(seconds.sorted() == [":04 left", ":06 left", "03 right", "05 right", "07 right"].sorted())
      tray.keep(TraySwipe(number: 8, "left", time: 8))
      #expect(
        panel.callMenu("AboutToShowGroup", .array("i", [.int32(0), .int32(77)])) == [
          .array("i", [.int32(0)]), .array("i", [.int32(77)]),
        ])
      #expect(panel.callMenu("AboutToShow", .int32(77)) == nil)
      #expect(panel.signals.isEmpty)
    }
  }

  @Test("Without a watcher, nothing is signaled; the icon registers when one appears, and at each that follows")
  func watchers() throws {
    let bus = try PrivateBus(in: folder)
    let panel = FakePanel(bus.address, isWatcher: false)
    let tray = try tray()
    defer { tray.stop() }
    // Its objects are there.
    #expect(panel.serve { panel.property("IconName") != nil })
    tray.show(state(.paused))
    #expect(panel.serve { panel.property("IconName") == .string("swiped-paused-symbolic") })
    #expect(panel.registered.isEmpty && panel.signals.isEmpty)
    for count in 1...2 {
      panel.own()
      #expect(panel.serve { panel.registered.count == count })
      panel.disown()
    }
  }

  @Test("Without a bus, nothing happens until there is one; on a new bus, the icon registers again with the state of then")
  func restartedBus() throws {
    let tray = try tray()
    defer { tray.stop() }
    for camera in [.paused, .locked, .taken("why")] as [TrayState.Camera] {
      tray.show(state(camera))
      let bus = try PrivateBus(in: folder)
      let panel = FakePanel(bus.address)
      #expect(panel.serve { panel.registered == [FakePanel.item] })
      #expect(panel.serve { panel.property("IconName") == .string(camera.icon) })
      bus.stop()
    }
  }

  @Test("Once it is stopped, the icon is gone from the bus")
  func stopping() throws {
    try withPanel { panel, tray in
      tray.stop()
      #expect(panel.property("IconName") == nil)
    }
  }
}
