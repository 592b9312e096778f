/// What the icon in the panel and its menu show, apart from the last swipes.
package struct TrayState: Sendable, Equatable {
  /// What swiped does with the camera.
  package enum Camera: Sendable, Equatable {
    /// The camera is about to be opened.
    case starting
    /// Frames come from the camera of this name.
    case on(String)
    /// Frames come, but not from a camera.
    case running
    /// Nothing uses the swipes.
    case idle
    /// Paused on request.
    case paused
    /// Paused while the session is locked.
    case locked
    /// Paused while no session of the user is in front.
    case away
    /// Paused while the machine sleeps.
    case asleep
    /// None of the applications in which swipes act is in front: one sentence.
    case waiting(String)
    /// A program keeps it closed: one sentence.
    case inhibited(String)
    /// Another program has it: one sentence.
    case taken(String)
    /// It cannot be used: one sentence.
    case failed(String)
  }

  package var camera: Camera
  /// The active profile.
  package var profile: String
  package var profiles: [String]

  package init(_ camera: Camera, profile: String, of profiles: [String]) {
    (self.camera, self.profile, self.profiles) = (camera, profile, profiles)
  }
}

/// A swipe, as the menu lists it.
package struct TraySwipe: Sendable, Equatable {
  /// Counts from 1.
  package var number: Int
  /// Its name in the configuration: `left` or `right`.
  package var gesture: String
  /// In s since 1970.
  package var time: Int

  package init(number: Int, _ gesture: String, time: Int) { (self.number, self.gesture, self.time) = (number, gesture, time) }
}

/// What a person does with the icon or its menu.
package enum TrayAction: Sendable, Equatable {
  package enum Page: Sendable {
    /// The page that opens first.
    case first
    case settings
  }

  case pause
  case resume
  case toggle
  case setProfile(String)
  /// Open the app.
  ///
  /// - token: lets a Wayland desktop raise its window; nil if the panel gave none.
  case open(Page, token: String?)
}

extension TrayState.Camera {
  /// The icon's name in the icon theme.
  package var icon: String {
    switch self {
    case .on, .running: "swiped-on-symbolic"
    case .starting, .idle, .paused, .locked, .away, .asleep, .waiting, .inhibited: "swiped-paused-symbolic"
    case .taken: "swiped-yielded-symbolic"
    case .failed: "swiped-error-symbolic"
    }
  }

  package var needsAttention: Bool {
    if case .failed = self { true } else { false }
  }

  /// Whether the menu proposes to resume, rather than to pause.
  package var isPaused: Bool { self == .paused || self == .locked }

  /// The camera's name, or why it is not open; may be empty.
  package var detail: String {
    switch self {
    case .on(let name): name
    case .waiting(let reason), .inhibited(let reason), .taken(let reason), .failed(let reason): reason.capitalizedSentence
    case .starting, .running, .idle, .paused, .locked, .away, .asleep: ""
    }
  }
}
