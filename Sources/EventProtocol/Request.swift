/// A request of a client: the members `method` and `params` of JSON-RPC.
public enum Request: Sendable, Equatable {
  /// Adds topics; the result is all that are now subscribed.
  ///
  /// - Parameter previewWidth: how wide the pictures of `preview` are shown, in pixels; nil if that does not matter.
  case subscribe(Set<Topic>, previewWidth: Int? = nil)
  /// Removes topics; the result is those that are left.
  case unsubscribe(Set<Topic>)
  /// Asks for the current status, which is the result.
  case status
  /// Asks for a piece of the last ten seconds, which is the result.
  ///
  /// - Parameter from: ``RecentEvents/next`` of the piece before; nil for the oldest.
  case recent(from: Int? = nil)
  /// Controls the daemon; the result is the status once that has taken effect.
  case control(Control)

  /// Encodes requests as one line, including its newline: one as it is, several as a batch. Their ids count from 1.
  package static func line(_ requests: [Request]) -> [UInt8] {
    let messages = requests.enumerated().map { RequestMessage(id: .integer($0 + 1), request: $1) }
    return JSONCoding.line(messages.count == 1 ? MessageOrBatch.message(messages[0]) : .batch(messages))
  }
}

/// A request that controls the daemon. The result of each is the new status.
public enum Control: Sendable, Equatable {
  /// Closes the camera until `resume`.
  case pause
  case resume
  /// Resumes if paused, and pauses otherwise.
  case toggle
  /// Reads the configuration again; one with an error changes nothing.
  case reload
  /// Presses no keys and runs no commands for swipes until the connection of the request closes or resumes them. Events go on.
  case suspendKeys
  /// Ends what `suspendKeys` began for the connection of the request. Other connections may still suspend keys.
  case resumeKeys
  /// Keeps the camera closed until the connection of the request closes, for this reason.
  case inhibit(String)
  /// Uses the profile of this name, until the daemon ends or its configuration selects another.
  case setProfile(String)

  /// Those without params.
  package static let withoutParams: [Control] = [.pause, .resume, .toggle, .reload, .suspendKeys, .resumeKeys]
  private static let setProfileMethod = "set_profile"
  private static let inhibitMethod = "inhibit"
  fileprivate static let methods = withoutParams.map(\.method) + [setProfileMethod, inhibitMethod]

  /// The name of the method.
  package var method: String {
    switch self {
    case .pause: "pause"
    case .resume: "resume"
    case .toggle: "toggle"
    case .reload: "reload"
    case .suspendKeys: "suspend_keys"
    case .resumeKeys: "resume_keys"
    case .setProfile: Self.setProfileMethod
    case .inhibit: Self.inhibitMethod
    }
  }

  /// - Parameters:
  ///   - profile: of the params; called only for a method that has it.
  ///   - why: the same.
  /// - Returns: nil for any other method.
  fileprivate static func read(
    _ method: String, profile: () throws(RPCError) -> String, why: () throws(RPCError) -> String
  ) throws(RPCError) -> Control? {
    switch method {
    case setProfileMethod: .setProfile(try profile())
    case inhibitMethod: .inhibit(try why())
    default: withoutParams.first { $0.method == method }
    }
  }
}

extension Request: Codable {
  private enum Key: CodingKey { case method, params }

  private enum Method: String, CaseIterable { case subscribe, unsubscribe, status, recent }

  private struct Params: Codable {
    var topics: [String]?
    var previewWidth: Int?
  }

  private struct RecentParams: Codable {
    var from: Int?
  }

  private struct ProfileParams: Codable {
    var profile: String
  }

  private struct InhibitParams: Codable {
    var why: String
  }

  /// The longest reason of `inhibit`, in bytes.
  package static let longestWhy = 256

  /// The names of all methods.
  package static let methods = Method.allCases.map(\.rawValue) + Control.methods

