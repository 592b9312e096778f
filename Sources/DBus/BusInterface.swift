/// An interface of an object: what programs that ask the object about itself get.
package struct BusInterface: Sendable {
  package struct Member: Sendable {
    let name: String, arguments: String, results: String

    package init(_ name: String, _ arguments: String = "", returns results: String = "") {
      (self.name, self.arguments, self.results) = (name, arguments, results)
    }
  }

  package let name: String
  package let methods: [Member]
  package let signals: [Member]

  package init(_ name: String, methods: [Member], signals: [Member]) { (self.name, self.methods, self.signals) = (name, methods, signals) }

  /// The description that `Introspect` returns.
  package func introspection(_ properties: [String: BusValue]) -> String {
    let methods = methods.map { Self.element("method", $0) }
    let signals = signals.map { Self.element("signal", $0) }
    let properties = properties.sorted { $0.key < $1.key }.map {
      "<property name=\"\($0.key)\" type=\"\($0.value.signature)\" access=\"read\"/>"
    }
    return """
      <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN" \
      "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">
      <node><interface name="\(name)">\((methods + signals + properties).joined())</interface></node>
      """
  }

  private static func element(_ kind: String, _ member: Member) -> String {
    let arguments = types(member.arguments).map { "<arg type=\"\($0)\"\(kind == "method" ? " direction=\"in\"" : "")/>" }
    let results = types(member.results).map { "<arg type=\"\($0)\" direction=\"out\"/>" }
    return "<\(kind) name=\"\(member.name)\">\((arguments + results).joined())</\(kind)>"
  }

  /// The complete types of a signature.
  package static func types(_ signature: String) -> [String] {
    var types: [String] = []
    var current = ""
    var depth = 0
    for character in signature {
      current.append(character)
      if "({".contains(character) { depth += 1 }
      if ")}".contains(character) { depth -= 1 }
      guard depth == 0, character != "a" else { continue }
      types.append(current)
      current = ""
    }
    return types
  }
}

extension BusMessage {
  /// Answers a call of the interfaces that every object has.
  ///
  /// - Returns: nil if the call is of another interface.
  package func answerStandard(_ interface: BusInterface, _ properties: @autoclosure () -> [String: BusValue]) -> BusReply? {
    switch (self.interface, member) {
    case ("org.freedesktop.DBus.Introspectable", "Introspect"): return .values([.string(interface.introspection(properties()))])
    case ("org.freedesktop.DBus.Properties", "Get"):
      guard let asked = string(), let name = string() else { return .invalidArguments }
      guard asked == interface.name, let value = properties()[name] else {
        return .failure("UnknownProperty", "there is no such property")
      }
      return .values([.variant(value)])
    case ("org.freedesktop.DBus.Properties", "GetAll"):
      guard let asked = string() else { return .invalidArguments }
      return .values([.dictionary(asked == interface.name ? properties() : [:])])
    case ("org.freedesktop.DBus.Properties", "Set"): return .failure("PropertyReadOnly", "the property cannot be changed")
    default: return nil
    }
  }
}
