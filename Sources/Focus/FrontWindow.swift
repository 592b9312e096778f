/// What a desktop says about the window in front: the names of its application. Titles are never read.
package struct FrontWindow: Sendable, Hashable {
  /// The longest name, in bytes. A longer one is no application's.
  package static let longestName = 255

  /// At least one, the most telling first: the id on Wayland; the class and the instance on X11.
  package let names: [String]

  /// - Parameter names: as the desktop sends them. Those that cannot be names are left out: empty ones, too long ones, and those with
  ///   control characters such as a newline.
  /// - Returns: nil if none is left: an application without an id.
  package init?(names: [String]) {
    let names = names.filter { name in
      (1...Self.longestName).contains(name.utf8.count)
        && name.unicodeScalars.allSatisfy { ![.control, .lineSeparator, .paragraphSeparator].contains($0.properties.generalCategory) }
    }
    guard !names.isEmpty else { return nil }
    self.names = names
  }
}

/// What is known about the window in front.
package enum FocusState: Sendable, Equatable {
  /// Nothing yet.
  case unknown
  /// The desktop does not say which window is in front.
  case unavailable(FocusObstacle)
  /// The window in front; nil if there is none, or if its application has no id.
  case front(FrontWindow?)

  /// Why no application is known to be in front, for people; nil if one is.
  package var lack: String? {
    switch self {
    case .unknown: "not known: the desktop gives no answer"
    case .unavailable(let obstacle): "not known: \(obstacle.cause); \(obstacle.fix)"
    case .front(nil): "no application, or one without an id"
    case .front(.some): nil
    }
  }
}

/// Why it is not known which window is in front. The raw values are stable names, for programs.
package enum FocusObstacle: String, Sendable, Equatable, CaseIterable {
  /// A console, or a login over the network.
  case noDesktop = "no_desktop"
  /// GNOME Shell, without the extension.
  case noShellExtension = "no_shell_extension"
  /// KWin, which does not load the script.
  case noKWinScript = "no_kwin_script"
  /// A Wayland compositor without a protocol for this.
  case noProtocol = "no_protocol"
  /// An X11 session whose window manager does not say it.
  case noActiveWindow = "no_active_window"

  /// The cause, for a sentence.
  package var cause: String {
    switch self {
    case .noDesktop: "no desktop is running"
    case .noShellExtension: "GNOME Shell reports the application in front only to the swiped extension, which is off or missing"
    case .noKWinScript: "KWin does not load the script that reports the application in front"
    case .noProtocol: "this Wayland compositor does not report the application in front"
    case .noActiveWindow: "this window manager does not report the window in front (_NET_ACTIVE_WINDOW)"
    }
  }

  /// What to do about it.
  package var fix: String {
    switch self {
    case .noDesktop: "log in to a desktop"
    case .noShellExtension: "turn swiped on in the app Extensions, after logging out and in if it was just installed"
    case .noKWinScript: "see `journalctl --user -b _COMM=kwin_wayland`"
    case .noProtocol:
      "use GNOME, KDE Plasma, an X11 session, or a compositor with wlr-foreign-toplevel-management such as sway, Hyprland, labwc or niri"
    case .noActiveWindow: "use a window manager that follows the EWMH, such as i3 or openbox"
    }
  }
}
