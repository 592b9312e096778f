import Glibc

/// Folders of one purpose in the order in which udev and systemd look.
func systemFolders(_ name: String) -> [String] {
  ["/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib"].map { "\($0)/\(name)" }
}

func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

/// A file's text, or its first MiB; nil when it cannot be read.
func text(of path: String) -> String? {
  guard let file = fopen(path, "re") else { return nil }
  defer { fclose(file) }
  return text(of: file)
}

/// What a command says, and its exit status (127: it cannot be run).
///
/// - Parameter command: for the shell.
func output(of command: String) -> (text: String, status: Int32) {
  guard let pipe = popen(command, "re") else { return ("", 127) }
  let text = text(of: pipe)
  let status = pclose(pipe)
  return (text, status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f)
}

private func text(of file: UnsafeMutablePointer<FILE>) -> String {
  var bytes = [UInt8](repeating: 0, count: 1 << 20)
  let count = fread(&bytes, 1, bytes.count, file)
  return String(decoding: bytes[..<count], as: UTF8.self)
}
