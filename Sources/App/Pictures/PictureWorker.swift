import Drawing
import EventProtocol
import Glibc
import Imaging
import Inference
import Landmarks
import People
import Platform
import Product
import Reports

/// The process that decodes pictures: a picture that crashes or blocks a decoder ends this process, and not the server.
package struct PictureWorker: ~Copyable {
  /// The longest side of a thumbnail, in pixels.
  private static let thumbnailSide = 1024
  private static let thumbnailQuality = 85
  /// The most hands, bodies and faces that are looked for.
  private static let maximumCount = 8
  /// Most memory addresses, in bytes: twice what the models and the largest picture take.
  private static let addressSpace: UInt64 = 4 << 30
  /// Most processor time for one picture, in seconds.
  private static let processorTime: UInt64 = 30

  /// What finds people; nil until the first picture.
  private var finder: PeopleFinder?

  private init() {}

  /// Carries out what the server sends on standard input, until it closes that.
  ///
  /// - Throws: ``UserError`` if standard input is no socket of the server.
  package static func run() throws(UserError) {
    Self.limit(.addressSpace, to: addressSpace)
    Self.limit(.coreSize, to: 0)
    var worker = PictureWorker()
    let pipe = WorkerPipe(owning: OwnedDescriptor(owning: STDIN_FILENO))
    while true {
      do throws(WorkerPipe.Failure) {
        let message = try pipe.receive(limit: DeckFolder.fileLimit)
        limitProcessorTime()
        try pipe.send(worker.answer(message))
      } catch {
        if error == .ended { return }
        throw UserError("standard input: is not the server's (\(error))", fix: .command("swipectl demo"), exitStatus: .usage)
      }
    }
  }

  private mutating func answer(_ message: WorkerPipe.Message) -> WorkerPipe.Message {
    var outcome = PictureOutcome.done
    let content: [UInt8]
    do {
      content = try message.content.withUnsafeBytes { file in
        guard PictureFormat(startingWith: file) != nil, let task = PictureTask(rawValue: message.kind) else {
          outcome = .unsupported
          return Array("the file: neither a JPEG nor a PNG; convert it to one of them".utf8)
        }
        switch task {
        case .thumbnail: return try Self.thumbnail(of: file)
        case .people: return try people(in: file)
        }
      }
    } catch {
      // The models are what may be missing; everything else is the picture's.
      outcome = finder == nil && message.kind == PictureTask.people.rawValue ? .unavailable : .damaged
      content = Array("the picture: \(UserError(error))".utf8)
    }
    return WorkerPipe.Message(kind: outcome.rawValue, content: content)
  }

  private static func thumbnail(of file: UnsafeRawBufferPointer) throws(UserError) -> [UInt8] {
    var encoder = try JPEGEncoder()
    return try encoder.encode(RGBPicture(decoding: file, fitting: thumbnailSide), quality: thumbnailQuality)
  }

  private mutating func people(in file: UnsafeRawBufferPointer) throws -> [UInt8] {
    if finder == nil {
      let count = Self.maximumCount
      finder = try PeopleFinder(Wanted(hands: count, bodies: count, faces: count, skipsMissing: true))
    }
    // As a browser shows it.
    let image = try StillImage(decoding: file)
    return JSONCoding.encode(PictureAnswer(try finder!.find(in: image), width: image.width, height: image.height))
  }

  private static func limit(_ resource: ResourceLimit, to number: UInt64) {
    guard let hard = resource.values?.hard else { return }
    try? resource.set(soft: min(number, hard))
  }

  /// Ends this process once the next picture has taken too long.
  private static func limitProcessorTime() {
    limit(.processorSeconds, to: processCPUNs() / 1_000_000_000 + processorTime)
  }
}
