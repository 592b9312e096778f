// swift-tools-version: 6.1
import PackageDescription

let nio: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let arguments: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let signals: Target.Dependency = .product(name: "UnixSignals", package: "swift-service-lifecycle")

let package = Package(
  name: "swiped",
  products: [
    .library(name: "Landmarks", targets: ["Landmarks"]),
    .library(name: "SwipedClient", targets: ["SwipedClient", "EventProtocol"]),
    .executable(name: "swiped", targets: ["swiped"]),
    .executable(name: "swipectl", targets: ["swipectl"]),
    .executable(name: "landmarks", targets: ["landmarks"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
  ],
  targets: [
    // C libraries: module maps, and the shims that macros force.
    .systemLibrary(name: "CV4L2", pkgConfig: "libv4l2", providers: [.apt(["libv4l-dev"])]),
    .systemLibrary(name: "CEvdev", pkgConfig: "libevdev", providers: [.apt(["libevdev-dev"])]),
    .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
    .systemLibrary(name: "CSystemd", pkgConfig: "libsystemd", providers: [.apt(["libsystemd-dev"])]),
    .systemLibrary(name: "COpenVINO"),
    .systemLibrary(name: "CSpawn"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),

    // The line from frame to key, in its order.
    .target(name: "Imaging", dependencies: ["CTurboJPEG"]),
    .target(name: "Inference", dependencies: ["COpenVINO"]),
    .target(name: "Landmarks", dependencies: ["Imaging", "Inference"]),
    .target(name: "Gestures", dependencies: ["Landmarks"]),
    .target(name: "Camera", dependencies: ["Imaging", "CV4L2"]),
    .target(name: "Sources", dependencies: ["Imaging"]),
    .target(name: "VirtualKeyboard", dependencies: ["CEvdev"]),
    .target(name: "EventProtocol"),
    .target(name: "EventSocket", dependencies: ["EventProtocol", "CSystemd", nio, nioPosix]),
    .target(name: "Traces", dependencies: ["CZlib", "EventProtocol", "Gestures", "Landmarks"]),
    .target(name: "SwipedClient", dependencies: ["EventProtocol", "EventSocket"]),

    // What a user chose, and what the desktop tells.
    .target(name: "Settings", dependencies: ["Gestures", "Inference", "VirtualKeyboard", logging, "TOMLKit"]),
    .target(name: "Desktop", dependencies: ["CSystemd"]),
    .target(name: "Commands", dependencies: ["CSpawn"]),

    // The programs: options and wiring.
    .executableTarget(
      name: "swiped",
      dependencies: [
        "Camera", "Sources", "Inference", "Landmarks", "Gestures", "VirtualKeyboard", "EventProtocol", "EventSocket", "Settings",
        "Desktop", "Commands", "Traces", "CSystemd", arguments, logging, signals,
        .product(name: "Histogram", package: "hdrhistogram-swift"),
      ]),
    .executableTarget(
      name: "swipectl",
      dependencies: ["EventProtocol", "EventSocket", "Settings", "Camera", "CV4L2", "Inference", "Landmarks", "Traces", arguments]),
    .executableTarget(name: "landmarks", dependencies: ["EventProtocol", "Imaging", "Landmarks", arguments]),

    // Measured against real hands.
    .target(name: "Corpus", dependencies: ["Landmarks"], path: "Benchmarks/Corpus"),
    .executableTarget(name: "bench-accuracy", dependencies: ["Corpus"], path: "Benchmarks/Accuracy"),
    .executableTarget(name: "bench-frames", dependencies: ["Sources"], path: "Benchmarks/Frames"),
    .target(name: "AllocationCount", path: "Benchmarks/AllocationCount"),
    .executableTarget(
      name: "bench-line", dependencies: ["AllocationCount", "Corpus", "EventProtocol", "Gestures", "Sources"], path: "Benchmarks/Line"),
    .executableTarget(name: "bench-socket", dependencies: ["EventProtocol", "EventSocket"], path: "Benchmarks/Socket"),

    .testTarget(name: "ImagingTests", dependencies: ["Imaging", "CTurboJPEG"]),
    .testTarget(name: "InferenceTests", dependencies: ["Inference"]),
    .testTarget(name: "LandmarksTests", dependencies: ["Landmarks", "Corpus"]),
    .testTarget(name: "SourcesTests", dependencies: ["Sources", "Imaging"]),
    .testTarget(name: "CameraTests", dependencies: ["Camera", "Imaging", "CV4L2", "CTurboJPEG"]),
    .testTarget(name: "VirtualKeyboardTests", dependencies: ["VirtualKeyboard"]),
    .testTarget(name: "GesturesTests", dependencies: ["Gestures", "Landmarks", "Corpus"], resources: [.copy("Traces")]),
    .testTarget(name: "TracesTests", dependencies: ["Traces"]),
    .testTarget(name: "SettingsTests", dependencies: ["Settings"]),
    .testTarget(name: "SwipedTests", dependencies: ["swiped"]),
    .testTarget(name: "DoctorTests", dependencies: ["swipectl", "Camera", "EventProtocol", "Inference", "Settings"]),
    .testTarget(name: "DesktopTests", dependencies: ["Desktop", "CSystemd"]),
    .testTarget(name: "CommandsTests", dependencies: ["Commands"]),
    // Runs the programs, so it wants them built.
    .testTarget(name: "EndToEndTests", dependencies: ["Corpus", "EventProtocol", "swiped", "swipectl", "landmarks", "bench-frames"]),
    .testTarget(name: "EventProtocolTests", dependencies: ["EventProtocol"]),
    .testTarget(name: "EventSocketTests", dependencies: ["EventProtocol", "EventSocket", "SwipedClient", "swipectl"]),
  ],
  swiftLanguageModes: [.v6]
)

// Built by scripts/fuzz alone: their main function is libFuzzer's, which no other build links.
if Context.environment["SWIPED_FUZZ"] != nil {
  package.targets += [
    .executableTarget(name: "fuzz-lines", dependencies: ["EventProtocol"], path: "Fuzz/Lines"),
    .executableTarget(name: "fuzz-configuration", dependencies: ["Settings"], path: "Fuzz/Configuration"),
  ]
}

// SwiftPM compiles a module anew when one changes that it names, but not when one behind those does, whose types it may hold. So
// each names all that are behind those it names, which stand above it.
func named(by target: Target) -> Set<String> {
  Set(target.dependencies.compactMap { if case .byNameItem(let name, _) = $0 { name } else { nil } })
}
for target in package.targets {
  let direct = named(by: target)
  let behind = package.targets.filter { direct.contains($0.name) }.reduce(into: Set()) { $0.formUnion(named(by: $1)) }
  target.dependencies += behind.subtracting(direct).sorted().map { .byNameItem(name: $0, condition: nil) }
}
