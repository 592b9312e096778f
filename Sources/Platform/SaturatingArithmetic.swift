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
