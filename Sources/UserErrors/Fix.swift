import Glibc
import Platform
import SystemPackage

/// An action of the user that fixes an error.
public enum Fix: Sendable, Equatable {
  /// In words, as in `plug the camera in again`.
  case action(Words)
  /// A command for `bash -c`.
  case command(ShellCommand)
  /// Fetch the inference runtime and the models again. A checkout and an installation have different commands for it.
  case setup
  /// Fetch the models of bodies and faces, which are installed apart.
  case setupVision

  /// The end of a message, after a semicolon.
  package func text(in installation: Installation) -> String {
    switch self {
    case .action(let words): words.description
    case .command(let command): "run `\(command)`"
    case .setup:
      switch installation {
      case .checkout: "run `make setup`"
      case .installed, .package: "reinstall swiped, or run `swipectl doctor`"
      }
    case .setupVision:
      switch installation {
      case .checkout: Fix.setup.text(in: installation)
      case .installed: "run `\(installation.visionCommand)` where swiped was built"
      case .package: "install the package swiped-vision again"
      }
    }
  }

  /// The command; nil if the fix is only described in words.
  package func command(in installation: Installation) -> ShellCommand? {
    switch self {
    case .action: nil
    case .command(let command): command
    case .setup:
      switch installation {
      case .checkout(let folder): "make -C \(folder) setup"
      case .installed, .package: installation.installCommand
      }
    case .setupVision:
      switch installation {
      case .checkout: Fix.setup.command(in: installation)
      case .installed, .package: installation.visionCommand
      }
    }
  }
}

extension Fix {
  /// A fix in words. People copy parts of it, so that a name in it is quoted as in a ``ShellCommand``.
  public struct Words: Sendable, Hashable, CustomStringConvertible {
    /// The words, with names quoted.
    public let description: String
  }
}

extension Fix: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) { self = .action(Words(stringLiteral: text)) }

  public init(stringInterpolation: Words.StringInterpolation) { self = .action(Words(stringInterpolation: stringInterpolation)) }
}

extension Fix.Words: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) { description = text }

  public init(stringInterpolation: StringInterpolation) { description = stringInterpolation.text }

  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    public init(literalCapacity: Int, interpolationCount: Int) {}

    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// Adds a command, between backticks.
    public mutating func appendInterpolation(_ command: ShellCommand) { text += "`\(command)`" }

    /// Adds a file name, quoted if it needs that.
    public mutating func appendInterpolation(_ path: FilePath) { text += ("\(path)" as ShellCommand).description }

    public mutating func appendInterpolation(_ number: some BinaryInteger) { text += "\(number)" }

    /// Adds another fix in words.
    public mutating func appendInterpolation(_ words: Fix.Words) { text += words.description }

    /// Adds words that are no part of a command, such as a list of keys.
    public mutating func appendInterpolation(words: some StringProtocol) { text += words }
  }
}

extension Fix {
  /// The fix for an error number that has the same fix everywhere; nil if the fix depends on the operation that failed.
  package init?(errno code: Int32) {
    switch code {
    case EBADF: self = "start the program with a standard input, as with `< FILE`"
    case EMFILE: self = "raise the limit of open files (`ulimit -n`; LimitNOFILE= of a service)"
    case ENFILE: self = "close other programs: the whole system has no open file left (`sysctl fs.file-max`)"
    case ENOMEM: self = "free some memory, or raise the limit of address space (`ulimit -v`)"
    case EAGAIN: self = "raise the limits of threads and address space (`ulimit -u`, `ulimit -v`; TasksMax= of a service)"
    case ENOSPC, EDQUOT: self = "free some space on that disk"
    case EIO: self = "check the disk (`sudo dmesg`)"
    default: return nil
    }
  }
}

/// Where the programs run from.
package enum Installation: Sendable, Equatable {
  /// A folder with the sources of the programs.
  case checkout(String)
  /// `make install` installed them.
  case installed
  /// The package manager installed them.
  case package

  /// The installation of this process.
  package static let current: Installation = {
    guard let path = Files.resolve("/proc/self/exe") else { return .installed }
    return Installation(executable: path, isFile: Files.exists)
  }()

  /// - Parameters:
  ///   - executable: the absolute path of the program.
  ///   - isFile: whether a path names a file.
  package init(executable: String, isFile: (String) -> Bool) {
    var folder = Files.folder(of: executable)
    while folder != "/", folder != "." {
      if isFile("\(folder)/Package.swift"), isFile("\(folder)/Makefile") {
        self = .checkout(folder)
        return
      }
      folder = Files.folder(of: folder)
    }
    self = executable.hasPrefix("/usr/bin/") && isFile("/var/lib/dpkg/info/swiped.list") ? .package : .installed
  }

  /// The command that installs the programs again. That of packages is for the folder that they were downloaded to, since
  /// no archive has them.
  package var installCommand: ShellCommand {
    switch self {
    case .checkout, .installed: "make install"
    case .package: "sudo apt install --reinstall ./swiped*.deb"
    }
  }

  /// The command that gives the user access to the virtual keyboard.
  package var allowKeysCommand: ShellCommand {
    switch self {
    case .checkout: "sudo \(Files.program("swipectl")) allow-keys"
    case .installed, .package: "sudo swipectl allow-keys"
    }
  }

  /// The command that installs the models of bodies and faces.
  fileprivate var visionCommand: ShellCommand {
    switch self {
    case .checkout, .installed: "make install-vision"
    case .package: "sudo apt install --reinstall ./swiped-vision*.deb"
    }
  }
}
