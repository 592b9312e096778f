import SystemPackage
import UserErrors

/// Files of compressed video, which no program here decodes: ffmpeg does, and writes a YUV4MPEG2 stream that can be read.
package enum VideoPipe {
  /// The command that decodes a video and pipes it to another command.
  ///
  /// - Parameters:
  ///   - path: of the video.
  ///   - command: reads a YUV4MPEG2 stream from standard input.
  package static func command(_ path: FilePath, to command: ShellCommand) -> ShellCommand {
    // A colon in the first part of a path would end the name of a protocol.
    let isLikeURL = path.bytes.prefix { $0 != UInt8(ascii: "/") }.contains(UInt8(ascii: ":"))
    let input = isLikeURL ? FilePath(bytes: Array("./".utf8) + path.bytes) : path
    // Video of more than 8 bits, or with transparency, needs the pixel format.
    return "ffmpeg -i \(input) -v error -pix_fmt yuv420p -f yuv4mpegpipe - | \(command)"
  }
}
