/// What is known of the inference runtime and its models.
package struct RuntimeFacts: Sendable {
  /// One model file.
  package struct Model: Sendable, Equatable {
    package var name: String
    /// Why it cannot be used; nil when it is whole.
    package var problem: String?

    package init(name: String, problem: String? = nil) {
      self.name = name
      self.problem = problem
    }
  }

  /// The folder that holds both; nil when none was found.
  package var prefix: String?
  /// `2026.4.1`
  package var version: String?
  /// Why it does not work; nil when a model was compiled with it.
  package var problem: String?
  package var models: [Model]
  /// SWIPED_RUNTIME says where it is.
  package var isOverridden = false

  package init(prefix: String?, version: String? = nil, problem: String? = nil, models: [Model] = []) {
    self.prefix = prefix
    self.version = version
    self.problem = problem
    self.models = models
  }

  package func check(_ installation: Installation) -> [Finding] {
    let fix = isOverridden && prefix == nil ? "unset SWIPED_RUNTIME" : installation.fetch
    return [runtime(fix: fix)] + checkModels(fix: installation.fetch)
  }

  private func runtime(fix: String) -> Finding {
    if let problem { return .failed("runtime", Self.withoutMend(problem), fix: fix) }
    guard let prefix else { return .failed("runtime", "not found", fix: fix) }
    return .ok("runtime", "OpenVINO\(version.map { " \($0)" } ?? "") in \(prefix)/runtime")
  }

  private func checkModels(fix: String) -> [Finding] {
    guard let prefix else { return [.note("models", "not looked for, as they are where the runtime is")] }
    let findings = models.compactMap { model in
      model.problem.map { Finding.failed("models", Self.withoutMend($0), fix: fix) }
    }
    let names = models.map(\.name).joined(separator: ", ")
    return findings.isEmpty ? [.ok("models", "\(names) in \(prefix)/models, with the right checksums")] : findings
  }

  /// The thing and the cause: the mend has a line of its own here, and depends on where the programs run from.
  private static func withoutMend(_ message: String) -> String {
    message.ranges(of: "; run `make setup`").last.map { String(message[..<$0.lowerBound]) } ?? message
  }

  /// A release's number in a library's name: `libopenvino_c.so.2641` is of 2026.4.1.
  package static func version(inName name: String) -> String? {
    guard let match = name.wholeMatch(of: /libopenvino_c\.so\.(\d\d)(\d)(\d)/) else { return nil }
    return "20\(match.1).\(match.2).\(match.3)"
  }
}
