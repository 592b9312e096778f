import Desktop
import Focus
import SystemPackage
import UserErrors

/// Asks the desktop which application is in front.
enum FrontQuery {
  /// - Throws: `UserError` without memory, descriptors or threads.
  static func start(_ environment: [String: String]) throws(UserError) -> FocusQuery {
    do throws(Errno) { return try FocusQuery(environment, for: "swipectl") } catch { throw UserError(error) }
  }

  /// What is in front now, or after a while.
  static func state(_ environment: [String: String], afterSeconds seconds: UInt32 = 0) throws -> FocusState {
    let query = try start(environment)
    defer { query.stop() }
    return query.state(afterSeconds: seconds)
  }

  /// What is in front, in a line.
  static func line(_ state: FocusState, _ index: ApplicationIndex) -> String {
    guard case .front(let window?) = state else { return state.lack ?? "" }
    let application = index.application(of: window)
    return application.id.printable + (application.name == application.id ? "" : "  \(application.name.printable)")
  }
}
