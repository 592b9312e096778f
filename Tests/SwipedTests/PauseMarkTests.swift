import Foundation
import Testing
import swiped

@Suite("A pause that outlives the process")
struct PauseMarkTests {
  @Test("A pause is remembered in the service's runtime directory until it ends")
  func remembers() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("swiped-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let environment = ["RUNTIME_DIRECTORY": folder.path]
    #expect(!PauseMark(environment: environment).isSet)
    PauseMark(environment: environment).set(true)
    #expect(PauseMark(environment: environment).isSet)
    PauseMark(environment: environment).set(false)
    #expect(!PauseMark(environment: environment).isSet)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("A daemon that was not started by the service manager remembers nothing")
  func forgets() {
    let mark = PauseMark(environment: [:])
    mark.set(true)
    #expect(!mark.isSet)
  }

  @Test("A missing folder does not make a pause fail")
  func survives() {
    let mark = PauseMark(environment: ["RUNTIME_DIRECTORY": "/nonexistent"])
    mark.set(true)
    #expect(!mark.isSet)
  }
}
