// swift-tools-version: 6.2

import PackageDescription

/// The modules that parse input from outside the program.
let fuzzed: [Target.Dependency] = [
    "AudioFiles", "HTTPTransfer", "Localization", "MeetingEngine", "MeetingExport", "MeetingHistory", "MeetingHooks",
    "MeetingImport", "MeetingModel", "MeetingPlayback", "MeetingSocket", "ModelInstallation", "RecognizerProcess",
    "MeetingAssistant", "MinutesPosting", "PostgreSQLTeam", "SQLiteHistory", "TeamHistory",
    "SpeechRecognition", "SpeechServerRecognition", "StandupFeatures", "StandupTerminal", "StandupTesting",
    "StandupWebPages", "MeetingAccess", "RecognizerModels", "WebGuard", "standup",
    .product(name: "GRDB", package: "GRDB.swift", condition: history),
]

// A package that nothing needs under the chosen traits is not even fetched.
let program = TargetDependencyCondition.when(traits: ["Program"])
let history = TargetDependencyCondition.when(traits: ["History"])
let web = TargetDependencyCondition.when(traits: ["Web"])

let package = Package(
    name: "standup",
    products: [
        .executable(name: "standup", targets: ["standup"]),
        .executable(name: "standup-pocketsphinx", targets: ["standup-pocketsphinx"]),
        .executable(name: "standup-gallery", targets: ["standup-gallery"]),
        .executable(name: "standup-web", targets: ["standup-web"]),
        .library(name: "standup-tags", type: .dynamic, targets: ["CTagLib"]),
        .library(name: "MeetingEngine", targets: ["MeetingEngine"]),
        .library(name: "StandupAudio", targets: ["StandupAudio"]),
        .library(name: "StandupSpeech", targets: ["StandupSpeech"]),
        .library(name: "StandupHistory", targets: ["StandupHistory"]),
        .library(name: "StandupTesting", targets: ["StandupTesting"]),
    ],
    traits: [
        .default(enabledTraits: ["Program"]),
        .trait(
            name: "Program", description: "The program standup, and the packages that only it needs",
            enabledTraits: ["History"]),
        .trait(name: "History", description: "The product StandupHistory, and GRDB, which it needs"),
        .trait(
            name: "Web", description: "The program standup-web, and SwiftNIO, which only it needs",
            enabledTraits: ["Program"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
        .package(url: "https://github.com/apple/swift-system", from: "1.5.0"),
        // Only for standup-web, under the trait Web.
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0", traits: []),
        .package(url: "https://github.com/apple/swift-log", from: "1.14.0"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.34.1"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.2"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.0.0"),
    ],
    targets: [
        // App
        .executableTarget(
            name: "standup",
            dependencies: [
                "Assets", "AudioDevices", "AudioFiles", "CChildProcess", "CMalloc", "CSocket", "CTerminal",
                "Localization", "MeetingAccess", "MeetingEngine", "MeetingHistory", "MeetingExport", "MeetingHooks",
                "MeetingImport", "MeetingInvitations", "MeetingMinutes", "MeetingModel", "MeetingPlayback",
                "MeetingSocket", "MeetingTiming", "MinutesPosting", "ModelInstallation", "HTTPTransfer",
                "MeetingAssistant",
                "RecognizerModels", "PortAudioDevices", "PostgreSQLTeam", "RecognizerProcess", "SQLiteHistory",
                "SpeechRecognition",
                "SpeechServerRecognition", "StandupFeatures", "StandupTerminal", "TeamHistory",
                "TeamSynchronisation", "WebGuard",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: program),
                .product(name: "Yams", package: "Yams", condition: program),
            ],
            path: "Sources/App/standup"
        ),
        .executableTarget(
            name: "standup-gallery",
            dependencies: [
                "AudioCapture",
                "ApplicationTesting", "Assets", "AudioDevices", "Localization", "MeetingAccess", "MeetingEngine",
                "MeetingHistory", "MeetingInvitations", "MeetingModel", "MeetingPlayback", "MeetingTiming",
                "SpeechRecognition", "StandupFeatures", "StandupTerminal", "StandupTesting",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: program),
            ],
            path: "Tests/standup-gallery"
        ),
        .executableTarget(
            name: "standup-web",
            dependencies: [
                "Assets", "AudioDevices", "AudioFiles", "CCrypto", "LiveMeetings", "Localization", "MeetingAccess",
                "MeetingEngine", "MeetingExport", "MeetingHistory", "MeetingInvitations", "MeetingMinutes",
                "MeetingModel", "MeetingSocket", "MeetingTiming", "PostgreSQLTeam", "SQLiteHistory", "StandupFeatures",
                "StandupWebPages", "TeamHistory", "TeamSynchronisation", "WebGuard",
                .product(name: "Hummingbird", package: "hummingbird", condition: web),
                .product(name: "HummingbirdCore", package: "hummingbird", condition: web),
                .product(name: "HummingbirdTLS", package: "hummingbird", condition: web),
                .product(name: "HTTPTypes", package: "swift-http-types", condition: web),
                .product(name: "Logging", package: "swift-log", condition: web),
                .product(name: "NIOCore", package: "swift-nio", condition: web),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: web),
                .product(name: "NIOPosix", package: "swift-nio", condition: web),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras", condition: web),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras", condition: web),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: web),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: web),
                .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: web),
            ],
            path: "Sources/App/standup-web"
        ),
        .target(
            name: "LiveMeetings",
            dependencies: [
                "Localization", "MeetingAccess", "MeetingEngine", "MeetingHistory", "MeetingModel", "MeetingSocket",
                "MeetingTiming", "StandupFeatures", "StandupWebPages",
            ],
            path: "Sources/App/LiveMeetings"
        ),
        .target(name: "WebGuard", path: "Sources/App/WebGuard"),
        .target(
            name: "StandupTerminal",
            dependencies: [
                "CNCurses", "CTerminal", "Localization", "MeetingModel", "MeetingTiming", "StandupFeatures",
            ],
            path: "Sources/App/StandupTerminal",
            swiftSettings: [.strictMemorySafety()]
        ),
        .target(
            name: "StandupWebPages",
            dependencies: [
                "Localization", "MeetingAccess", "MeetingEngine", "MeetingExport", "MeetingHistory", "MeetingModel",
                "StandupFeatures",
            ],
            path: "Sources/App/StandupWebPages"
        ),
        .target(
            name: "StandupFeatures",
            dependencies: [
                "AudioCapture",
                "Assets", "AudioDevices", "Localization", "MeetingAccess", "MeetingEngine", "MeetingExport",
                "MeetingHistory", "MeetingImport", "MeetingModel", "MeetingPlayback", "MeetingSocket", "MeetingTiming",
                "SpeechRecognition",
            ],
            path: "Sources/App/StandupFeatures"
        ),
        .target(
            name: "MeetingHooks",
            dependencies: [
                "MeetingEngine", "MeetingModel",
                .product(name: "Subprocess", package: "swift-subprocess", condition: program),
                .product(name: "SystemPackage", package: "swift-system", condition: program),
            ],
            path: "Sources/App/MeetingHooks",
            swiftSettings: [.strictMemorySafety()]
        ),
        .target(
            name: "Localization",
            dependencies: ["MeetingModel", .product(name: "Yams", package: "Yams", condition: program)],
            path: "Sources/App/Localization"
        ),
        .executableTarget(
            name: "check-catalogues", dependencies: ["Localization"], path: "Sources/App/check-catalogues"
        ),
        .target(
            name: "Assets", path: "Assets",
            resources: [
                .copy("Catalogues"), .copy("Letters"), .copy("Licenses"), .copy("Manual"), .copy("Models"),
                .copy("Phrases"), .copy("Posts"), .copy("Systemd"), .copy("Voices"), .copy("Web"),
            ]
        ),

        // Meeting
        .target(
            name: "MeetingEngine",
            dependencies: [
                "AudioCapture", "AudioDevices", "MeetingHistory", "MeetingModel", "MeetingTiming", "SpeechRecognition",
            ],
            path: "Sources/Meeting/MeetingEngine"
        ),
        .target(
            name: "MeetingPlayback",
            dependencies: ["AudioDevices", "AudioFiles", "CSonic", "MeetingModel", "MeetingTiming"],
            path: "Sources/Meeting/MeetingPlayback"
        ),
        .target(name: "MeetingExport", dependencies: ["MeetingModel"], path: "Sources/Meeting/MeetingExport"),
        .target(name: "MeetingImport", dependencies: ["MeetingModel"], path: "Sources/Meeting/MeetingImport"),
        .target(
            name: "MeetingMinutes",
            dependencies: [
                "MeetingHistory", "MeetingModel", .product(name: "Yams", package: "Yams", condition: program),
            ],
            path: "Sources/Meeting/MeetingMinutes"
        ),
        .target(
            name: "MeetingAssistant",
            dependencies: ["HTTPTransfer", "MeetingHistory", "MeetingMinutes", "MeetingModel"],
            path: "Sources/Meeting/MeetingAssistant"
        ),
        .target(
            name: "MinutesPosting",
            dependencies: ["HTTPTransfer", "MeetingExport", "MeetingHistory", "MeetingModel"],
            path: "Sources/Meeting/MinutesPosting"
        ),
        .target(name: "MeetingHistory", dependencies: ["MeetingModel"], path: "Sources/Meeting/MeetingHistory"),
        .target(
            name: "TeamHistory", dependencies: ["CCrypto", "MeetingHistory", "MeetingModel"],
            path: "Sources/Meeting/TeamHistory"
        ),
        .target(
            name: "PostgreSQLTeam", dependencies: ["CPostgreSQL", "MeetingModel", "TeamHistory"],
            path: "Sources/Meeting/PostgreSQLTeam"
        ),
        .target(
            name: "TeamSynchronisation",
            dependencies: ["MeetingHistory", "MeetingModel", "MeetingTiming", "SQLiteHistory", "TeamHistory"],
            path: "Sources/Meeting/TeamSynchronisation"
        ),
        .target(
            name: "SQLiteHistory",
            dependencies: [
                "MeetingHistory", "MeetingModel", "TeamHistory",
                .product(name: "GRDB", package: "GRDB.swift", condition: history),
                .product(name: "GRDBSQLite", package: "GRDB.swift", condition: history),
            ],
            path: "Sources/Meeting/SQLiteHistory"
        ),
        .target(
            name: "MeetingInvitations",
            dependencies: [
                "AudioFiles", "CCrypto", "CQRCode", "MeetingAccess", "MeetingHistory", "MeetingModel",
            ],
            path: "Sources/Meeting/MeetingInvitations"
        ),
        .target(
            name: "MeetingSocket",
            dependencies: [
                "AudioCapture",
                "AudioDevices", "CSocket", "MeetingAccess", "MeetingEngine", "MeetingExport", "MeetingHistory",
                "MeetingModel", "MeetingTiming", "SpeechRecognition",
            ],
            path: "Sources/Meeting/MeetingSocket"
        ),
        .target(name: "MeetingAccess", path: "Sources/Meeting/MeetingAccess"),

        .target(
            name: "StandupHistory",
            dependencies: ["MeetingExport", "MeetingHistory", "MeetingModel", "SQLiteHistory"],
            path: "Sources/Meeting/StandupHistory"
        ),

        // Speech
        .target(
            name: "StandupSpeech",
            dependencies: [
                "AudioDevices", "AudioFiles", "HTTPTransfer", "MeetingTiming", "RecognizerModels", "RecognizerProcess",
                "SpeechRecognition", "SpeechServerRecognition",
            ],
            path: "Sources/Speech/StandupSpeech"
        ),
        .target(
            name: "SpeechServerRecognition",
            dependencies: ["AudioDevices", "AudioFiles", "HTTPTransfer", "SpeechRecognition"],
            path: "Sources/Speech/SpeechServerRecognition"
        ),
        .target(
            name: "ModelInstallation",
            dependencies: [
                "CArchive", "CCrypto", "HTTPTransfer", "RecognizerModels",
                .product(name: "Yams", package: "Yams", condition: program),
            ],
            path: "Sources/Speech/ModelInstallation"
        ),
        .target(name: "HTTPTransfer", dependencies: ["CCurl"], path: "Sources/Speech/HTTPTransfer"),
        .executableTarget(
            name: "standup-pocketsphinx",
            dependencies: ["RecognizerModels", "PocketSphinxRecognition", "RecognizerProcess", "SpeechRecognition"],
            path: "Sources/Speech/standup-pocketsphinx"
        ),
        .target(
            name: "PocketSphinxRecognition",
            dependencies: ["CPocketSphinx", "RecognizerModels", "RecognizerProcess", "SpeechRecognition"],
            path: "Sources/Speech/PocketSphinxRecognition"
        ),
        .target(
            name: "RecognizerModels",
            dependencies: ["RecognizerProcess", "SpeechRecognition"],
            path: "Sources/Speech/RecognizerModels"
        ),
        .target(
            name: "WhisperDecoding", dependencies: ["SpeechRecognition"], path: "Sources/Speech/WhisperDecoding"
        ),
        .target(
            name: "RecognizerProcess",
            dependencies: ["CChildProcess", "SpeechRecognition"],
            path: "Sources/Speech/RecognizerProcess"
        ),
        .target(
            name: "SpeechRecognition",
            dependencies: ["AudioDevices", "AudioFiles", "CSpeexDSP", "MeetingModel", "MeetingTiming"],
            path: "Sources/Speech/SpeechRecognition"
        ),

        // Audio
        .target(
            name: "PortAudioDevices",
            dependencies: ["AudioDevices", "CPortAudio", "CPulse", "CRealtimeAudio", "CStderrFilter", "RealtimeAudio"],
            path: "Sources/Audio/PortAudioDevices",
            swiftSettings: [.strictMemorySafety()]
        ),
        .target(
            name: "AudioFiles",
            dependencies: ["AudioDevices", "CSampleRate", "CSndFile", "CStderrFilter", "CTags", "MeetingModel"],
            path: "Sources/Audio/AudioFiles"
        ),
        .target(
            name: "RealtimeAudio",
            dependencies: ["AudioDevices", "CRealtimeAudio"],
            path: "Sources/Audio/RealtimeAudio",
            swiftSettings: [.strictMemorySafety()]
        ),
        .target(
            name: "StandupAudio",
            dependencies: [
                "AudioCapture", "AudioDevices", "AudioFiles", "MeetingModel", "MeetingTiming", "PortAudioDevices",
            ],
            path: "Sources/Audio/StandupAudio"
        ),
        .target(
            name: "AudioCapture",
            dependencies: ["AudioDevices", "AudioFiles", "MeetingModel", "MeetingTiming"],
            path: "Sources/Audio/AudioCapture"
        ),
        .target(name: "AudioDevices", dependencies: ["MeetingModel"], path: "Sources/Audio/AudioDevices"),

        // Base
        .target(name: "MeetingTiming", path: "Sources/Base/MeetingTiming"),
        .target(name: "MeetingModel", path: "Sources/Base/MeetingModel"),

        // C
        .target(name: "CLazyLibrary", path: "Sources/C/CLazyLibrary"),
        .target(name: "CPortAudio", dependencies: ["CLazyLibrary"], path: "Sources/C/CPortAudio"),
        .target(name: "CSndFile", dependencies: ["CLazyLibrary"], path: "Sources/C/CSndFile"),
        .target(name: "CSampleRate", dependencies: ["CLazyLibrary"], path: "Sources/C/CSampleRate"),
        .target(
            name: "CPocketSphinx", dependencies: ["CLazyLibrary"], path: "Sources/C/CPocketSphinx",
            cSettings: [.headerSearchPath("5prealpha")]
        ),
        .systemLibrary(name: "CMalloc", path: "Sources/C/CMalloc"),
        .target(name: "CSpeexDSP", dependencies: ["CLazyLibrary"], path: "Sources/C/CSpeexDSP"),
        .target(name: "CQRCode", dependencies: ["CLazyLibrary"], path: "Sources/C/CQRCode"),
        .target(name: "CSonic", dependencies: ["CLazyLibrary"], path: "Sources/C/CSonic"),
        .target(name: "CChildProcess", path: "Sources/C/CChildProcess"),
        .target(name: "CArchive", dependencies: ["CLazyLibrary"], path: "Sources/C/CArchive"),
        .target(name: "CCrypto", dependencies: ["CLazyLibrary"], path: "Sources/C/CCrypto"),
        .target(name: "CCurl", dependencies: ["CLazyLibrary"], path: "Sources/C/CCurl"),
        .target(name: "CTagLib", path: "Sources/C/CTagLib", linkerSettings: [.linkedLibrary("tag")]),
        .target(name: "CTags", dependencies: ["CLazyLibrary"], path: "Sources/C/CTags"),
        .target(name: "CNCurses", dependencies: ["CLazyLibrary"], path: "Sources/C/CNCurses"),
        .target(name: "CPostgreSQL", dependencies: ["CLazyLibrary"], path: "Sources/C/CPostgreSQL"),
        .target(name: "CPulse", dependencies: ["CLazyLibrary"], path: "Sources/C/CPulse"),
        .target(name: "CSocket", path: "Sources/C/CSocket"),
        .target(name: "CTerminal", path: "Sources/C/CTerminal"),
        .target(name: "CRealtimeAudio", path: "Sources/C/CRealtimeAudio"),
        .target(name: "CStderrFilter", path: "Sources/C/CStderrFilter"),
        .target(name: "CAllocationProbe", path: "Tests/CAllocationProbe"),
        .target(name: "CPortAudioStub", dependencies: ["CPortAudio"], path: "Tests/CPortAudioStub"),

        // Testing
        .target(
            name: "StandupTesting",
            dependencies: [
                "AudioDevices", "MeetingEngine", "MeetingHistory", "MeetingModel", "MeetingTiming",
                "SpeechRecognition", "TeamHistory",
            ],
            path: "Sources/Testing/StandupTesting"
        ),

        .target(
            name: "ApplicationTesting",
            dependencies: [
                "AudioDevices", "MeetingEngine", "MeetingHistory", "MeetingModel", "MeetingPlayback", "MeetingSocket",
                "MeetingTiming", "SpeechRecognition", "StandupFeatures", "StandupTesting",
            ],
            path: "Sources/Testing/ApplicationTesting"
        ),

        // Benchmarks of code outside the library products
        .executableTarget(
            name: "engine-bench",
            dependencies: ["AudioDevices", "MeetingEngine", "MeetingModel", "MeetingTiming", "StandupTesting"],
            path: "tools/bench/engine"
        ),
        .executableTarget(
            name: "history-bench",
            dependencies: ["MeetingHistory", "MeetingModel", "PostgreSQLTeam", "SQLiteHistory", "TeamHistory"],
            path: "tools/bench/history"
        ),
        .executableTarget(
            name: "points-bench",
            dependencies: [
                "MeetingMinutes", "MeetingModel", .product(name: "Yams", package: "Yams", condition: program),
            ],
            path: "tools/bench/points"
        ),
        .executableTarget(
            name: "speech-bench",
            dependencies: ["RecognizerModels", "RecognizerProcess", "SpeechRecognition"],
            path: "tools/bench/speech"
        ),

        // Tests
        .target(name: "ProgramSupport", path: "Tests/ProgramSupport"),
        .executableTarget(
            name: "terminal-probe",
            dependencies: ["MeetingModel", "MeetingTiming", "StandupFeatures", "StandupTerminal"],
            path: "Tests/TerminalProbe"
        ),
        .testTarget(name: "MeetingModelTests", dependencies: ["MeetingModel"]),
        .testTarget(name: "WebGuardTests", dependencies: ["WebGuard"]),
        .testTarget(
            name: "MeetingInvitationsTests",
            dependencies: ["MeetingAccess", "MeetingHistory", "MeetingInvitations", "MeetingModel", "ProgramSupport"]
        ),
        .testTarget(
            name: "LiveMeetingsTests",
            dependencies: [
                "Assets", "LiveMeetings", "Localization", "MeetingAccess", "MeetingEngine", "MeetingModel",
                "MeetingTiming", "StandupTesting", "StandupWebPages",
            ]
        ),
        .testTarget(name: "LocalizationTests", dependencies: ["Assets", "Localization", "MeetingModel"]),
        .testTarget(
            name: "MeetingHooksTests",
            dependencies: ["MeetingEngine", "MeetingHooks", "MeetingModel", "ProgramSupport"]
        ),
        .testTarget(
            name: "StandupFeaturesTests",
            dependencies: [
                "AudioCapture",
                "ApplicationTesting", "Assets", "AudioDevices", "Localization", "MeetingAccess", "MeetingEngine",
                "MeetingHistory", "MeetingImport", "MeetingModel", "MeetingPlayback", "MeetingSocket", "MeetingTiming",
                "ProgramSupport", "SpeechRecognition", "StandupFeatures", "StandupTesting", "standup-gallery",
            ],
            exclude: ["Golden"]
        ),
        .testTarget(
            name: "StandupWebPagesTests",
            dependencies: [
                "Assets", "Localization", "MeetingAccess", "MeetingEngine", "MeetingExport", "MeetingHistory",
                "MeetingModel", "ProgramSupport", "StandupFeatures", "StandupTesting", "StandupWebPages",
                "WebGuard", "standup-gallery",
            ],
            exclude: ["Golden"]
        ),
        .testTarget(
            name: "StandupTerminalTests",
            dependencies: [
                "MeetingModel", "ProgramSupport", "StandupFeatures", "StandupTerminal", "terminal-probe",
            ]
        ),
        .testTarget(name: "MeetingTimingTests", dependencies: ["MeetingTiming", "StandupTesting"]),
        .testTarget(
            name: "MeetingEngineTests",
            dependencies: [
                "AudioCapture",
                "AudioDevices", "AudioFiles", "MeetingEngine", "MeetingHistory", "MeetingModel", "MeetingTiming",
                "SpeechRecognition", "StandupTesting",
            ],
            exclude: ["Timer/Random"]
        ),
        .testTarget(
            name: "MeetingSocketTests",
            dependencies: [
                "AudioCapture",
                "AudioDevices", "MeetingAccess", "MeetingEngine", "MeetingHistory", "MeetingModel", "MeetingSocket",
                "MeetingTiming", "ProgramSupport", "SpeechRecognition", "StandupTesting",
            ]
        ),
        .target(
            name: "TeamModel",
            dependencies: [
                "MeetingHistory", "MeetingModel", "SQLiteHistory", "StandupTesting", "TeamHistory",
                .product(name: "GRDB", package: "GRDB.swift", condition: history),
            ],
            path: "Tests/TeamModel"
        ),
        .executableTarget(
            name: "team-model",
            dependencies: [
                "MeetingModel", "PostgreSQLTeam", "ProgramSupport", "SQLiteHistory", "StandupTesting", "TeamHistory",
                "TeamModel",
            ],
            path: "Tests/TeamModelProgram"
        ),
        .testTarget(
            name: "TeamHistoryTests",
            dependencies: [
                "MeetingHistory", "MeetingModel", "SQLiteHistory", "StandupTesting", "TeamHistory", "TeamModel",
                .product(name: "GRDB", package: "GRDB.swift", condition: history),
            ]
        ),
        .testTarget(
            name: "MeetingHistoryTests",
            dependencies: [
                "MeetingHistory", "MeetingModel", "SQLiteHistory", "StandupTesting",
                .product(name: "GRDB", package: "GRDB.swift", condition: history),
            ]
        ),
        .executableTarget(
            name: "team-server-probe", dependencies: ["PostgreSQLTeam", "TeamHistory"], path: "Tests/TeamServerProbe"
        ),
        .testTarget(
            name: "PostgreSQLTeamTests",
            dependencies: [
                "MeetingModel", "PostgreSQLTeam", "ProgramSupport", "StandupTesting", "TeamHistory", "TeamModel",
                "team-server-probe",
                .product(name: "GRDB", package: "GRDB.swift", condition: history),
            ]
        ),
        .testTarget(name: "MeetingExportTests", dependencies: ["MeetingExport", "MeetingModel"]),
        .testTarget(
            name: "MeetingAssistantTests",
            dependencies: [
                "HTTPTransfer", "MeetingAssistant", "MeetingHistory", "MeetingMinutes", "MeetingModel",
                "ProgramSupport",
                "StandupTesting",
            ]
        ),
        .testTarget(
            name: "MinutesPostingTests",
            dependencies: [
                "Assets", "HTTPTransfer", "MeetingExport", "MeetingHistory", "MeetingModel", "MinutesPosting",
                "ProgramSupport", "StandupTesting",
            ]
        ),
        .testTarget(name: "MeetingImportTests", dependencies: ["MeetingImport", "MeetingModel"]),
        .testTarget(
            name: "MeetingMinutesTests",
            dependencies: [
                "Assets", "MeetingHistory", "MeetingInvitations", "MeetingMinutes", "MeetingModel", "StandupTesting",
                .product(name: "Yams", package: "Yams", condition: program),
            ],
            exclude: ["Sentences"]
        ),
        .testTarget(
            name: "MeetingPlaybackTests",
            dependencies: [
                "AudioDevices", "AudioFiles", "MeetingModel", "MeetingPlayback", "MeetingTiming", "StandupTesting",
            ]
        ),
        .executableTarget(
            name: "recognizer-stand-in", dependencies: ["RecognizerProcess", "SpeechRecognition"],
            path: "Tests/RecognizerStandIn"
        ),
        .testTarget(
            name: "RecognizerProcessTests",
            dependencies: ["ProgramSupport", "RecognizerProcess", "SpeechRecognition", "recognizer-stand-in"]
        ),
        .testTarget(
            name: "SpeechServerTests",
            dependencies: [
                "AudioDevices", "AudioFiles", "HTTPTransfer", "ProgramSupport", "SpeechRecognition",
                "SpeechServerRecognition",
            ]
        ),
        .testTarget(
            name: "SpeechTests",
            dependencies: [
                "AudioDevices", "AudioFiles", "MeetingModel", "RecognizerModels", "PocketSphinxRecognition",
                "RecognizerProcess", "SpeechRecognition", "StandupTesting", "standup-pocketsphinx",
            ]
        ),
        .testTarget(name: "WhisperDecodingTests", dependencies: ["SpeechRecognition", "WhisperDecoding"]),
        .testTarget(
            name: "WhisperRecognitionTests",
            dependencies: [
                "AudioDevices", "ProgramSupport", "RecognizerProcess", "SpeechRecognition", "RecognizerModels",
            ]
        ),
        .testTarget(
            name: "ModelInstallationTests",
            dependencies: ["Assets", "HTTPTransfer", "ModelInstallation", "ProgramSupport", "RecognizerModels"]
        ),
        .testTarget(
            name: "RecognizerModelsTests",
            dependencies: ["ProgramSupport", "RecognizerProcess", "SpeechRecognition", "RecognizerModels"]
        ),
        .testTarget(
            name: "AudioFilesTests", dependencies: ["Assets", "AudioDevices", "AudioFiles", "MeetingModel"]
        ),
        .testTarget(name: "AudioCaptureTests", dependencies: ["AudioCapture", "AudioDevices", "MeetingModel"]),
        .testTarget(
            name: "LibraryTests",
            dependencies: [
                "MeetingEngine", "MeetingTiming", "ProgramSupport", "StandupAudio", "StandupHistory", "StandupSpeech",
                "StandupTesting",
            ]
        ),
        .testTarget(
            name: "PortAudioDevicesTests",
            dependencies: ["AudioDevices", "CPortAudioStub", "CStderrFilter", "PortAudioDevices", "RealtimeAudio"]
        ),
        .testTarget(
            name: "RealtimeAudioTests",
            dependencies: ["AudioDevices", "CAllocationProbe", "CRealtimeAudio", "MeetingModel", "RealtimeAudio"]
        ),
        .testTarget(
            name: "StandupTests",
            dependencies: [
                "AudioCapture",
                "Assets", "AudioDevices", "AudioFiles", "MeetingEngine", "MeetingHistory", "MeetingHooks",
                "MeetingModel",
                "HTTPTransfer", "MeetingAssistant", "MeetingMinutes", "MinutesPosting",
                "MeetingSocket", "MeetingTiming", "ProgramSupport", "SQLiteHistory", "SpeechRecognition",
                "StandupFeatures",
                "StandupTesting", "standup",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: program),
                .product(name: "GRDB", package: "GRDB.swift", condition: history),
                .product(name: "Yams", package: "Yams", condition: program),
            ],
            exclude: ["Golden"]
        ),
        .testTarget(
            name: "ConformanceTests",
            dependencies: [
                "ApplicationTesting", "AudioDevices", "AudioFiles", "MeetingEngine", "MeetingHistory", "MeetingModel",
                "MeetingSocket", "MeetingTiming", "PocketSphinxRecognition", "PortAudioDevices", "ProgramSupport",
                "RecognizerModels",
                "RecognizerProcess", "SpeechRecognition", "StandupFeatures", "StandupTesting", "TeamHistory",
                "recognizer-stand-in",
                "standup", "standup-pocketsphinx",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: program),
            ]
        ),
        .testTarget(
            name: "EndToEndTests",
            dependencies: [
                "Assets", "AudioDevices", "AudioFiles", "Localization", "ProgramSupport", "standup", "standup-gallery",
            ]),
        .testTarget(name: "FuzzTests", dependencies: fuzzed, exclude: ["Corpus", "Fuzzer.swift", "fuzz.dict"]),
    ],
    swiftLanguageModes: [.v6]
)

