import Calibration
import EventProtocol
import Gestures

/// A guided calibration of a page, on the frames that the page gets. What it has to say goes to the page as notifications.
struct PageCalibration {
  /// The name of the profile.
  let profile: String
  private let settings: GestureSettings
  private let wrongSwipes: [WrongSwipe]
  private var session: CalibrationSession

  /// - Parameters:
  ///   - profile: the name of the profile to calibrate.
  ///   - settings: those of the profile.
  ///   - wrongSwipes: what the person has marked as wrong before.
  init(profile: String, settings: GestureSettings, wrongSwipes: [WrongSwipe]) {
    (self.profile, self.settings, self.wrongSwipes) = (profile, settings, wrongSwipes)
    session = CalibrationSession(profile: settings)
  }

  /// The result of the request that began it.
  var beginning: Beginning { Beginning(profile: profile, settings: PageSettings(settings)) }

  /// Takes the next frame.
  ///
  /// - Returns: what the page is to learn of it; nil for one that no daemon can have sent.
  mutating func take(_ event: FrameEvent) -> Progress? {
    guard let frame = try? HandFrame(event) else { return nil }
    let notices = session.take(frame)
    return Progress(session, frame, notices)
  }

  /// Whether it has ended, with what the person has done or without.
  var isComplete: Bool { session.step == .complete }

  /// What is proposed in the end. Takes up to a second.
  func proposal() -> Proposal {
    var recording = session.recording
    recording.wrongSwipes = wrongSwipes
    return Proposal(recording.proposal(for: settings), profile: profile)
  }
}

extension PageCalibration {
  /// The settings that a calibration changes.
  struct PageSettings: Encodable {
    let threshold: Double
    let thresholdUnit: String
    let dwellMs: UInt32

    init(_ settings: GestureSettings) {
      (threshold, thresholdUnit) = (settings.threshold.number, settings.threshold.unit.rawValue)
      dwellMs = settings.dwellMs
    }
  }

  struct Beginning: Encodable {
    let profile: String
    let settings: PageSettings
  }

  /// The params of `calibration`, after each frame.
  struct Progress: Encodable {
    let step: String
    /// How many gestures of this step have been made, of how many.
    let count: Int
    let of: Int
    /// Of the recording at the desk.
    let secondsLeft: Int?
    /// Where the thumb is: up, down or rest; nil without a usable hand.
    let zone: String?
    /// How far above the wrist of the first hand its thumb is up, and how far below it is down, in pixels of the picture; nil without one.
    let threshold: Double?, downThreshold: Double?
    let notices: [Notice]
    /// Whether the calibration has ended without a result.
    let isOver: Bool

    fileprivate init(_ session: CalibrationSession, _ frame: HandFrame, _ notices: [CalibrationSession.Notice]) {
      step = session.step.code
      (count, of) = (session.count, CalibrationSession.gestureCount)
      secondsLeft = session.step == .desk ? session.secondsLeft : nil
      zone = session.zone?.rawValue
      let size = frame.hands.first?.flatSize
      threshold = session.thresholds.flatMap { sizes in size.map { sizes.up * $0 } }
      downThreshold = session.thresholds.flatMap { sizes in size.map { sizes.down * $0 } }
      self.notices = notices.map(Notice.init)
      isOver = notices.contains { if case .gaveUp = $0 { true } else { false } }
    }
  }

  struct Notice: Encodable {
    var kind: String
    var step: String?
    var gesture: String?
    var number: Int?
    var recognized: Bool?
    /// Why a gesture was not recognized: a sentence, and the stable name of the reason.
    var reason: String?, reasonCode: String?
    var hint: String?
    var seconds: Int?
    var failure: String?

    fileprivate init(_ notice: CalibrationSession.Notice) {
      switch notice {
      case .began(let step): (kind, self.step) = ("began", step.code)
      case .counted(let gesture, let number, let isRecognized, let reason):
        (kind, self.gesture, self.number, recognized) = ("counted", gesture.rawValue, number, isRecognized)
        (self.reason, reasonCode) = (reason?.sentence, reason?.code.rawValue)
      case .other(let gesture): (kind, self.gesture) = ("other", gesture.rawValue)
      case .hint(let hint): (kind, self.hint) = ("hint", hint.code)
      case .secondsLeft(let seconds): (kind, self.seconds) = ("seconds_left", seconds)
      case .gaveUp(let failure): (kind, self.failure) = ("gave_up", failure.code)
      }
    }
  }

  /// The params of `proposal`, after the last frame.
  struct Proposal: Encodable {
    struct Row: Encodable {
      let name: String
      let settings: PageSettings
      let recognized: Int, asked: Int, falseSwipes: Int, marked: Int, repeated: Int

      init(_ name: String, _ settings: GestureSettings, _ score: CalibrationScore) {
        (self.name, self.settings) = (name, PageSettings(settings))
        (recognized, asked, falseSwipes) = (score.recognized, score.asked, score.falseSwipes)
        (marked, repeated) = (score.marked, score.repeated)
      }
    }

    let profile: String
    let outcome: String
    /// How many fewer mistakes it makes than the unchanged profile.
    let gain: Int
    let settings: PageSettings
    /// What each setting would have made of the recording: the proposal if it is another one, the profile, and plain.
    let table: [Row]

    fileprivate init(_ proposal: CalibrationProposal, profile: String) {
      self.profile = profile
      (outcome, gain) = (proposal.outcome.rawValue, proposal.gain)
      settings = PageSettings(proposal.settings)
      let changed = proposal.verdict == .improves ? [Row("proposal", proposal.settings, proposal.score)] : []
      let plain = profile == "plain" ? [] : [Row("plain", GestureSettings(), proposal.plainScore)]
      table = changed + [Row("profile", proposal.profileSettings, proposal.profileScore)] + plain
    }
  }
}

extension CalibrationSession.Step {
  fileprivate var code: String {
    switch self {
    case .showHand: "show_hand"
    case .gestures(let gesture): gesture.rawValue
    case .desk: "desk"
    case .complete: "complete"
    }
  }
}

extension CalibrationSession.Hint {
  fileprivate var code: String {
    switch self {
    case .showHand: "show_hand"
    case .raise(let gesture): "raise_\(gesture.rawValue)"
    case .rest: "rest"
    }
  }
}

extension CalibrationSession.Failure {
  fileprivate var code: String {
    switch self {
    case .noHand: "no_hand"
    case .noRest: "no_rest"
    case .noGesture(let gesture): "no_\(gesture.rawValue)"
    }
  }
}
