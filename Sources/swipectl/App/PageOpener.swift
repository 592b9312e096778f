import Dispatch
import Glibc
import Platform
import Product

/// Opens the page in the user's browser.
enum PageOpener {
  /// - Parameter address: that of a file, since every user can read the arguments of every process; nil to leave opening to the person.
  static func open(_ address: String?) {
    guard let address else { return StandardError.line("swipectl: open the address above in a browser; Ctrl-C stops it") }
    // Without a screen, xdg-open would start a browser in this terminal.
    guard getenv("DISPLAY") != nil || getenv("WAYLAND_DISPLAY") != nil else { return askToOpen() }
    StandardError.line("swipectl: the page opens in the browser; if it does not, open the address above; Ctrl-C stops it")
    // xdg-open may run for as long as the browser that it starts.
    DispatchQueue.global().async {
      do {
        let nowhere = try OwnedDescriptor(opening: "/dev/null", .writeOnly)
        let opener = try ChildProcess(["xdg-open", address], output: nowhere.number, errors: nowhere.number)
        if opener.wait().status != 0 { askToOpen() }
      } catch {
        askToOpen()
      }
    }
  }

  private static func askToOpen() {
    StandardError.line("swipectl: no browser can be started here; open the address above in one; Ctrl-C stops it")
  }
}
