/// Why the camera is kept closed although it could be open: the `reason` of the status. Of several, the first is told.
public enum PauseReason: String, Sendable, CaseIterable {
  case request = "paused by request; `swipectl resume` goes on"
  case locked = "the session is locked"
  case sleeping = "the machine is going to sleep"
  case unwanted = "nobody wants swipes: keys are off and nobody is subscribed"
}
