import Gestures
import Hands
import Testing

@Suite("The hands of the public corpus")
struct PublicCorpusTests {
  @Test("Every rendered hand is found, as the right or left hand that it is")
  func rendered() throws {
    let pictures = try Found.rendered.get()
    #expect(pictures.count == 150)
    for (picture, hands) in pictures { #expect(hands.first?.chirality == picture.chirality, "\(picture.file)") }
  }

  @Test("Thumb tip and wrist of rendered hands are where they were drawn")
  func drawn() throws {
    let offsets = Offsets(try Found.rendered.get().flatMap { picture, hands in hands.first?.offsets(from: picture.points) ?? [] })
    // How far the models are off on a drawn hand: 4.4 and 12 pixels were measured.
    #expect(offsets.median <= 5)
    #expect(offsets.p95 <= 14)
  }

  @Test("Of the rendered hands, thumbs swipe under every profile, and with daily nothing else does")
  func renderedThumbs() throws {
    for (picture, hands) in try Found.rendered.get() {
      let meant: SwipeDirection? = ["up": .right, "down": .left][picture.shape]
      #expect(swipe(hands, .daily) == meant, "\(picture.file)")
      // Under the plain rule, an open hand that points up is a thumb above its wrist.
      if meant != nil || picture.shape == "rest" { #expect(swipe(hands, .plain) == meant, "\(picture.file)") }
    }
  }

  @Test("Thumb tip and wrist of real hands are where MediaPipe finds them, and of the same hand")
  func real() throws {
    var offsets: [Double] = []
    for (picture, hands) in try Found.real.get() {
      for expected in picture.hands {
        let nearest = hands.min { $0.offsets(from: expected.points)[1] < $1.offsets(from: expected.points)[1] }
        let hand = try #require(nearest, "\(picture.file)")
        #expect(hand.chirality == expected.chirality, "\(picture.file)")
        offsets += hand.offsets(from: expected.points)
      }
    }
    #expect(offsets.count > 80)
    #expect(Offsets(offsets).median <= 0.1)
    #expect(Offsets(offsets).p95 <= 0.5)
  }

  @Test("Pictures without a hand have none")
  func none() throws {
    let pictures = try Found.real.get().filter { $0.picture.shows == "none" }
    #expect(pictures.count == 8)
    for (picture, hands) in pictures { #expect(hands.isEmpty, "\(picture.file)") }
  }

  @Test("Real hands swipe as the rule says for MediaPipe's joints")
  func realThumbs() throws {
    for (picture, hands) in try Found.real.get() {
      #expect(swipe(hands, .plain)?.rawValue == picture.plain, "\(picture.file)")
      #expect(swipe(hands, .daily)?.rawValue == picture.daily, "\(picture.file)")
    }
  }

  @Test("With daily, no picture of another hand swipes, and no thumb swipes the wrong way")
  func realDaily() throws {
    for picture in try PublicCorpus.real() {
      let allowed = ["up": "right", "down": "left"][picture.shows]
      #expect(picture.daily == nil || picture.daily == allowed, "\(picture.file)")
    }
  }

  @Test("The thumbs of the clips swipe when they are shown, and nothing else does", arguments: ["plain", "daily"])
  func clips(profile: String) throws {
    for (clip, frames) in try Found.clips.get() { try expectSwipes(of: clip, in: frames, profile) }
  }

  @Test("They do so as the daemon follows hands, too")
  func followedClips() throws {
    for (clip, frames) in try Found.followedClips.get() { try expectSwipes(of: clip, in: frames, "daily") }
  }

  private func expectSwipes(of clip: CorpusClip, in frames: [HandFrame], _ profile: String) throws {
    #expect(frames.count == clip.frames, "\(clip.file)")
    let swipes = frames.actions(under: profile == "plain" ? .plain : .daily)
    let expected = try #require(clip.swipes[profile])
    #expect(swipes.map(\.action.gesture.name) == expected.map(\.direction), "\(clip.file)")
    for (swipe, expected) in zip(swipes, expected) {
      // One frame earlier or later.
      #expect(abs(Double(swipe.frame) / clip.fps - expected.seconds) < 1.5 / clip.fps, "\(clip.file)")
    }
  }

  @Test("No hand is found in a clip before the first one comes")
  func emptyClip() throws {
    for (clip, frames) in try Found.clips.get() {
      for frame in frames where Double(frame.capturedNs) < clip.emptyUntil * 1e9 { #expect(frame.hands.isEmpty, "\(clip.file)") }
    }
  }

  /// The swipe of a picture that is shown for a second.
  private func swipe(_ hands: [HumanHandPoseObservation], _ settings: GestureSettings) -> SwipeDirection? {
    (0...30).map { HandFrame(hands, at: $0 * 1_000_000_000 / 30) }.actions(under: settings).first?.action.direction
  }
}
