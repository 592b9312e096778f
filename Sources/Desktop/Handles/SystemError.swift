import Glibc

/// What a call to libsystemd or the kernel failed with.
struct SystemError: Error, CustomStringConvertible {
  let code: Int32

  /// - Parameter result: the negated errno that libsystemd gives.
  init(result: Int32) { code = -result }

  var description: String { String(cString: strerror(code)) }

  /// - Returns: the result, unless it tells of an error.
  @discardableResult
  static func check(_ result: Int32) throws(SystemError) -> Int32 {
    guard result < 0 else { return result }
    throw SystemError(result: result)
  }
}
