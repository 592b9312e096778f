import UserErrors

/// Copies, renames and removes profiles that are sections.
extension ConfigurationEditor {
  /// Adds a profile that is like another one.
  ///
  /// - Throws: ``ProfileError`` if there is no such profile; ``ConfigurationError`` if there cannot be one with the new name.
  package mutating func copyProfile(_ name: String, to copy: String) throws {
    let profiles = try checked(name, new: copy)
    let isOwn = BuiltInProfile(rawValue: name) == nil
    let base = isOwn ? profiles.base(of: name) : BuiltInProfile(rawValue: name) ?? .plain
    try set(section: "profile.\(copy)", key: "profile", to: .string(base.rawValue))
    for (key, value) in isOwn ? values(of: "profile.\(name)") : [] where key != "profile" {
      try set(section: "profile.\(copy)", key: key, to: value)
    }
    _ = try validated()
  }

  /// Renames a profile; if it is selected, it stays so.
  package mutating func renameProfile(_ name: String, to new: String) throws {
    let profiles = try checked(name, new: new)
    try requireSection(name)
    // One step of a text that is valid in between: the selection first leads to a built-in profile.
    let (isSelected, applications) = (profiles.selected == name, applications(using: name))
    if isSelected { try set(section: "gesture", key: "profile", to: .string(profiles.base(of: name).rawValue)) }
    try renameSection("profile.\(name)", to: "profile.\(new)")
    if isSelected { try set(section: "gesture", key: "profile", to: .string(new)) }
    for (number, _) in applications { try set(section: "app.\(number)", key: "profile", to: .string(new)) }
    _ = try validated()
  }

  /// Removes a profile; if it is selected, what it builds on is selected instead.
  package mutating func removeProfile(_ name: String) throws {
    let profiles = try checked(name)
    try requireSection(name)
    if let (number, app) = applications(using: name).first {
      throw ConfigurationError(
        file: file, at: places["app", String(number), "profile"]?.value, "\"\(name)\" is used by the [[app]] of \(quote(app))",
        fix: "choose another profile there first", fact: Fact(ConfigurationCode.profileOfApp, ["name": name, "app": app]))
    }
    if profiles.selected == name { try select(profile: profiles.base(of: name).rawValue) }
    try removeSection("profile.\(name)")
    _ = try validated()
  }

  /// The `[[app]]` with a profile: their numbers and applications.
  private func applications(using profile: String) -> [(number: Int, app: String)] {
    let applications = (try? validated().configuration.apps.applications) ?? []
    return applications.indices.filter { applications[$0].profile == profile }.map { ($0, applications[$0].match) }
  }

  private func checked(_ name: String, new: String? = nil) throws -> Profiles {
    let profiles = try validated().profiles
    guard profiles.names.contains(name) else { throw ProfileError(unknown: name, names: profiles.names) }
    if let new {
      let section = "profile.\(new)"
      if profiles.names.contains(new) {
        throw refusal(.profileNameTaken, new, section, "there is a profile \"\(new)\" already", "choose another name")
      }
      if let fault = Profiles.fault(new) {
        throw refusal(.profileNameUnfit, new, section, "\"\(new.prefix(64))\" \(fault.cause)", fault.fix)
      }
    }
    return profiles
  }

  private func requireSection(_ name: String) throws(ConfigurationError) {
    guard BuiltInProfile(rawValue: name) != nil else { return }
    throw refusal(.profileBuiltIn, name, "gesture", "\"\(name)\" is a built-in profile", "copy it, and change the copy")
  }

  private func refusal(_ code: ConfigurationCode, _ name: String, _ section: String, _ cause: String, _ fix: Fix) -> ConfigurationError {
    let fact = Fact(code, ["name": String(name.prefix(64))])
    return ConfigurationError(file: file, at: places[Self.path(section)]?.key, cause, fix: fix, fact: fact)
  }
}
