/// The files of the page, which are part of the program.
enum Assets {
  /// The asset at a path; nil if there is none.
  static func reply(for path: some StringProtocol) -> Reply? {
    guard let asset = all.first(where: { $0.path == path }) else { return nil }
    return Reply(status: .ok, type: asset.type, body: asset.bytes())
  }

  private struct Asset {
    let path: String, type: String
    let bytes: @Sendable () -> [UInt8]

    init(_ path: String, _ type: String, _ bytes: @escaping @Sendable () -> [UInt8]) {
      (self.path, self.type, self.bytes) = (path, type, bytes)
    }
  }

  private static let html = "text/html; charset=utf-8"

  // One line for each file of Sources/Demo/Page.
  private static let all: [Asset] = [
    Asset("/", html) { PackageResources.index_html }
  ]
}
