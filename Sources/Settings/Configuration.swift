import Camera
import Focus
import Gestures
import Imaging
import Inference
import Logging

/// All options, as plain values. A new one holds the defaults.
package struct Configuration: Sendable, Equatable {
  package var camera = CameraSettings()
  package var gesture = GestureSettings()
  package var tracking = TrackingSettings()
  package var keys = KeySettings()
  package var commands: [GestureCommand] = []
  package var apps = AppSettings()
  package var desktop = DesktopSettings()
  package var socket = SocketSettings()
  package var privacy = PrivacySettings()
  package var log = LogSettings()

  package init() {}
}

/// The camera, and the format to request.
package struct CameraSettings: Sendable, Equatable {
  /// `auto`, the front camera; or a path, the name of a link in `/dev/v4l/by-id`, a part of a camera's name, or `pipewire:` and a name.
  package var device = "auto"
  /// The system that the camera is read through.
  package var backend = CameraBackend.auto
  /// Pixels; nil if the file asks for no size, so that the camera's modes decide.
  package var width: Int?
  package var height: Int?
  /// Frames a second.
  package var fps = 30
  /// How far pictures are turned to be upright, whatever the source.
  package var rotation = FrameRotation.degrees0
  /// Whether the camera is open only while a program or a key needs swipes.
  package var isOnDemand = true
  /// Whether the camera may lower its frame rate in dim light; nil leaves the camera's setting as it is.
  package var dynamicFramerate: Bool?
  /// Whether the camera is given to other programs that open it.
  package var yield = YieldSetting.always

  package init() {}
}

extension CameraRequest {
  /// The request that a configuration makes.
  package init(_ settings: CameraSettings) {
    self.init(width: settings.width, height: settings.height, fps: Double(settings.fps))
    dynamicFramerate = settings.dynamicFramerate
  }
}

/// The values of `yield`.
package enum YieldSetting: String, Sendable, CaseIterable { case always, never }

/// The values of `precision`.
package enum PrecisionSetting: String, Sendable, CaseIterable {
  case auto, f32, bf16

  /// The precision on this machine.
  package var chosen: Precision {
    switch self {
    case .auto: .fastest
    case .f32: .f32
    case .bf16: .bf16
    }
  }
}

/// How hands are found and followed.
package struct TrackingSettings: Sendable, Equatable {
  package var precision = PrecisionSetting.auto
  /// Whether inference is skipped while there is no hand and nothing moves.
  package var skipsStillRoom = true
  /// Whether inference is run less often on a hand that holds still.
  package var skipsStillHand = true
  /// Whether a hand that moves slowly is tracked in every second frame only, where that shows what comes next early enough.
  package var skipsCalmHand = true
  /// Whether hands are searched for less often where none has been for a while.
  package var slowsSearch = true

  /// All of these at once.
  package var savesPower: Bool {
    get { skipsStillRoom && skipsStillHand && skipsCalmHand && slowsSearch }
    set { (skipsStillRoom, skipsStillHand, skipsCalmHand, slowsSearch) = (newValue, newValue, newValue, newValue) }
  }

  package init() {}
}

/// The key that each gesture presses, by its name; chords are joined by `+`.
/// ``Chords`` reads them, and refuses names that do not exist.
package struct KeySettings: Sendable, Equatable {
  package var isEnabled = true
  package var names = ByGesture(\.defaultKey)

  package init() {}
}

/// `[[on]]`: a program to run at a gesture.
package struct GestureCommand: Sendable, Equatable {
  package var gesture: Gesture
  /// The program and its arguments; no shell reads them.
  package var run: [String]
  /// Whether a gesture starts it again while it still runs.
  package var isParallel: Bool

  package init(_ gesture: Gesture, run: [String], isParallel: Bool = false) {
    (self.gesture, self.run, self.isParallel) = (gesture, run, isParallel)
  }
}

/// The values of `notify`: what desktop notifications report.
package enum NotifySetting: String, Sendable, CaseIterable {
  /// What the camera does.
  case camera
  /// Also each swipe.
  case swipes
  case off
}

package struct DesktopSettings: Sendable, Equatable {
  package var notify = NotifySetting.camera
  /// Whether the desktop's panel shows an icon.
  package var tray = true

  package init() {}
}

package struct SocketSettings: Sendable, Equatable {
  /// Absolute; `nil` is `$XDG_RUNTIME_DIR/swiped/swiped.sock`.
  package var path: String?

  package init() {}
}

/// What may leave the process apart from keys and events.
package struct PrivacySettings: Sendable, Equatable {
  /// Whether subscribers can get pictures.
  package var allowsPreview = false

  package init() {}

  /// The answer to a request for previews without it.
  package static let previewRefusal =
    "previews are not allowed: set preview = true in [privacy] of swiped.toml, then run `swipectl reload`"
}

package struct LogSettings: Sendable, Equatable {
  package var level = Logger.Level.info

  package init() {}
}
