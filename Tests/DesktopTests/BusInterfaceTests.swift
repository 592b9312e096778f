import DBus
import Testing

@Suite("Objects of the bus")
struct BusInterfaceTests {
  @Test(
    "A signature is divided into its types",
    arguments: [
      ("", []), ("ii", ["i", "i"]), ("iias", ["i", "i", "as"]), ("u(ia{sv}av)", ["u", "(ia{sv}av)"]), ("aai", ["aai"]),
      ("a(ia{sv})a(ias)", ["a(ia{sv})", "a(ias)"]),
    ])
  func types(signature: String, types: [String]) { #expect(BusInterface.types(signature) == types) }

  @Test("An object describes its methods, signals and properties")
  func introspection() {
    let interface = BusInterface("a.b", methods: [.init("Get", "is", returns: "v")], signals: [.init("New", "u")])
    let text = interface.introspection(["Menu": .objectPath("/"), "Icons": .array("(iiay)", [])])
    #expect(
      text.hasSuffix(
        """
        <node><interface name="a.b">\
        <method name="Get"><arg type="i" direction="in"/><arg type="s" direction="in"/><arg type="v" direction="out"/></method>\
        <signal name="New"><arg type="u"/></signal>\
        <property name="Icons" type="a(iiay)" access="read"/><property name="Menu" type="o" access="read"/></interface></node>
        """))
  }
}
