import Drawing
import Foundation
import Platform
import Testing
import UserErrors

@Suite("The library that draws")
struct CairoTests {
  /// Checks that a library cannot be used, and that the error says so in one line with the cause and the package to install.
  private func expectUnavailable(_ library: String, _ cause: String) {
    let error = #expect(throws: UserError.self) { _ = try Cairo(library: library) }
    #expect(error?.exitStatus == .unavailable)
    #expect(error?.summary.contains(cause) == true && error?.summary.contains("\n") == false)
    #expect(error?.fix.map { "\($0)" }?.contains("sudo apt install libcairo2") == true)
  }

  @Test("that is missing is named, with the package to install")
  func missing() { expectUnavailable("libcairo-not-installed.so.2", "libcairo-not-installed.so.2") }

  @Test("that is no library is refused")
  func broken() throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).so").path
    try Data("no library".utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    expectUnavailable(path, path)
  }

  @Test("that lacks a function is refused with the function's name")
  func other() { expectUnavailable("libz.so.1", "cairo_image_surface_create") }
}
