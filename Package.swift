// swift-tools-version: 6.3
import PackageDescription

let nio: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let nioHTTP: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let nioWebSocket: Target.Dependency = .product(name: "NIOWebSocket", package: "swift-nio")
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let system: Target.Dependency = .product(name: "SystemPackage", package: "swift-system")
let signals: Target.Dependency = .product(name: "UnixSignals", package: "swift-service-lifecycle")

/// PipeWire's own file of pkg-config would also have the library linked.
let pipeWireHeaders = "\(Context.packageDirectory)/Sources/C/CPipeWire/headers.pc"

extension Target {
  /// A C library: its module map, and shims for its macros.
  static func c(_ name: String, pkgConfig: String? = nil, apt package: String? = nil) -> Target {
    .systemLibrary(name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: package.map { [.apt([$0])] })
  }
}

let package = Package(
  name: "swiped",
  products: [
    .library(name: "Landmarks", targets: ["Landmarks", "Bodies", "Drawing", "Hands", "Imaging", "Inference"]),
    .library(name: "SwipedClient", targets: ["EventSocket", "EventProtocol", "Gestures", "Hands"]),
    .library(name: "SwipedTestKit", targets: ["SwipedTestKit"]),
    .executable(name: "swiped", targets: ["main-swiped"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
  ],
  targets: [
    .c("CV4L2", pkgConfig: "libv4l2", apt: "libv4l-dev"),
    .c("CEvdev", pkgConfig: "libevdev", apt: "libevdev-dev"),
    // Both leave their functions by a jump on an error, which only C may cross.
    .target(name: "CJPEG", path: "Sources/C/CJPEG", linkerSettings: [.linkedLibrary("jpeg")]),
    .target(name: "CPNG", path: "Sources/C/CPNG", linkerSettings: [.linkedLibrary("png16")]),
    .c("CSystemd", pkgConfig: "libsystemd", apt: "libsystemd-dev"),
    .c("COpenVINO"),
    // The libraries of these three are opened at run time, and not linked.
    .c("CPipeWire", pkgConfig: pipeWireHeaders, apt: "libpipewire-0.3-dev"),
    .c("CCairo", apt: "libcairo2-dev"),
    .c("CMosquitto", apt: "libmosquitto-dev"),
    .c("CLinux"),
    .c("CCxx"),
    .c("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),

    // JSON that others wrote.
    .target(name: "JSON"),
    // Descriptors, files, threads, processes, the clock: system calls.
    .target(name: "Platform", dependencies: ["CLinux", system]),
    // Errors for people, and their fixes.
    .target(name: "UserErrors", dependencies: ["Platform", system]),

    // The pipeline from frame to key, in its order.
    .target(name: "Imaging", dependencies: ["CJPEG", "CPNG", "Platform", "UserErrors", system]),
    .target(name: "Inference", dependencies: ["COpenVINO", "Platform", "UserErrors", system]),
    .target(name: "Hands"),
    .target(name: "Landmarks", dependencies: ["Hands", "Imaging", "Inference", "Platform", "UserErrors"]),
    .target(name: "Gestures", dependencies: ["Hands"]),
    .target(name: "Calibration", dependencies: ["Gestures", "Hands"]),
    .target(name: "Camera", dependencies: ["CPipeWire", "CV4L2", "Imaging", "JSON", "Platform", "UserErrors", system]),
    // A picture of a hand that follows a script, computed from a skeleton.
    .target(name: "RenderedHand"),
    .target(name: "FrameSources", dependencies: ["Imaging", "Platform", "UserErrors", "RenderedHand", system]),
    .target(name: "VirtualKeyboard", dependencies: ["CEvdev", "Platform", "UserErrors", system]),
    .target(name: "EventProtocol", dependencies: ["Gestures", "Hands", "JSON"]),
    .target(
      name: "EventSocket",
      dependencies: ["EventProtocol", "CSystemd", "Platform", "UserErrors", nio, nioPosix, system]),
    // A daemon for the tests of its clients.
    .target(name: "SwipedTestKit", dependencies: ["EventProtocol", "EventSocket", "Gestures", "Platform"]),
    // Web servers on this machine, whose clients have limits.
    .target(
      name: "Web", dependencies: ["EventProtocol", "EventSocket", "Platform", "UserErrors", nio, nioPosix, nioHTTP, nioWebSocket, system]),
    // How each program starts and ends: its arguments, standard streams and exit status.
    .target(name: "Programs", dependencies: ["Platform", "UserErrors", arguments, system]),
    .target(
      name: "Reports", dependencies: ["Calibration", "EventProtocol", "Gestures", "Platform", "UserErrors", "Traces"]),
    .target(name: "Traces", dependencies: ["CZlib", "EventProtocol", "Gestures", "Platform", "UserErrors", system]),

    // Which application is in front, and what follows from it: pure values, and the applications that are installed.
    .target(name: "Focus", dependencies: ["Gestures", "Platform", system]),
    // The user's configuration, and the state of the desktop.
    .target(
      name: "Settings",
      dependencies: [
        "Camera", "Focus", "Gestures", "Imaging", "Inference", "Platform", "VirtualKeyboard", "UserErrors", logging, system, "CCxx",
        "TOMLKit",
      ]),
    // Connections to a message bus, and loops of their events.
    .target(name: "DBus", dependencies: ["CSystemd", "Platform", system]),
    .target(name: "Desktop", dependencies: ["CSystemd", "DBus", "Focus", "Platform", "UserErrors", system]),
    // The user's service manager.
    .target(name: "Systemd", dependencies: ["JSON", "Platform", "UserErrors", system]),
    // Swipes for others: an MQTT broker gets them, and its commands come back; web pages get them too.
    .target(
      name: "Bridge",
      dependencies: [
        "CMosquitto", "CSystemd", "EventProtocol", "EventSocket", "Gestures", "Platform", "UserErrors", "Web", nio, nioHTTP, nioWebSocket,
        system,
      ]),
    // What swiped needs on this machine, and whether it is there.
    .target(
      name: "Doctor",
      dependencies: [
        "Camera", "Desktop", "EventProtocol", "EventSocket", "Focus", "Inference", "Landmarks", "Platform", "UserErrors", "Reports",
        "Settings", "Systemd", system,
      ]),

    // The picture tool, of which the daemon uses nothing.
    .target(
      name: "Bodies", dependencies: ["Hands", "Imaging", "Inference", "Landmarks"], path: "Sources/Pictures/Bodies"),
    .target(
      name: "Drawing", dependencies: ["Bodies", "CCairo", "CZlib", "Hands", "Imaging", "Landmarks", "Platform", "UserErrors"],
      path: "Sources/Pictures/Drawing"),
    .target(
      name: "People",
      dependencies: [
        "Bodies", "EventProtocol", "Gestures", "Hands", "Imaging", "Inference", "Landmarks", "Platform", "UserErrors", system,
      ],
      path: "Sources/Pictures/People"),
    // Decodes pictures and finds people in processes of their own.
    .target(
      name: "IsolatedPictures",
      dependencies: ["Drawing", "EventProtocol", "Imaging", "People", "Platform", "UserErrors", system, "Programs"],
      path: "Sources/Pictures/IsolatedPictures"),

    // The app: a page in the browser, and its server.
    .target(name: "Page", resources: [.embedInCode("Files")]),
    .target(
      name: "App",
      dependencies: [
        "Calibration", "Camera", "Desktop", "Doctor", "EventProtocol", "Focus", "EventSocket", "Gestures", "Imaging",
        "IsolatedPictures", "Page", "Platform", "Traces", "UserErrors", "Settings", "Systemd", "Web", nio, nioHTTP, nioWebSocket, system,
      ]),

    // The programs: options and wiring.
    .target(
      name: "swiped",
      dependencies: [
        "Imaging", "Programs", "Camera", "FrameSources", "Hands", "Landmarks", "Gestures", "VirtualKeyboard", "EventProtocol",
        "Focus", "RenderedHand",
        "Reports",
        "EventSocket", "Settings", "Desktop", "Systemd", "Traces", "CSystemd", "Platform", "UserErrors", arguments, logging, signals,
        .product(name: "Histogram", package: "hdrhistogram-swift"), system,
      ]),
    .target(
      name: "swipectl",
      dependencies: [
        "Bridge", "Calibration", "App", "Desktop", "Doctor", "EventProtocol", "Reports", "EventSocket", "Gestures", "Settings", "Camera",
        "Focus", "Systemd", "Traces", "Platform", "UserErrors", arguments, system, "Programs",
      ]),
    .target(
      name: "landmarks",
      dependencies: [
        "Drawing", "EventProtocol", "Reports", "FrameSources", "Imaging", "Inference", "IsolatedPictures", "Landmarks", "Platform",
        "UserErrors", "People",
        arguments, system, "Programs",
      ],
      path: "Sources/Pictures/landmarks"),

    // All programs are one executable. scripts/build makes the links swipectl and landmarks.
    .executableTarget(name: "main-swiped", dependencies: ["landmarks", "swiped", "swipectl"], path: "Sources/Main"),

    // The programs of the documentation's page for developers coming from Vision.
    .executableTarget(name: "example-hand-joints", dependencies: ["Hands", "Landmarks"], path: "Examples/HandJoints"),
    .executableTarget(name: "example-thumb-and-wrist", dependencies: ["Hands", "Landmarks"], path: "Examples/ThumbAndWrist"),
    .executableTarget(
      name: "example-drawn-people", dependencies: ["Bodies", "Drawing", "Imaging", "Landmarks"], path: "Examples/DrawnPeople"),

    // Benchmarks, on recorded hands.
    .target(
      name: "Corpus", dependencies: ["Bodies", "Hands", "Inference", "Imaging", "Landmarks", "EventProtocol", "Gestures", "Traces"],
      path: "Benchmarks/Corpus"),
    .executableTarget(name: "bench-accuracy", dependencies: ["Inference", "Corpus"], path: "Benchmarks/Accuracy"),
    .target(name: "Look", dependencies: ["Corpus", "Gestures", "Hands"], path: "Benchmarks/Look"),
    .executableTarget(name: "train-look", dependencies: ["Corpus", "Gestures", "Look"], path: "Benchmarks/TrainLook"),
    .executableTarget(
      name: "bench-gestures", dependencies: ["Corpus", "Gestures", "Hands", "Look"], path: "Benchmarks/Gestures",
      exclude: ["Traces", "stills.jsonl.gz"]),
    .executableTarget(
      name: "bench-hands", dependencies: ["Gestures", "Hands", "Imaging", "Inference", "Landmarks", "UserErrors", "RenderedHand"],
      path: "Benchmarks/TwoHands"),
    .executableTarget(
      name: "bench-distance", dependencies: ["Corpus", "Gestures", "Hands", "Imaging", "Inference", "Landmarks"],
      path: "Benchmarks/Distance"),
    .executableTarget(
      name: "bench-fairness", dependencies: ["Corpus", "Gestures", "Hands", "Imaging", "Inference", "Landmarks", "Look"],
      path: "Benchmarks/Fairness"),
    .executableTarget(
      name: "public-corpus", dependencies: ["Corpus", "Hands", "Imaging", "RenderedHand"], path: "Benchmarks/PublicCorpus"),
    .executableTarget(name: "bench-frames", dependencies: ["RenderedHand"], path: "Benchmarks/Frames"),
    .target(name: "AllocationCount", path: "Benchmarks/AllocationCount"),
    .executableTarget(
      name: "bench-line",
      dependencies: [
        "Hands", "Landmarks", "Inference", "Imaging", "AllocationCount", "Corpus", "EventProtocol", "Gestures", "Platform", "UserErrors",
        "RenderedHand",
      ],
      path: "Benchmarks/Line"),
    .executableTarget(
      name: "bench-pictures", dependencies: ["Bodies", "Imaging", "Inference", "Landmarks", "Platform"], path: "Benchmarks/Pictures"),
    .executableTarget(name: "bench-socket", dependencies: ["EventProtocol", "EventSocket"], path: "Benchmarks/Socket"),

    // How long tests take, and how long they wait.
    .target(name: "TestTime", path: "Tests/Time"),
    // A web client that shares no code with the servers.
    .target(name: "TestWeb", dependencies: ["TestTime"], path: "Tests/Web"),
    .testTarget(name: "PlatformTests", dependencies: ["Platform", "UserErrors", system, "TestTime"]),
    .testTarget(name: "JSONTests", dependencies: ["JSON"]),
    .testTarget(name: "UserErrorsTests", dependencies: ["Platform", "UserErrors", system]),
    // What Tests/Decoders compares with other decoders.
    .executableTarget(name: "decoded-pixels", dependencies: ["Imaging"], path: "Tests/Decoders/Pixels"),
    // Another JPEG library, for tests and fuzzers. Without pkg-config: each build would warn where it is missing, also one of the programs.
    .systemLibrary(name: "CTurboJPEG", path: "Tests/C/CTurboJPEG"),
    .testTarget(name: "ImagingTests", dependencies: ["Imaging", "CTurboJPEG", "Platform", "UserErrors"]),
    .testTarget(name: "InferenceTests", dependencies: ["Inference", "TestTime"]),
    .testTarget(name: "HandsTests", dependencies: ["Hands"]),
    .testTarget(
      name: "LandmarksTests",
      dependencies: [
        "Bodies", "Hands", "Inference", "Imaging", "Landmarks", "Platform", "Corpus", "UserErrors", "RenderedHand", "TestTime",
      ]),
    .testTarget(name: "DrawingTests", dependencies: ["Bodies", "Drawing", "Hands", "Imaging", "Landmarks", "Platform", "UserErrors"]),
    .testTarget(name: "PeopleTests", dependencies: ["People", "UserErrors"]),
    .testTarget(name: "IsolatedPicturesTests", dependencies: ["IsolatedPictures", "Platform"]),
    .testTarget(name: "RenderedHandTests", dependencies: ["RenderedHand"]),
    .testTarget(name: "FrameSourcesTests", dependencies: ["FrameSources", "Imaging", "Platform", "UserErrors", "RenderedHand", system]),
    .testTarget(name: "CalibrationTests", dependencies: ["Calibration", "Gestures", "Hands", "Reports"]),
    // What only the tests' cameras of PipeWire call.
    .systemLibrary(
      name: "CPipeWireLink", path: "Tests/C/CPipeWireLink", pkgConfig: pipeWireHeaders, providers: [.apt(["libpipewire-0.3-dev"])]),
    .testTarget(
      name: "CameraTests",
      dependencies: [
        "Camera", "CPipeWire", "CPipeWireLink", "Imaging", "CV4L2", "CTurboJPEG", "Platform", "UserErrors", system, "TestTime",
      ]),
    .testTarget(name: "VirtualKeyboardTests", dependencies: ["VirtualKeyboard", "CEvdev", "Platform", "UserErrors"]),
    .testTarget(
      name: "GesturesTests", dependencies: ["Hands", "Inference", "Imaging", "Gestures", "Landmarks", "Corpus"],
      resources: [.copy("Traces")]),
    // The hands of Tests/Corpus.
    .testTarget(name: "PublicCorpusTests", dependencies: ["Gestures", "Hands", "Imaging", "Inference", "Landmarks"]),
    .testTarget(name: "TracesTests", dependencies: ["Gestures", "Hands", "EventProtocol", "Traces", "Platform", "UserErrors", system]),
    .testTarget(name: "SettingsTests", dependencies: ["Focus", "Gestures", "Platform", "Settings", "UserErrors"]),
    .testTarget(
      name: "SwipedTests",
      dependencies: [
        "Gestures", "Hands", "Imaging", "EventProtocol", "Settings", "Camera", "Desktop", "VirtualKeyboard", "swiped", "TestTime",
        "Focus", "Platform",
      ]),
    // Runs swipectl.
    .testTarget(
      name: "DoctorTests",
      dependencies: [
        "Camera", "Doctor", "EventProtocol", "Focus", "Gestures", "Inference", "Platform", "UserErrors", "Settings", "Systemd",
        "main-swiped",
      ]),
    .testTarget(
      name: "BridgeTests", dependencies: ["Bridge", "EventProtocol", "EventSocket", "Platform", "UserErrors", "TestTime", "TestWeb", "Web"]),
    .testTarget(name: "FocusTests", dependencies: ["Focus", "Gestures"]),
    .testTarget(name: "DesktopTests", dependencies: ["DBus", "Desktop", "CSystemd", "Platform", "TestTime"]),
    .testTarget(name: "SystemdTests", dependencies: ["Systemd"]),
    // Runs the programs, so they must be built.
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "Corpus", "EventProtocol", "EventSocket", "Gestures", "bench-frames", "example-drawn-people", "example-hand-joints",
        "example-thumb-and-wrist", "main-swiped", "TestTime",
      ]),
    // Runs swipectl, which decodes the pictures.
    .testTarget(
      name: "AppTests",
      dependencies: [
        "App", "Camera", "Doctor", "EventProtocol", "EventSocket", "Focus", "Gestures", "Hands", "Imaging", "Platform", "Settings",
        "Traces", "main-swiped", "UserErrors", system, "Systemd", "TestTime", "TestWeb", "VirtualKeyboard", "Web",
      ]),
    .testTarget(
      name: "EventProtocolTests",
      dependencies: ["Bodies", "EventProtocol", "Reports", "Gestures", "Hands", "Landmarks", "People", "UserErrors"]),
    .testTarget(name: "ProgramsTests", dependencies: ["Programs", "UserErrors"]),
    .testTarget(name: "ReportsTests", dependencies: ["EventProtocol", "Reports", "Gestures", "Hands"]),
    .testTarget(
      name: "EventSocketTests",
      dependencies: [
        "EventProtocol", "EventSocket", "Gestures", "main-swiped", "Platform", "UserErrors", "SwipedTestKit", "TestTime", system,
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// Only scripts/fuzz builds these: their main function is libFuzzer's, which no other build links.
if Context.environment["SWIPED_FUZZ"] != nil {
  package.targets += [
    .executableTarget(name: "fuzz-lines", dependencies: ["EventProtocol"], path: "Fuzz/Lines"),
    .executableTarget(name: "fuzz-configuration", dependencies: ["Settings"], path: "Fuzz/Configuration"),
    .target(name: "PictureChecks", dependencies: ["Imaging"], path: "Fuzz/PictureChecks"),
    .executableTarget(name: "fuzz-png", dependencies: ["CZlib", "PictureChecks"], path: "Fuzz/PNG"),
    .executableTarget(name: "fuzz-jpeg", dependencies: ["CTurboJPEG", "Imaging", "PictureChecks"], path: "Fuzz/JPEG"),
    .executableTarget(
      name: "fuzz-messages", dependencies: ["EventProtocol", "Reports", "Platform", "Traces", "UserErrors"], path: "Fuzz/Messages"),
    .executableTarget(name: "fuzz-formats", dependencies: ["Camera"], path: "Fuzz/Formats"),
    .executableTarget(name: "fuzz-desktop", dependencies: ["Focus"], path: "Fuzz/Desktop"),
    .executableTarget(name: "fuzz-pictures", dependencies: ["People", "UserErrors"], path: "Fuzz/Pictures"),
    .executableTarget(name: "fuzz-y4m", dependencies: ["Imaging", "FrameSources", "Platform", "UserErrors"], path: "Fuzz/Y4M"),
    .executableTarget(
      name: "fuzz-trace", dependencies: ["EventProtocol", "Gestures", "Platform", "UserErrors", "Reports", "Traces"], path: "Fuzz/Trace"),
  ]
}

// The tests are built for debugging, which is twice as fast as an optimized build. What computes for long is optimized all the same: its
// tests would take minutes more.
if Context.environment["SWIPED_BUILD"] == "tests" {
  let computing: Set = [
    "Bodies", "Calibration", "Corpus", "Drawing", "EventProtocol", "FrameSources", "Gestures", "Hands", "Imaging", "Inference", "JSON",
    "Landmarks",
    "RenderedHand", "Traces",
  ]
  for target in package.targets where computing.contains(target.name) || computing.map({ "\($0)Tests" }).contains(target.name) {
    target.swiftSettings = [.unsafeFlags(["-O"])]
  }
}

// Only `make docs` needs the plugin.
if Context.environment["SWIPED_DOCS"] != nil {
  package.dependencies.append(.package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}

// SwiftPM recompiles a module when a module that it depends on directly changes, but not when one further away does, whose types it may
// use. Therefore each target also depends on the dependencies of its dependencies. scripts/check reads the manifest without this.
if Context.environment["SWIPED_DECLARED_DEPENDENCIES"] == nil {
  func named(by target: Target) -> Set<String> {
    Set(target.dependencies.compactMap { if case .byNameItem(let name, _) = $0 { name } else { nil } })
  }
  for target in package.targets {
    let direct = named(by: target)
    let indirect = package.targets.filter { direct.contains($0.name) }.reduce(into: Set()) { $0.formUnion(named(by: $1)) }
    target.dependencies += indirect.subtracting(direct).sorted().map { .byNameItem(name: $0, condition: nil) }
  }
}
