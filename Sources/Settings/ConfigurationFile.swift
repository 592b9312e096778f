import Platform
import SystemPackage
import UserErrors

/// The limit of a configuration's size, in bytes: more than any needs.
let largestConfiguration = 1 << 16

/// The bytes of a regular file, or the first of one that is too large for a configuration.
func readConfigurationFile(_ path: String) throws(ConfigurationError) -> [UInt8] {
  do throws(RegularFileError) {
    let file = try RegularFile(opening: CommandLinePaths.path(for: path))
    // Not limited to its size, which is 0 for the files of /proc.
    var bytes = [UInt8](repeating: 0, count: largestConfiguration + 1)
    var result: Result<Int, RegularFileError> = .success(0)
    bytes.withUnsafeMutableBytes { memory in
      result = Result { () throws(RegularFileError) in try file.read(into: memory) }
    }
    let count = try result.get()
    return Array(bytes[..<count])
  } catch {
    throw ConfigurationError(file: path, error)
  }
}

/// One problem of a configuration file. `description` is the line for the user.
package struct ConfigurationProblem: UserFacingError, Equatable {
  package let file: String
  /// `nil` when it is about the file as a whole.
  package let place: TOMLPlaces.Place?
  package let cause: String
  /// What to write instead; `nil` where the cause says it.
  package let fix: Fix?
  /// What the cause says, by a code; nil where only the cause says it.
  package let fact: Fact?
  /// The name or value that is meant, if one is near; the fix has it too.
  package let meant: String?

  init(file: String, place: TOMLPlaces.Place?, cause: String, fix: Fix?, fact: Fact? = nil, meant: String? = nil) {
    (self.fact, self.meant) = (fact, meant)
    self.file = file
    self.place = place
    // Text quoted from the file may contain line ends that TOML does not know, such as U+0085.
    self.cause = cause.split(whereSeparator: \.isNewline).joined(separator: " ")
    self.fix = fix
  }

  package var userError: UserError {
    let place = place.map { "\($0.line):\($0.column):" } ?? ""
    return UserError("\(file):\(place) \(cause)", fix: fix, exitStatus: .configuration)
  }
}

/// All problems of a configuration file, in its order.
package struct ConfigurationError: UserFacingError, Equatable {
  package let problems: [ConfigurationProblem]
  /// Whether the problem is that there is no such file.
  package internal(set) var isMissingFile = false
  /// The symbolic link that leads to nothing, if that is the problem.
  package internal(set) var deadLink: FilePath?
  /// Whether the problem is that the user may not read it.
  package internal(set) var isDenied = false
  /// Whether the problem is that it is no regular file, such as a device, which no command should change.
  package internal(set) var isNotRegular = false

  package var userError: UserError {
    guard problems.count > 1 else { return problems[0].userError }
    let lines = problems.map(\.description)
    return UserError(lines.joined(separator: "\n"), exitStatus: .configuration, details: lines)
  }

  /// - Parameter problems: at least one.
  init(_ problems: [ConfigurationProblem]) {
    self.problems = problems
  }

  init(file: String, at place: TOMLPlaces.Place? = nil, _ cause: String, fix: Fix? = nil, fact: Fact? = nil) {
    self.init([ConfigurationProblem(file: file, place: place, cause: cause, fix: fix, fact: fact)])
  }
}

extension ConfigurationError {
  static func tooLarge(_ file: String) -> Self {
    Self(file: file, "over 64 KiB, too large for a configuration", fix: "shorten it, or name another file")
  }

  /// The error of a link on the way to a file that leads to nothing. A person who made it has a configuration elsewhere, and not none.
  init(file: String, deadLink link: FilePath) {
    var target = (try? Files.followLinks(link)) ?? link
    if let folder = Files.resolved(target.removingLastComponent()), let name = target.lastComponent { target = folder.appending(name) }
    let cause = link == CommandLinePaths.path(for: file) ? "a symbolic link to" : "the symbolic link \(link) leads to"
    self.init(file: file, "\(cause) \(target), which does not exist", fix: "restore \(target), or remove \(link)")
    deadLink = link
  }

  /// The error of opening or reading a file.
  package init(file: String, _ error: RegularFileError) {
    switch error {
    case .notRegular(let kind):
      self =
        kind == .directory
        ? Self(file: file, "a directory", fix: "name the file in it")
        : Self(file: file, "not a regular file, so it cannot be read again on reload", fix: "copy it to one")
      isNotRegular = true
    case .tooLarge: self = .tooLarge(file)
    case .system where error.isMissing:
      if let link = Files.deadLink(on: CommandLinePaths.path(for: file)) {
        self.init(file: file, deadLink: link)
      } else {
        self.init(file: file, "\(error)", fix: "name one that exists, or leave --config out")
        isMissingFile = true
      }
    case .system(.permissionDenied):
      self.init(file: file, "\(error)", fix: error.fix(of: CommandLinePaths.path(for: file), else: "name another file"))
      isDenied = true
    case .system(let code):
      self.init(file: file, "cannot be read: \(error)", fix: Fix(errno: code.rawValue) ?? "name another file")
    }
  }
}
