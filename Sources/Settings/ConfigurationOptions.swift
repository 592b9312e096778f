import Camera
import Focus
import Gestures
import Imaging
import Inference
import Logging

extension Configuration {
  private static let sections: [(name: String, kind: SectionKind)] = [
    ("camera", .table), ("gesture", .table), ("keys", .table), ("profile", .group), ("on", .list), ("apps", .table), ("app", .list),
    ("desktop", .table), ("socket", .table), ("privacy", .table), ("log", .table), ("expert", .table),
  ]

  /// Reads every option; a section or key that is not read here is unknown.
  ///
  /// - Parameter profiles: at first, says which one is followed where the file selects none.
  init(_ reader: inout ConfigurationReader, profiles: inout Profiles) {
    reader.declare(Self.sections)
    reader.read(
      "camera", "device", .text("\"auto\", a path as in \"/dev/video0\", a /dev/v4l/by-id name, or a part of a camera's name") { $0 != "" },
      into: &camera.device)
    reader.read("camera", "backend", .choice(CameraBackend.self), into: &camera.backend)
    reader.read("camera", "rotate", .rotation, into: &camera.rotation)
    reader.read("camera", "exposure_dynamic_framerate", ValueRule<Bool>.flag.optional, into: &camera.dynamicFramerate)
    reader.read("camera", "yield", .choice(YieldSetting.self), into: &camera.yield)
    camera.readExpert(&reader)

    profiles = Profiles(&reader, unselected: profiles.unselected)
    if let settings = try? profiles.settings(of: profiles.selected) { (gesture, keys) = (settings.gesture, settings.keys) }

    for item in reader.items("on", keys: ["swipe", "run", "parallel"]) {
      let gesture = reader.require(item, "swipe", .gesture)
      let run = reader.require(item, "run", .command)
      let isParallel = reader.read(item, "parallel", .flag) ?? false
      if let gesture, let run { commands.append(GestureCommand(gesture, run: run, isParallel: isParallel)) }
    }

    apps.read(&reader, profiles: profiles.names)
    reader.read("desktop", "notify", .choice(NotifySetting.self), into: &desktop.notify)
    reader.read("desktop", "tray", .flag, into: &desktop.tray)
    reader.read("socket", "path", ValueRule<String>.socketPath.optional, into: &socket.path)
    reader.read("privacy", "preview", .flag, into: &privacy.allowsPreview)
    reader.read("log", "level", .choice(Logger.Level.self), into: &log.level)
    tracking.readExpert(&reader)
  }
}

extension CameraSettings {
  fileprivate mutating func readExpert(_ reader: inout ConfigurationReader) {
    reader.read("expert", "width", ValueRule<Int>.integer(16...8192).optional, into: &width)
    reader.read("expert", "height", ValueRule<Int>.integer(16...8192).optional, into: &height)
    reader.read("expert", "fps", .integer(1...240), into: &fps)
    reader.read("expert", "on_demand", .flag, into: &isOnDemand)
  }
}

extension TrackingSettings {
  fileprivate mutating func readExpert(_ reader: inout ConfigurationReader) {
    reader.read("expert", "precision", .choice(PrecisionSetting.self), into: &precision)
    reader.read("expert", "save_power", .flag, into: &savesPower)
    reader.read("tracking", "skip_still_room", .flag, into: &skipsStillRoom)
    reader.read("tracking", "skip_still_hand", .flag, into: &skipsStillHand)
    reader.read("tracking", "skip_calm_hand", .flag, into: &skipsCalmHand)
    reader.read("tracking", "slow_search", .flag, into: &slowsSearch)
  }
}

extension AppSettings {
  fileprivate mutating func read(_ reader: inout ConfigurationReader, profiles: [String]) {
    reader.read("apps", "only", ValueRule<[String]>.applications.optional, into: &only)
    reader.read("apps", "close_after_ms", .integer(0...60000), into: &closeAfterMs)
    for item in reader.items("app", keys: ["match", "profile"] + Gesture.allCases.map(\.name)) {
      let match = reader.require(item, "match", .application)
      let profile = reader.read(item, "profile", .profile(profiles))
      let keys = ByGesture<String?> { reader.read(item, $0.name, .key) }
      if let match { applications.append(AppProfile(match: match, profile: profile, keys: keys)) }
    }
  }
}

extension KeySettings {
  /// Reads the options of a section over those that hold without it.
  mutating func read(_ reader: inout ConfigurationReader, _ section: SectionName) {
    reader.read(section, "enabled", .flag, into: &isEnabled)
    for gesture in Gesture.allCases { reader.read(section, gesture.name, .key, into: &names[gesture]) }
  }
}

extension GestureSettings {
  /// Reads the options of `[gesture]` and `[expert]`, or those of a section `[profile.NAME]`, over those that hold without them. A threshold is
  /// in the unit that is read with it, or else in the one that holds without it; another unit without a number has the unit's default.
  ///
  /// - Parameter skipped: an option that is left out.
  mutating func read(_ reader: inout ConfigurationReader, profile: SectionName? = nil, except skipped: String? = nil) {
    for option in GestureOption.all where option.key != skipped {
      let section: SectionName = OldOption.sectionBeforeMove(of: option.key) == "gesture" ? "expert" : "gesture"
      reader.read(profile ?? section, option.key, .option(option, of: self), into: &self)
    }
  }
}

