import ArgumentParser
import Doctor
import Platform

struct SetupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup",
    abstract: "Set up swiped; takes a minute.",
    usage: "swipectl setup [OPTIONS]",
    discussion: """
      Checks the camera and the keys, starts swiped, asks for a few gestures, and proposes a setting. It shows the change, and asks before \
      it writes the configuration file. Ctrl-C quits without changes.
      """)

  @OptionGroup var calibration: GuidedCalibration

  func run() throws {
    let screen = LiveScreen()
    let interrupts = Interrupts(screen)
    let change = try calibration.change()
    try screen.line(GuidedCalibration.introduction)
    try screen.line("")
    try showChecks(on: screen)
    try ServiceStart.ensureRunning(calibration.connection) { try screen.line($0) }
    try calibration.run(change, asksForUnlock: true, on: screen, interrupts)
    try screen.line("`swipectl watch` shows your swipes, and `swipectl calibrate` repeats the gestures.")
  }

  /// Shows which camera there is, and what is wrong with the machine. The calibration continues: swiped may work without, as without keys.
  private func showChecks(on screen: LiveScreen) throws {
    // The calibration itself reports on the configuration, the socket and the service.
    let findings = Doctor.examine(config: calibration.config, socket: calibration.connection.socket).filter {
      $0.check == "camera" || $0.verdict == .failed && !["configuration", "socket", "unit"].contains($0.check)
    }
    for line in findings.flatMap(\.lines) { try screen.line(line) }
    if findings.contains(where: { $0.verdict == .failed }) {
      try screen.line("Setup continues; run these commands afterwards.")
    }
  }
}
