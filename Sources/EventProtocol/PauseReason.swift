/// Why the daemon is paused: the `reason` of its status.
public enum PauseReason: String, Sendable, CaseIterable {
  case request = "paused by request; `swipectl resume` goes on"
  case locked = "the session is locked"
  case sleeping = "the machine is going to sleep"
  case unwanted = "nobody wants swipes: keys are off and nobody is subscribed"
}
