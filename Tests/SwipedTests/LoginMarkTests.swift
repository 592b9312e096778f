import Foundation
import Testing
import swiped

@Suite("What is remembered until the user logs out")
struct LoginMarkTests {
  @Test("A pause is remembered in the service's runtime directory until it ends")
  func remembers() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("swiped-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let environment = ["RUNTIME_DIRECTORY": folder.path]
    #expect(!LoginMark(.paused, environment: environment).isSet)
    LoginMark(.paused, environment: environment).set(true)
    #expect(LoginMark(.paused, environment: environment).isSet)
    #expect(!LoginMark(.announced, environment: environment).isSet)
    LoginMark(.paused, environment: environment).set(false)
    #expect(!LoginMark(.paused, environment: environment).isSet)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test("A daemon that was not started by the service manager remembers nothing")
  func forgets() {
    let mark = LoginMark(.paused, environment: [:])
    mark.set(true)
    #expect(!mark.isSet)
  }

  @Test("A missing folder does not make a pause fail")
  func survives() {
    let mark = LoginMark(.paused, environment: ["RUNTIME_DIRECTORY": "/nonexistent"])
    mark.set(true)
    #expect(!mark.isSet)
  }
}
