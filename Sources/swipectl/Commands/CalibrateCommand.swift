import ArgumentParser

struct CalibrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Fit threshold and dwell to your thumb, in a guided minute.",
    discussion: """
      Shows your hand as a bar, and asks for five thumbs up, five thumbs down, and ten seconds of what you do at a desk. Then it shows \
      what the proposed setting, the profile as it is and the plain profile would have made of that: how many of the ten gestures \
      each would have recognized, and how many swipes you did not mean.

      A swipe that you have marked as wrong before, with `swipectl wrong`, counts as one that you did not mean.

      The proposal is the profile as it is, unless another threshold or dwell makes at least three mistakes fewer: ten gestures are \
      too few to tell smaller differences from chance. If no setting makes at most three mistakes, the profile stays as it is, too.

      Before it writes the configuration file, it shows the lines that change, and asks. Comments and all other options stay. \
      Meanwhile swipes press no keys and run no commands. Ctrl-C ends it at any time and changes nothing.

      Exit status: 69 when swiped is not running, has no camera or is paused, or when nobody shows a hand or makes a gesture for a \
      minute; 64 without an answer; 77 or 73 when the file cannot be written; 78 when it has errors; 130 after Ctrl-C.
      """)

  @OptionGroup var calibration: GuidedCalibration

  func run() throws {
    let screen = LiveScreen()
    let interrupts = Interrupts(screen, message: "interrupted; the configuration is as it was")
    let change = try calibration.change()
    try screen.line(GuidedCalibration.introduction)
    try calibration.run(change, on: screen, interrupts)
  }
}
