import Camera
import Doctor
import UserErrors

/// A camera that can be chosen, as the page lists it.
struct CameraChoice: Encodable {
  /// What `device` is set to: a name that stays the same when cameras are plugged in again, if the camera has one.
  let device: String
  /// The name by which the configuration means it; nil if it does not.
  let configuredAs: String?
  /// By which the status names it.
  let path: String
  let name: String?
  /// Why `auto` takes it or does not; nil if it cannot be used.
  let why: String?
  let isAutoChoice: Bool
  /// Why it cannot be used, and the fix, in one line.
  let error: String?
  /// The cause by a code; none where only ``error`` says it.
  let facts: [Fact]
  /// The paths of the same camera's other entries in the list.
  let sameAs: [String]
  /// The programs that have it open.
  let holders: [String]

  init(_ listing: CameraListing, configuredAs: String?) {
    self.configuredAs = configuredAs
    (device, path, name) = (listing.byID.first ?? listing.path, listing.path, listing.name)
    (why, isAutoChoice) = (listing.why, listing.isAutoChoice)
    (error, facts) = (listing.error, [listing.refusal].compactMap(\.self))
    (sameAs, holders) = (listing.sameAs, listing.holders.map(\.label))
  }
}
