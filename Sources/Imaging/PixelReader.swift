/// What is done with the pixels of a frame, written once and compiled for each layout.
protocol PixelReader {
  func read(_ frame: borrowing Frame, _ layout: some PixelLayout, _ colors: some ColorConversion)
}

extension Frame {
  @inline(__always)
  func read(with reader: some PixelReader) {
    let yuv = YUVConversion(range)
    switch format {
    case .rgb24: reader.read(self, RGBLayout(self), RGBConversion())
    case .yuyv: reader.read(self, YUYVLayout(self), yuv)
    case .nv12: reader.read(self, NV12Layout(self), yuv)
    case .yuv420: reader.read(self, HalvedLayout(self, rowShift: 1), yuv)
    case .yuv422: reader.read(self, HalvedLayout(self, rowShift: 0), yuv)
    case .yuv444: reader.read(self, FullLayout(self), yuv)
    case .grey: reader.read(self, GreyLayout(self), yuv)
    }
  }
}
