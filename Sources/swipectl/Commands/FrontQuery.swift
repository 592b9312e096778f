import Desktop
import Focus
import Glibc
import UserErrors
import SystemPackage

/// Asks the desktop which application is in front.
enum FrontQuery {
  /// - Throws: `UserError` without memory, descriptors or threads.
  static func start(_ environment: [String: String]) throws(UserError) -> FocusQuery {
    do throws(Errno) { return try FocusQuery(FocusPlace(environment: environment, owner: "swipectl")) } catch { throw UserError(error) }
  }

  /// What is in front now, or after a while.
  static func state(_ environment: [String: String], afterSeconds seconds: UInt32 = 0) throws -> FocusState {
    let query = try start(environment)
    defer { query.stop() }
    var last = query.first()
    sleep(seconds)
    while let state = query.next(within: 0) { last = state }
    return last
  }

  /// What is in front, in a line.
  static func line(_ state: FocusState, _ index: ApplicationIndex) -> String {
    switch state {
    case .unknown: return "not known: the desktop gives no answer"
    case .unavailable(let obstacle): return "not known: \(obstacle.cause); \(obstacle.fix)"
    case .front(nil): return "no application, or one without an id"
    case .front(let window?):
      let application = index.application(of: window)
      return application.id.printable + (application.name == application.id ? "" : "  \(application.name.printable)")
    }
  }
}
