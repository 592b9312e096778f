import DBus
import Focus
import Glibc
import Platform
import SystemPackage

/// The window in front as GNOME Shell and KWin report it over the session bus: an extension of the one has it as a method and a signal, a
/// script in the other calls a method of ours. One thread.
final class FocusBus {
  private static let shell = "org.gnome.Shell"
  private static let shellPath = "/io/github/swiped/Shell"
  private static let shellInterface = "io.github.swiped.Shell1"
  private static let kwin = "org.kde.KWin"
  /// The longest time between two attempts to connect, in ms.
  private static let longestRetryMs: UInt64 = 600_000
  /// The time that the last calls have, in ms.
  private static let endMs: UInt64 = 500

  private let place: FocusPlace
  private let loop: EventLoop
  private var bus: Bus?
  private var retry: EventSource?
  private var backoff: Backoff
  private var changed: () -> Void = {}
  private var isUsed = false
  /// The number of times that the desktops were asked: replies to earlier ones are too late.
  private var round = 0
  /// The unique names of the desktops on the bus, by the names that everybody knows.
  private var owners: [String: String] = [:]
  private var isScriptLoaded = false
  private(set) var state = FocusState.unknown {
    didSet { if state != oldValue { changed() } }
  }

  init(_ place: FocusPlace, on loop: borrowing EventLoop) {
    self.place = place
    self.loop = EventLoop(sharing: loop)
    backoff = Backoff(shortestMs: place.retryMs, longestMs: Self.longestRetryMs)
  }

  private var scriptName: String { KWinScript.name(owner: place.owner) }
  private var scriptFile: String { "\(place.scriptFolder)/focus-\(getpid()).js" }

  /// - Parameter changed: is called when ``state`` has changed.
  func start(changed: @escaping () -> Void) {
    self.changed = changed
    retry = try? loop.timer { [unowned self] in connect() }
    connect()
  }

  /// Unloads the script, and waits for that, but not for a desktop that hangs.
  func end() {
    changed = {}
    guard isScriptLoaded, bus != nil else { return removeScript() }
    var isDone = false
    unload { isDone = true }
    loop.run(untilNs: monotonicNs() + Self.endMs * 1_000_000) { isDone }
    removeScript()
    bus = nil
  }

  /// Reads the environment that the user's service manager has, which desktops add theirs to.
  ///
  /// - Parameter body: gets it as `NAME=VALUE` each; nothing without a bus or a service manager.
  func readEnvironment(_ body: @escaping ([String]) -> Void) {
    guard bus != nil else { return body([]) }
    do throws(Errno) { try bus!.readManagerEnvironment(timeoutMs: 2000, body) } catch { body([]) }
  }

  /// Begins or ends to ask the desktops of the bus.
  func use(_ isUsed: Bool) {
    guard isUsed != self.isUsed else { return }
    self.isUsed = isUsed
    round += 1
    state = .unknown
    if isUsed { ask() } else if isScriptLoaded { unload {} }
  }

  // MARK: The bus

  private func connect() {
    do throws(Errno) {
      bus = nil
      bus = try .connect(to: place.bus, on: loop) { [unowned self] in lose() }
      try bus?.export(KWinScript.path) { [unowned self] in take($0) }
      for name in [Self.shell, Self.kwin] {
        try bus?.watchOwner(of: name) { [unowned self] owner in
          setOwner(owner, of: name)
          if isUsed { ask() }
        }
      }
      try bus?.match("type='signal',sender='\(Self.shell)',path='\(Self.shellPath)',interface='\(Self.shellInterface)'") {
        [unowned self] signal in
        guard isUsed, !signal.isAddressed else { return }
        switch signal.member {
        case "FrontChanged": state = .front(FrontWindow(names: signal.strings()))
        case "Ended": state = .unavailable(.noShellExtension)
        default: break
        }
      }
      if isUsed { ask() }
    } catch { lose() }
  }

  private func lose() {
    owners = [:]
    isScriptLoaded = false
    if isUsed { state = .unavailable(.noProtocol) }
    retry?.arm(afterMilliseconds: backoff.next())
  }

