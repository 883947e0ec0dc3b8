// swift-tools-version: 6.2

// A separate package that uses standup like any other program that depends on it.

import PackageDescription

let package = Package(
    name: "Stranger",
    dependencies: [.package(name: "standup", path: "../..")],
    targets: [
        .testTarget(
            name: "StrangerTests",
            dependencies: [
                .product(name: "MeetingEngine", package: "standup"),
                .product(name: "StandupTesting", package: "standup"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
