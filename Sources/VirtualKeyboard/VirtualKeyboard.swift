import CEvdev
import Glibc
import Platform
import SystemPackage

/// Paths of the kernel's uinput, which tests replace.
package struct UinputPaths: Sendable {
  package var device = "/dev/uinput"
  /// Exists while the module is loaded.
  package var module = "/sys/class/misc/uinput"

  package init() {}
}

/// A virtual keyboard, which exists in the kernel as long as this value.
///
/// When the process ends, however it ends, the kernel removes the keyboard and releases all keys.
package struct VirtualKeyboard: ~Copyable {
  /// The name in desktops and `evtest`.
  package static let name = "swiped virtual keyboard"

  private let uinput: UinputDevice

  /// Creates the keyboard. Desktops take about a second to notice it; keys pressed before that are lost.
  ///
  /// - Parameter chords: the chords that it can press; it declares their keys and no others.
  /// - Throws: `KeyboardError`.
  package init(pressing chords: [KeyChord]) throws(KeyboardError) {
    try self.init(pressing: chords, paths: UinputPaths())
  }

  package init(pressing chords: [KeyChord], paths: UinputPaths) throws(KeyboardError) {
    uinput = try .create(named: Self.name, keys: chords.flatMap(\.codes), over: Self.open(paths), path: paths.device)
  }

  private static func open(_ paths: UinputPaths) throws(KeyboardError) -> OwnedDescriptor {
    do {
      return try OwnedDescriptor(opening: FilePath(paths.device), .readWrite, options: .nonBlocking)
    } catch {
      throw .opening(paths.device, errno: error.rawValue, isModuleLoaded: Files.exists(paths.module))
    }
  }

  /// Presses all keys of the chord and releases them again.
  ///
  /// - Throws: `KeyboardError` if the kernel refuses; it then tries to release all keys of the chord.
  package func press(_ chord: KeyChord) throws(KeyboardError) { try write(chord.events, of: chord) }

  /// Presses all keys of the chord, until ``release(_:)``.
  ///
  /// - Throws: `KeyboardError` if the kernel refuses; it then tries to release all keys of the chord.
  package func hold(_ chord: KeyChord) throws(KeyboardError) { try write(chord.presses, of: chord) }

  /// Releases all keys of a chord that is held.
  ///
  /// - Throws: `KeyboardError` if the kernel refuses.
  package func release(_ chord: KeyChord) throws(KeyboardError) { try write(chord.releases, of: chord) }

  private func write(_ events: [KeyEvent], of chord: KeyChord) throws(KeyboardError) {
    for event in events {
      let result = uinput.write(event)
      guard result < 0 else { continue }
      for release in chord.releases { _ = uinput.write(release) }
      throw .pressing(chord, errno: -result)
    }
  }
}

/// Owner of a uinput device, and of its descriptor, which must be closed after it.
struct UinputDevice: ~Copyable {
  private let descriptor: OwnedDescriptor
  private let handle: OpaquePointer

  static func create(
    named name: String, keys: [UInt16], over descriptor: consuming OwnedDescriptor, path: String
  ) throws(KeyboardError) -> UinputDevice {
    guard let template = libevdev_new() else { throw .creating(path, errno: ENOMEM) }
    defer { libevdev_free(template) }
    libevdev_set_name(template, name)
    libevdev_set_id_bustype(template, BUS_VIRTUAL)
    libevdev_enable_event_type(template, UInt32(EV_KEY))
    for key in keys { libevdev_enable_event_code(template, UInt32(EV_KEY), UInt32(key), nil) }
    var handle: OpaquePointer?
    let result = libevdev_uinput_create_from_device(template, descriptor.number, &handle)
    guard result == 0, let handle else { throw .creating(path, errno: -result) }
    return UinputDevice(descriptor: descriptor, handle: handle)
  }

  private init(descriptor: consuming OwnedDescriptor, handle: OpaquePointer) {
    self.descriptor = descriptor
    self.handle = handle
  }

  deinit { libevdev_uinput_destroy(handle) }

  /// - Returns: 0, or the negated errno.
  func write(_ event: KeyEvent) -> Int32 {
    libevdev_uinput_write_event(handle, UInt32(event.type), UInt32(event.code), event.value)
  }
}