  private func setOwner(_ owner: String, of name: String) {
    owners[name] = owner.isEmpty ? nil : owner
    // Scripts end with KWin.
    if name == Self.kwin { isScriptLoaded = false }
  }

  /// Asks which desktop there is, and that which window is in front.
  private func ask() {
    round += 1
    findOwner(of: Self.shell) { [unowned self] isThere, _ in
      if isThere { return askShell() }
      findOwner(of: Self.kwin) { [unowned self] isThere, receiver in
        if isThere { loadScript(for: receiver) } else { state = .unavailable(.noProtocol) }
      }
    }
  }

  /// - Parameter body: takes whether the desktop is there, and our unique name.
  private func findOwner(of name: String, _ body: @escaping (Bool, String) -> Void) {
    let method = Bus.Method(
      service: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus", name: "GetNameOwner")
    call(method, name) { [unowned self] reply in
      // The bus works.
      backoff.reset()
      setOwner(reply.failure == nil ? reply.string() ?? "" : "", of: name)
      body(owners[name] != nil, reply.destination ?? "")
    }
  }

  /// Calls a method for the current round. A reply that comes in a later one is not handled.
  private func call(_ method: Bus.Method, _ arguments: String..., reply: @escaping (borrowing BusMessage) -> Void) {
    let round = round
    // A connection that ends is noticed elsewhere.
    try? bus?.call(
      method, arguments: { message in for argument in arguments { message.append(argument) } },
      reply: { [unowned self] in if round == self.round { reply($0) } })
  }

  // MARK: GNOME Shell

  private func askShell() {
    call(Bus.Method(service: Self.shell, path: Self.shellPath, interface: Self.shellInterface, name: "Front")) { [unowned self] reply in
      state = reply.failure == nil ? .front(FrontWindow(names: reply.strings())) : .unavailable(.noShellExtension)
    }
  }

  // MARK: KWin

  private func loadScript(for receiver: String) {
    guard write(KWinScript.text(receiver: receiver)) else {
      state = .unavailable(.noKWinScript)
      return
    }
    // An earlier start of this program may have ended without unloading it.
    unload { [unowned self] in
      call(scripting("loadScript"), scriptFile, scriptName) { [unowned self] reply in
        guard reply.failure == nil, let number = reply.int32(), number >= 0 else {
          state = .unavailable(.noKWinScript)
          return
        }
        isScriptLoaded = true
        // Plasma 6, and 5.
        runScript("/Scripting/Script\(number)", "/\(number)")
      }
    }
  }

  private func runScript(_ path: String, _ other: String? = nil) {
    call(Bus.Method(service: Self.kwin, path: path, interface: "org.kde.kwin.Script", name: "run")) { [unowned self] reply in
      guard reply.failure != nil else { return }
      if let other { runScript(other) } else { state = .unavailable(.noKWinScript) }
    }
  }

  private func unload(_ body: @escaping () -> Void) {
    isScriptLoaded = false
    call(scripting("unloadScript"), scriptName) { _ in body() }
  }

  private func scripting(_ name: String) -> Bus.Method {
    Bus.Method(service: Self.kwin, path: "/Scripting", interface: "org.kde.kwin.Scripting", name: name)
  }

  private func write(_ text: String) -> Bool {
    mkdir(place.scriptFolder, 0o700)
    guard let file = try? OwnedDescriptor(opening: FilePath(scriptFile), .writeOnly, options: [.create, .truncate]) else { return false }
    return (try? file.writeAll(Array(text.utf8))) != nil
  }

  private func removeScript() { unlink(scriptFile) }

  /// Handles a call of the script.
  private func take(_ call: borrowing BusMessage) -> BusReply {
    guard call.interface == KWinScript.interface, call.member == KWinScript.method else { return .unknownMethod }
    // Others may call, too.
    guard isUsed, isScriptLoaded, let sender = call.sender, sender == owners[Self.kwin] else {
      return .failure("AccessDenied", "this is for the script in KWin")
    }
    state = .front(FrontWindow(names: call.strings()))
    return .done
  }
}

extension BusMessage {
  /// The strings that are left.
  fileprivate func strings() -> [String] {
    var strings: [String] = []
    while strings.count < 8, let text = string() { strings.append(text) }
    return strings
  }
}
