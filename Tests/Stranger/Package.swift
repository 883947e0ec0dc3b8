// swift-tools-version: 6.2

// A separate package that uses standup like any other program that depends on it.

import PackageDescription

let package = Package(
    name: "Stranger",
    // Without a trait, nothing else is fetched; History is for the product StandupHistory.
    dependencies: [.package(name: "standup", path: "../..", traits: ["History"])],
    targets: [
        .executableTarget(
            name: "recorder",
            dependencies: [
                .product(name: "StandupAudio", package: "standup"),
                .product(name: "StandupSpeech", package: "standup"),
                // The program that recognizes, in a process of its own.
                .product(name: "standup-pocketsphinx", package: "standup"),
            ]
        ),
        .executableTarget(
            name: "countdown",
            dependencies: [
                .product(name: "MeetingEngine", package: "standup"),
                .product(name: "StandupAudio", package: "standup"),
            ]
        ),
        // The examples of the documentation.
        .target(
            name: "Snippets",
            dependencies: [
                .product(name: "MeetingEngine", package: "standup"),
                .product(name: "StandupAudio", package: "standup"),
                .product(name: "StandupHistory", package: "standup"),
                .product(name: "StandupSpeech", package: "standup"),
            ]
        ),
        .testTarget(
            name: "StrangerTests",
            dependencies: [
                .product(name: "MeetingEngine", package: "standup"),
                .product(name: "StandupAudio", package: "standup"),
                .product(name: "StandupHistory", package: "standup"),
                .product(name: "StandupSpeech", package: "standup"),
                .product(name: "StandupTesting", package: "standup"),
                "Snippets", "countdown", "recorder",
            ]
        ),
    ],
    swiftLanguageModes: [.v6]
)
