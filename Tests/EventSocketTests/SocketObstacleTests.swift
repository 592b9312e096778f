import EventSocket
import Glibc
import Testing

@Suite("What keeps a daemon from its socket", .timeLimit(.minutes(5)))
struct SocketObstacleTests {
  private let scratch = Scratch()

  private func obstacle(_ folder: String, user: uid_t = getuid()) -> SocketError? {
    SocketPath.obstacle(at: folder + "/swiped/swiped.sock", environment: ["XDG_RUNTIME_DIR": folder], user: user)
  }

  private func isObstacle(_ error: SocketError?, _ code: SocketError.Code, _ things: String...) -> Bool {
    error?.code == code && things.allSatisfy { error?.description.contains($0) == true }
  }

  @Test("A folder of the user's own is none, with the socket's folder or without it, and nothing is created")
  func own() {
    #expect(obstacle(scratch.path) == nil)
    #expect(mode(scratch.file("swiped")) == nil)
    mkdir(scratch.file("swiped"), 0o700)
    #expect(obstacle(scratch.path) == nil)
    #expect(SocketPath.obstacle(at: "/tmp/swiped-4242/swiped/swiped.sock", environment: [:], user: 4242) == nil)
  }

  @Test("A folder that is missing, or a file, is named, and so is the variable")
  func missing() {
    let missing = scratch.file("none")
    #expect(isObstacle(obstacle(missing), .unavailable, "XDG_RUNTIME_DIR: \(missing) does not exist", "set XDG_RUNTIME_DIR"))
    close(open(missing, O_CREAT | O_CLOEXEC, 0o600))
    #expect(isObstacle(obstacle(missing), .unavailable, "\(missing) is not a folder"))
    let other = SocketPath.obstacle(at: "/nowhere/a/b.sock", environment: [:])
    #expect(isObstacle(other, .unavailable, "/nowhere", "does not exist", "--socket"))
    #expect(other?.description.contains("XDG_RUNTIME_DIR") == false)
  }

  @Test("Another user's folder is named with both users, even where root could write to it")
  func foreign() {
    let error = obstacle(scratch.path, user: 4242)
    #expect(isObstacle(error, .permission, scratch.path, "belongs to user \(getuid()), not to you (4242)"))
    mkdir(scratch.file("swiped"), 0o700)
    #expect(isObstacle(obstacle(scratch.path, user: 4242), .permission, scratch.file("swiped")))
    // As /tmp is, which some containers name.
    rmdir(scratch.file("swiped"))
    chmod(scratch.path, 0o1777)
    #expect(obstacle(scratch.path, user: 4242) == nil)
  }

  @Test("A folder that is too long for a socket's path is named with the limit")
  func long() {
    let error = obstacle(scratch.file(String(repeating: "x", count: 100)))
    #expect(isObstacle(error, .pathTooLong, "at most 107", "XDG_RUNTIME_DIR"))
  }

  @Test("A client says the same, in place of how to start a daemon that could not be started")
  func client() async throws {
    for (folder, status, things) in [
      (scratch.file("none"), 69, ["is not running", "XDG_RUNTIME_DIR: \(scratch.file("none")) does not exist"]),
      (scratch.file(String(repeating: "x", count: 100)), 64, ["at most 107", "set XDG_RUNTIME_DIR"]),
    ] as [(String, Int32, [String])] {
      let run = try await Swipectl(["status"], environment: ["XDG_RUNTIME_DIR": folder]).finish()
      #expect(run.status == status && run.output == "" && things.allSatisfy(run.errors.contains), "\(run.errors)")
    }
    let ready = try await Swipectl(["status"], environment: ["XDG_RUNTIME_DIR": scratch.path]).finish()
    #expect(ready.status == 69 && ready.errors.contains("no socket at \(scratch.file("swiped/swiped.sock"))"))
  }

  @Test("A daemon that cannot create its socket says the same")
  func daemon() async throws {
    let path = scratch.file("a/b/c.sock")
    let server = makeServer(path)
    let error = await #expect(throws: SocketError.self) { try await server.start() }
    #expect(error == SocketPath.obstacle(at: path) && error != nil)
  }
}
