import EventSocket
import Foundation
import Glibc
import TestTime
import Testing

/// A client in Documentation/clients and the tools that it needs.
struct DocumentedClient: CustomTestStringConvertible {
  let file: String
  let tools: [String]

  static let all = [
    DocumentedClient(file: "swipes.py", tools: ["python3"]), DocumentedClient(file: "swipes.sh", tools: ["sh", "nc", "jq"]),
    DocumentedClient(file: "swipes.js", tools: ["node"]),
  ]

  var path: String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../Documentation/clients/\(file)")
      .standardizedFileURL.path
  }

  var testDescription: String { file }

  var missing: [String] { tools.filter { Self.found($0) == nil } }

  /// The path of a tool; nil if it is not on PATH.
  static func found(_ tool: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.map { "\($0)/\(tool)" }.first(where: FileManager.default.isExecutableFile)
  }
}

extension EndToEnd {
  @Suite("The documented clients")
  struct Clients {
    @Test("Each prints the daemon's swipes, and those of the next daemon too", .long(seconds: 33), arguments: DocumentedClient.all)
    func swipes(_ client: DocumentedClient) async throws {
      guard client.missing.isEmpty else {
        let warning = "NO \(client.missing.joined(separator: ", ").uppercased()): \(client.file) is not run; install it to have it tested"
        FileHandle.standardError.write(Data("\n****  \(warning)\n\n".utf8))
        if ProcessInfo.processInfo.environment["CI"] != nil { Issue.record(Comment(rawValue: warning)) }
        try Test.cancel(Comment(rawValue: warning))
      }
      let home = Scratch()
      let tool = try #require(DocumentedClient.found(client.tools[0]))
      // First, and long enough before the daemon to have tried in vain.
      let running = try Program(tool, [client.path], home: home)
      try await Task.sleep(for: .seconds(1.5))
      var daemon = try Program("swiped", ["run", "--source", "synthetic", "--no-keys", "--events"], home: home)
      // The hand alternates; which swipe is the first one after the client has started depends on the machine.
      let first = try await running.output.next()
      let second = try await running.output.next()
      #expect(Set([first, second]) == ["left", "right"])

      daemon.send(SIGTERM)
      #expect(try await daemon.exitStatus() == 0)
      try await Task.sleep(for: .seconds(1.5))
      daemon = try Program("swiped", ["run", "--source", "synthetic", "--no-keys", "--events"], home: home)
      #expect(["left", "right"].contains(try await running.output.next()))
      daemon.send(SIGTERM)
    }

    @Test("Without XDG_RUNTIME_DIR the daemon reports where its socket is, and swipectl and each client find it there", .long(seconds: 10))
    func bareShell() async throws {
      let environment = ["XDG_RUNTIME_DIR": ""]
      let socket = try SocketPath.default(environment: environment)
      guard !FileManager.default.fileExists(atPath: socket) else {
        try Test.cancel("\(socket) is in use: stop that swiped to have this tested")
      }
      let home = Scratch()
      let daemon = try Program("swiped", ["run", "--source", "synthetic", "--no-keys", "--events"], home: home, environment: environment)
      _ = try await daemon.output.next()
      #expect(try await run("swipectl", ["status"], home: home, environment: environment).status == 0)
      for client in DocumentedClient.all where client.missing.isEmpty {
        let tool = try #require(DocumentedClient.found(client.tools[0]))
        let running = try Program(tool, [client.path], home: home, environment: environment)
        #expect(["left", "right"].contains(try await running.output.next()), "\(client.file)")
      }
      daemon.send(SIGTERM)
      #expect(try await daemon.exitStatus() == 0)
      let notices = try await daemon.errors.rest().filter { $0.contains("XDG_RUNTIME_DIR") }
      #expect(notices == ["swiped: XDG_RUNTIME_DIR is not set; the socket is \(socket)"])
    }

    @Test("Each has at most 30 lines", arguments: DocumentedClient.all)
    func length(_ client: DocumentedClient) throws {
      #expect(try String(contentsOfFile: client.path, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false).count <= 31)
    }
  }
}
