import NIOHTTP1

/// What a request asks for.
enum Route: Equatable {
  /// A file of the page, which is the same for everybody.
  case asset(String)
  /// Exchanges the token for the key.
  case key
  /// The WebSocket of a page.
  case socket
  /// A card of the deck, by its index.
  case card(Int)
  case choice(card: Int)
  case pictures
  case replay
  /// Marks the last swipe as wrong.
  case wrong
  /// What the configuration file says.
  case settings
  case changeSettings
  case cameras
  /// What a camera sees that no program uses.
  case cameraPicture
  /// What doctor finds.
  case doctor
  /// The state of the service.
  case service
  /// Starts or stops the service, or its start at login.
  case changeService

  /// - Returns: nil for a path that there is not, or not with this method. Paths are compared as they are: none leads to the file system.
  init?(_ method: HTTPMethod, path: some StringProtocol) {
    let card = path.hasPrefix(Self.deck) ? Self.index(path.dropFirst(Self.deck.count)) : nil
    switch (method, String(path), card) {
    case (.POST, "/key", _): self = .key
    case (.GET, "/socket", _): self = .socket
    case (.POST, "/pictures", _): self = .pictures
    case (.POST, "/replay", _): self = .replay
    case (.POST, "/wrong", _): self = .wrong
    case (.GET, "/settings", _): self = .settings
    case (.POST, "/settings", _): self = .changeSettings
    case (.GET, "/cameras", _): self = .cameras
    case (.POST, "/camera-picture", _): self = .cameraPicture
    case (.GET, "/doctor", _): self = .doctor
    case (.GET, "/service", _): self = .service
    case (.POST, "/service", _): self = .changeService
    case (.GET, _, let card?): self = .card(card)
    case (.PUT, _, let card?): self = .choice(card: card)
    case (.GET, let path, _): self = .asset(path)
    default: return nil
    }
  }

  /// Whether it needs no key.
  var isPublic: Bool {
    switch self {
    case .asset, .key: true
    default: false
    }
  }

  /// Whether its body may be so large that few are accepted at a time.
  var isUpload: Bool { self == .pictures || self == .replay }

  /// The longest body that it takes, in bytes.
  func bodyLimit(_ limits: AppLimits) -> Int {
    switch self {
    case .pictures, .replay: limits.upload
    case .changeSettings: limits.settings
    default: limits.body
    }
  }

  private static let deck = "/deck/"

  /// An index as a page writes it: digits alone.
  private static func index(_ text: some StringProtocol) -> Int? {
    guard (1...6).contains(text.utf8.count), text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
      return nil
    }
    return Int(text)
  }
}
