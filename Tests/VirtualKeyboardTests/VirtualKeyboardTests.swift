import Foundation
import Platform
import Testing
import UserErrors
import VirtualKeyboard

@Suite("The virtual keyboard without access")
struct VirtualKeyboardTests {
  /// The error of making a keyboard out of something else.
  private func refusal(device: String, module: String = "/sys/class/misc") -> KeyboardError? {
    var paths = UinputPaths()
    paths.device = device
    paths.module = module
    return #expect(throws: KeyboardError.self) {
      _ = try VirtualKeyboard(pressing: [KeyChord("KEY_LEFT")], paths: paths)
    }
  }

  @Test("A missing device means that the module is not loaded, and the fix loads it")
  func missing() {
    let error = refusal(device: "/dev/no-uinput-here")
    #expect(error?.code == .moduleMissing)
    #expect(error?.exitStatus == .unavailable)
    #expect(error?.description.contains("/dev/no-uinput-here is not there") == true)
    #expect(error?.description.contains("swipectl allow-keys`") == true)
  }

  @Test("A file that is not uinput is reported as such", arguments: ["/dev/null", "/tmp"])
  func notUinput(_ path: String) {
    let error = refusal(device: path)
    #expect(error?.code == .notUinput)
    #expect(error?.description.contains("\(path) is not the uinput device") == true)
  }

  @Test("A plain file is not uinput")
  func plainFile() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "not-uinput-\(UUID().uuidString)").path
    try Data().write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    #expect(refusal(device: path)?.code == .notUinput)
  }

  @Test(
    "The error of a denied device has the command that gives access, and names the module if that is missing too",
    arguments: [(true, KeyboardError.Code.permissionDenied, UserErrors.ExitStatus.notPermitted), (false, .moduleMissing, .unavailable)])
  func denied(isModuleLoaded: Bool, code: KeyboardError.Code, exitStatus: UserErrors.ExitStatus) throws {
    let error = KeyboardError.opening("/dev/uinput", errno: EACCES, isModuleLoaded: isModuleLoaded)
    #expect(error.code == code)
    #expect(error.exitStatus == exitStatus)
    for words in ["/dev/uinput: permission denied", "swipectl allow-keys`"] + (isModuleLoaded ? [] : ["module uinput is not loaded"]) {
      #expect(error.description.contains(words), "\(error)")
    }
    #expect(!error.description.contains("\n"))
  }
}
