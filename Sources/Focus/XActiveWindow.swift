/// The client's side of X11, as far as it says which window is in front: `_NET_ACTIVE_WINDOW` of the root window, and that window's
/// `WM_CLASS`. At most one question is open at a time, however often the window changes. Titles are not asked for.
///
/// A window manager that is killed leaves its properties behind. So the window that exists only while it runs is watched, too:
/// `_NET_SUPPORTING_WM_CHECK` (Extended Window Manager Hints, "Root Window Properties").
///
/// libxcb would wait for the server when it connects, for as long as that hangs; this waits for nothing.
package struct XActiveWindow: FocusProtocol {
  private enum Opcode {
    static let changeWindowAttributes: UInt8 = 2, internAtom: UInt8 = 16, getProperty: UInt8 = 20
  }

  private enum Question { case activeAtom, managerAtom, manager, managerRuns, activeWindow, names }

  private static let wmClass: UInt32 = 67
  private static let destroyNotify: UInt8 = 17, unmapNotify: UInt8 = 18, mapNotify: UInt8 = 19, propertyNotify: UInt8 = 28
  private static let genericEvent: UInt8 = 35
  /// The event mask: a window closes, or is hidden or shown.
  private static let structureNotify: UInt32 = 0x2_0000, propertyChange: UInt32 = 0x40_0000
  /// The longest message: the server's description of itself has 256 KiB at most.
  private static let longest = 1 << 18

  private let screen: Int
  private let cookie: [UInt8]?
  private var buffer = WireBuffer()
  private var root: UInt32?
  /// The window that was in front last; 0 for none.
  private var activeWindow: UInt32 = 0
  /// The window that ends with the window manager; 0 if it has none.
  private var managerWindow: UInt32 = 0
  /// Whether the window manager that last set `_NET_ACTIVE_WINDOW` has ended.
  private var isStale = false
  private var question: Question?
  /// The requests that were sent, by which replies name the one they answer.
  private var requests: UInt16 = 0
  private var isOutdated = false
  private var isManagerOutdated = false
  private var output = WireWriter()
  package private(set) var state = FocusState.unknown

  /// - Parameters:
  ///   - screen: the number of the screen.
  ///   - cookie: what proves that this user may connect; nil if the server knows that by the socket.
  package init(screen: Int = 0, cookie: [UInt8]? = nil) { (self.screen, self.cookie) = (screen, cookie) }

  package mutating func start() -> [UInt8] {
    let name = cookie == nil ? [] : Array(XAuthority.cookieName.utf8)
    output.add(UInt8(ascii: isLittleEndian ? "l" : "B"))
    output.add(UInt8(0))
    output.add(UInt16(11))
    output.add(UInt16(0))
    output.add(UInt16(name.count))
    output.add(UInt16(cookie?.count ?? 0))
    output.add(UInt16(0))
    output.add(padded: name)
    output.add(padded: cookie ?? [])
    return takeOutput()
  }

  package mutating func receive(_ bytes: [UInt8]) throws(WireError) -> [UInt8] {
    buffer.append(bytes)
    while let message = try nextMessage() {
      if root == nil { try begin(message) } else { try handle(message) }
    }
    return takeOutput()
  }

  private mutating func nextMessage() throws(WireError) -> ArraySlice<UInt8>? {
    let header = root == nil ? 8 : 32
    guard buffer.rest.count >= header else { return nil }
    var reader = WireReader(buffer.rest)
    let kind = try reader.uint8()
    try reader.skip(root == nil ? 5 : 3)
    let words = root == nil ? Int(try reader.uint16()) : Int(try reader.uint32())
    // Errors and events have no length; replies and generic events do.
    let hasMore = root == nil || kind == 1 || kind & 0x7F == Self.genericEvent
    let size = header + (hasMore ? 4 * words : 0)
    guard size <= Self.longest + header else { throw .malformed }
    return buffer.take(size)
  }

  /// Handles the server's answer to the connection.
  private mutating func begin(_ message: ArraySlice<UInt8>) throws(WireError) {
    var reader = WireReader(message)
    guard try reader.uint8() == 1 else { throw .refused }
    try reader.skip(23)
    let vendor = Int(try reader.uint16())
    try reader.skip(2)
    let (screens, formats) = (Int(try reader.uint8()), Int(try reader.uint8()))
    guard screens > 0 else { throw .malformed }
    try reader.skip(10 + vendor + (-vendor & 3) + 8 * formats)
    for number in 0..<screens {
      let root = try reader.uint32()
      if number == min(screen, screens - 1) { self.root = root }
      try reader.skip(35)
      for _ in 0..<(try reader.uint8()) {
        try reader.skip(2)
        let visuals = Int(try reader.uint16())
        try reader.skip(4 + 24 * visuals)
      }
    }
    askForAtom("_NET_ACTIVE_WINDOW", .activeAtom)
  }

  private mutating func handle(_ message: ArraySlice<UInt8>) throws(WireError) {
    var reader = WireReader(message)
    let kind = try reader.uint8()
    switch kind & 0x7F {
    case 0, 1:
      let detail = try reader.uint8()
      guard try reader.uint16() == requests, let question else { return }
      self.question = nil
      // An error: the window has ended in the meantime.
      if kind == 0 { conclude(question, nil) } else { conclude(question, try read(&reader, format: detail)) }
      askAgainIfOutdated()
    case Self.propertyNotify:
      try reader.skip(3)
      switch (try reader.uint32(), try reader.uint32()) {
      case (root, activeAtom): (isOutdated, isStale) = (true, false)
      case (root, managerAtom): isManagerOutdated = true
      // Some programs name their window once it is in front, or another one as its content changes.
      case (activeWindow, Self.wmClass) where !isStale: isOutdated = true
      default: return
      }
      askAgainIfOutdated()
    case Self.destroyNotify, Self.unmapNotify, Self.mapNotify:
      try reader.skip(7)
      let window = try reader.uint32()
      if window == managerWindow, kind & 0x7F == Self.destroyNotify { endManager() }
      guard window == activeWindow, !isStale else { return }
      // openbox keeps naming its last window when that has closed.
      if kind & 0x7F == Self.mapNotify { isOutdated = true } else { state = .front(nil) }
      askAgainIfOutdated()
    default: break
    }
  }

  private var activeAtom: UInt32?
  private var managerAtom: UInt32?

  private mutating func endManager() {
    (managerWindow, isStale) = (0, true)
    state = .unavailable(.noActiveWindow)
  }

  /// What a reply says.
  private struct Reply {
    /// The atom, or the type of the property; 0 if there is no such property.
    var number: UInt32
    var value: ArraySlice<UInt8> = []
  }

  private func read(_ reader: inout WireReader, format: UInt8) throws(WireError) -> Reply {
    try reader.skip(4)
    var reply = Reply(number: try reader.uint32())
    if question == .activeAtom || question == .managerAtom { return reply }
    try reader.skip(4)
    let items = Int(try reader.uint32())
    try reader.skip(12)
    guard [0, 8, 16, 32].contains(format), items <= Self.longest else { throw .malformed }
    reply.value = try reader.take(items * Int(format) / 8)
    return reply
  }

  private mutating func conclude(_ question: Question, _ reply: Reply?) {
    switch question {
    case .activeAtom:
      activeAtom = reply?.number
      askForAtom("_NET_SUPPORTING_WM_CHECK", .managerAtom)
    case .managerAtom:
      managerAtom = reply?.number
      if let root { watch(root, events: Self.propertyChange) }
      (isManagerOutdated, isOutdated) = (true, true)
    case .manager:
      managerWindow = window(in: reply) ?? 0
      if managerWindow != 0 { askForManager(managerWindow) }
    case .managerRuns:
      // An error: it has ended. Another one may have started meanwhile.
      if reply == nil {
        if !isManagerOutdated { endManager() }
      } else if state == .unavailable(.noActiveWindow) {
        isOutdated = true
      }
    case .activeWindow:
      guard !isStale else { return }
      guard let window = window(in: reply) else {
        // Some window managers, such as openbox, set it once a window has been in front, and one that starts later does.
        state = managerWindow != 0 ? .front(nil) : .unavailable(.noActiveWindow)
        return
      }
      // Of one that is no longer in front, nothing needs to be known.
      if activeWindow != window, activeWindow != 0, activeWindow != managerWindow { watch(activeWindow, events: 0) }
      activeWindow = window
      if window == 0 { state = .front(nil) } else { askForNames(of: window) }
    case .names:
      guard !isStale else { return }
      // The instance and the class, each ended by a zero; the class is what a person knows.
      let texts = (reply?.value ?? []).split(separator: 0).prefix(2).compactMap { String(validating: $0, as: UTF8.self) }
      state = .front(FrontWindow(names: texts.reversed()))
    }
  }

  /// The window that is the value of a property; 0 for none, which the root window stands for, too.
  private func window(in reply: Reply?) -> UInt32? {
    var value = WireReader(reply?.value ?? [])
    guard let window = try? value.uint32() else { return nil }
    return window == root ? 0 : window
  }

  // MARK: Requests

  private mutating func askAgainIfOutdated() {
    guard question == nil, let root, let managerAtom else { return }
    if isManagerOutdated {
      isManagerOutdated = false
      askForProperty(managerAtom, of: root, words: 1)
      question = .manager
    } else if isOutdated, !isStale {
      isOutdated = false
      askForActiveWindow()
    }
  }

  private mutating func askForActiveWindow() {
    guard let root, let activeAtom else { return }
    askForProperty(activeAtom, of: root, words: 1)
    question = .activeWindow
  }

  private mutating func askForNames(of window: UInt32) {
    watch(window, events: Self.structureNotify | Self.propertyChange)
    askForProperty(Self.wmClass, of: window, words: 256)
    question = .names
  }

  /// Asks whether the window exists, which any of its properties shows.
  private mutating func askForManager(_ window: UInt32) {
    watch(window, events: Self.structureNotify)
    askForProperty(Self.wmClass, of: window, words: 0)
    question = .managerRuns
  }

  private mutating func askForAtom(_ name: String, _ question: Question) {
    let name = Array(name.utf8)
    begin(Opcode.internAtom, words: 2 + (name.count + 3) / 4)
    output.add(UInt16(name.count))
    output.add(UInt16(0))
    output.add(padded: name)
    self.question = question
  }

  /// Has the server announce events of a window.
  private mutating func watch(_ window: UInt32, events: UInt32) {
    begin(Opcode.changeWindowAttributes, words: 4)
    output.add(window)
    // The attribute is the mask of events.
    output.add(UInt32(0x800))
    output.add(events)
  }

  private mutating func askForProperty(_ property: UInt32, of window: UInt32, words: UInt32) {
    begin(Opcode.getProperty, words: 6)
    output.add(window)
    output.add(property)
    // Of any type, from its beginning.
    output.add(UInt32(0))
    output.add(UInt32(0))
    output.add(words)
  }

  private mutating func begin(_ opcode: UInt8, words: Int) {
    output.add(opcode)
    output.add(UInt8(0))
    output.add(UInt16(words))
    requests &+= 1
  }

  private mutating func takeOutput() -> [UInt8] {
    defer { output = WireWriter() }
    return output.bytes
  }
}

private var isLittleEndian: Bool { UInt16(1).littleEndian == 1 }
