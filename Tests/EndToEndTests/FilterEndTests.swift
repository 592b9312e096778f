import Foundation
import Glibc
import TestTime
import Testing

extension EndToEnd {
  @Suite("landmarks as a filter, when something ends")
  struct FilterEnds {
    /// A run that has looked at a picture, and waits for names, or for pictures themselves.
    private final class Run {
      let home = Scratch()
      private let readsRecords: Bool
      let input = Pipe()
      let program: Program

      init(_ options: [String], readsRecords: Bool = false) async throws {
        self.readsRecords = readsRecords
        // This process may block signals, which its children would, too.
        let unblock = "import os, signal, sys; signal.pthread_sigmask(signal.SIG_SETMASK, []); os.execv(sys.argv[1], sys.argv[1:])"
        let command = [Program.folder.appendingPathComponent("landmarks").path, "--json", readsRecords ? "--records" : "--files-from", "-"]
        program = try Program("/usr/bin/python3", ["-Ic", unblock] + command + options, home: home, input: input)
        try add("first.png")
        _ = try #require(try await program.output.next())
      }

      /// - Parameter size: of the picture. What is behind its end is not read.
      func add(_ name: String, size: Int = onePixel.count) throws {
        let picture = onePixel + [UInt8](repeating: 0, count: size - onePixel.count)
        let length = withUnsafeBytes(of: Int32(size).bigEndian) { Array($0) }
        let entry = try readsRecords ? length + picture : Array("\(home.write(name, picture))\n".utf8)
        try input.fileHandleForWriting.write(contentsOf: Data(entry))
      }

      func jobs() throws -> [Int32] {
        try String(contentsOfFile: "/proc/\(program.id)/task/\(program.id)/children", encoding: .utf8).split(separator: " ").compactMap {
          Int32($0)
        }
      }

      /// Has its only job stop as soon as it has this picture.
      func stop(at name: String, size: Int = onePixel.count) async throws -> Int32 {
        let job = try #require(try jobs().first)
        kill(job, SIGSTOP)
        try FilterEnds.wait(for: job, toBe: "T")
        try add(name, size: size)
        let tasks = open("/proc/\(job)/fd/0", O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(tasks) }
        let isThere = try await blocking {
          var waiting = pollfd(fd: tasks, events: Int16(POLLIN), revents: 0)
          return poll(&waiting, 1, patience * 1000) == 1
        }
        try #require(isThere)
        return job
      }
    }

    /// The end of a run whose job gets a signal in the second of three pictures.
    private func end(killing signal: Int32) async throws -> Program.Outcome {
      let run = try await Run(["--jobs", "1"])
      let job = try await run.stop(at: "second.png")
      kill(job, signal)
      kill(job, SIGCONT)
      try run.add("third.png")
      try run.input.fileHandleForWriting.close()
      return try await run.program.finish()
    }

    /// Waits until a process has a state of proc(5); a zombie, which may have no parent that waits for it, has ended, too.
    private static func wait(for process: Int32, toBe state: String) throws {
      let isReached = eventually {
        let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
        return status.map { $0.contains(") \(state) ") } ?? (state == "Z")
      }
      guard isReached else { throw Timeout(description: "process \(process) is not \(state)") }
    }

    @Test("a job that is killed in the middle loses no picture, and none has two lines", .long(seconds: 3), arguments: [SIGKILL, SIGTERM])
    func killed(signal: Int32) async throws {
      let end = try await end(killing: signal)
      #expect(end.status == 0 && end.errors == [] && end.output.count == 2)
      for (line, name) in zip(end.output, ["second.png", "third.png"]) { #expect(line.contains(name) && line.contains("hands")) }
    }

    @Test("A job that stays stopped does not hold the run up, and loses no picture", .long(seconds: 34))
    func stopped() async throws {
      let run = try await Run(["--jobs", "1"])
      _ = try await run.stop(at: "second.png")
      try run.add("third.png")
      try run.input.fileHandleForWriting.close()
      let end = try await run.program.finish()
      #expect(end.status == 0 && end.errors == [] && end.output.count == 2)
      for (line, name) in zip(end.output, ["second.png", "third.png"]) { #expect(line.contains(name) && line.contains("hands")) }
    }

    @Test("A job that stays stopped while its pipe is full of a picture does not hold the run up either", .long(seconds: 34))
    func stoppedInPicture() async throws {
      let run = try await Run(["--jobs", "1"], readsRecords: true)
      _ = try await run.stop(at: "second.png", size: 1 << 20)
      try run.add("third.png")
      try run.input.fileHandleForWriting.close()
      let end = try await run.program.finish()
      #expect(end.status == 0 && end.errors == [] && end.output.count == 2 && end.output.allSatisfy { $0.contains("hands") })
    }

    // Not SIGSEGV, for which Swift may print a backtrace and then go on, as no instruction fails again.
    @Test("a picture that crashes its job has an error, and the next one is read", .long(seconds: 3), arguments: [SIGSYS, SIGXCPU])
    func crashed(signal: Int32) async throws {
      let end = try await end(killing: signal)
      #expect(end.status == 66 && end.output.count == 2)
      #expect(end.output.first?.hasPrefix(#"{"error":"#) == true && end.output.first?.contains("second.png") == true)
      #expect(end.output.last?.contains("third.png") == true && end.output.last?.contains("hands") == true)
    }

    @Test("a job that is killed while it waits is replaced", .long(seconds: 3))
    func idle() async throws {
      let run = try await Run(["--jobs", "1"])
      let job = try #require(try run.jobs().first)
      kill(job, SIGKILL)
      try run.add("second.png")
      try run.input.fileHandleForWriting.close()
      let end = try await run.program.finish()
      #expect(end.status == 0 && end.output.count == 1 && end.errors == [])
    }

    @Test("a reader that has gone ends the run, also while it waits for names", .long(seconds: 3), arguments: [[], ["--jobs", "1"]])
    func readerGone(options: [String]) async throws {
      let run = try await Run(options)
      let jobs = try run.jobs()
      try run.program.closeOutput()
      #expect(try await run.program.exitStatus() == 0)
      #expect(try await run.program.errors.rest() == [])
      for job in jobs { try Self.wait(for: job, toBe: "Z") }
    }

    @Test("a signal ends the run and its jobs", .long(seconds: 3), arguments: [SIGTERM, SIGINT, SIGKILL])
    func signals(signal: Int32) async throws {
      let run = try await Run(["--jobs", "1"])
      let jobs = try run.jobs()
      #expect(jobs.count == 1)
      run.program.send(signal)
      #expect(try await run.program.exitStatus() == nil)
      for job in jobs { try Self.wait(for: job, toBe: "Z") }
    }

    @Test("on a terminal, a line says how far the run is, its rate and the time left", .long(seconds: 2))
    func progress() async throws {
      let home = Scratch()
      let list = try home.write("list", (0..<4).map { "\(try home.write("\($0).png", onePixel))\n" }.joined().utf8)
      let program = Program.folder.appendingPathComponent("landmarks").path
      let command = "\(program) --json --files-from \(list) >\(home.file("out"))"
      let end = try await run("/usr/bin/script", ["-qec", command, "/dev/null"], home: home, environment: ["TERM": "xterm"])
      let shown = end.output.joined()
      #expect(end.status == 0 && shown.contains("2 pictures, 50 %") && shown.contains(" a second") && shown.contains(" left"))
    }
  }
}
