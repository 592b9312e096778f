import DBus

/// The icon, as org.kde.StatusNotifierItem describes it.
package struct TrayItem: Sendable, Equatable {
  package static let path = "/StatusNotifierItem"
  package static let menuPath = "/StatusNotifierMenu"

  package static let interface = BusInterface(
    "org.kde.StatusNotifierItem",
    methods: [
      .init("Activate", "ii"), .init("SecondaryActivate", "ii"), .init("ContextMenu", "ii"), .init("Scroll", "is"),
      .init("ProvideXdgActivationToken", "s"),
    ],
    signals: [.init("NewIcon"), .init("NewAttentionIcon"), .init("NewToolTip"), .init("NewStatus", "s")])

  private static let noPictures = BusValue.array("(iiay)", [])

  package var camera: TrayState.Camera
  private let words: TrayWords

  package init(_ camera: TrayState.Camera, _ words: TrayWords) { (self.camera, self.words) = (camera, words) }

  package var properties: [String: BusValue] {
    let description = words.description(of: camera)
    return [
      "Category": .string("ApplicationStatus"), "Id": .string("swiped"), "Title": .string("swiped"), "Status": .string(status),
      "WindowId": .int32(0), "IconThemePath": .string(""), "Menu": .objectPath(Self.menuPath), "ItemIsMenu": .bool(false),
      "IconName": .string(camera.icon), "IconPixmap": Self.noPictures, "IconAccessibleDesc": .string(description),
      "OverlayIconName": .string(""), "OverlayIconPixmap": Self.noPictures,
      "AttentionIconName": .string(camera.needsAttention ? camera.icon : ""), "AttentionIconPixmap": Self.noPictures,
      "AttentionMovieName": .string(""), "AttentionAccessibleDesc": .string(camera.needsAttention ? description : ""),
      // Some panels read it as markup.
      "ToolTip": .structure([.string(""), Self.noPictures, .string(description), .string(camera.detail.withoutMarkup)]),
    ]
  }

  /// Never passive, since most panels hide what is: a camera that is closed because nothing uses the swipes is where a new user begins.
  private var status: String { camera.needsAttention ? "NeedsAttention" : "Active" }

  /// The signals that tell a panel what has changed.
  package func signals(since old: TrayItem) -> [(name: String, values: [BusValue])] {
    let (before, now) = (old.properties, properties)
    func changed(_ names: String...) -> Bool { names.contains { before[$0] != now[$0] } }
    return [
      // A panel that reads the icon also reads its words, so it must do so when only these change.
      changed("IconName", "IconAccessibleDesc") ? ("NewIcon", []) : nil,
      changed("AttentionIconName", "AttentionAccessibleDesc") ? ("NewAttentionIcon", []) : nil,
      changed("ToolTip") ? ("NewToolTip", []) : nil,
      changed("Status") ? ("NewStatus", [.string(status)]) : nil,
    ].compactMap { $0 }
  }
}
