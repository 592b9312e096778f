import Desktop
import EventSocket
import Logging
import Platform
import Synchronization
import SystemPackage

/// Opens the app for a person who clicks on the icon in the panel.
package final class AppStart: Sendable {
  private let program: String
  /// What swipectl has to know to find this daemon and its configuration.
  private let options: [String]
  private let isService: Bool
  private let runner: CommandRunner
  private let count = Atomic<Int>(0)

  /// - Parameters:
  ///   - program: the path of swipectl; nil for the one beside this program.
  ///   - socket: the path of the daemon's socket.
  ///   - file: the configuration file that its command line names.
  ///   - environment: the daemon's own.
  package init(
    program: String? = nil, socket: String?, file: String? = nil, environment: [String: String], log: @escaping @Sendable (String) -> Void
  ) {
    self.program = program ?? Files.program("swipectl").string
    let usual = try? SocketPath.default(environment: environment)
    let named = [("--socket", socket == usual ? nil : socket), ("--config", file)]
    options = named.flatMap { name, path in path.map { [name, Files.absolute($0)] } ?? [] }
    isService = environment["RUNTIME_DIRECTORY"] != nil
    runner = CommandRunner(environment: environment, log: log)
  }

  /// Any thread; nothing here waits.
  ///
  /// - Parameter token: what lets a Wayland desktop raise the window; nil for nothing.
  package func open(_ page: TrayAction.Page, token: String?) {
    // Each click opens a page, also while another one is open.
    let number = count.wrappingAdd(1, ordering: .relaxed).newValue
    // It prints the page's address, which is for the person alone.
    runner.run(
      command(page, token: token), key: ["\(number)"], environment: token.map { [Self.tokenVariable: $0] } ?? [:], printing: false)
  }

  private static let tokenVariable = "XDG_ACTIVATION_TOKEN"

  /// The command that opens a page. That of a service is run by the service manager: the browser must not be confined as the service is,
  /// nor end with it, and needs the display, which is often newer than the service.
  package func command(_ page: TrayAction.Page, token: String?) -> [String] {
    let command = [program, "open"] + (page == .settings ? ["settings"] : []) + options
    guard isService else { return command }
    let setting = token.map { ["--setenv=\(Self.tokenVariable)=\($0)"] } ?? []
    // The browser may outlive swipectl, which has started it.
    return ["systemd-run", "--user", "--quiet", "--collect", "--property=KillMode=process", "--property=StandardOutput=null"] + setting
      + ["--"] + command
  }
}
