// swift-tools-version: 6.2

// Measures the engine from outside, as any program that depends on it could.

import PackageDescription

let package = Package(
    name: "engine-bench",
    dependencies: [.package(name: "standup", path: "../../..")],
    targets: [
        .executableTarget(
            name: "engine-bench",
            dependencies: [
                .product(name: "MeetingEngine", package: "standup"),
                .product(name: "StandupTesting", package: "standup"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
