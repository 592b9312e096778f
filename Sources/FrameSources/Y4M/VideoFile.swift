import Imaging
import Platform
import Product
import SystemPackage

/// Files of compressed video, which no program here decodes. ffmpeg does, and writes a YUV4MPEG2 stream that can be read.
package enum VideoFile {
  /// The endings that name compressed video and hardly anything else; `.ts` is more often a program.
  private static let endings: Set<String> = [
    "3g2", "3gp", "asf", "avi", "divx", "dv", "f4v", "flv", "h264", "h265", "hevc", "ivf", "m2ts", "m2v", "m4v", "mkv", "mov", "mp4", "mpe",
    "mpeg", "mpg", "mts", "mxf", "ogm", "ogv", "qt", "rm", "rmvb", "vob", "webm", "wmv",
  ]

  /// Whether a path is that of compressed video: by the first bytes of a regular file, or else by the ending of the name.
  ///
  /// - Parameter path: a file that may be missing. No device or pipe is opened.
  package static func looksLikeVideo(_ path: FilePath) -> Bool {
    let hasEnding = path.extension.map { endings.contains($0.lowercased()) } ?? false
    guard let status = try? Stat(path) else { return hasEnding }
    guard status.type == .regular else { return false }
    let start = firstBytes(of: path)
    return isVideo(start) || (hasEnding && !isReadable(start))
  }

  /// The command that decodes a video and pipes it to another command.
  ///
  /// - Parameters:
  ///   - path: of the video.
  ///   - command: reads a YUV4MPEG2 stream from standard input.
  package static func pipe(_ path: FilePath, to command: ShellCommand) -> ShellCommand {
    // A colon in the first part of a path would end the name of a protocol.
    let isLikeURL = path.bytes.prefix { $0 != UInt8(ascii: "/") }.contains(UInt8(ascii: ":"))
    let input = isLikeURL ? FilePath(bytes: Array("./".utf8) + path.bytes) : path
    // Video of more than 8 bits, or with transparency, needs the pixel format.
    return "ffmpeg -i \(input) -v error -pix_fmt yuv420p -f yuv4mpegpipe - | \(command)"
  }

  private static func firstBytes(of path: FilePath) -> [UInt8] {
    guard let file = try? RegularFile(opening: path) else { return [] }
    var bytes = [UInt8](repeating: 0, count: min(file.size, 512))
    let count = try? bytes.withUnsafeMutableBytes { try file.read(into: $0) }
    return Array(bytes.prefix(count ?? 0))
  }

  /// Whether a file with this start is read without ffmpeg, whatever its name.
  private static func isReadable(_ start: [UInt8]) -> Bool {
    PictureFormat(startingWith: start) != nil || start.starts(with: Y4MHeader.magic.utf8)
  }

  /// Whether a file begins as a common container of video does.
  private static func isVideo(_ start: [UInt8]) -> Bool {
    func has(_ text: String, at offset: Int = 0) -> Bool { start.dropFirst(offset).starts(with: text.utf8) }
    func has(_ bytes: UInt8...) -> Bool { start.starts(with: bytes) }
    // Pictures (HEIC, AVIF) and audio use the container of MP4 as well, under other brands.
    if has("ftyp", at: 4) { return !["heic", "heix", "heim", "heis", "mif1", "msf1", "avif", "M4A ", "M4B "].contains { has($0, at: 8) } }
    // Old files of QuickTime.
    if ["moov", "mdat", "wide"].contains(where: { has($0, at: 4) }) { return true }
    if has("RIFF") { return has("AVI ", at: 8) }
    if has("OggS") { return has("theora", at: 29) }
    // Packets of MPEG transport streams, 188 bytes each, with a time in front of each on Blu-ray discs.
    let isTransport = [(0, 188), (4, 192)].contains { first, length in
      start.count > first + 2 * length && (0...2).allSatisfy { start[first + $0 * length] == 0x47 }
    }
    return isTransport || has("FLV\u{1}") || has("DKIF") || has(0x1A, 0x45, 0xDF, 0xA3) || has(0x00, 0x00, 0x01, 0xBA)
      || has(0x00, 0x00, 0x01, 0xB3) || has(0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11)
  }
}
