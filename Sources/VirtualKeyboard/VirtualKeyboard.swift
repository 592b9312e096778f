import CEvdev
import Glibc

/// Where the kernel's uinput is found.
package struct UinputPaths: Sendable {
  package var device = "/dev/uinput"
  /// Is there while the module is loaded.
  package var module = "/sys/class/misc/uinput"

  package init() {}
}

/// A keyboard that the kernel has for as long as this value exists.
///
/// When the process ends, however it ends, the kernel removes the keyboard and releases what is down.
public struct VirtualKeyboard: ~Copyable {
  /// What desktops and `evtest` call it.
  public static let name = "swiped virtual keyboard"

  private let uinput: UinputDevice

  /// Makes the keyboard. Desktops need about a second to take notice of it; keys pressed before that get lost.
  ///
  /// - Parameter chords: what it will be asked to press; it declares these keys and no other.
  /// - Throws: `KeyboardError`.
  public init(pressing chords: [KeyChord]) throws(KeyboardError) {
    try self.init(pressing: chords, paths: UinputPaths())
  }

  package init(pressing chords: [KeyChord], paths: UinputPaths) throws(KeyboardError) {
    let descriptor = try FileDescriptor(opening: paths)
    uinput = try .create(named: Self.name, keys: chords.flatMap(\.codes), over: descriptor, path: paths.device)
  }

  /// The event device that reads what is pressed, `/dev/input/event5`, if the kernel tells.
  public var eventNode: String? { uinput.eventNode }

  /// Presses all keys of the chord and releases them again.
  ///
  /// - Throws: `KeyboardError` when the kernel refuses; no key is left down then either, as far as that can be.
  public func press(_ chord: KeyChord) throws(KeyboardError) {
    for event in chord.events {
      let result = uinput.write(event)
      guard result < 0 else { continue }
      for release in chord.releases { _ = uinput.write(release) }
      throw .pressing(chord, errno: -result)
    }
  }
}

/// Owner of an open descriptor of the uinput device.
struct FileDescriptor: ~Copyable {
  let raw: Int32

  init(opening paths: UinputPaths) throws(KeyboardError) {
    let raw = open(paths.device, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard raw >= 0 else {
      let code = errno
      throw .opening(paths.device, errno: code, isModuleLoaded: access(paths.module, F_OK) == 0)
    }
    self.raw = raw
  }

  deinit { close(raw) }
}

/// Owner of a device that the kernel made through uinput, and of the descriptor, which is closed only after it.
struct UinputDevice: ~Copyable {
  private let descriptor: FileDescriptor
  private let handle: OpaquePointer

  static func create(
    named name: String, keys: [UInt16], over descriptor: consuming FileDescriptor, path: String
  ) throws(KeyboardError) -> UinputDevice {
    guard let template = libevdev_new() else { throw .creating(path, errno: ENOMEM) }
    defer { libevdev_free(template) }
    libevdev_set_name(template, name)
    libevdev_set_id_bustype(template, BUS_VIRTUAL)
    libevdev_enable_event_type(template, UInt32(EV_KEY))
    for key in keys { libevdev_enable_event_code(template, UInt32(EV_KEY), UInt32(key), nil) }
    var handle: OpaquePointer?
    let result = libevdev_uinput_create_from_device(template, descriptor.raw, &handle)
    guard result == 0, let handle else { throw .creating(path, errno: -result) }
    return UinputDevice(descriptor: descriptor, handle: handle)
  }

  private init(descriptor: consuming FileDescriptor, handle: OpaquePointer) {
    self.descriptor = descriptor
    self.handle = handle
  }

  deinit { libevdev_uinput_destroy(handle) }

  var eventNode: String? { libevdev_uinput_get_devnode(handle).map { String(cString: $0) } }

  /// 0, or the negated errno.
  func write(_ event: KeyEvent) -> Int32 {
    libevdev_uinput_write_event(handle, UInt32(event.type), UInt32(event.code), event.value)
  }
}
