/// A file of the app's page, which is part of the program.
///
/// It has a module of its own because its bytes take as long to compile as the whole server of the app.
package struct PageFile: Sendable {
  /// Below the address of the page.
  package let path: String
  /// The value of Content-Type.
  package let type: String
  package let bytes: @Sendable () -> [UInt8]

  private init(_ path: String, _ type: String, _ bytes: @escaping @Sendable () -> [UInt8]) {
    (self.path, self.type, self.bytes) = (path, type, bytes)
  }

  /// - Returns: the file at a path; nil if there is none.
  package static func at(_ path: some StringProtocol) -> PageFile? { all.first { $0.path == path } }

  private static let html = "text/html; charset=utf-8", script = "text/javascript; charset=utf-8", style = "text/css; charset=utf-8"
  private static let picture = "image/svg+xml"

  /// The styles, which are one file for the browser: the page is painted only when all have come.
  private static let styles: [@Sendable () -> [UInt8]] = [
    { PackageResources.base_css }, { PackageResources.home_css }, { PackageResources.setup_css }, { PackageResources.controls_css },
    { PackageResources.settings_css }, { PackageResources.app_list_css }, { PackageResources.dialogs_css }, { PackageResources.cards_css },
    { PackageResources.stars_css },
    { PackageResources.hands_css }, { PackageResources.pictures_css }, { PackageResources.tables_css }, { PackageResources.plot_css },
    { PackageResources.bars_css },
  ]

  /// The views, between the head of the page and its end.
  private static let views: [@Sendable () -> [UInt8]] = [
    { PackageResources.home_html }, { PackageResources.setup_html }, { PackageResources.settings_html }, { PackageResources.cards_html },
    { PackageResources.stars_html }, { PackageResources.hands_html }, { PackageResources.pictures_html },
  ]

  /// The texts of all views in each language. Each file is a module, and so are all of them together.
  private static let english: [@Sendable () -> [UInt8]] = [
    { PackageResources.texts_shell_en_js }, { PackageResources.texts_home_en_js }, { PackageResources.texts_setup_en_js },
    { PackageResources.texts_settings_en_js }, { PackageResources.texts_tuning_en_js }, { PackageResources.texts_cards_en_js },
    { PackageResources.texts_hands_en_js },
  ]
  private static let german: [@Sendable () -> [UInt8]] = [
    { PackageResources.texts_shell_de_js }, { PackageResources.texts_home_de_js }, { PackageResources.texts_setup_de_js },
    { PackageResources.texts_settings_de_js }, { PackageResources.texts_tuning_de_js }, { PackageResources.texts_cards_de_js },
    { PackageResources.texts_hands_de_js },
  ]

  // One line for each other file of Sources/Page/Files.
  private static let all: [PageFile] = [
    PageFile("/", html) { PackageResources.index_html + views.flatMap { $0() } + PackageResources.end_html },
    PageFile("/action.js", script) { PackageResources.action_js },
    PageFile("/announcer.js", script) { PackageResources.announcer_js },
    PageFile("/app-list.js", script) { PackageResources.app_list_js },
    PageFile("/app-words.js", script) { PackageResources.app_words_js },
    PageFile("/calibration-picture.js", script) { PackageResources.calibration_picture_js },
    PageFile("/camera-control.js", script) { PackageResources.camera_control_js },
    PageFile("/camera-pictures.js", script) { PackageResources.camera_pictures_js },
    PageFile("/card-art.js", script) { PackageResources.card_art_js },
    PageFile("/card-element.js", script) { PackageResources.card_element_js },
    PageFile("/card-motion.js", script) { PackageResources.card_motion_js },
    PageFile("/cards.js", script) { PackageResources.cards_js },
    PageFile("/clock.js", script) { PackageResources.clock_js },
    PageFile("/command-list.js", script) { PackageResources.command_list_js },
    PageFile("/connection.js", script) { PackageResources.connection_js },
    PageFile("/copy.js", script) { PackageResources.copy_js },
    PageFile("/corner.js", script) { PackageResources.corner_js },
    PageFile("/deck.js", script) { PackageResources.deck_js },
    PageFile("/distance-plot.js", script) { PackageResources.distance_plot_js },
    PageFile("/download.js", script) { PackageResources.download_js },
    PageFile("/drag.js", script) { PackageResources.drag_js },
    PageFile("/edits.js", script) { PackageResources.edits_js },
    PageFile("/element.js", script) { PackageResources.element_js },
    PageFile("/event-list.js", script) { PackageResources.event_list_js },
    PageFile("/facts-de.js", script) { PackageResources.facts_de_js },
    PageFile("/facts-en.js", script) { PackageResources.facts_en_js },
    PageFile("/facts.js", script) { PackageResources.facts_js },
    PageFile("/findings.js", script) { PackageResources.findings_js },
    PageFile("/finished.js", script) { PackageResources.finished_js },
    PageFile("/frame-source.js", script) { PackageResources.frame_source_js },
    PageFile("/gesture-drawing.js", script) { PackageResources.gesture_drawing_js },
    PageFile("/gesture-joints.js", script) { PackageResources.gesture_joints_js },
    PageFile("/hand-legend.js", script) { PackageResources.hand_legend_js },
    PageFile("/hands-picture.js", script) { PackageResources.hands_picture_js },
    PageFile("/hands.js", script) { PackageResources.hands_js },
    PageFile("/headline.js", script) { PackageResources.headline_js },
    PageFile("/history.js", script) { PackageResources.history_js },
    PageFile("/home.js", script) { PackageResources.home_js },
    PageFile("/icon.svg", picture) { PackageResources.icon_svg },
    PageFile("/key-field.js", script) { PackageResources.key_field_js },
    PageFile("/key-names.js", script) { PackageResources.key_names_js },
    PageFile("/key-presets.js", script) { PackageResources.key_presets_js },
    PageFile("/key.js", script) { PackageResources.key_js },
    PageFile("/lines.js", script) { PackageResources.lines_js },
    PageFile("/live-picture.js", script) { PackageResources.live_picture_js },
    PageFile("/main.js", script) { PackageResources.main_js },
    PageFile("/message.js", script) { PackageResources.message_js },
    PageFile("/miss-line.js", script) { PackageResources.miss_line_js },
    PageFile("/misses.js", script) { PackageResources.misses_js },
    PageFile("/number-control.js", script) { PackageResources.number_control_js },
    PageFile("/once-a-frame.js", script) { PackageResources.once_a_frame_js },
    PageFile("/pairing.js", script) { PackageResources.pairing_js },
    PageFile("/photo-scale.js", script) { PackageResources.photo_scale_js },
    PageFile("/photo.js", script) { PackageResources.photo_js },
    PageFile("/pictures.js", script) { PackageResources.pictures_js },
    PageFile("/profile-list.js", script) { PackageResources.profile_list_js },
    PageFile("/profile-switch.js", script) { PackageResources.profile_switch_js },
    PageFile("/replays.js", script) { PackageResources.replays_js },
    PageFile("/server.js", script) { PackageResources.server_js },
    PageFile("/service.js", script) { PackageResources.service_js },
    PageFile("/setting-row.js", script) { PackageResources.setting_row_js },
    PageFile("/settings-search.js", script) { PackageResources.settings_search_js },
    PageFile("/settings-sections.js", script) { PackageResources.settings_sections_js },
    PageFile("/settings.js", script) { PackageResources.settings_js },
    PageFile("/setup-camera.js", script) { PackageResources.setup_camera_js },
    PageFile("/setup-gestures.js", script) { PackageResources.setup_gestures_js },
    PageFile("/setup-keys.js", script) { PackageResources.setup_keys_js },
    PageFile("/setup-proposal.js", script) { PackageResources.setup_proposal_js },
    PageFile("/setup-seat.js", script) { PackageResources.setup_seat_js },
    PageFile("/setup.js", script) { PackageResources.setup_js },
    PageFile("/skeleton.js", script) { PackageResources.skeleton_js },
    PageFile("/sound.js", script) { PackageResources.sound_js },
    PageFile("/star-motion.js", script) { PackageResources.star_motion_js },
    PageFile("/stars.js", script) { PackageResources.stars_js },
    PageFile("/start.js", script) { PackageResources.start_js },
    PageFile("/state.js", script) { PackageResources.state_js },
    PageFile("/storage.js", script) { PackageResources.storage_js },
    PageFile("/styles.css", style) { styles.flatMap { $0() } },
    PageFile("/texts-de.js", script) { german.flatMap { $0() } },
    PageFile("/texts-en.js", script) { english.flatMap { $0() } },
    PageFile("/texts.js", script) { PackageResources.texts_js },
    PageFile("/thumb-height.js", script) { PackageResources.thumb_height_js },
    PageFile("/toast.js", script) { PackageResources.toast_js },
    PageFile("/today.js", script) { PackageResources.today_js },
    PageFile("/trace.js", script) { PackageResources.trace_js },
    PageFile("/trouble.js", script) { PackageResources.trouble_js },
    PageFile("/tuning.js", script) { PackageResources.tuning_js },
    PageFile("/wrong.js", script) { PackageResources.wrong_js },
  ]
}
