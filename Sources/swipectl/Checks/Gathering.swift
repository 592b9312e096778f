import Camera
import EventProtocol
import EventSocket
import Glibc
import Inference
import Landmarks
import Settings

// What the machine says. Nothing here changes it: no input device is made, no stream begun, no unit started.

/// The variables by which folders are found.
func relevantEnvironment() -> [String: String] {
  var found: [String: String] = [:]
  for name in ["XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "HOME", "SWIPED_RUNTIME"] {
    if let value = getenv(name) { found[name] = String(cString: value) }
  }
  return found
}

extension Installation {
  static func gathered() -> Installation {
    Installation(executable: Files.resolve("/proc/self/exe"), isFile: exists)
  }
}

extension UinputFacts {
  static func gathered() -> UinputFacts {
    var facts = UinputFacts()
    let descriptor = open(device, O_WRONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0 { facts.openErrno = errno } else { close(descriptor) }
    facts.isModuleLoaded = exists("/sys/class/misc/uinput")
    facts.isRuleInstalled = systemFolders("udev/rules.d").contains { exists($0 + "/70-swiped.rules") }
    facts.isModuleInModulesLoad = systemFolders("modules-load.d").contains { folder in
      Files.entries(of: folder).contains { name in
        name.hasSuffix(".conf") && (text(of: "\(folder)/\(name)")?.split(separator: "\n").contains("uinput") ?? false)
      }
    }
    facts.isAtSeat = hasSeat()
    return facts
  }
}

/// Whether logind has this user's session at the computer's own screen in front.
func hasSeat() -> Bool {
  text(of: "/run/systemd/seats/seat0")?.split(separator: "\n").contains("ACTIVE_UID=\(getuid())") ?? false
}

extension RuntimeFacts {
  /// - Parameter isLoadable: the processor can run it; otherwise it is not loaded.
  static func gathered(precision: Precision, isLoadable: Bool) -> RuntimeFacts {
    let files = [ModelFile.palmDetectionFull] + HandLandmarkModel.files
    var facts = RuntimeFacts(prefix: nil)
    facts.isOverridden = getenv("SWIPED_RUNTIME") != nil
    do {
      let prefix = try RuntimePrefix.find()
      facts.prefix = prefix.path
      facts.version = Files.entries(of: prefix.path + "/runtime").compactMap(version(inName:)).first
      facts.models = files.map { file in
        Model(name: file.name, problem: problem { () throws(InferenceError) in _ = try file.verified(in: prefix) })
      }
      guard isLoadable else { return facts }
      let runtime = try Runtime(prefix)
      // Only this brings in all of its parts. A model that is not whole has been told.
      guard facts.models.allSatisfy({ $0.problem == nil }) else { return facts }
      _ = try HandLandmarkModel.compiled(by: runtime, precision: precision, threads: 1)
    } catch {
      facts.problem = "\(error)"
    }
    return facts
  }

  private static func problem(_ body: () throws(InferenceError) -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return error.description
    }
  }
}

extension ConfigurationFacts {
  static func gathered(explicit: String?, environment: [String: String]) -> ConfigurationFacts {
    let defaultFile = LoadedConfiguration.defaultFile(environment: environment)
    do {
      return Self(.success(try LoadedConfiguration.load(explicit: explicit, environment: environment)), defaultFile: defaultFile)
    } catch {
      return Self(.failure(error), defaultFile: defaultFile)
    }
  }
}

extension ProcessorFacts {
  static func gathered() -> ProcessorFacts {
    var system = utsname()
    uname(&system)
    let architecture = withUnsafeBytes(of: system.machine) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    return ProcessorFacts(architecture: architecture, cpuinfo: text(of: "/proc/cpuinfo") ?? "")
  }
}

extension UnitFacts {
  static func gathered(environment: [String: String]) -> UnitFacts {
    var facts = UnitFacts(manager())
    var folders = systemFolders("systemd/user")
    if let home = environment["HOME"] { folders += [home + "/.config/systemd/user", home + "/.local/share/systemd/user"] }
    facts.isFileInstalled = folders.contains { exists($0 + "/swiped.service") }
    facts.hasRuntimeDirectory = environment["XDG_RUNTIME_DIR"] != nil
    return facts
  }

  private static func manager() -> ServiceManager {
    guard exists("/run/systemd/system") else { return .none }
    // A bus that hangs would make it wait for 25 s.
    let (output, status) = output(of: "timeout 5 systemctl --user show swiped.service swiped.socket -p \(UnitState.properties) 2>&1")
    let units = UnitState.parse(output)
    guard status == 0, let service = units["swiped.service"] else {
      return .unreachable(why: output.split(separator: "\n").last.map(String.init) ?? "systemctl exits with status \(status)")
    }
    return .answers(service: service, socket: units["swiped.socket"] ?? UnitState())
  }
}
