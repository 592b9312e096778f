/// Why the camera is kept closed although it could be open. Of several reasons, the status gives the first in this order.
package enum PauseReason: Sendable, Hashable, CaseIterable {
  case request, locked, background, absent, sleeping, inhibited, otherApplication, unwanted

  package var status: StatusReason {
    switch self {
    case .request: StatusReason(.pauseRequested, "paused on request; run `swipectl resume` to continue")
    case .locked: StatusReason(.sessionLocked, "the session is locked")
    case .background:
      StatusReason(.sessionInBackground, "your session is not in front; continues when you switch back to it")
    case .absent: StatusReason(.noSession, "you are not logged in at this screen; continues when you are")
    case .sleeping: StatusReason(.systemSleep, "the machine is going to sleep")
    case .inhibited: .inhibited(["another program"])
    case .otherApplication: StatusReason(.otherApplication, "waiting for an application in which swipes act")
    case .unwanted: StatusReason(.noDemand, "not needed: keys are off and no client is subscribed")
    }
  }
}