/// The rule for an option's value: how to read it, and how to describe what is allowed.
struct ValueRule<Value> {
  /// Ends the sentence "allowed: …".
  let allowed: String
  /// The allowed names, when it is one of a few; for "did you mean".
  var names: [String] = []
  /// The numbers between which all allowed ones lie; nil where it allows no numbers.
  var bounds: ClosedRange<Double>?
  /// `nil`: not allowed.
  let read: (TOMLValue) -> Value?

  func map<Other>(_ transform: @escaping (Value) -> Other) -> ValueRule<Other> {
    ValueRule<Other>(allowed: allowed, names: names, bounds: bounds) { [read] in read($0).map(transform) }
  }

  var optional: ValueRule<Value?> { map { $0 } }
}

extension ValueRule<Bool> {
  static var flag: Self { Self(allowed: "true or false") { $0.bool } }
}

extension ValueRule<Int> {
  static func integer(_ range: ClosedRange<Int>) -> Self {
    let bounds = Double(range.lowerBound)...Double(range.upperBound)
    return Self(allowed: "a whole number from \(range.lowerBound) to \(range.upperBound)", bounds: bounds) { value in
      value.int.flatMap { range.contains($0) ? $0 : nil }
    }
  }
}

extension ValueRule<FrameRotation> {
  static var rotation: Self {
    Self(allowed: "0, 90, 180 or 270, in degrees clockwise") { $0.int.flatMap { FrameRotation(rawValue: $0) } }
  }
}

extension ValueRule<String> {
  static func text(_ allowed: String, where isAllowed: @escaping (String) -> Bool) -> Self {
    Self(allowed: allowed) { value in value.string.flatMap { isAllowed($0) ? $0 : nil } }
  }

  /// ``Chords`` checks whether such a key exists.
  static var key: Self { text("a key's name, as in \"left\" or \"page_down\", or keys joined by +, as in \"alt+right\"") { !$0.isEmpty } }

  /// At most 107 bytes: the size of `sockaddr_un.sun_path` without its final zero.
  static var socketPath: Self {
    text("an absolute path of at most 107 bytes") { $0.hasPrefix("/") && $0.utf8.count <= 107 }
  }
}

extension ValueRule<String> {
  /// The name of a profile that is there.
  static func profile(_ names: [String]) -> Self {
    let listed = names.map { "\"\($0)\"" }.joined(separator: ", ")
    return Self(allowed: "\(listed), or the NAME of a section [profile.NAME]", names: names) { value in
      value.string.flatMap { names.contains($0) ? $0 : nil }
    }
  }
}

extension ValueRule<String> {
  private static let allowedApplication =
    "the id of an application, as `swipectl apps` lists it: the name of its .desktop file, such as \"org.gnome.Evince\""

  /// An application, as people name it.
  static var application: Self { text(allowedApplication) { FrontWindow(names: [$0]) != nil } }
}

extension ValueRule<[String]> {
  /// More than a person lists, and few enough for a line of the socket.
  private static let mostApplications = 64

  static var applications: Self {
    Self(
      allowed:
        "at most \(mostApplications) ids of applications in an array, as `swipectl apps` lists them: [\"anki\", \"org.gnome.Evince\"]"
    ) {
      guard let array = $0.array, array.count <= mostApplications else { return nil }
      let names = array.compactMap(\.string).filter { FrontWindow(names: [$0]) != nil }
      return names.count == array.count ? names : nil
    }
  }

  /// A program and its arguments, as `execvp` takes them.
  static var command: Self {
    let allowed = "a program and its arguments in an array, because no shell is used: [\"playerctl\", \"next\"]"
    return Self(allowed: allowed) { value in
      guard let array = value.array else { return nil }
      let words = array.compactMap(\.string)
      guard words.count == array.count, let program = words.first, !program.isEmpty else { return nil }
      return words
    }
  }
}

extension ValueRule<GestureSettings> {
  /// Reads the settings with another value of the option.
  static func option(_ option: GestureOption, of settings: GestureSettings) -> Self {
    Self(allowed: option.allowed(in: settings), names: option.names, bounds: option.bounds(in: settings)) { value in
      OptionValue(value).flatMap { option.setting($0, in: settings) }
    }
  }
}

extension OptionValue {
  /// Nil for what no option of a gesture has.
  fileprivate init?(_ value: TOMLValue) {
    switch value {
    case .bool(let flag): self = .flag(flag)
    case .int(let number): self = .integer(number)
    case .double(let number): self = .number(number)
    case .string(let text): self = .text(text)
    case .array(let array):
      let sides = array.compactMap { $0.double ?? $0.int.map(Double.init) }
      guard sides.count == 2, array.count == 2 else { return nil }
      self = .size(width: sides[0], height: sides[1])
    case .table, .date, .time, .dateTime: return nil
    }
  }
}

extension ValueRule<Gesture> {
  /// A gesture, by its name in the configuration.
  static var gesture: Self {
    let names = Gesture.allCases.map(\.name)
    return Self(allowed: names.map { "\"\($0)\"" }.joined(separator: ", "), names: names) { $0.string.flatMap(Gesture.init(named:)) }
  }
}

extension ValueRule where Value: RawRepresentable<String> & CaseIterable {
  static func choice(_ type: Value.Type) -> Self {
    let names = type.allCases.map(\.rawValue)
    return Self(allowed: names.map { "\"\($0)\"" }.joined(separator: ", "), names: names) { $0.string.flatMap(Value.init(rawValue:)) }
  }
}
