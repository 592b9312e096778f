import EventProtocol
import Gestures

extension GestureOptions {
  package init(_ settings: GestureSettings) {
    let (threshold, unit) =
      switch settings.threshold {
      case .pixels(let pixels): (pixels, Self.pixels)
      case .handSizes(let sizes): (sizes, Self.handSizes)
      }
    self.init(
      view: [settings.view.width, settings.view.height], threshold: threshold, thresholdUnit: unit, minConfidence: settings.minConfidence,
      pose: settings.pose.rawValue, dwellMs: settings.dwellMs, cooldownMs: settings.cooldownMs,
      rearmAfterLostMs: settings.rearmAfterLostMs, smoothing: settings.smoothing.rawValue, hand: settings.hand.rawValue)
  }

  fileprivate static let pixels = "px", handSizes = "hand"
}

extension GestureSettings {
  /// - Throws: ``TraceProblem`` for what this version does not know.
  package init(_ options: GestureOptions) throws(TraceProblem) {
    self.init()
    guard options.view.count == 2, options.view.allSatisfy({ (16...8192).contains($0) }) else {
      throw TraceProblem("gesture.view is \(options.view), where two numbers from 16 to 8192 must be")
    }
    view = View(width: options.view[0], height: options.view[1])
    switch options.thresholdUnit {
    case GestureOptions.pixels: threshold = .pixels(options.threshold)
    case GestureOptions.handSizes: threshold = .handSizes(options.threshold)
    default: throw TraceProblem.unknown("gesture.threshold_unit", options.thresholdUnit)
    }
    minConfidence = options.minConfidence
    pose = try known("pose", options.pose)
    dwellMs = options.dwellMs
    cooldownMs = options.cooldownMs
    rearmAfterLostMs = options.rearmAfterLostMs
    smoothing = try known("smoothing", options.smoothing)
    hand = try known("hand", options.hand)
  }
}

private func known<Choice: RawRepresentable<String>>(_ name: String, _ text: String) throws(TraceProblem) -> Choice {
  guard let choice = Choice(rawValue: text) else { throw TraceProblem.unknown("gesture.\(name)", text) }
  return choice
}
