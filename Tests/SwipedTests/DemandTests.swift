import Settings
import Testing
import swiped

@Suite("Whether the camera is wanted")
struct DemandTests {
  private func settings(_ text: String, pressKeys: Bool = true, printsEvents: Bool = false) throws -> DaemonSettings {
    let loaded = try LoadedConfiguration(bytes: Array(text.utf8), file: "swiped.toml")
    return try DaemonSettings(loaded, socket: "/s", pressKeys: pressKeys, printsEvents: printsEvents, environment: [:])
  }

  @Test("With keys it is, whether or not anybody is subscribed")
  func keys() throws {
    #expect(try settings("").wantsCamera(subscribers: 0))
  }

  @Test("Without keys it is while somebody is subscribed", arguments: [true, false])
  func subscribers(byConfiguration: Bool) throws {
    let settings = try byConfiguration ? settings("keys.enabled = false") : settings("", pressKeys: false)
    #expect(!settings.wantsCamera(subscribers: 0))
    #expect(settings.wantsCamera(subscribers: 1))
  }

  @Test("Events on standard output need it, and so does a command that a swipe starts")
  func others() throws {
    #expect(try settings("", pressKeys: false, printsEvents: true).wantsCamera(subscribers: 0))
    let command = "[[on]]\nswipe = \"left\"\nrun = [\"true\"]"
    #expect(try settings(command, pressKeys: false).wantsCamera(subscribers: 0))
  }

  @Test("on_demand = false keeps it open even when nobody wants it")
  func always() throws {
    #expect(try settings("camera.on_demand = false", pressKeys: false).wantsCamera(subscribers: 0))
  }
}
