import Gestures
import Testing
import VirtualKeyboard
import swiped

@Suite("The keys of gestures")
struct HeldKeysTests {
  private let (space, right): (KeyChord, KeyChord)
  private var keys = HeldKeys()

  init() throws { (space, right) = (try KeyChord("space"), try KeyChord("alt+right")) }

  @Test("of one that is made are pressed and released, also while those of another are held")
  mutating func made() {
    #expect(keys.take(.made, of: right) == [.press(right)])
    #expect(keys.take(.began, of: space) == [.hold(space)])
    #expect(keys.take(.made, of: right) == [.press(right)])
    #expect(keys.take(.ended, of: space) == [.release(space)])
  }

  @Test("of one that is held are released when it ends, when another begins, or when keys are suspended, and only once")
  mutating func held() {
    _ = keys.take(.began, of: space)
    #expect(keys.take(.began, of: right) == [.release(space), .hold(right)])
    #expect(keys.take(.ended, of: space) == [])
    #expect(keys.release() == [.release(right)])
    #expect(keys.take(.ended, of: right) == [])
  }

  @Test("are not pressed where there are none, and those that are held are released all the same")
  mutating func none() {
    #expect(keys.take(.made, of: nil) == [] && keys.take(.began, of: nil) == [])
    _ = keys.take(.began, of: space)
    #expect(keys.take(.ended, of: nil) == [.release(space)])
  }
}
