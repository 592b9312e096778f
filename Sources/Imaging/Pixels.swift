/// A frame taken apart into three channels, whatever its layout.
struct Pixels {
  enum Colors { case rgb, yuv }

  let colors: Colors
  let first: Channel, second: Channel, third: Channel
  let conversion: YUVConversion

  init(of frame: borrowing Frame) {
    let width = frame.width
    let height = frame.height
    let (p, q, r) = frame.planes
    let conversion = YUVConversion(frame.range)
    func full(_ plane: Plane, _ first: Int = 0, step: Int = 1, black: Int) -> Channel {
      Channel(
        base: plane.base + first, step: step, bytesPerRow: plane.bytesPerRow, width: width, height: height, shiftX: 0, shiftY: 0,
        black: black)
    }
    func halved(_ plane: Plane, _ first: Int = 0, step: Int = 1, rows: Bool) -> Channel {
      Channel(
        base: plane.base + first, step: step, bytesPerRow: plane.bytesPerRow, width: (width + 1) / 2,
        height: rows ? (height + 1) / 2 : height, shiftX: 1, shiftY: rows ? 1 : 0,
        black: YUVConversion.neutral)
    }
    colors = frame.format == .rgb24 ? .rgb : .yuv
    self.conversion = conversion
    switch frame.format {
    case .rgb24:
      (first, second, third) = (full(p, 0, step: 3, black: 0), full(p, 1, step: 3, black: 0), full(p, 2, step: 3, black: 0))
    case .yuyv:
      first = full(p, 0, step: 2, black: conversion.black)
      (second, third) = (halved(p, 1, step: 4, rows: false), halved(p, 3, step: 4, rows: false))
    case .nv12:
      first = full(p, black: conversion.black)
      (second, third) = (halved(q, 0, step: 2, rows: true), halved(q, 1, step: 2, rows: true))
    case .yuv420:
      first = full(p, black: conversion.black)
      (second, third) = (halved(q, rows: true), halved(r, rows: true))
    case .yuv422:
      first = full(p, black: conversion.black)
      (second, third) = (halved(q, rows: false), halved(r, rows: false))
    case .yuv444:
      first = full(p, black: conversion.black)
      (second, third) = (full(q, black: YUVConversion.neutral), full(r, black: YUVConversion.neutral))
    case .grey:
      first = full(p, black: conversion.black)
      (second, third) = (.colorless, .colorless)
    }
  }
}

extension Channel {
  /// The chroma that a grey picture has not: one neutral value, for every place.
  static var colorless: Channel {
    Channel(
      base: neutral, step: 0, bytesPerRow: 0, width: 1, height: 1, shiftX: 0, shiftY: 0,
      black: YUVConversion.neutral)
  }

  // Written once, before anyone can see it; a raw pointer does not say so.
  nonisolated(unsafe) private static let neutral: UnsafeRawPointer = {
    let byte = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)
    byte.storeBytes(of: UInt8(YUVConversion.neutral), as: UInt8.self)
    return UnsafeRawPointer(byte)
  }()
}