  /// Reads a request as a person writes it.
  ///
  /// - Parameter params: JSON; nil for none.
  /// - Throws: as ``init(from:)``.
  package init(method: String, params: String?) throws {
    // Alone, so that it cannot end the member that it becomes, and begin another.
    if let params { _ = try JSONCoding.decode(AnyJSON.self, from: params.utf8) }
    let members = JSONCoding.encode(["method": method]).dropLast() + (params.map { #","params":\#($0)"# } ?? "").utf8
    self = try JSONCoding.decode(Request.self, from: members + [UInt8(ascii: "}")])
  }

  /// - Throws: ``RPCError`` for an unknown method or topic and for wrong params; `DecodingError` for what is not a request.
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    let name = try object.decode(String.self, forKey: .method)
    switch Method(rawValue: name) {
    case .subscribe:
      let params = try Self.params(of: name, object)
      guard let topics = try Self.topics(params) else { throw Self.needsTopics(name) }
      self = .subscribe(topics, previewWidth: params?.previewWidth)
    case .unsubscribe: self = .unsubscribe(try Self.topics(Self.params(of: name, object)) ?? Set(Topic.allCases))
    case .status: self = .status
    case .recent: self = .recent(from: try Self.start(of: name, object))
    case nil:
      let control = try Control.read(
        name, profile: { () throws(RPCError) in try Self.profile(of: name, object) },
        why: { () throws(RPCError) in try Self.why(of: name, object) })
      if let control {
        self = .control(control)
        return
      }
      let known = Self.methods.joined(separator: ", ")
      throw RPCError.methodNotFound("there is no method \(quoted(name)); there are: \(known)")
    }
  }

  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    let (method, params): (String, Params?) =
      switch self {
      case .subscribe(let topics, let width):
        (Method.subscribe.rawValue, Params(topics: topics.inOrder.map(\.rawValue), previewWidth: width))
      case .unsubscribe(let topics): (Method.unsubscribe.rawValue, Params(topics: topics.inOrder.map(\.rawValue)))
      case .status: (Method.status.rawValue, nil)
      case .recent: (Method.recent.rawValue, nil)
      case .control(let control): (control.method, nil)
      }
    try object.encode(method, forKey: .method)
    try object.encodeIfPresent(params, forKey: .params)
    if case .control(.setProfile(let name)) = self { try object.encode(ProfileParams(profile: name), forKey: .params) }
    if case .control(.inhibit(let why)) = self { try object.encode(InhibitParams(why: why), forKey: .params) }
    if case .recent(let from?) = self { try object.encode(RecentParams(from: from), forKey: .params) }
  }

