// swift-tools-version: 6.2

import PackageDescription

// A package that nothing needs under the chosen traits is not even fetched.
let program = TargetDependencyCondition.when(traits: ["Program"])
let history = TargetDependencyCondition.when(traits: ["History"])
let web = TargetDependencyCondition.when(traits: ["Web"])

/// What tests may import.
let tested: [Target.Dependency] = [
    "Assets", "Localization", "MeetingEngine", "MeetingHistory", "MeetingModel", "MeetingSocket", "MeetingTiming",
    "Minutes", "Sound", "StandupAudio", "StandupFeatures", "StandupHistory", "StandupSpeech", "StandupTerminal",
    "StandupTesting", "Team", "TestSupport", "Web",
    .product(name: "ArgumentParser", package: "swift-argument-parser", condition: program),
    .product(name: "GRDB", package: "GRDB.swift", condition: history),
    .product(name: "Yams", package: "Yams", condition: program),
]

/// A target of C that loads its library when it is first used.
func lazily(_ name: String, cSettings: [CSetting] = []) -> Target {
    .target(name: name, dependencies: ["CLazyLibrary"], path: "Sources/C/\(name)", cSettings: cSettings)
}

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
        .executableTarget(
            name: "standup",
            dependencies: [
                "Assets", "CArchive", "CChildProcess", "CCrypto", "CMalloc", "CSocket", "Localization",
                "MeetingEngine", "MeetingHistory", "MeetingModel", "MeetingSocket", "MeetingTiming", "Minutes",
                "Sound", "StandupAudio", "StandupFeatures", "StandupHistory", "StandupSpeech", "StandupTerminal",
                "Team", "Web",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: program),
                .product(name: "Yams", package: "Yams", condition: program),
            ],
            path: "Sources/App/standup"
        ),
        .executableTarget(
            name: "standup-web",
            dependencies: [
                "Assets", "CCrypto", "Localization", "MeetingEngine", "MeetingHistory", "MeetingModel",
                "MeetingSocket", "MeetingTiming", "Minutes", "Sound", "StandupFeatures", "StandupHistory", "Team",
                "Web",
                .product(name: "HTTPTypes", package: "swift-http-types", condition: web),
                .product(name: "Hummingbird", package: "hummingbird", condition: web),
                .product(name: "HummingbirdCore", package: "hummingbird", condition: web),
                .product(name: "HummingbirdTLS", package: "hummingbird", condition: web),
                .product(name: "Logging", package: "swift-log", condition: web),
                .product(name: "NIOCore", package: "swift-nio", condition: web),
                .product(name: "NIOHTTP1", package: "swift-nio", condition: web),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras", condition: web),
                .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras", condition: web),
                .product(name: "NIOPosix", package: "swift-nio", condition: web),
                .product(name: "NIOSSL", package: "swift-nio-ssl", condition: web),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle", condition: web),
                .product(name: "UnixSignals", package: "swift-service-lifecycle", condition: web),
            ],
            path: "Sources/App/standup-web"
        ),
        .executableTarget(
            name: "check-catalogues",
            dependencies: ["Localization"],
            path: "Sources/App/check-catalogues"
        ),
        .target(
            name: "Web",
            dependencies: [
                "CCrypto", "CQRCode", "Localization", "MeetingEngine", "MeetingHistory", "MeetingModel",
                "MeetingSocket", "MeetingTiming", "Sound", "StandupFeatures",
            ],
            path: "Sources/App/Web"
        ),
        .target(
            name: "StandupFeatures",
            dependencies: [
                "Assets", "Localization", "MeetingEngine", "MeetingHistory", "MeetingModel", "MeetingSocket",
                "MeetingTiming", "Sound", "StandupSpeech",
            ],
            path: "Sources/App/StandupFeatures"
        ),
        .target(
            name: "Localization",
            dependencies: [
                "MeetingModel",
                .product(name: "Yams", package: "Yams", condition: program),
            ],
            path: "Sources/App/Localization"
        ),
        .target(
            name: "StandupTerminal",
            dependencies: ["CNCurses", "CTerminal", "Localization", "MeetingTiming", "StandupFeatures"],
            path: "Sources/App/StandupTerminal", swiftSettings: [.strictMemorySafety()]
        ),
        .target(
            name: "Assets", dependencies: ["MeetingModel"], path: "Assets",
            resources: [
                .copy("Catalogues"), .copy("Letters"), .copy("Licenses"), .copy("Manual"), .copy("Models"),
                .copy("Phrases"), .copy("Posts"), .copy("Systemd"), .copy("Voices"), .copy("Web"),
            ]
        ),

        .target(
            name: "Team",
            dependencies: ["CPostgreSQL", "MeetingHistory", "MeetingModel", "MeetingTiming", "StandupHistory"],
            path: "Sources/Meeting/Team"
        ),
        .target(
            name: "Minutes",
            dependencies: [
                "MeetingHistory", "MeetingModel", "StandupSpeech",
                .product(name: "Yams", package: "Yams", condition: program),
            ],
            path: "Sources/Meeting/Minutes"
        ),
        .target(
            name: "MeetingSocket",
            dependencies: [
                "CSocket", "MeetingEngine", "MeetingHistory", "MeetingModel", "MeetingTiming", "Sound",
                "StandupSpeech",
                .product(name: "Subprocess", package: "swift-subprocess", condition: program),
                .product(name: "SystemPackage", package: "swift-system", condition: program),
            ],
            path: "Sources/Meeting/MeetingSocket"
        ),
        .target(
            name: "StandupHistory",
            dependencies: [
                "MeetingHistory", "MeetingModel",
                .product(name: "GRDB", package: "GRDB.swift", condition: history),
                .product(name: "GRDBSQLite", package: "GRDB.swift", condition: history),
            ],
            path: "Sources/Meeting/StandupHistory"
        ),
        .target(
            name: "MeetingEngine",
            dependencies: ["MeetingHistory", "MeetingModel", "MeetingTiming", "Sound", "StandupSpeech"],
            path: "Sources/Meeting/MeetingEngine"
        ),
        .target(
            name: "MeetingHistory",
            dependencies: ["CCrypto", "MeetingModel"],
            path: "Sources/Meeting/MeetingHistory"
        ),

        .executableTarget(
            name: "standup-pocketsphinx",
            dependencies: ["CPocketSphinx", "StandupSpeech"],
            path: "Sources/Speech/standup-pocketsphinx"
        ),
        .target(
            name: "StandupSpeech",
            dependencies: ["CChildProcess", "CCurl", "CSpeexDSP", "MeetingModel", "MeetingTiming", "Sound"],
            path: "Sources/Speech/StandupSpeech"
        ),

        .target(
            name: "StandupAudio",
            dependencies: [
                "CPortAudio", "CPulse", "CRealtimeAudio", "CStderrFilter", "MeetingModel", "MeetingTiming", "Sound",
            ],
            path: "Sources/Audio/StandupAudio", swiftSettings: [.strictMemorySafety()]
        ),
        .target(
            name: "Sound",
            dependencies: [
                "CSampleRate", "CSndFile", "CSonic", "CStderrFilter", "CTags", "MeetingModel", "MeetingTiming",
            ],
            path: "Sources/Audio/Sound"
        ),
        .target(name: "MeetingModel", path: "Sources/Base/MeetingModel"),
        .target(name: "MeetingTiming", path: "Sources/Base/MeetingTiming"),

        .target(
            name: "StandupTesting",
            dependencies: [
                "MeetingEngine", "MeetingHistory", "MeetingModel", "MeetingTiming", "Sound", "StandupSpeech",
            ],
            path: "Sources/Testing/StandupTesting"
        ),

        // Tests, what they share, and programs that they run
        .target(
            name: "TestSupport",
            dependencies: [
                "MeetingEngine", "MeetingHistory", "MeetingModel", "MeetingSocket", "MeetingTiming", "Sound",
                "StandupFeatures", "StandupHistory", "StandupSpeech", "StandupTesting",
                .product(name: "GRDB", package: "GRDB.swift", condition: history),
            ],
            path: "Tests/TestSupport"
        ),
        .executableTarget(
            name: "standup-gallery",
            dependencies: [
                "Assets", "Localization", "MeetingEngine", "MeetingHistory", "MeetingModel", "MeetingSocket",
                "MeetingTiming", "Sound", "StandupFeatures", "StandupSpeech", "StandupTerminal", "StandupTesting",
                "TestSupport", "Web",
                .product(name: "ArgumentParser", package: "swift-argument-parser", condition: program),
            ],
            path: "Tests/standup-gallery"
        ),
        .executableTarget(
            name: "terminal-probe",
            dependencies: ["MeetingModel", "MeetingTiming", "StandupFeatures", "StandupTerminal"],
            path: "Tests/TerminalProbe"
        ),
        .executableTarget(
            name: "team-server-probe",
            dependencies: ["MeetingHistory", "Team"],
            path: "Tests/TeamServerProbe"
        ),
        .executableTarget(
            name: "team-model",
            dependencies: [
                "MeetingHistory", "MeetingModel", "StandupHistory", "StandupTesting", "Team", "TestSupport",
            ],
            path: "Tests/TeamModelProgram"
        ),
        .executableTarget(
            name: "recognizer-stand-in",
            dependencies: ["StandupSpeech"],
            path: "Tests/RecognizerStandIn"
        ),

        // C: a target for each library, and the program's own
        .target(name: "CLazyLibrary", path: "Sources/C/CLazyLibrary"),
        lazily("CPortAudio"), lazily("CSndFile"), lazily("CSampleRate"), lazily("CSpeexDSP"), lazily("CQRCode"),
        lazily("CSonic"), lazily("CArchive"), lazily("CCrypto"), lazily("CCurl"), lazily("CTags"), lazily("CNCurses"),
        lazily("CPostgreSQL"), lazily("CPulse"),
        lazily("CPocketSphinx", cSettings: [.headerSearchPath("5prealpha")]),
        .systemLibrary(name: "CMalloc", path: "Sources/C/CMalloc"),
        .target(name: "CTagLib", path: "Sources/C/CTagLib", linkerSettings: [.linkedLibrary("tag")]),
        .target(name: "CChildProcess", path: "Sources/C/CChildProcess"),
        .target(name: "CSocket", path: "Sources/C/CSocket"),
        .target(name: "CTerminal", path: "Sources/C/CTerminal"),
        .target(name: "CRealtimeAudio", path: "Sources/C/CRealtimeAudio"),
        .target(name: "CStderrFilter", path: "Sources/C/CStderrFilter"),
        .target(name: "CAllocationProbe", path: "Tests/CAllocationProbe"),
        .target(name: "CPortAudioStub", dependencies: ["CPortAudio"], path: "Tests/CPortAudioStub"),

        // Benchmarks
        .executableTarget(
            name: "engine-bench",
            dependencies: ["MeetingEngine", "MeetingModel", "MeetingTiming", "Sound", "StandupTesting"],
            path: "tools/bench/engine"
        ),
        .executableTarget(
            name: "history-bench",
            dependencies: ["MeetingHistory", "MeetingModel", "StandupHistory", "Team"],
            path: "tools/bench/history"
        ),
        .executableTarget(
            name: "points-bench",
            dependencies: [
                "MeetingModel", "Minutes",
                .product(name: "Yams", package: "Yams", condition: program),
            ],
            path: "tools/bench/points"
        ),
        .executableTarget(name: "speech-bench", dependencies: ["StandupSpeech"], path: "tools/bench/speech"),

        .testTarget(name: "MeetingModelTests", dependencies: tested),
        .testTarget(name: "WebGuardTests", dependencies: tested),
        .testTarget(name: "MeetingInvitationsTests", dependencies: tested),
        .testTarget(name: "LiveMeetingsTests", dependencies: tested),
        .testTarget(name: "LocalizationTests", dependencies: tested),
        .testTarget(name: "MeetingHooksTests", dependencies: tested),
        .testTarget(name: "StandupFeaturesTests", dependencies: tested + ["standup-gallery"], exclude: ["Golden"]),
        .testTarget(name: "StandupWebPagesTests", dependencies: tested + ["standup-gallery"], exclude: ["Golden"]),
        .testTarget(name: "StandupTerminalTests", dependencies: tested + ["terminal-probe"]),
        .testTarget(name: "MeetingTimingTests", dependencies: tested),
        .testTarget(name: "MeetingEngineTests", dependencies: tested, exclude: ["Timer/Random"]),
        .testTarget(name: "MeetingSocketTests", dependencies: tested),
        .testTarget(name: "TeamHistoryTests", dependencies: tested),
        .testTarget(name: "MeetingHistoryTests", dependencies: tested),
        .testTarget(name: "PostgreSQLTeamTests", dependencies: tested + ["team-server-probe"]),
        .testTarget(name: "MeetingExportTests", dependencies: tested),
        .testTarget(name: "MeetingAssistantTests", dependencies: tested),
        .testTarget(name: "MinutesPostingTests", dependencies: tested),
        .testTarget(name: "MeetingImportTests", dependencies: tested),
        .testTarget(name: "MeetingMinutesTests", dependencies: tested, exclude: ["Sentences"]),
        .testTarget(name: "MeetingPlaybackTests", dependencies: tested),
        .testTarget(name: "RecognizerProcessTests", dependencies: tested + ["recognizer-stand-in"]),
        .testTarget(name: "SpeechServerTests", dependencies: tested),
        .testTarget(name: "SpeechTests", dependencies: tested + ["standup-pocketsphinx"]),
        .testTarget(name: "WhisperDecodingTests", dependencies: tested),
        .testTarget(name: "WhisperRecognitionTests", dependencies: tested),
        .testTarget(name: "ModelInstallationTests", dependencies: tested + ["standup"]),
        .testTarget(name: "RecognizerModelsTests", dependencies: tested),
        .testTarget(name: "AudioFilesTests", dependencies: tested),
        .testTarget(name: "AudioCaptureTests", dependencies: tested),
        .testTarget(name: "LibraryTests", dependencies: tested),
        .testTarget(name: "PortAudioDevicesTests", dependencies: tested + ["CPortAudioStub", "CStderrFilter"]),
        .testTarget(name: "RealtimeAudioTests", dependencies: tested + ["CRealtimeAudio", "CAllocationProbe"]),
        .testTarget(name: "StandupTests", dependencies: tested + ["standup"], exclude: ["Golden"]),
        .testTarget(
            name: "ConformanceTests", dependencies: tested + ["standup", "standup-pocketsphinx", "recognizer-stand-in"]),
        .testTarget(name: "EndToEndTests", dependencies: tested + ["standup", "standup-gallery"]),
        .testTarget(
            name: "FuzzTests", dependencies: tested + ["standup"], exclude: ["Corpus", "Fuzzer.swift", "fuzz.dict"]),
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
            dependencies: ["CWhisper", "StandupSpeech"], path: "Sources/Speech/standup-whisper",
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
            name: "standup-fuzz", dependencies: tested + ["standup"], path: "Tests/FuzzTests",
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
