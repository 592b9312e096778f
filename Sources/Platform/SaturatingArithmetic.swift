// A number of another program ends this one if it does not fit into the type that it is converted to. These are preferred to the conversion of
// the standard library, so that each use is a warning, which fails the checks.

extension Int {
  @available(*, deprecated, message: "it traps; use Int(clamping:), Int(exactly:) or Int(truncatingIfNeeded:)")
  package init(_ number: UInt64) { self.init(exactly: number)! }

  @available(*, deprecated, message: "it traps; use Int(clamping:), Int(exactly:) or Int(truncatingIfNeeded:)")
  package init(_ number: UInt) { self.init(exactly: number)! }
}

extension UInt64 {
  @available(*, deprecated, message: "it traps; use UInt64(clamping:), UInt64(exactly:) or UInt64(truncatingIfNeeded:)")
  package init(_ number: Int64) { self.init(exactly: number)! }
}

extension FixedWidthInteger {
  /// The sum, or the nearest value that the type holds: numbers that another program sent must not trap.
  package func addingSaturated(_ other: Self) -> Self {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? (other < 0 ? .min : .max) : sum
  }

  /// The difference, or the nearest value that the type holds: numbers that another program sent must not trap.
  package func subtractingSaturated(_ other: Self) -> Self {
    let (difference, overflows) = subtractingReportingOverflow(other)
    return overflows ? (other < 0 ? .max : .min) : difference
  }
}
