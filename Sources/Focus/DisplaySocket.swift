/// The socket of a display server.
package enum DisplaySocket: Sendable, Equatable {
  /// By its path.
  case wayland(String)
  case x11(XDisplay, path: String)

  package var path: String {
    switch self {
    case .wayland(let path), .x11(_, let path): path
    }
  }

  /// Where the display server of the session may be, the most likely first.
  ///
  /// A compositor also starts an X server, for older programs, which does not know of the windows of others. So X11 comes last; and where
  /// the environment names only an X server, a compositor that runs in a window of it is not the session's.
  ///
  /// - Parameters:
  ///   - environment: of the session.
  ///   - runtimeFolder: `$XDG_RUNTIME_DIR`.
  ///   - names: of the files in it.
  ///   - xFolder: with the sockets of X servers.
  package static func candidates(
    environment: [String: String], runtimeFolder: String, names: [String], xFolder: String = "/tmp/.X11-unix"
  ) -> [DisplaySocket] {
    var sockets: [DisplaySocket] = []
    let named = environment["WAYLAND_DISPLAY"].flatMap { $0.isEmpty ? nil : $0 }
    let display = environment["DISPLAY"].flatMap { XDisplay($0) }
    if let named { sockets.append(.wayland(named.hasPrefix("/") ? named : "\(runtimeFolder)/\(named)")) }
    if named != nil || display == nil {
      let others = names.filter { $0.wholeMatch(of: /wayland-[0-9]{1,5}/) != nil && $0 != named }
      sockets += others.sorted().map { .wayland("\(runtimeFolder)/\($0)") }
    }
    if let display { sockets.append(.x11(display, path: "\(xFolder)/X\(display.number)")) }
    return sockets
  }
}
