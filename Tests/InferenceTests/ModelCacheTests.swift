import Foundation
import Inference
import TestTime
import Testing

@Suite("The cache of compiled models")
final class ModelCacheTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("cache-\(UUID())").path
  private let prefix: RuntimePrefix

  init() throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    prefix = try RuntimePrefix.find()
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private var models: String { folder + "/swiped/models" }

  /// What the palm detector, compiled or from the cache, makes of a fixed input.
  private func answer(_ cache: ModelCache?, _ precision: Precision = .f32) throws -> [Float] {
    let name = "palm_detection_full.tflite"
    let bytes = try Data(contentsOf: URL(fileURLWithPath: prefix.path + "/models/" + name))
    let file = ModelFile(name: name, sha256: bytes.withUnsafeBytes { SHA256.hexDigest(of: $0) })
    let runtime = try Runtime(prefix, cache: cache)
    var model = try runtime.compile(file, precision: precision, threads: 1)
    for i in model.input.indices { model.input[i] = Float(i * 7919 % 256) / 255 }
    try model.infer()
    return model.outputs.flatMap(Array.init)
  }

  private func blobs() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: models).filter { $0.hasSuffix(".blob") }.sorted()
  }

  /// Changes with every writing of the file.
  private func identity(_ name: String) throws -> Date {
    try #require(try FileManager.default.attributesOfItem(atPath: models + "/" + name)[.modificationDate] as? Date)
  }

  @Test("is in systemd's directory, else in the user's, else in the home directory; a relative one is ignored")
  func places() {
    func path(_ systemd: String?, _ user: String?, _ home: String?) -> String? {
      guard ModelCache.find(systemd: systemd, user: user, home: home) != nil else { return nil }
      let found = ["s", "u/swiped", "h/.cache/swiped"].first { FileManager.default.fileExists(atPath: folder + "/\($0)/models") }
      try? FileManager.default.removeItem(atPath: folder)
      return found
    }
    let (systemd, user, home) = (folder + "/s", folder + "/u", folder + "/h")
    #expect(path(systemd + ":/nowhere", user, home) == "s")
    #expect(path(nil, user, home) == "u/swiped")
    #expect(path("", "relative", home) == "h/.cache/swiped")
    #expect(path(nil, nil, nil) == nil)
  }

  @Test("gives the same results as a compiled model, without compiling it again")
  func warm() throws {
    let fresh = try answer(nil)
    let cache = try #require(ModelCache.find(systemd: nil, user: folder, home: nil))
    #expect(try answer(cache) == fresh)
    let blob = try #require(try blobs().first)
    let written = try identity(blob)
    #expect(try answer(cache) == fresh)
    #expect(try blobs() == [blob] && identity(blob) == written)
  }

  @Test("is used by one runtime at a time; another one compiles without it")
  func oneAtATime() throws {
    let cache = try #require(ModelCache.find(systemd: nil, user: folder, home: nil))
    let fresh = try answer(nil)
    do {
      let holder = try Runtime(prefix, cache: cache)
      #expect(try answer(cache) == fresh)
      #expect(try blobs() == [])
      withExtendedLifetime(holder) {}
    }
    #expect(try answer(cache) == fresh)
    #expect(try blobs().count == 1)
  }

  @Test("gives each precision its own results")
  func precisions() throws {
    let cache = ModelCache.find(systemd: nil, user: folder, home: nil)
    for _ in 1...2 {
      for precision in Precision.allCases { #expect(try answer(cache, precision) == answer(nil, precision)) }
    }
  }

  enum Damage: CaseIterable {
    case emptied, cutShort, cutByAByte, otherBytes, someNumbersChanged

    func done(to good: Data) -> Data {
      switch self {
      case .emptied: Data()
      case .cutShort: good.prefix(500_000)
      case .cutByAByte: good.dropLast()
      case .otherBytes: Data(repeating: 0xA5, count: good.count)
      case .someNumbersChanged: good.prefix(1_000_000) + Data(repeating: 1, count: 4000) + good.dropFirst(1_004_000)
      }
    }
  }

  @Test("is written again if it is damaged anywhere", .long(seconds: 19), arguments: Damage.allCases)
  func damaged(damage: Damage) throws {
    let cache = ModelCache.find(systemd: nil, user: folder, home: nil)
    let fresh = try answer(cache)
    let blob = URL(fileURLWithPath: models + "/" + (try #require(try blobs().first)))
    let good = try Data(contentsOf: blob)
    try FileManager.default.removeItem(at: blob)
    let damaged = damage.done(to: good)
    try damaged.write(to: blob)
    #expect(try answer(cache) == fresh)
    // Not to the byte as before: the runtime counts its nodes as it makes them, and writes the numbers into their names.
    #expect(try Data(contentsOf: blob) != damaged)
    // And it is used from then on.
    let written = try identity(blob.lastPathComponent)
    #expect(try answer(cache) == fresh && identity(blob.lastPathComponent) == written)
  }

  private func seal(_ blob: String) -> URL { URL(fileURLWithPath: models + "/" + blob + ".sha256") }

  @Test("is written again if its seal names other settings, as that of an earlier version")
  func otherSettings() throws {
    let cache = ModelCache.find(systemd: nil, user: folder, home: nil)
    let fresh = try answer(cache)
    let blob = try #require(try blobs().first)
    let written = try identity(blob)
    let sealed = try Data(contentsOf: seal(blob))
    try sealed.prefix(SHA256.digits).write(to: seal(blob))
    #expect(try answer(cache) == fresh)
    #expect(try identity(blob) != written && Data(contentsOf: seal(blob)).count == sealed.count)
  }

  @Test("keeps the twelve newest files after a new one is written")
  func replaced() throws {
    let cache = ModelCache.find(systemd: nil, user: folder, home: nil)
    _ = try answer(cache, .bf16)
    let first = try #require(try blobs().first)
    let settings = try Data(contentsOf: seal(first)).dropFirst(SHA256.digits)
    for file in [URL(fileURLWithPath: models + "/" + first), seal(first)] { try FileManager.default.removeItem(at: file) }
    func writeOld(_ numbers: Range<Int>) throws {
      for number in numbers {
        let file = URL(fileURLWithPath: models + "/old\(number).blob")
        try Data("old".utf8).write(to: file)
        let digest = Data("old".utf8).withUnsafeBytes { SHA256.hexDigest(of: $0) }
        try (Data(digest.utf8) + settings).write(to: seal(file.lastPathComponent))
        let age = Date(timeIntervalSinceNow: -1000 * Double(number + 1))
        try FileManager.default.setAttributes([.modificationDate: age], ofItemAtPath: file.path)
      }
    }
    try writeOld(0..<14)
    _ = try answer(cache)
    let new = try #require(try blobs().first { !$0.hasPrefix("old") })
    let kept = ((0..<11).map { "old\($0).blob" } + [new]).sorted()
    #expect(try blobs() == kept)
    #expect(try FileManager.default.contentsOfDirectory(atPath: models).filter { $0 != "lock" }.count == 24)
    // Nothing new, nothing removed.
    try writeOld(11..<13)
    _ = try answer(cache)
    #expect(try blobs().count == 14)
  }

  @Test("with a name of its own has its own folder and limit, so its models never remove others")
  func named() throws {
    _ = try answer(ModelCache.find(systemd: nil, user: folder, home: nil))
    let before = try blobs()
    let other = ModelCache.find("others", keeping: 1, systemd: nil, user: folder, home: nil)
    for precision in Precision.allCases { _ = try answer(other, precision) }
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder + "/swiped/others").filter { $0.hasSuffix(".blob") }
    #expect(kept.count == 1)
    #expect(try blobs() == before)
  }

  @Test("with directories instead of files only makes the start slower")
  func folders() throws {
    let cache = ModelCache.find(systemd: nil, user: folder, home: nil)
    let fresh = try answer(cache)
    let blob = models + "/" + (try #require(try blobs().first))
    try FileManager.default.removeItem(atPath: blob)
    try FileManager.default.createDirectory(atPath: blob, withIntermediateDirectories: true)
    #expect(try answer(cache) == fresh)
  }

  @Test("is not used if it cannot be written, or if it disappears")
  func unwritable() throws {
    try Data().write(to: URL(fileURLWithPath: folder + "/file"))
    #expect(ModelCache.find(systemd: folder + "/file", user: nil, home: nil) == nil)
    #expect(ModelCache.find(systemd: nil, user: nil, home: "/proc/1/nothing") == nil)
    let cache = try #require(ModelCache.find(systemd: nil, user: folder, home: nil))
    try FileManager.default.removeItem(atPath: folder + "/swiped")
    try Data().write(to: URL(fileURLWithPath: folder + "/swiped"))
    #expect(try answer(cache) == answer(nil))
  }
}
