import Web

/// The files of the page, which are part of the program.
enum Assets {
  /// The asset at a path; nil if there is none.
  static func reply(for path: some StringProtocol) -> Reply? {
    guard let asset = all.first(where: { $0.path == path }) else { return nil }
    return Reply(status: .ok, type: asset.type, body: asset.bytes())
  }

  private struct Asset {
    let path: String, type: String
    let bytes: @Sendable () -> [UInt8]

    init(_ path: String, _ type: String, _ bytes: @escaping @Sendable () -> [UInt8]) {
      (self.path, self.type, self.bytes) = (path, type, bytes)
    }
  }

  private static let html = "text/html; charset=utf-8", script = "text/javascript; charset=utf-8", style = "text/css; charset=utf-8"
  private static let picture = "image/svg+xml"

  /// The styles, which are one file for the browser: the page is painted only when all have come.
  private static let styles: [@Sendable () -> [UInt8]] = [
    { PackageResources.base_css }, { PackageResources.home_css }, { PackageResources.setup_css }, { PackageResources.settings_css },
    { PackageResources.cards_css }, { PackageResources.views_css },
  ]

  // One line for each other file of Sources/App/Page.
  private static let all: [Asset] = [
    Asset("/", html) { PackageResources.index_html },
    Asset("/action.js", script) { PackageResources.action_js },
    Asset("/announcer.js", script) { PackageResources.announcer_js },
    Asset("/calibration-picture.js", script) { PackageResources.calibration_picture_js },
    Asset("/camera-pictures.js", script) { PackageResources.camera_pictures_js },
    Asset("/card-art.js", script) { PackageResources.card_art_js },
    Asset("/card-element.js", script) { PackageResources.card_element_js },
    Asset("/card-motion.js", script) { PackageResources.card_motion_js },
    Asset("/cards.js", script) { PackageResources.cards_js },
    Asset("/clock.js", script) { PackageResources.clock_js },
    Asset("/command-list.js", script) { PackageResources.command_list_js },
    Asset("/connection.js", script) { PackageResources.connection_js },
    Asset("/copy.js", script) { PackageResources.copy_js },
    Asset("/corner.js", script) { PackageResources.corner_js },
    Asset("/deck.js", script) { PackageResources.deck_js },
    Asset("/distance-plot.js", script) { PackageResources.distance_plot_js },
    Asset("/download.js", script) { PackageResources.download_js },
    Asset("/drag.js", script) { PackageResources.drag_js },
    Asset("/edits.js", script) { PackageResources.edits_js },
    Asset("/element.js", script) { PackageResources.element_js },
    Asset("/event-list.js", script) { PackageResources.event_list_js },
    Asset("/events.js", script) { PackageResources.events_js },
    Asset("/findings.js", script) { PackageResources.findings_js },
    Asset("/finished.js", script) { PackageResources.finished_js },
    Asset("/frame-source.js", script) { PackageResources.frame_source_js },
    Asset("/hands.js", script) { PackageResources.hands_js },
    Asset("/history.js", script) { PackageResources.history_js },
    Asset("/home.js", script) { PackageResources.home_js },
    Asset("/icon.svg", picture) { PackageResources.icon_svg },
    Asset("/key-field.js", script) { PackageResources.key_field_js },
    Asset("/key-names.js", script) { PackageResources.key_names_js },
    Asset("/lines.js", script) { PackageResources.lines_js },
    Asset("/live-picture.js", script) { PackageResources.live_picture_js },
    Asset("/main.js", script) { PackageResources.main_js },
    Asset("/message.js", script) { PackageResources.message_js },
    Asset("/near-misses.js", script) { PackageResources.near_misses_js },
    Asset("/pairing.js", script) { PackageResources.pairing_js },
    Asset("/pictures.js", script) { PackageResources.pictures_js },
    Asset("/profile-list.js", script) { PackageResources.profile_list_js },
    Asset("/replays.js", script) { PackageResources.replays_js },
    Asset("/server.js", script) { PackageResources.server_js },
    Asset("/service.js", script) { PackageResources.service_js },
    Asset("/setting-row.js", script) { PackageResources.setting_row_js },
    Asset("/settings-search.js", script) { PackageResources.settings_search_js },
    Asset("/settings.js", script) { PackageResources.settings_js },
    Asset("/setup-camera.js", script) { PackageResources.setup_camera_js },
    Asset("/setup-gestures.js", script) { PackageResources.setup_gestures_js },
    Asset("/setup-keys.js", script) { PackageResources.setup_keys_js },
    Asset("/setup-proposal.js", script) { PackageResources.setup_proposal_js },
    Asset("/setup.js", script) { PackageResources.setup_js },
    Asset("/skeleton.js", script) { PackageResources.skeleton_js },
    Asset("/star-motion.js", script) { PackageResources.star_motion_js },
    Asset("/stars.js", script) { PackageResources.stars_js },
    Asset("/start.js", script) { PackageResources.start_js },
    Asset("/state.js", script) { PackageResources.state_js },
    Asset("/styles.css", style) { styles.flatMap { $0() } },
    Asset("/texts-de.js", script) { PackageResources.texts_de_js },
    Asset("/texts-en.js", script) { PackageResources.texts_en_js },
    Asset("/texts.js", script) { PackageResources.texts_js },
    Asset("/threshold.js", script) { PackageResources.threshold_js },
    Asset("/today.js", script) { PackageResources.today_js },
    Asset("/trace.js", script) { PackageResources.trace_js },
    Asset("/trouble.js", script) { PackageResources.trouble_js },
    Asset("/tuning.js", script) { PackageResources.tuning_js },
    Asset("/upright.js", script) { PackageResources.upright_js },
    Asset("/wrong.js", script) { PackageResources.wrong_js },
  ]
}
