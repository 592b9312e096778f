import CV4L2
import Camera
import Glibc
import Imaging
import Synchronization
import Testing

private let frame = FakeStep.frames([FakeFrame(bytes: [UInt8](repeating: 1, count: 16))])
private let second: UInt64 = 1_000_000_000

/// The programs that searches find, and how often they were asked.
private final class Programs: Sendable {
  let state = Mutex((holders: [CameraHolder](), searches: 0, areGone: false))

  func search(_ device: String, _ report: @Sendable (CameraUse) -> Void) {
    let use = state.withLock { state in
      state.searches += 1
      return state.areGone ? CameraUse(holders: [], isUsed: false) : CameraUse(holders: state.holders, isUsed: true)
    }
    report(use)
  }

  func are(_ names: String...) { state.withLock { $0.holders = names.enumerated().map { CameraHolder(pid: Int32($0 + 7), name: $1) } } }

  var searches: Int { state.withLock { $0.searches } }
}

extension CameraSession {
  /// Does the next step, without a frame's consequences.
  fileprivate mutating func step() throws -> (FrameStep, [CameraEvent]) { (try next(wake: -1) { _ in }, takeEvents()) }
}

extension [CameraEvent] {
  /// What they are, without their texts.
  fileprivate var names: [String] { map { String("\($0)".prefix { $0 != "(" }) } }
}

@Suite("A camera's session")
struct CameraSessionTests {
  private let programs = Programs()

  private func session(_ driver: FakeDriver) -> CameraSession {
    CameraSession(
      CameraOptions(name: "auto"), systems: CameraSystems(v4l2: driver.calls), search: { [programs] in programs.search($0, $1) },
      onChange: {})
  }

  private func driver(_ steps: FakeStep...) -> FakeDriver { FakeDriver(FakeNode(steps: steps)) }

  /// A camera that has larger pictures, at a higher cost.
  private func resizableNode(_ steps: FakeStep...) -> FakeNode {
    var node = FakeNode(steps: steps)
    node.formats = [.init(code: .yuyv, sizes: [(640, 480)]), .init(code: .mjpeg, sizes: [(640, 480), (1280, 720)])]
    return node
  }

  private func setBusy(_ isBusy: Bool, _ driver: FakeDriver) {
    driver.state.withLock { $0.nodes[FakeDriver.path]?.failures = isBusy ? [.setFormat: EBUSY] : [:] }
  }

  private func wait(_ ns: UInt64, _ driver: FakeDriver) { driver.state.withLock { $0.nowNs += ns } }

