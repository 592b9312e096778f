import Dispatch
import Glibc
import Platform
import Programs
import UserErrors

/// Opens the page in the user's browser.
enum PageOpener {
  /// - Parameters:
  ///   - address: that of a file, since every user can read the arguments of every process; nil to leave opening to the person.
  ///   - ending: how the line for the person ends.
  /// - Returns: false if no browser is started.
  @discardableResult static func open(_ address: String?, ending: String) -> Bool {
    guard let address else {
      StandardError.line("swipectl: open the address above in a browser\(ending)")
      return false
    }
    let fail = { @Sendable in StandardError.line("swipectl: no browser can be started here; open the address above in one\(ending)") }
    // Without a screen, xdg-open would start a browser in this terminal.
    guard Environment["DISPLAY"] != nil || Environment["WAYLAND_DISPLAY"] != nil else {
      fail()
      return false
    }
    StandardError.line("swipectl: the page opens in the browser; if it does not, open the address above\(ending)")
    // xdg-open may run for as long as the browser that it starts.
    DispatchQueue.global().async {
      do {
        let nowhere = try OwnedDescriptor(opening: "/dev/null", .writeOnly)
        let opener = try ChildProcess(["xdg-open", address], output: nowhere.number, errors: nowhere.number)
        if opener.wait().status != 0 { fail() }
      } catch {
        fail()
      }
    }
    return true
  }
}
