import Gestures

/// The settings that a calibration proposes, and what they would have got right and wrong.
package struct CalibrationProposal: Sendable, Equatable {
  package enum Verdict: Sendable, Equatable {
    /// The profile's own threshold and dwell are as good as any.
    case keepsProfile
    /// Others are better.
    case improves
    /// Whatever the settings, gestures and desk look alike. The profile is kept unchanged.
    case unclear
  }

  /// What the proposal is and why, by the names that the app's page has for it.
  package enum Outcome: String, Sendable {
    case improves
    /// The profile is kept: it got everything right, or no other setting is clearly better.
    case perfect, keeps
    /// Nothing separates gestures from the desk; what is wrong are mostly gestures that were missed, or false swipes.
    case unclearMissed = "unclear_missed"
    case unclearFalse = "unclear_false"
  }

  package let verdict: Verdict
  package let settings: GestureSettings, profileSettings: GestureSettings
  package let score: CalibrationScore
  /// With the unchanged profile, and with the plain profile.
  package let profileScore: CalibrationScore, plainScore: CalibrationScore

  package var outcome: Outcome {
    switch verdict {
    case .improves: .improves
    case .keepsProfile: profileScore.mistakes == 0 ? .perfect : .keeps
    case .unclear: score.asked - score.recognized > score.falseSwipes - score.repeated ? .unclearMissed : .unclearFalse
    }
  }

  /// How many fewer mistakes the proposal makes than the unchanged profile.
  package var gain: Int { profileScore.mistakes - score.mistakes }
}

extension CalibrationRecording {
  /// The candidates, in hand sizes and ms.
  package static let thresholds = (7...20).map { Double($0) / 20 }
  package static let dwells: [UInt32] = [80, 100, 120, 150, 180, 210, 250, 300, 350]

  /// Settings other than the profile's must make this many fewer mistakes: ten gestures are too few to tell smaller differences from chance.
  package static let leastGain = 3
  /// More mistakes than these with the best settings mean that no settings help.
  package static let mostMistakes = 3

  /// Chooses threshold and dwell.
  ///
  /// Only settings that make few enough mistakes in the recording compete, if there are any: many swipes that were marked as wrong must not
  /// outweigh the gestures. Of these, the fewest mistakes decide, with the marked swipes; then the fewest false swipes; then the widest
  /// margin, which is how far threshold and dwell can move before there are more mistakes; then the least distance from the profile's.
  ///
  /// - Parameter profile: the settings of the profile, whose other options all candidates share.
  package func proposal(for profile: GestureSettings) -> CalibrationProposal {
    let grid = CandidateGrid(profile, recording: self)
    let best = grid.best
    let (profileScore, plainScore) = (score(profile), score(GestureSettings()))
    let isBetter = profileScore.mistakes - best.score.mistakes >= Self.leastGain
    let isUnclear = min(best.score.recordedMistakes, profileScore.recordedMistakes) > Self.mostMistakes
    let changes = isBetter && !isUnclear && best.score.recordedMistakes <= Self.mostMistakes
    return CalibrationProposal(
      verdict: isUnclear ? .unclear : changes ? .improves : .keepsProfile, settings: changes ? best.settings : profile,
      profileSettings: profile, score: changes ? best.score : profileScore, profileScore: profileScore, plainScore: plainScore)
  }
}

/// The score of every candidate, by the indices of its threshold and its dwell.
private struct CandidateGrid {
  struct Candidate {
    let place: (threshold: Int, dwell: Int)
    let settings: GestureSettings
    let score: CalibrationScore
  }

  private let candidates: [Candidate]
  private let profile: GestureSettings

  init(_ profile: GestureSettings, recording: CalibrationRecording) {
    self.profile = profile
    candidates = CalibrationRecording.thresholds.indices.flatMap { threshold in
      CalibrationRecording.dwells.indices.map { dwell in
        var settings = profile
        settings.threshold = .handSizes(CalibrationRecording.thresholds[threshold])
        settings.dwellMs = CalibrationRecording.dwells[dwell]
        return Candidate(place: (threshold, dwell), settings: settings, score: recording.score(settings))
      }
    }
  }

  var best: Candidate {
    let clear = candidates.filter { $0.score.recordedMistakes <= CalibrationRecording.mostMistakes }
    let eligible = clear.isEmpty ? candidates : clear
    let fewest = eligible.map(\.score.mistakes).min() ?? 0
    let good = eligible.filter { $0.score.mistakes == fewest }
    return good.min { rank($0, fewest) < rank($1, fewest) }!
  }

  /// What is smaller comes first.
  private func rank(_ candidate: Candidate, _ fewest: Int) -> (falseSwipes: Int, margin: Int, distance: Double) {
    (candidate.score.falseSwipes, -margin(of: candidate, fewest), distance(of: candidate))
  }

  /// The number of steps to the nearest candidate with more mistakes, or over the edge, beyond which nothing is known.
  private func margin(of candidate: Candidate, _ fewest: Int) -> Int {
    let (row, column) = candidate.place
    let edges = [row + 1, CalibrationRecording.thresholds.count - row, column + 1, CalibrationRecording.dwells.count - column]
    let worse = candidates.filter { $0.score.mistakes > fewest }.map { max(abs($0.place.threshold - row), abs($0.place.dwell - column)) }
    return (edges + worse).min() ?? 0
  }

  /// How far a candidate is from the profile, in steps.
  private func distance(of candidate: Candidate) -> Double {
    var steps = abs(Double(candidate.settings.dwellMs) - Double(profile.dwellMs)) / 30
    if case .handSizes(let sizes) = profile.threshold, case .handSizes(let own) = candidate.settings.threshold {
      steps += abs(own - sizes) / 0.05
    }
    return steps
  }
}