  @Test("It opens the camera, and then passes its frames on")
  func frames() throws {
    let driver = driver(frame, frame)
    var session = session(driver)
    let (opening, events) = try session.step()
    #expect(opening == .woken && events.names == ["opened"] && session.isOpen)
    for _ in 0..<2 { #expect(try session.step() == (.frame, [])) }
    let wasOpen = session.close()
    #expect(wasOpen && !session.isOpen && driver.isAllReturned)
  }

  @Test("A stall is an interruption, although the camera stays open")
  func stall() throws {
    let driver = driver(frame, .silence, frame)
    var session = session(driver)
    _ = try (session.step(), session.step())
    let (step, events) = try session.step()
    #expect(step == .woken && session.isOpen)
    #expect(events.names == ["stalled"] && events.allSatisfy(\.isInterruption))
    #expect(try session.step().0 == .frame)
  }

  @Test("An unplugged camera is an interruption, and is opened again when it is back")
  func unplugged() throws {
    let driver = driver(frame, .error(ENODEV))
    var session = session(driver)
    _ = try (session.step(), session.step())
    let (_, events) = try session.step()
    #expect(events.names == ["failed"] && events.allSatisfy(\.isInterruption) && !session.isOpen)
    wait(second, driver)
    driver.state.withLock { $0.nodes[FakeDriver.path] = FakeNode(steps: [frame]) }
    session.retry()
    #expect(try session.step().1.names == ["opened"])
    #expect(try session.step().0 == .frame)
    session.followUp(stillNs: 0, idleUntilNs: 0)
    #expect(session.takeEvents().names == ["works"])
  }

  @Test(
    "Where a hand was far away, the camera is opened again with larger pictures, once, for as long as they help and until it is closed",
    arguments: [UInt32.max, 1000])
  func larger(mostWidth: UInt32) throws {
    var node = resizableNode(frame, frame)
    node.mostWidth = mostWidth
    let driver = FakeDriver(node)
    var session = session(driver)
    _ = try session.step()
    #expect(session.description?.width == 640)
    session.followUp(stillNs: 0, idleUntilNs: 0)
    #expect(session.takeEvents().names == [] && session.description?.width == 640)
    session.followUp(stillNs: 0, idleUntilNs: 0, wantsLargerSize: true)
    let events = session.takeEvents()
    let width = mostWidth == .max ? 1280 : 640
    #expect(events.names == ["opened"] && session.isOpen && session.description?.width == width, "\(events)")
    session.followUp(stillNs: 0, idleUntilNs: 0, wantsLargerSize: true)
    #expect(session.takeEvents().names == [])
    // A camera that cannot stream them is not closed for them again.
    let reopens = width == 1280 ? ["opened"] : []
    session.followUp(stillNs: 0, idleUntilNs: 0, wantsLargerSize: false)
    #expect(session.takeEvents().names == reopens && session.description?.width == 640)
    session.followUp(stillNs: 0, idleUntilNs: 0, wantsLargerSize: true)
    #expect(session.takeEvents().names == reopens && session.description?.width == width)
    _ = session.reopen()
    _ = try session.step()
    #expect(session.description?.width == 640)
  }

  @Test("A camera that sends no larger pictures is opened with the usual ones after one restart, until cameras change")
  func noLargerPictures() throws {
    var node = resizableNode(.silence, .silence)
    node.present = (.mjpeg, 1280, 720)
    let driver = FakeDriver(node)
    var session = session(driver)
    _ = try session.step()
    session.followUp(stillNs: 0, idleUntilNs: 0, wantsLargerSize: true)
    #expect(session.takeEvents().names == ["opened"] && session.description?.width == 1280)
    let restarted = try session.step().1.names
    #expect(restarted == ["stalled"] && session.description?.width == 1280, "\(restarted)")
    let closed = try session.step().1.names
    #expect(closed == ["stalled", "opened"] && session.description?.width == 640, "\(closed)")
    session.followUp(stillNs: 0, idleUntilNs: 0, wantsLargerSize: true)
    #expect(session.takeEvents().names == ["works"] && session.description?.width == 640)
    session.camerasChanged()
    session.followUp(stillNs: 0, idleUntilNs: 0, wantsLargerSize: true)
    #expect(session.takeEvents().names == ["opened"] && session.description?.width == 1280)
  }

  @Test("A camera that is gone when it is to be opened with larger pictures is opened with the usual ones when it is back")
  func lostWhileResized() throws {
    let driver = FakeDriver(resizableNode(frame))
    var session = session(driver)
    _ = try session.step()
    let device = driver.state.withLock { $0.nodes.removeValue(forKey: FakeDriver.path) }
    session.followUp(stillNs: 0, idleUntilNs: 0, wantsLargerSize: true)
    #expect(session.takeEvents().names == ["failed"] && !session.isOpen)
    wait(second, driver)
    driver.state.withLock { $0.nodes[FakeDriver.path] = device }
    session.retry()
    let events = try session.step().1.names
    #expect(events == ["opened"] && session.description?.width == 640)
  }

  @Test("A camera that is yielded and taken back before anybody looks was interrupted all the same")
  func yieldedAndBack() throws {
    let driver = driver(frame, frame)
    var session = session(driver)
    _ = try (session.step(), session.step())
    session.handle([.yield, .held(by: [CameraHolder(pid: 7, name: "cheese")]), .takeBack])
    let (step, events) = try session.step()
    #expect(step == .woken && session.isOpen && !session.isYielded)
    #expect(events.names == ["yielded", "yieldedTo", "opened", "takenBack"] && events.contains { $0.isInterruption })
    #expect(try session.step().0 == .frame)
  }

  @Test("While it is yielded the camera is closed, and others that have it are named again")
  func yielded() throws {
    let driver = driver(frame)
    var session = session(driver)
    _ = try session.step()
    let (cheese, zoom) = (CameraHolder(pid: 7, name: "cheese"), CameraHolder(pid: 8, name: "zoom"))
    session.handle([.yield, .held(by: [cheese]), .held(by: [cheese]), .held(by: [cheese, zoom])])
    #expect(session.isYielded && !session.isOpen && session.retryNs == nil)
    #expect(session.takeEvents() == [.yielded, .yieldedTo([cheese]), .yieldedTo([cheese, zoom])])
    #expect(try session.step() == (.absent, []))
  }

  @Test("A busy camera's holder is named once, and another one that has it later too")
  func holders() throws {
    let driver = driver(frame)
    setBusy(true, driver)
    programs.are("cheese")
    var session = session(driver)
    func held(_ events: [CameraEvent]) -> [String] {
      events.compactMap { if case .held(let error, isCurrent: true) = $0 { error.holders.first?.name } else { nil } }
    }
    #expect(try session.step().1.names == ["failed"])
    #expect(try held(session.step().1) == ["cheese"])
    var named: [String] = []
    for attempt in 1...40 {
      if attempt == 5 { programs.are("zoom") }
      wait(2 * second, driver)
      named += try held(session.step().1)
    }
    #expect(named == ["zoom"])
    #expect(programs.searches <= 4, "a search starts a program")
    setBusy(false, driver)
    wait(2 * second, driver)
    #expect(try session.step().1.names.last == "opened")
  }

  @Test("A camera that nobody has any more is blamed on nobody, unless it stays busy")
  func busyForAMoment() throws {
    let driver = driver(frame)
    setBusy(true, driver)
    programs.state.withLock { $0.areGone = true }
    var session = session(driver)
    _ = try session.step()
    #expect(try session.step().1.isEmpty)
    setBusy(false, driver)
    wait(2 * second, driver)
    #expect(try session.step().1.names == ["opened"])
    _ = try session.step()
    session.followUp(stillNs: 0, idleUntilNs: 0)
    #expect(session.takeEvents().isEmpty, "it was not said to fail")
    _ = session.close()
    setBusy(true, driver)
    session.retry()
    _ = try session.step()
    var held = 0
    for _ in 1...20 {
      wait(2 * second, driver)
      held += try session.step().1.names.count { $0 == "held" }
    }
    #expect(held == 1)
  }

  @Test("Programs that are found while the camera is not wanted are reported when it is wanted again")
  func foundWhilePaused() throws {
    let driver = driver(frame)
    setBusy(true, driver)
    programs.are("cheese")
    var session = session(driver)
    _ = try session.step()
    _ = session.close()
    #expect(session.takeEvents() == [])
    session.retry()
    #expect(try session.step().1.names == ["held"])
  }
}
