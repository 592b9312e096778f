/// What the desktop tells of the machine and of its user.
public enum DesktopEvent: Sendable, Equatable {
  /// A camera or uinput came or went, or who may open it has changed.
  case devicesChanged
  /// The machine is about to sleep.
  case sleeping
  /// It has woken.
  case awake
  /// The user's session is locked.
  case locked
  /// It is open again, or over.
  case unlocked
}
