import EventProtocol
import EventSocket
import Glibc
import Testing

@Suite("The socket with a client that shares no code", .timeLimit(.minutes(5)))
struct ConformanceTests {
  let hello = #"{"jsonrpc":"2.0","method":"hello","params":{"pid":\#(getpid()),"protocol":1,"version":"0.1.0"}}"#

  @Test("Hello comes first, then status, then swipes as they happen, each one line")
  func greeting() async throws {
    try await withServer { server in
      let client = try PlainClient(server.path)
      #expect(try await client.nextLine() == hello)
      let status = try await client.nextLine()
      #expect(
        status.hasPrefix(
          #"{"jsonrpc":"2.0","method":"status","params":{"apps":null,"awake_until_ns":null,"camera":null,"configuration_file":null,"configuration_version":null,"#
        ))
      #expect(status.contains(#","keys":"ready","#) && status.contains(#","reason":null,"#) && status.contains(#","state":"running","#))
      server.publish(.gesture(someSwipe(1)))
      #expect(
        try await client.nextLine()
          == #"{"jsonrpc":"2.0","method":"swipe","params":{"captured_ns":1000,"chirality":"left","confidence":0.98,"#
          + #""direction":"right","distance":-83.4,"emitted_ns":2000,"frame":10,"gesture":"thumb_up","seq":1}}"#)
      server.publish(.status(someStatus(.paused)))
      #expect(try await client.nextLine().contains(#""state":"paused""#))
    }
  }

  @Test("A state with a reason comes with the reason's code")
  func reasonCode() async throws {
    try await withServer { server in
      let client = try PlainClient(server.path)
      try await client.skipGreeting()
      var status = someStatus(.paused)
      (status.reason, status.reasonCode) = (PauseReason.locked.status.text, PauseReason.locked.status.code)
      server.publish(.status(status))
      #expect(try await client.nextLine().contains(#","reason":"the session is locked","reason_code":"session_locked","#))
    }
  }

  @Test("A client gets only the events of its subscriptions")
  func subscriptions() async throws {
    try await withServer { server in
      let client = try PlainClient(server.path)
      try await client.skipGreeting()
      #expect(
        try await client.ask(#"{"jsonrpc":"2.0","id":1,"method":"unsubscribe","params":{"topics":["swipe"]}}"#)
          == #"{"id":1,"jsonrpc":"2.0","result":["status"]}"#)
      server.publish(.gesture(someSwipe(1)))
      server.publish(.status(someStatus(.noCamera)))
      #expect(try await client.nextLine().contains(#""state":"no_camera""#))
      #expect(
        try await client.ask(#"{"jsonrpc":"2.0","id":"b","method":"subscribe","params":{"topics":["swipe"]}}"#)
          == #"{"id":"b","jsonrpc":"2.0","result":["swipe","status"]}"#)
      server.publish(.gesture(someSwipe(2)))
      #expect(try await client.nextLine().contains(#""seq":2}"#))
    }
  }

  @Test("After every kind of invalid line, the connection stays open")
  func badLines() async throws {
    try await withServer { server in
      let client = try PlainClient(server.path)
      try await client.skipGreeting()
      let bad = [
        ("{bad", -32700), (#"{"jsonrpc":"2.0","id":1}"#, -32600), ("[]", -32600),
        (#"{"jsonrpc":"2.0","id":1,"method":"fly"}"#, -32601),
        (#"{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"topics":["wink"]}}"#, -32602),
      ]
      for (line, code) in bad { #expect(try await client.ask(line).hasPrefix(#"{"error":{"code":\#(code),"#)) }
      client.send("\n\r\n")
      #expect(try await client.ask(#"{"jsonrpc":"2.0","id":5,"method":"status"}"#).hasPrefix(#"{"id":5,"jsonrpc":"2.0","result":{"#))
    }
  }

  @Test("A batch is answered in one line")
  func batch() async throws {
    try await withServer { server in
      let client = try PlainClient(server.path)
      try await client.skipGreeting()
      let answer = try await client.ask(
        #"[{"jsonrpc":"2.0","id":1,"method":"unsubscribe"},{"jsonrpc":"2.0","method":"status"},{"jsonrpc":"2.0","id":2,"method":"x"}]"#)
      #expect(answer.hasPrefix(#"[{"id":1,"jsonrpc":"2.0","result":[]},{"error":{"code":-32601,"#))
    }
  }

  @Test("The response to a control request is the resulting status", arguments: Control.withoutParams)
  func controls(control: Control) async throws {
    try await withServer { server in
      let client = try PlainClient(server.path)
      try await client.skipGreeting()
      let answer = try await client.ask(request(control.method))
      #expect(answer.hasPrefix(#"{"id":1,"jsonrpc":"2.0","result":{"apps":null,"awake_until_ns":null,"camera":null,"#))
      #expect(answer.contains(#""state":"\#(control == .pause ? "paused" : "running")","#))
    }
  }

  @Test("A refused reload is -32005 with every error of the configuration")
  func refusedReload() async throws {
    let refusal = RPCError.configuration("a.toml:1:2: b; c\na.toml:3:4: d")
    try await withServer(answering: .failure(refusal)) { server in
      let client = try PlainClient(server.path)
      try await client.skipGreeting()
      #expect(
        try await client.ask(request("reload"))
          == #"{"error":{"code":-32005,"data":["a.toml:1:2: b; c","a.toml:3:4: d"],"#
          + #""message":"a.toml:1:2: b; c; a.toml:3:4: d"},"id":1,"jsonrpc":"2.0"}"#)
      #expect(try await client.ask(request("status", id: 2)).hasPrefix(#"{"id":2,"#))
    }
  }

  @Test("set_profile names the profile, and without a name is -32602")
  func setProfile() async throws {
    let asked = Log()
    let control: @Sendable (Control) async -> Result<Status, RPCError> = { control in
      if case .setProfile(let name) = control { asked.add(name) }
      return .success(someStatus())
    }
    try await withServer(control: control) { server in
      let client = try PlainClient(server.path)
      try await client.skipGreeting()
      let answer = try await client.ask(#"{"jsonrpc":"2.0","id":1,"method":"set_profile","params":{"profile":"video"}}"#)
      #expect(answer.hasPrefix(#"{"id":1,"jsonrpc":"2.0","result":{"apps":null,"awake_until_ns":null,"camera":"#))
      for params in ["", #","params":{}"#, #","params":{"profile":null}"#, #","params":{"profile":3}"#, #","params":["video"]"#] {
        let refused = try await client.ask(#"{"jsonrpc":"2.0","id":2,"method":"set_profile"\#(params)}"#)
        #expect(refused.hasPrefix(#"{"error":{"code":-32602,"#), "\(refused)")
      }
      #expect(asked.lines == ["video"])
    }
  }

  @Test("A profile that does not exist is -32008 with those that do")
  func unknownProfile() async throws {
    try await withServer(answering: .failure(.unknownProfile("vidoe", names: ["plain", "daily"]))) { server in
      let client = try PlainClient(server.path)
      try await client.skipGreeting()
      #expect(
        try await client.ask(#"{"jsonrpc":"2.0","id":1,"method":"set_profile","params":{"profile":"vidoe"}}"#)
          == #"{"error":{"code":-32008,"data":["plain","daily"],"message":"there is no profile \"vidoe\"; there are: plain, daily"},"#
          + #""id":1,"jsonrpc":"2.0"}"#)
      #expect(try await client.ask(request("status", id: 2)).hasPrefix(#"{"id":2,"#))
    }
  }

  @Test("A request that cannot be carried out is -32006")
  func unavailable() async throws {
    try await withServer(answering: .failure(.unavailable("it ends"))) { server in
      let client = try PlainClient(server.path)
      try await client.skipGreeting()
      #expect(
        try await client.ask(request("pause")) == #"{"error":{"code":-32006,"message":"it ends"},"id":1,"jsonrpc":"2.0"}"#)
    }
  }

  @Test("Requests that come in pieces or together are answered in order")
  func pieces() async throws {
    try await withServer { server in
      let client = try PlainClient(server.path)
      try await client.skipGreeting()
      client.send(#"{"jsonrpc":"2.0","id":1,"meth"#)
      // The answer to another connection shows that the half line has been read.
      _ = try await PlainClient(server.path).nextLine()
      client.send(#"od":"a"}"# + "\n" + #"{"jsonrpc":"2.0","id":2,"method":"b"}"# + "\n")
      #expect(try await client.nextLine().hasSuffix(#","id":1,"jsonrpc":"2.0"}"#))
      #expect(try await client.nextLine().hasSuffix(#","id":2,"jsonrpc":"2.0"}"#))
    }
  }

  @Test("A line over 64 KiB gets an error and closes the connection, whether its end comes or not", arguments: ["", "\n"])
  func longLine(end: String) async throws {
    try await withServer { server in
      let client = try PlainClient(server.path)
      try await client.skipGreeting()
      client.send(String(repeating: "x", count: 300_000) + end)
      #expect(try await client.nextLine().hasPrefix(#"{"error":{"code":-32000,"#))
      #expect(try await client.line() == nil)
    }
  }

  @Test("A line of 64 KiB is answered")
  func longestLine() async throws {
    try await withServer { server in
      let client = try PlainClient(server.path)
      try await client.skipGreeting()
      let request = #"{"jsonrpc":"2.0","id":1,"method":"fly"}"#
      let padded = String(repeating: " ", count: 65536 - request.utf8.count) + request
      #expect(try await client.ask(padded).contains("-32601"))
    }
  }

  @Test("A client that has closed its side still gets its responses, also to a last line without a newline")
  func halfClosed() async throws {
    try await withServer { server in
      let client = try PlainClient(server.path)
      client.send(#"{"jsonrpc":"2.0","id":1,"method":"a"}"# + "\n" + #"{"jsonrpc":"2.0","id":2,"method":"b"}"#)
      client.endInput()
      try await client.skipGreeting()
      #expect(try await client.nextLine().hasSuffix(#","id":1,"jsonrpc":"2.0"}"#))
      #expect(try await client.nextLine().hasSuffix(#","id":2,"jsonrpc":"2.0"}"#))
      server.publish(.gesture(someSwipe(1)))
      #expect(try await client.nextLine().contains(#""method":"swipe""#))
    }
  }

  @Test("Clients that disappear, at once or within a line, do not affect the others")
  func vanishing() async throws {
    try await withServer { server in
      let witness = try PlainClient(server.path)
      try await witness.skipGreeting()
      for seq in 1...100 {
        let client = try PlainClient(server.path)
        if seq % 2 == 0 { client.send(#"{"jsonrpc":"2.0","id":1"#) }
        server.publish(.gesture(someSwipe(seq)))
      }
      for seq in 1...100 { #expect(try await witness.nextLine().contains(#""seq":\#(seq)}"#)) }
      // All their places are free again, once the server has learnt of the last.
      var clients: [PlainClient] = []
      for _ in 1...10_000 where clients.count < 63 {
        let client = try PlainClient(server.path)
        if try await client.nextLine().contains(#""method":"hello""#) { clients.append(client) }
      }
      #expect(clients.count == 63)
    }
  }
}
