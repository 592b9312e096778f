package final class CommandRunner: Sendable {
  package init(log: @escaping @Sendable (String) -> Void) {}
  package func run(_ command: [String], key: Int, environment: [String: String]) {}
}
