public final class DesktopWatch: Sendable {
  public init(log: @escaping @Sendable (String) -> Void, event: @escaping @Sendable (DesktopEvent) -> Void) {}
  public func start() {}
  public func readyToSleep() {}
  public func stop() {}
}
