import DBus
import Glibc
import Platform
import SystemPackage

/// The link to the desktop's panels: the icon and its menu as objects of the session bus, and their registration. One thread.
///
/// Nothing is logged: a console has no bus, and a desktop need not have a panel for icons.
final class TrayService {
  private static let watcher = "org.kde.StatusNotifierWatcher"
  /// The icon's name on the bus.
  private static let name = "org.kde.StatusNotifierItem-\(getpid())-1"
  /// The longest time between two attempts to connect.
  private static let longestRetryMs: UInt64 = 600_000

  private let address: String
  private let loop: EventLoop
  private let swipes: () -> [TraySwipe]
  private let act: (TrayAction) -> Void
  private var bus: Bus?
  private var isConnected = false
  /// Whether a watcher is there, as far as is known. Without one, no panel listens.
  private var isWatched = false
  private var retry: EventSource?
  private var backoff: Backoff
  private var state: TrayState
  private var item: TrayItem
  private var menu: TrayMenu
  /// What raises the window of the page that is opened next.
  private var token: String?

  /// - Parameters:
  ///   - address: of the session bus.
  ///   - retryMs: the time until the first further attempt to connect; it doubles from attempt to attempt.
  ///   - swipes: returns the last ones, newest last.
  ///   - act: does what a person asks for. It must not block.
  init(
    bus address: String, retryMs: UInt64, _ state: TrayState, _ words: TrayWords, on loop: borrowing EventLoop,
    swipes: @escaping () -> [TraySwipe], act: @escaping (TrayAction) -> Void
  ) throws(Errno) {
    (self.address, self.swipes, self.act) = (address, swipes, act)
    backoff = Backoff(shortestMs: retryMs, longestMs: Self.longestRetryMs)
    self.loop = EventLoop(sharing: loop)
    (self.state, item, menu) = (state, TrayItem(state.camera, words), TrayMenu(words))
    _ = menu.show(state, [])
    retry = try loop.timer { [unowned self] in connect() }
  }

  /// Shows a state.
  func show(_ new: TrayState) {
    state = new
    let old = item
    item.camera = new.camera
    let changed = menu.show(state, swipes())
    guard isConnected else { return connect() }
    for signal in item.signals(since: old) { emit(TrayItem.path, TrayItem.interface, signal.name, signal.values) }
    guard let changed else { return }
    if !changed.isEmpty {
      let values = changed.map { BusValue.structure([.int32($0.id), $0.properties([])]) }
      emit(TrayItem.menuPath, TrayMenu.interface, "ItemsPropertiesUpdated", [.array("(ia{sv})", values), .array("(ias)", [])])
    }
    emit(TrayItem.menuPath, TrayMenu.interface, "LayoutUpdated", [.uint32(menu.revision), .int32(0)])
  }

  private func emit(_ path: String, _ interface: BusInterface, _ name: String, _ values: [BusValue]) {
    // A connection that ends is noticed elsewhere.
    if isWatched { try? bus?.emit(path, interface.name, name, values) }
  }

  // MARK: The bus

  /// Connects to the bus, or tries again later.
  func connect() {
    retry?.disarm()
    do throws(Errno) {
      bus = nil
      bus = try .connect(to: address, on: loop) { [unowned self] in disconnected() }
      try bus?.export(TrayItem.path) { [unowned self] in answer($0) }
      try bus?.export(TrayItem.menuPath) { [unowned self] in
        menu.answer($0, refresh: { [state, swipes] in $0.show(state, swipes()) != nil }, act: { [unowned self] in perform($0) })
      }
      try bus?.watchOwner(of: Self.watcher) { [unowned self] owner in
        isWatched = !owner.isEmpty
        if isWatched { try? register() }
      }
      try bus?.call(
        .bus("RequestName"),
        arguments: {
          $0.append(Self.name)
          $0.append(UInt32(0))
        }, reply: { _ in })
      isConnected = true
      try register()
    } catch {
      bus = nil
      disconnected()
    }
  }

  private func disconnected() {
    (isConnected, isWatched) = (false, false)
    retry?.arm(afterMilliseconds: backoff.next())
  }

  /// Has the panels show the icon, if there are any.
  private func register() throws(Errno) {
    isWatched = true
    let method = Bus.Method(
      service: Self.watcher, path: "/StatusNotifierWatcher", interface: Self.watcher, name: "RegisterStatusNotifierItem")
    try bus?.call(method, Self.name) { [unowned self] reply in
      if reply.isServiceAbsent { isWatched = false } else if reply.failureName != nil { return }
      // The bus works.
      backoff.reset()
    }
  }

  // MARK: The icon

  private func answer(_ call: borrowing BusMessage) -> BusReply {
    if let reply = call.answerStandard(TrayItem.interface, item.properties) { return reply }
    guard call.interface == TrayItem.interface.name || call.interface == nil else { return .unknownMethod }
    switch call.member {
    case "Activate": perform(.open(.first, token: nil))
    case "SecondaryActivate": perform(.toggle)
    case "ProvideXdgActivationToken":
      guard let token = call.string() else { return .invalidArguments }
      self.token = token
    // A panel shows the menu by itself.
    case "ContextMenu", "Scroll": break
    default: return .unknownMethod
    }
    return .done
  }

  private func perform(_ action: TrayAction) {
    guard case .open(let page, _) = action else { return act(action) }
    act(.open(page, token: token))
    token = nil
  }
}

extension Bus.Method {
  /// A method of the bus itself.
  fileprivate static func bus(_ name: String) -> Bus.Method {
    Bus.Method(service: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", name: name)
  }
}
