import Camera
import Dispatch
import EventProtocol
import NIOCore
import Settings
import Synchronization
import UserErrors
import Web

/// Answers what pages ask about cameras: which there are, and what those see that no program uses.
package final class CameraRequests: Sendable {
  /// Most cameras that are open at a time.
  private static let limit = 8

  private let systems: CameraSystems
  private let configured: @Sendable () -> CameraSettings?
  /// The paths of the cameras that were listed last. No other path is opened.
  private let listed = Mutex<Set<String>>([])
  /// By the paths of their cameras.
  private let views = Mutex<[String: CameraView]>([:])
  /// The threads of the views.
  private let threads = DispatchGroup()

  /// - Parameters:
  ///   - systems: that have the cameras.
  ///   - configured: reads the camera of the configuration; nil if it cannot be read.
  package init(_ systems: CameraSystems = .installed, configured: @escaping @Sendable () -> CameraSettings? = { nil }) {
    (self.systems, self.configured) = (systems, configured)
  }

  /// Replies with the cameras that can be chosen.
  func list(on loop: any EventLoop) -> EventLoopFuture<Reply> {
    // On a thread of its own: a camera that hangs takes its time.
    DispatchQueue.global().reply(on: loop) { [self] in
      let settings = configured()
      let cameras = CameraListing.all(systems, backend: settings?.backend ?? .auto)
      listed.withLock { $0 = Set(cameras.map(\.path)) }
      let camera = settings.flatMap { $0.device == "auto" ? nil : $0 }
      let path = camera.flatMap { camera in
        // Any other name takes another look at all cameras.
        cameras.first { $0.path == camera.device || $0.byID.contains(camera.device) }?.path
          ?? (try? systems.find(camera.device, backend: camera.backend)).map(systems.v4l2.machine.resolve)
      }
      return .json(["cameras": cameras.map { CameraChoice($0, configuredAs: $0.path == path ? camera?.device : nil) }])
    }
  }

  /// Replies with the next picture of the camera that a page names, which is then open until no page has asked for two seconds; or, if the
  /// page names none, once all are closed.
  func picture(_ body: ByteBuffer, on loop: any EventLoop) -> EventLoopFuture<Reply> {
    let promise = loop.makePromise(of: Reply.self)
    do {
      switch try JSONCoding.decode(Wanted.self, from: body.readableBytesView).device {
      case let path? where listed.withLock({ $0.contains(path) }): try ask(path, promise)
      case .some: throw Refusal(.unprocessableEntity, .pageOutdated, "the camera: is none of /cameras; reload the page")
      case nil:
        close()
        threads.notify(queue: .global()) { promise.succeed(.json([String: String]())) }
      }
    } catch let refusal as Refusal {
      promise.succeed(refusal.reply)
    } catch {
      promise.succeed(
        .error(.unprocessableEntity, .pageOutdated, "the camera: is not named as this version of swipectl expects; reload the page"))
    }
    return promise.futureResult
  }

  /// Closes the cameras, and waits for their threads, but not for a camera that hangs.
  package func stop() {
    close()
    _ = threads.wait(timeout: .now() + .seconds(2))
  }

  private struct Wanted: Decodable {
    let device: String?
  }

  private func close() {
    views.withLock { views in
      for view in views.values { view.close() }
    }
  }

  private func ask(_ path: String, _ promise: EventLoopPromise<Reply>) throws {
    try views.withLock { views in
      if let view = views[path], view.ask(promise) { return }
      views = views.filter { !$0.value.isOver }
      guard views.count < Self.limit else {
        throw Refusal(
          .serviceUnavailable, .camerasOpen, ["limit": "\(Self.limit)"], "\(Self.limit) cameras are open already; look at fewer at a time")
      }
      do {
        views[path] = try CameraView(of: path, systems, for: promise, in: threads)
      } catch {
        throw Refusal(
          .serviceUnavailable, .cameraFails, ["camera": path, "error": "\(error)"], "\(path): \(error); try again")
      }
    }
  }
}
