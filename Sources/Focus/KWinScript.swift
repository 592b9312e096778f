/// The script that reports the application in front from within KWin, which has no protocol for it. It runs in Plasma 5.27 and 6.
package enum KWinScript {
  /// Where the script reports to.
  package static let path = "/io/github/swiped/Focus"
  package static let interface = "io.github.swiped.Focus1"
  package static let method = "Report"

  /// - Parameter receiver: the unique name of this program on the bus, which no later program has, so that a script whose program has ended
  ///   reports to nobody.
  package static func text(receiver: String) -> String {
    // The names of a file and a class: no title.
    """
    (function () {
      function text(name) { return String(name || "").slice(0, 1000); }
      function report(window) {
        callDBus("\(receiver)", "\(path)", "\(interface)", "\(method)",
          text(window && window.desktopFileName), text(window && window.resourceClass));
      }
      var isPlasma6 = workspace.windowActivated !== undefined;
      (isPlasma6 ? workspace.windowActivated : workspace.clientActivated).connect(report);
      report(isPlasma6 ? workspace.activeWindow : workspace.activeClient);
    })();
    """
  }

  /// The name under which KWin has the script, the same for all starts of a program.
  ///
  /// - Parameter owner: what tells this program from others that load the script, such as the path of its socket.
  package static func name(owner: String) -> String { "swiped-focus-\(owner)" }
}
