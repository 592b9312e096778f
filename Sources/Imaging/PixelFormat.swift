/// How the bytes of a frame are laid out in memory. Names follow V4L2's four-character codes.
public enum PixelFormat: String, Sendable, Hashable, CaseIterable {
  /// Packed 4:2:2: Y0 U Y1 V, two pixels in four bytes. One plane.
  case yuyv
  /// 4:2:0: a plane of Y, then a plane of interleaved U and V.
  case nv12
  /// 4:2:0 in three planes: Y, U, V.
  case yuv420
  /// 4:2:2 in three planes: Y, U, V.
  case yuv422
  /// 4:4:4 in three planes: Y, U, V.
  case yuv444
  /// Luma only. One plane.
  case grey
  /// Packed R, G, B, three bytes a pixel. One plane.
  case rgb24
}

/// Which code values stand for black and white in a luma plane.
public enum ColorRange: Sendable, Hashable {
  /// 16…235, as cameras and video files have it.
  case limited
  /// 0…255, as JPEG has it.
  case full
}
