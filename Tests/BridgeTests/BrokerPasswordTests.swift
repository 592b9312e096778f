import Bridge
import Foundation
import Testing
import UserErrors

@Suite final class BrokerPasswordTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(at: folder) }

  private func write(_ bytes: [UInt8], _ name: String = "password", mode: Int = 0o600) throws -> String {
    let file = folder.appendingPathComponent(name).path
    #expect(FileManager.default.createFile(atPath: file, contents: Data(bytes), attributes: [.posixPermissions: mode]))
    return file
  }

  @Test func `The password is the first line of the file`() throws {
    #expect(try BrokerPassword.read(file: write(Array("se cret\nmore\n".utf8)), credentials: nil) == "se cret")
  }

  @Test func `Without a file it is systemd's credential, and without that there is none`() throws {
    #expect(try BrokerPassword.read(file: nil, credentials: folder.path) == nil)
    _ = try write(Array("secret".utf8), "mqtt-password", mode: 0o440)
    #expect(try BrokerPassword.read(file: nil, credentials: folder.path) == "secret")
    #expect(try BrokerPassword.read(file: nil, credentials: nil) == nil)
  }

  @Test(arguments: [0o640, 0o604, 0o660]) func `A file that others can read is refused`(mode: Int) throws {
    let file = try write(Array("secret".utf8), mode: mode)
    let error = #expect(throws: UserError.self) { try BrokerPassword.read(file: file, credentials: nil) }
    #expect(error?.exitStatus == .configuration)
    #expect(error?.fix?.command(in: .installed)?.description == "chmod 600 \(file)")
  }

  @Test(arguments: [[], [10], [0x61, 0, 0x62], [0xff], [UInt8](repeating: 0x61, count: 5000)])
  func `A file without a usable line is refused`(bytes: [UInt8]) throws {
    let file = try write(bytes)
    #expect(throws: UserError.self) { try BrokerPassword.read(file: file, credentials: nil) }
  }

  @Test func `What is no file of its own is refused, and no command changes it`() throws {
    try #require(mkfifo(folder.path + "/fifo", 0o666) == 0)
    for path in ["/dev/zero", folder.path, folder.path + "/fifo"] {
      let error = #expect(throws: UserError.self) { try BrokerPassword.read(file: path, credentials: nil) }
      #expect(error?.exitStatus == .configuration && error?.fix?.command(in: .installed) == nil)
      #expect(error?.description.contains("chmod") == false)
    }
  }

  @Test func `A folder is called one`() {
    let error = #expect(throws: UserError.self) { try BrokerPassword.read(file: folder.path, credentials: nil) }
    #expect(error?.summary == "\(folder.path): is a folder")
  }

  @Test func `A file that is not there is an error`() {
    #expect(throws: UserError.self) { try BrokerPassword.read(file: folder.path + "/none", credentials: folder.path) }
  }
}
