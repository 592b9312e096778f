import Glibc

/// An action of the user that fixes an error.
public enum Fix: Sendable, Equatable {
  /// In words, as in `plug the camera in again`.
  case action(String)
  /// A command for `bash -c`.
  case command(String)
  /// Fetch the inference runtime and the models again. A checkout and an installation have different commands for it.
  case setup
  /// Fetch the models of bodies and faces, which are installed apart.
  case setupVision

  /// The end of a message, after a semicolon.
  package func text(in installation: Installation) -> String {
    switch self {
    case .action(let text): text
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

  /// The command, for `bash -c`; nil if the fix is only described in words.
  package func command(in installation: Installation) -> String? {
    switch self {
    case .action: nil
    case .command(let command): command
    case .setup:
      switch installation {
      case .checkout(let folder): "make -C \(folder.shellQuoted) setup"
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

extension Fix: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) { self = .action(text) }
}

extension Fix {
  /// The fix for an error number that has the same fix everywhere; nil if the fix depends on the operation that failed.
  package init?(errno code: Int32) {
    switch code {
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
    var folder = executable[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      if isFile("\(folder)/Package.swift"), isFile("\(folder)/Makefile") {
        self = .checkout(String(folder))
        return
      }
    }
    self = executable.hasPrefix("/usr/bin/") && isFile("/var/lib/dpkg/info/swiped.list") ? .package : .installed
  }

  /// The command that installs the programs again, for `bash -c`. That of packages is for the folder that they were downloaded to, since
  /// no archive has them.
  package var installCommand: String {
    switch self {
    case .checkout, .installed: "make install"
    case .package: "sudo apt install --reinstall ./swiped*.deb"
    }
  }

  /// The command that installs the models of bodies and faces, for `bash -c`.
  fileprivate var visionCommand: String {
    switch self {
    case .checkout, .installed: "make install-vision"
    case .package: "sudo apt install --reinstall ./swiped-vision*.deb"
    }
  }
}

extension String {
  /// The text as one word of a shell command.
  package var shellQuoted: String {
    let isPlain = utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
      default: "/._-+:@%,=".utf8.contains(byte)
      }
    }
    if isPlain, !isEmpty { return self }
    // Characters that ``printable`` escapes are written as escapes that bash reads.
    if printable != self { return "$'" + unicodeScalars.map(\.shellEscaped).joined() + "'" }
    return "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}

extension Unicode.Scalar {
  /// The scalar as it is written within `$'…'`.
  fileprivate var shellEscaped: String {
    let character = String(self)
    if character == "'" || character == "\\" { return "\\" + character }
    guard character.printable != character else { return character }
    return character.utf8.map { "\\x" + ($0 < 0x10 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}
