import Camera
import Dispatch
import Doctor
import Imaging
import NIOCore
import Platform
import Synchronization
import UserErrors
import Web

/// A camera that pages look at, on a thread of its own: open while they ask for its pictures, and unless another program wants it.
final class CameraView: Sendable {
  /// After this time without a request, the camera is closed.
  private static let patienceNs: UInt64 = 2_000_000_000
  /// In which a picture must fit, in pixels.
  private static let size = (width: 320, height: 240)

  private struct State {
    /// What is to get the next picture.
    var waiting: [EventLoopPromise<Reply>]
    var askedNs = monotonicNs()
    var isClosing = false
    var isOver = false

    func isWanted(at now: UInt64) -> Bool { !isClosing && (!waiting.isEmpty || now < askedNs + patienceNs) }
  }

  private let path: String
  private let systems: CameraSystems
  private let wakeup: Wakeup
  private let state: Mutex<State>

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - path: the camera's, as in ``CameraListing``.
  ///   - systems: that have the cameras.
  ///   - first: gets the first picture.
  ///   - group: which the thread leaves at its end.
  init(of path: String, _ systems: CameraSystems, for first: EventLoopPromise<Reply>, in group: DispatchGroup) throws {
    (self.path, self.systems) = (path, systems)
    wakeup = try Wakeup()
    state = Mutex(State(waiting: [first]))
    group.enter()
    do {
      try OwnedThread(name: "camera view") { [self] in
        while !end(show()) {}
        group.leave()
      }.detach()
    } catch {
      group.leave()
      throw error
    }
  }

  /// Whether it gives no more pictures.
  var isOver: Bool { state.withLock { $0.isClosing || $0.isOver } }

  /// Asks for the next picture.
  ///
  /// - Returns: false if it gives no more.
  func ask(_ promise: EventLoopPromise<Reply>) -> Bool {
    state.withLock { state in
      guard !state.isClosing, !state.isOver else { return false }
      state.waiting.append(promise)
      state.askedNs = monotonicNs()
      return true
    }
  }

  /// Has the camera closed, without waiting for it.
  func close() {
    state.withLock { $0.isClosing = true }
    wakeup.signal()
  }

  /// Ends after the camera is closed, unless a page has asked for a picture while it was being closed because none had.
  ///
  /// - Parameter reply: to who still waits; nil if the camera was closed because it was not wanted.
  /// - Returns: whether it has ended.
  private func end(_ reply: Reply?) -> Bool {
    let left = state.withLock { state -> [EventLoopPromise<Reply>]? in
      guard reply != nil || state.isClosing || state.waiting.isEmpty else { return nil }
      defer { (state.waiting, state.isOver) = ([], true) }
      return state.waiting
    }
    guard let left else { return false }
    let closed = "\(path): was closed meanwhile; show the pictures again"
    for promise in left { promise.succeed(reply ?? .error(.conflict, .cameraClosed, ["camera": path], closed)) }
    return true
  }

  /// Shows the camera until it is closed.
  ///
  /// - Returns: the reply to who still waits then; nil if it is not wanted any more.
  private func show() -> Reply? {
    if let device {
      let use = CameraUse.find(device, calls: systems.v4l2)
      guard !use.isUsed else { return Self.used(by: use.holders) }
    }
    let options = CameraOptions(name: path, backend: path.hasPrefix("/") ? .v4l2 : .pipewire, yields: true)
    do {
      var encoder = try JPEGEncoder()
      var camera = CameraSession(options, systems: systems) { [wakeup] in wakeup.signal() }
      while state.withLock({ $0.isWanted(at: monotonicNs()) }) {
        wakeup.reset()
        _ = try camera.next(wake: wakeup.descriptor) { try answer(with: $0, &encoder) }
        for event in camera.takeEvents() {
          if let end = Self.end(event) { return end }
        }
      }
      return nil
    } catch {
      return .error(.serviceUnavailable, .cameraFails, ["camera": path, "error": "\(error)"], "\(path): \(error); try again")
    }
  }

  /// The device node of the camera, also of one that is read through PipeWire, which would take it from a program that reads the node.
  private var device: String? {
    if path.hasPrefix("/") { return path }
    let machine = systems.v4l2.machine
    return (try? CameraName(path).choose(among: systems.pipeWire.cameras(), on: machine))?.device(machine)
  }

  private func answer(with frame: borrowing Frame, _ encoder: inout JPEGEncoder) throws {
    let waiting = state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
    guard !waiting.isEmpty else { return }
    let picture = Reply(status: .ok, type: "image/jpeg", body: try encoder.encode(RGBPicture(frame, fitting: Self.size), quality: 75))
    for promise in waiting { promise.succeed(picture) }
  }

  /// - Returns: the reply after an event that ends it; nil if it goes on.
  private static func end(_ event: CameraEvent) -> Reply? {
    switch event {
    case .failed(let error, _), .stalled(let error, _):
      .error(.serviceUnavailable, error, [Fact(FindingCode.cameraError, ["error": error.messageWithoutCommand])])
    case .yielded: used(by: [])
    default: nil
    }
  }

  private static func used(by holders: [CameraHolder]) -> Reply {
    .error(
      .conflict, holders.isEmpty ? .cameraUsed : .cameraUsedBy, ["holders": holders.map(\.name).joined(separator: ", ")],
      "the camera is in use by \(holders.isEmpty ? "another program" : holders.labels); close it to see a picture here")
  }
}
