import ArgumentParser

struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Fit threshold and dwell to your thumb; takes a minute.",
    usage: "swipectl calibrate [OPTIONS]",
    discussion: """
      Shows your hand as a bar, and asks for five thumbs up, five thumbs down, and ten seconds of ordinary desk work. Then it proposes a \
      setting, shows the change, and asks before it writes the configuration file.

      No keys are pressed and no commands run during calibration. Ctrl-C quits without changes.
      """)

  @OptionGroup var calibration: GuidedCalibration

  func run() throws {
    let screen = LiveScreen()
    let interrupts = Interrupts(screen)
    let change = try calibration.change()
    try screen.line(GuidedCalibration.introduction)
    try calibration.run(change, on: screen, interrupts)
  }
}
