import Imaging
import UserErrors

/// A video device node that captures pictures.
package struct CameraDevice: Sendable, Equatable {
  /// The device node: `/dev/video0`.
  package let path: String
  /// The name that the driver gives it: `Integrated Camera: Integrated C`.
  package let name: String
  /// The kernel driver: `uvcvideo`.
  package let driver: String
  /// Where it is connected: `usb-0000:00:14.0-8`.
  package let busInfo: String
  /// Names of udev's persistent links to it in `/dev/v4l/by-id`, sorted.
  package let linkNames: [String]
  /// Whether it captures near infrared, like a camera for face recognition.
  package let isInfrared: Bool
  /// Whether it lists a format that can be read without conversion; other nodes of a depth camera, of the same name, do not.
  let isReadable: Bool
  /// Whether a program or the kernel produces its pictures, instead of a camera.
  package let isVirtual: Bool
  /// Its rank for `auto`, and the reason.
  package let preference: CameraPreference

  /// Whether a program produces its pictures, and several can read them.
  package var isLoopback: Bool { driver == VideoNode.loopbackDriver }

  /// The name used in messages.
  package var label: String { "\(path) (\(name))" }

  /// The reason why `auto` took it, for the log.
  package var autoReason: String { "auto takes \(label): \(preference.why)" }

  private init(probing path: String, calls: V4L2Calls) throws(CameraError) {
    let node = try VideoNode(probing: path, calls: calls)
    if let problem = node.problem { throw problem }
    self.init(node, calls: calls)
  }

  /// - Parameter node: a node whose ``VideoNode/problem`` is nil.
  init(_ node: VideoNode, calls: V4L2Calls) {
    path = node.path
    name = node.card
    driver = node.driver
    busInfo = node.busInfo
    let resolved = calls.machine.resolve(path)
    linkNames = calls.machine.linkNames(to: resolved)
    isInfrared = CameraFacts.isInfrared(name) || (!node.formats.isEmpty && node.formats.allSatisfy(\.isLumaOnly))
    isReadable = node.formats.contains { PixelEncoding($0) != nil }
    let facts = CameraFacts(node, isInfrared: isInfrared, at: resolved, calls: calls)
    isVirtual = facts.isVirtual
    preference = CameraPreference(facts)
  }
}

extension CameraDevice {
  /// Finds the camera that the configuration names.
  ///
  /// - Parameter wanted: `auto`, a path, the name of a link in `/dev/v4l/by-id`, or part of a camera's name in any case.
  /// - Throws: `CameraError`: no camera, no such device, not a camera, permission denied, busy.
  package static func find(_ wanted: String, calls: V4L2Calls = .libv4l2) throws(CameraError) -> CameraDevice {
    if wanted.contains("/") {
      do {
        return try CameraDevice(probing: wanted, calls: calls)
      } catch  where [.noSuchDevice, .notACamera].contains(error.code) && !error.isWorthRetrying {
        throw error.offering(CameraEnumeration(calls: calls).cameras)
      }
    }
    if wanted != "auto", let link = calls.machine.links().first(where: { $0.name == wanted }) {
      return try CameraDevice(probing: link.path, calls: calls)
    }
    let nodes = CameraEnumeration(calls: calls)
    let part = wanted.lowercased()
    func matches(_ name: String) -> Bool { wanted == "auto" || name.lowercased().contains(part) }
    if let camera = nodes.cameras.first(where: { matches($0.name) }) { return camera }
    // The name of a camera that cannot be opened is unknown, so it may be the one that is wanted.
    if let refusal = nodes.refusals.first { throw refusal.error }
    if let loopback = nodes.unfed.first(where: { matches($0.card) }) {
      throw wanted == "auto" ? .onlyUnfedLoopback(loopback.label) : .unfedLoopback(loopback.label)
    }
    guard !nodes.cameras.isEmpty else { throw .noCamera }
    throw CameraError(.noSuchDevice, "no camera is called \"\(wanted)\"").offering(nodes.cameras)
  }

  /// Whether another program streams from a camera; one that only has it open does not prevent its use.
  ///
  /// - Parameter path: the device node.
  package static func isStreaming(_ path: String, calls: V4L2Calls = .libv4l2) -> Bool {
    do {
      return try V4L2Device(path: path, calls: calls).hasOtherStream()
    } catch {
      return error.code == .busy
    }
  }

  /// Whether a request takes larger pictures of it than the usual ones; false if it cannot be queried.
  func takesLargeSize(for request: CameraRequest, calls: V4L2Calls) -> Bool {
    guard let modes = try? V4L2Device(path: path, calls: calls).modes(for: request) else { return false }
    return CameraMode.choose(among: modes, request: request)?.isLarge ?? false
  }
}
