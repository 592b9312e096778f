import Camera
import EventProtocol
import Imaging
import Settings

/// A camera is there, or is not, or fails: how the line looks through it all the same.
extension LineSupervisor {
  /// Looks through the camera whenever it is wanted and to be had, until there are other settings.
  func keepCamera(_ name: String, _ line: inout FrameLine) throws {
    recovery = CameraRecovery()
    while !isStopping, !isOutdated {
      if let hold {
        announcer.state(.paused, hold.rawValue)
        rest(&line)
      } else if let due = recovery.dueNs, due <= monotonicNs() {
        do { try look(through: name, &line) } catch let error as CameraError { lost(error) }
        announcer.board.closeSource()
        line.interrupt(at: monotonicNs())
      } else {
        rest(until: recovery.dueNs, &line)
      }
    }
  }

  /// For so long nothing must have moved before fewer frames do: nobody is there, or does not mean to swipe.
  private static let longStillNs: UInt64 = 60_000_000_000

  /// Opens the camera, and follows it until it is to be closed.
  ///
  /// - Throws: `CameraError` when it cannot be opened, or is lost.
  private func look(through name: String, _ line: inout FrameLine) throws {
    let device = try CameraDevice.find(name)
    var camera = try CameraStream(device, wish: CameraWish(settings.configuration.camera))
    announceWatching((name == "auto" ? [device.autoReason] : ["watching \(camera.label)"]) + camera.notices)
    var rate = camera.makeRateWatch()
    while true {
      do {
        _ = try follow(&camera, &line) { camera, line in
          let frame = line.lastFrame
          let isSlow = settings.configuration.camera.slowsWhenStill && line.stillNs >= Self.longStillNs
          if let fps = camera.slow(down: isSlow) {
            rate.expect(fps: fps)
            announcer.log.debug("\(camera.label) makes \(isSlow ? "half of its frames while nothing moves" : "all of its frames again")")
          }
          if let slow = rate.note(sequence: frame.sequence, capturedNs: frame.capturedNs) { announcer.log.warning("\(slow)") }
          return noteDamage(of: camera)
        }
        return
      } catch let error as CameraError {
        announcer.board.noteLost(noteDamage(of: camera))
        guard error.code == .stalled else { throw error }
        let (restarts, isNews) = recovery.stalled(error)
        if isNews { announcer.log.warning("\(error)") }
        guard restarts else { throw error }
        announcer.state(.noCamera, error.message)
        try camera.restart()
      }
    }
  }

  private func noteDamage(of camera: borrowing CameraStream) -> LostFrames {
    if let damage = drops.note(camera.dropped, from: camera.label, nowNs: monotonicNs()) { announcer.log.warning("\(damage)") }
    return LostFrames(skipped: camera.skipped, damaged: camera.dropped)
  }

  private func lost(_ error: CameraError) {
    let isNews = recovery.failed(error, at: monotonicNs())
    if isNews, let device = error.busyDevice {
      // Told once it is known who has it.
      HolderSearch.begin(device) { [control] holders in control.post(.busy(error.naming(holders))) }
    } else if isNews {
      announcer.log.warning("\(error)")
    }
    announcer.state(.noCamera, recovery.reason(of: error))
  }

  func learn(_ error: CameraError) {
    announcer.log.warning("\(error)")
    if recovery.learn(error) { announcer.state(.noCamera, error.message) }
  }
}

extension CameraWish {
  init(_ settings: CameraSettings) {
    self.init()
    width = settings.width
    height = settings.height
    fps = Double(settings.fps)
    dynamicFramerate = settings.dynamicFramerate
  }
}
