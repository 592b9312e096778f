import ArgumentParser
import Platform

struct SetupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "setup",
    abstract: "Set up swiped for a new user, in a guided minute.",
    discussion: """
      Finds the camera, checks the keys and the rest of the machine as `swipectl doctor` does, and prints what fails, with the command \
      that fixes it. Starts swiped if its service is installed and not running. Then it does what `swipectl calibrate` does: shows \
      your hand, asks for five thumbs up, five thumbs down and ten seconds of what you do at a desk, and proposes a setting.

      Then it asks whether swipes are to need a double thumb, which wakes them (unlock in swiped.toml(5)). With --yes, that stays as it is.

      What it writes is the profile daily, a threshold and a dwell where others fit you clearly better, and unlock if you change it. It \
      shows the lines that change, and asks before it writes them. Ctrl-C ends it at any time and changes nothing.

      Exit status: the same as for `swipectl calibrate`.
      """)

  @OptionGroup var calibration: GuidedCalibration

  func run() throws {
    let screen = LiveScreen()
    let interrupts = Interrupts(screen, message: "interrupted; the configuration is as it was")
    let change = try calibration.change()
    try screen.line(GuidedCalibration.introduction)
    try screen.line("")
    try showChecks(on: screen)
    try ServiceStart.ensureRunning(calibration.connection) { try screen.line($0) }
    try calibration.run(change, asksForUnlock: true, on: screen, interrupts)
    try screen.line("`swipectl watch` shows your swipes, and `swipectl calibrate` repeats the gestures.")
  }

  /// Shows which camera there is, and what is wrong with the machine. The calibration goes on: swiped may do without, as without keys.
  private func showChecks(on screen: LiveScreen) throws {
    // The calibration itself reports on the configuration, the socket and the service.
    let findings = DoctorCommand.examine(config: calibration.config, socket: calibration.connection.socket).filter {
      $0.check == "camera" || $0.verdict == .failed && !["configuration", "socket", "unit"].contains($0.check)
    }
    for line in findings.flatMap(\.lines) { try screen.line(line) }
    if findings.contains(where: { $0.verdict == .failed }) {
      try screen.line("Run these commands when this has ended; it goes on without.")
    }
  }
}
