import Glibc
import Imaging

// Decodes each picture whose name comes on a line of standard input, as a still picture and as a camera's frame. Prints a line for each:
// its name, and "still" and "frame" or why it is neither. Writes NAME.ppm, the still picture, and NAME.pgm, the luma of the frame if it has
// one, into the folder of the argument.
guard CommandLine.arguments.count == 2 else { exit(64) }
let folder = CommandLine.arguments[1]

func write(_ header: String, _ rows: [UnsafeRawBufferPointer], to path: String) {
  guard let file = fopen(path, "w") else { fatalError("\(path) cannot be written") }
  fputs(header, file)
  for row in rows { fwrite(row.baseAddress, 1, row.count, file) }
  fclose(file)
}

func rows(_ plane: Plane, bytes: Int, count: Int) -> [UnsafeRawBufferPointer] {
  (0..<count).map { UnsafeRawBufferPointer(start: plane.base + $0 * plane.bytesPerRow, count: bytes) }
}

var decoder = try JPEGDecoder()
while let path = readLine() {
  let name = String(path.split(separator: "/").last ?? "")
  var answers: [String] = []
  do {
    try StillImage(path: path).withFrame { frame in
      let header = "P6 \(frame.width) \(frame.height) 255\n"
      write(header, rows(frame.planes.0, bytes: 3 * frame.width, count: frame.height), to: "\(folder)/\(name).ppm")
    }
    answers.append("still")
  } catch {
    answers.append("\(error)")
  }
  if path.hasSuffix(".jpg"), let file = fopen(path, "r") {
    var bytes = [UInt8](repeating: 0, count: 1 << 24)
    let count = fread(&bytes, 1, bytes.count, file)
    fclose(file)
    do {
      try bytes.withUnsafeBytes { bytes in
        try decoder.withFrame(decoding: UnsafeRawBufferPointer(rebasing: bytes[..<count])) { frame in
          guard frame.format != .rgb24 else { return }
          let header = "P5 \(frame.width) \(frame.height) 255\n"
          write(header, rows(frame.planes.0, bytes: frame.width, count: frame.height), to: "\(folder)/\(name).pgm")
        }
      }
      answers.append("frame")
    } catch {
      answers.append("\(error)")
    }
  }
  print(([name] + answers).joined(separator: "\t"))
}
