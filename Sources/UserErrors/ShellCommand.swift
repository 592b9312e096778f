import Platform
import SystemPackage

/// A command for `bash -c` that is shown so that a person can copy it.
///
/// It is written as a literal, and what is interpolated becomes one word of it, quoted where that is needed. No other text can become a
/// command:
///
///     let command: ShellCommand = "mv \(file) \(file + ".old")"
public struct ShellCommand: Sendable, Hashable, CustomStringConvertible {
  /// The command as it is shown.
  public let description: String

  /// Commands of which each runs if the one before succeeds.
  ///
  /// - Parameter commands: at least one.
  package init(allOf commands: [ShellCommand]) { description = commands.map(\.description).joined(separator: " && ") }
}

extension ShellCommand {
  /// Renames a file that is in the way. A file that has the new name already is kept under a third.
  package static func movingAway(_ path: FilePath) -> ShellCommand {
    var old = Array(path.bytes)
    old += ".old".utf8
    return "mv --backup=numbered \(path) \(FilePath(bytes: old))"
  }
}

extension ShellCommand: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) { description = text }

  public init(stringInterpolation: StringInterpolation) { description = stringInterpolation.text }

  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""
    /// The quotation mark of the literal that is open.
    private var mark: Character?

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) {
      text += literal
      for character in literal where character == "'" || character == "\"" {
        if mark == nil { mark = character } else if mark == character { mark = nil }
      }
    }

    /// Adds a word, such as a file name.
    public mutating func appendInterpolation(_ word: String) { append(word.shellQuoted) }

    /// Adds a file name, which need not be UTF-8.
    public mutating func appendInterpolation(_ path: FilePath) { append(path.shellQuoted) }

    public mutating func appendInterpolation(_ number: some BinaryInteger) { append("\(number)") }

    /// Adds a part that is a command itself.
    public mutating func appendInterpolation(_ command: ShellCommand) { append(command.description) }

    private mutating func append(_ part: String) {
      precondition(mark == nil, "an interpolation is quoted by itself; remove the quotation marks around it")
      text += part
    }
  }
}

extension String {
  /// The text as one word of a shell command, which is not an option either.
  fileprivate var shellQuoted: String {
    // A name that begins with a hyphen would be an option.
    if hasPrefix("-") { return ("./" + self).shellQuoted }
    let isPlain = utf8.allSatisfy { $0.isLetterOrDigit || "/._-+:@%,=".utf8.contains($0) }
    if isPlain, !isEmpty { return self }
    // Characters that ``printable`` escapes are written as escapes that bash reads.
    if printable != self { return "$'" + unicodeScalars.map(\.shellEscaped).joined() + "'" }
    return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}

extension FilePath {
  /// The path as one word of a shell command.
  fileprivate var shellQuoted: String {
    if let text = String(validating: bytes, as: UTF8.self) { return text.shellQuoted }
    let start = bytes.first == UInt8(ascii: "-") ? "./" : ""
    return "$'" + start + bytes.map { $0 < 0x80 ? Unicode.Scalar($0).shellEscaped : $0.shellEscaped }.joined() + "'"
  }
}

extension Unicode.Scalar {
  /// The scalar as it is written within `$'…'`.
  fileprivate var shellEscaped: String {
    let character = String(self)
    if character == "'" || character == "\\" { return "\\" + character }
    return character.printable == character ? character : character.utf8.map(\.shellEscaped).joined()
  }
}

extension UInt8 {
  /// The byte as it is written within `$'…'`.
  fileprivate var shellEscaped: String { "\\x" + hexadecimal }
}
