import Settings
import Testing
import swiped

@Suite("Demand for the camera")
struct DemandTests {
  private func settings(_ text: String, pressKeys: Bool = true, printing: Printing? = nil) throws -> DaemonSettings {
    let loaded = try LoadedConfiguration(bytes: Array(text.utf8), file: "swiped.toml")
    return try DaemonSettings(loaded, StartOptions(socket: "/s", keys: pressKeys, printing: printing), environment: [:])
  }

  @Test("Keys need the camera, with or without subscribers")
  func keys() throws {
    #expect(try settings("").wantsCamera(subscribers: 0))
  }

  @Test("Without keys, a subscriber needs the camera", arguments: [true, false])
  func subscribers(byConfiguration: Bool) throws {
    let settings = try byConfiguration ? settings("keys.enabled = false") : settings("", pressKeys: false)
    #expect(!settings.wantsCamera(subscribers: 0))
    #expect(settings.wantsCamera(subscribers: 1))
  }

  @Test("Events on standard output need the camera, and so does a command that a swipe starts")
  func others() throws {
    #expect(try settings("", pressKeys: false, printing: .lines).wantsCamera(subscribers: 0))
    let command = "[[on]]\nswipe = \"left\"\nrun = [\"true\"]"
    #expect(try settings(command, pressKeys: false).wantsCamera(subscribers: 0))
  }

  @Test("on_demand = false keeps the camera open without demand")
  func always() throws {
    #expect(try settings("expert.on_demand = false", pressKeys: false).wantsCamera(subscribers: 0))
  }
}