// tools/speech says for which version of whisper.cpp to build a program, and where pkg-config finds that version.
// Nothing else needs the library, nor does any package that depends on this one.
if let version = Context.environment["STANDUP_WHISPER"] {
    package.products.append(.executable(name: "standup-whisper", targets: ["standup-whisper"]))
    package.targets += [
        .executableTarget(
            name: "standup-whisper",
            dependencies: ["RecognizerProcess", "SpeechRecognition", "RecognizerModels", "WhisperRecognition"],
            path: "Sources/Speech/standup-whisper"
        ),
        .target(
            name: "WhisperRecognition",
            dependencies: [
                "CWhisper", "RecognizerProcess", "SpeechRecognition", "WhisperDecoding", "RecognizerModels",
            ],
            path: "Sources/Speech/WhisperRecognition",
            swiftSettings: [.strictMemorySafety()]
        ),
        .target(
            name: "CWhisper", dependencies: ["WhisperLibrary"], path: "Sources/C/CWhisper",
            cSettings: [.define("STANDUP_WHISPER_VERSION", to: "\"\(version)\"")]
        ),
        .systemLibrary(name: "WhisperLibrary", path: "Sources/C/WhisperLibrary", pkgConfig: "whisper"),
    ]
}

// tools/fuzz builds the fuzz tests again as a program with libFuzzer. Only a test can link an executable target, so
// `standup` is a library in that build.
if Context.environment["STANDUP_FUZZ_BUILD"] != nil,
    let program = package.targets.first(where: { $0.name == "standup" })
{
    package.products = []
    package.targets.removeAll { $0.type == .test || $0.type == .executable }
    package.targets += [
        .target(
            name: "standup", dependencies: program.dependencies, path: program.path, exclude: ["Main.swift"]
        ),
        .executableTarget(
            name: "standup-fuzz", dependencies: fuzzed, path: "Tests/FuzzTests",
            exclude: ["Corpus", "CorpusTests.swift", "fuzz.dict"]
        ),
        .executableTarget(
            name: "random-meetings", dependencies: ["MeetingEngine", "MeetingModel"],
            path: "Tests/MeetingEngineTests/Timer",
            sources: [
                "Random/RandomMeetings.swift", "RandomMeeting.swift", "RandomMeeting+Checks.swift",
                "TimerSupport.swift", "TokenMeeting.swift", "TokenMeeting+Comparison.swift",
            ]
        ),
    ]
}

let upcomingFeatures = [
    "ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault", "NonisolatedNonsendingByDefault",
    "InferIsolatedConformances",
]

for target in package.targets where target.type != .system {
    target.swiftSettings =
        (target.swiftSettings ?? [])
        + upcomingFeatures.map { .enableUpcomingFeature($0) }
        + [.treatAllWarnings(as: .error)]
}
