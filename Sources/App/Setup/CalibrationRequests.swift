import Calibration
import EventProtocol
import Settings
import Traces

/// Carries out what a page asks about its calibration, of which it has one at a time.
struct CalibrationRequests: Sendable {
  /// The file that `--config` names; nil for the user's own.
  private let config: String?
  /// Where the user's own file is looked up.
  private let environment: [String: String]
  /// Nil if no folder is known.
  private let wrongSwipes: WrongSwipes?
  private var calibration: PageCalibration?

  init(config: String?, environment: [String: String], _ wrongSwipes: WrongSwipes?) {
    (self.config, self.environment, self.wrongSwipes) = (config, environment, wrongSwipes)
  }

  /// Begins a calibration, in place of one that has begun already. Takes up to seconds.
  ///
  /// - Parameter profile: nil for the one that a calibration in the terminal would take.
  mutating func begin(_ profile: String?) throws -> PageCalibration.Beginning {
    calibration = nil
    let change = try GestureChange(ConfigurationEditor(opening: config, environment: environment), profile: profile)
    let new = PageCalibration(
      profile: change.profile, settings: try change.profileSettings,
      wrongSwipes: WrongSwipe.all(in: wrongSwipes) { _ in })
    calibration = new
    return new.beginning
  }

  /// Ends the calibration, if there is one.
  mutating func end() { calibration = nil }

  /// Takes the next frame.
  ///
  /// - Parameter send: sends a message to the page.
  mutating func take(_ frame: FrameEvent, _ send: ([UInt8]) throws -> Void) rethrows {
    guard let progress = calibration?.take(frame) else { return }
    try send(PageMessage(method: "calibration", params: progress).text)
    if calibration?.isComplete == true, let proposal = calibration?.proposal() {
      try send(PageMessage(method: "proposal", params: proposal).text)
      calibration = nil
    } else if progress.isOver {
      calibration = nil
    }
  }
}