  private static func profile(of method: String, _ object: KeyedDecodingContainer<Key>) throws(RPCError) -> String {
    do { return try object.decode(ProfileParams.self, forKey: .params).profile } catch {
      throw .invalidParams(#"\#(method) takes {"profile":NAME}; status has the names"#)
    }
  }

  private static func why(of method: String, _ object: KeyedDecodingContainer<Key>) throws(RPCError) -> String {
    let why = try? object.decode(InhibitParams.self, forKey: .params).why
    guard let why, (1...longestWhy).contains(why.utf8.count), why.unicodeScalars.allSatisfy(\.isInLine) else {
      throw .invalidParams(#"\#(method) takes {"why":TEXT}, a line of at most \#(longestWhy) bytes"#)
    }
    return why
  }

  private static func start(of method: String, _ object: KeyedDecodingContainer<Key>) throws(RPCError) -> Int? {
    let from: Int?
    let refusal = RPCError.invalidParams(#"\#(method) takes {"from":N}, with next of the piece before, or no params"#)
    do { from = try object.decodeIfPresent(RecentParams.self, forKey: .params)?.from } catch { throw refusal }
    guard from ?? 0 >= 0 else { throw refusal }
    return from
  }

  private static func params(of method: String, _ object: KeyedDecodingContainer<Key>) throws(RPCError) -> Params? {
    do {
      let params = try object.decodeIfPresent(Params.self, forKey: .params)
      guard params?.previewWidth ?? 0 >= 0 else { throw needsTopics(method) }
      return params
    } catch { throw needsTopics(method) }
  }

  private static func topics(_ params: Params?) throws(RPCError) -> Set<Topic>? {
    guard let names = params?.topics else { return nil }
    var topics: Set<Topic> = []
    for name in names {
      guard let topic = Topic(rawValue: name) else {
        throw .invalidParams("there is no topic \(quoted(name)); there are: \(Topic.names)")
      }
      topics.insert(topic)
    }
    return topics
  }

  private static func needsTopics(_ method: String) -> RPCError {
    let width = method == Method.subscribe.rawValue ? #"; "preview_width", if given, is a whole number from 0"# : ""
    return .invalidParams(#"\#(method) takes {"topics":[…]}, with topics of: \#(Topic.names)\#(width)"#)
  }
}

/// A request object of JSON-RPC: the request with its version and id.
package struct RequestMessage: Sendable, Equatable {
  /// Nil in a JSON-RPC notification, which is not answered.
  package let id: RequestID?
  package let request: Request

  package init(id: RequestID?, request: Request) {
    self.id = id
    self.request = request
  }
}

extension RequestMessage: Codable {
  private enum Key: CodingKey { case jsonrpc, id }

  package init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    id = object.contains(.id) ? try object.decode(RequestID.self, forKey: .id) : nil
    _ = try object.decode(JSONRPCVersion.self, forKey: .jsonrpc)
    request = try Request(from: decoder)
  }

  package func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(JSONRPCVersion(), forKey: .jsonrpc)
    try object.encodeIfPresent(id, forKey: .id)
    try request.encode(to: encoder)
  }
}

/// The id of a request, which its response repeats.
package enum RequestID: Sendable, Equatable {
  case null
  case integer(Int)
  case string(String)
}

extension RequestID: Codable {
  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let text = try? value.decode(String.self) {
      self = .string(text)
    } else if let integer = try? value.decode(Int.self) {
      self = .integer(integer)
    } else {
      throw DecodingError.typeMismatch(
        Self.self, .init(codingPath: decoder.codingPath, debugDescription: "The id is not a string, a 64-bit integer or null."))
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    switch self {
    case .null: try value.encodeNil()
    case .integer(let integer): try value.encode(integer)
    case .string(let text): try value.encode(text)
    }
  }
}

/// The member `"jsonrpc":"2.0"` of every message.
struct JSONRPCVersion: Codable {
  init() {}

  init(from decoder: any Decoder) throws {
    guard try decoder.singleValueContainer().decode(String.self) == "2.0" else {
      throw DecodingError.typeMismatch(Self.self, .init(codingPath: decoder.codingPath, debugDescription: "This is not JSON-RPC 2.0."))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode("2.0")
  }
}

/// The content of a line: one message, or a batch of them.
enum MessageOrBatch<Message> {
  case message(Message)
  case batch([Message])
}

extension MessageOrBatch: Decodable where Message: Decodable {
  init(from decoder: any Decoder) throws {
    let isArray = (try? decoder.unkeyedContainer()) != nil
    self = isArray ? .batch(try [Message](from: decoder)) : .message(try Message(from: decoder))
  }
}

extension MessageOrBatch: Encodable where Message: Encodable {
  func encode(to encoder: any Encoder) throws {
    switch self {
    case .message(let message): try message.encode(to: encoder)
    case .batch(let messages): try messages.encode(to: encoder)
    }
  }
}

/// Any JSON: only whether it is some counts.
private struct AnyJSON: Decodable { init(from decoder: any Decoder) {} }

extension Unicode.Scalar {
  /// Whether a line may have it.
  var isInLine: Bool { ![.control, .lineSeparator, .paragraphSeparator].contains(properties.generalCategory) }
}
