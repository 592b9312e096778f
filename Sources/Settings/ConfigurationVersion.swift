import Platform

/// Identifies the text of a configuration, so that a program can tell whether another one has read the same text.
///
/// - Parameter bytes: the content of the file.
/// - Returns: 16 hexadecimal digits, the FNV-1a hash of 64 bits.
package func configurationVersion(of bytes: some Sequence<UInt8>) -> String { fnv1a(bytes).hexadecimal }
