// swift-tools-version: 6.2

import PackageDescription

// A package that nothing needs under the chosen traits is not even fetched.
let program = TargetDependencyCondition.when(traits: ["Program"])
let history = TargetDependencyCondition.when(traits: ["History"])

let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser", condition: program)
let grdb = Target.Dependency.product(name: "GRDB", package: "GRDB.swift", condition: history)
let subprocess = Target.Dependency.product(name: "Subprocess", package: "swift-subprocess", condition: program)
let systemPackage = Target.Dependency.product(
    name: "SystemPackage", package: "swift-system", condition: program)
let yams = Target.Dependency.product(name: "Yams", package: "Yams", condition: program)

/// What the web server needs of other packages.
let webServer: [Target.Dependency] = [
    ("HTTPTypes", "swift-http-types"), ("Hummingbird", "hummingbird"), ("HummingbirdCore", "hummingbird"),
    ("HummingbirdTLS", "hummingbird"), ("Logging", "swift-log"), ("NIOCore", "swift-nio"), ("NIOHTTP1", "swift-nio"),
    ("NIOHTTPTypes", "swift-nio-extras"), ("NIOHTTPTypesHTTP1", "swift-nio-extras"), ("NIOPosix", "swift-nio"),
    ("NIOSSL", "swift-nio-ssl"), ("ServiceLifecycle", "swift-service-lifecycle"),
    ("UnixSignals", "swift-service-lifecycle"),
].map { .product(name: $0, package: $1, condition: .when(traits: ["Web"])) }

/// What tests may import.
let tested: [Target.Dependency] = [
    "Assets", "Localization", "MeetingEngine", "MeetingHistory", "MeetingModel", "MeetingSocket", "MeetingTiming",
    "Minutes", "Presentation", "Sound", "StandupAudio", "StandupFeatures", "StandupHistory", "StandupSpeech",
    "StandupTerminal", "StandupTesting", "Team", "TestSupport", "Web",
    argumentParser,
    grdb,
    yams,
]

/// The tests that need nothing else.
let plainTests = [
    "MeetingModelTests", "WebGuardTests", "MeetingInvitationsTests", "LiveMeetingsTests", "LocalizationTests",
    "MeetingHooksTests", "MeetingTimingTests", "MeetingSocketTests", "TeamHistoryTests", "MeetingHistoryTests",
    "MeetingExportTests", "MeetingAssistantTests", "MinutesPostingTests", "MeetingImportTests",
    "MeetingPlaybackTests", "SpeechServerTests", "WhisperDecodingTests", "WhisperRecognitionTests",
    "RecognizerModelsTests", "AudioFilesTests", "AudioCaptureTests", "LibraryTests",
]

/// A target in the folder of its layer.
func source(
    _ layer: String, _ name: String, _ dependencies: [Target.Dependency] = [], isMemorySafe: Bool = false
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(layer)/\(name)",
        swiftSettings: isMemorySafe ? [.strictMemorySafety()] : [])
}

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
                "Presentation", "Sound", "StandupAudio", "StandupFeatures", "StandupHistory", "StandupSpeech",
                "StandupTerminal", "Team", "Web", argumentParser, subprocess, systemPackage, yams,
            ],
            path: "Sources/App/standup"
        ),
        .executableTarget(
            name: "standup-web",
            dependencies: [
                "Assets", "CCrypto", "Localization", "MeetingEngine", "MeetingHistory", "MeetingModel",
                "MeetingSocket", "MeetingTiming", "Minutes", "Presentation", "Sound", "StandupHistory", "Team", "Web",
            ] + webServer,
            path: "Sources/App/standup-web"
        ),
        .executableTarget(
            name: "check-catalogues", dependencies: ["Localization"], path: "Sources/App/check-catalogues"),
        source(
            "App", "Web",
            [
                "CCrypto", "CQRCode", "Localization", "MeetingEngine", "MeetingHistory", "MeetingModel",
                "MeetingSocket", "MeetingTiming", "Presentation",
            ]),
        source(
            "App", "StandupFeatures",
            [
                "Assets", "Localization", "MeetingEngine", "MeetingHistory", "MeetingModel", "MeetingSocket",
                "MeetingTiming", "Presentation", "Sound", "StandupSpeech",
            ]),
        source(
            "App", "Presentation",
            ["Localization", "MeetingEngine", "MeetingHistory", "MeetingModel", "MeetingSocket", "Sound"]),
        .target(
            name: "Localization", dependencies: ["MeetingModel", yams], path: "Sources/App/Localization",
            plugins: ["Messages"]),
        .plugin(
            name: "Messages", capability: .buildTool(), dependencies: ["make-messages"], path: "Sources/App/Messages"),
        .executableTarget(name: "make-messages", dependencies: [yams], path: "Sources/App/make-messages"),
        source(
            "App", "StandupTerminal",
            ["CNCurses", "CTerminal", "Localization", "MeetingTiming", "StandupFeatures"], isMemorySafe: true),
        .target(
            name: "Assets", dependencies: ["MeetingModel"], path: "Assets",
            resources: [
                "Catalogues", "Letters", "Licenses", "Manual", "Models", "Phrases", "Posts", "Systemd", "Vocabularies",
                "Voices", "Web",
            ].map { .copy($0) }
        ),

        source(
            "Meeting", "Team", ["CPostgreSQL", "MeetingHistory", "MeetingModel", "MeetingTiming", "StandupHistory"]),
        source("Meeting", "Minutes", ["MeetingHistory", "MeetingModel", "StandupSpeech", yams]),
        source(
            "Meeting", "MeetingSocket",
            [
                "CSocket", "MeetingEngine", "MeetingHistory", "MeetingModel", "MeetingTiming", "Sound", "StandupSpeech",
                subprocess, systemPackage,
            ]),
        source(
            "Meeting", "StandupHistory",
            [
                "MeetingHistory", "MeetingModel", grdb,
                .product(name: "GRDBSQLite", package: "GRDB.swift", condition: history),
            ]),
        source(
            "Meeting", "MeetingEngine",
            ["MeetingHistory", "MeetingModel", "MeetingTiming", "Sound", "StandupSpeech"]),
        source("Meeting", "MeetingHistory", ["CCrypto", "MeetingModel"]),

        .executableTarget(
            name: "standup-pocketsphinx",
            dependencies: ["CPocketSphinx", "StandupSpeech"],
            path: "Sources/Speech/standup-pocketsphinx"
        ),
        source(
            "Speech", "StandupSpeech",
            ["CChildProcess", "CCurl", "CSpeexDSP", "MeetingModel", "MeetingTiming", "Sound"]),

        source(
            "Audio", "StandupAudio",
            ["CPortAudio", "CPulse", "CRealtimeAudio", "CStderrFilter", "MeetingModel", "MeetingTiming", "Sound"],
            isMemorySafe: true),
        source(
            "Audio", "Sound",
            ["CSampleRate", "CSndFile", "CSonic", "CStderrFilter", "CTags", "MeetingModel", "MeetingTiming"]),
        source("Base", "MeetingModel"),
        source("Base", "MeetingTiming"),

        source(
            "Testing", "StandupTesting",
            ["MeetingEngine", "MeetingHistory", "MeetingModel", "MeetingTiming", "Sound", "StandupSpeech"]),

        // Tests, what they share, and programs that they run
        .target(
            name: "TestSupport",
            dependencies: [
                "MeetingEngine", "MeetingHistory", "MeetingModel", "MeetingSocket", "MeetingTiming", "Presentation",
                "Sound", "StandupFeatures", "StandupHistory", "StandupSpeech", "StandupTesting", grdb,
            ],
            path: "Tests/TestSupport"
        ),
        .executableTarget(
            name: "standup-gallery",
            dependencies: [
                "Assets", "Localization", "MeetingEngine", "MeetingHistory", "MeetingModel", "MeetingSocket",
                "MeetingTiming", "Sound", "StandupFeatures", "StandupHistory", "StandupSpeech", "StandupTerminal",
                "StandupTesting", "TestSupport", "Web", argumentParser,
            ],
            path: "Tests/standup-gallery"
        ),
        .executableTarget(
            name: "terminal-probe",
            dependencies: ["MeetingModel", "MeetingTiming", "StandupFeatures", "StandupTerminal"],
            path: "Tests/TerminalProbe"
        ),
        .executableTarget(
            name: "team-server-probe", dependencies: ["MeetingHistory", "Team"], path: "Tests/TeamServerProbe"),
        .executableTarget(
            name: "team-model",
            dependencies: [
                "MeetingHistory", "MeetingModel", "StandupHistory", "StandupTesting", "Team", "TestSupport",
            ],
            path: "Tests/TeamModelProgram"
        ),
        .executableTarget(
            name: "recognizer-stand-in", dependencies: ["StandupSpeech"], path: "Tests/RecognizerStandIn"),

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
            dependencies: ["MeetingModel", "Minutes", yams], path: "tools/bench/points"
        ),
        .executableTarget(
            name: "speech-bench", dependencies: ["MeetingModel", "Sound", "StandupSpeech"], path: "tools/bench/speech"),

        .testTarget(name: "StandupFeaturesTests", dependencies: tested + ["standup-gallery"], exclude: ["Golden"]),
        .testTarget(name: "StandupWebPagesTests", dependencies: tested + ["standup-gallery"], exclude: ["Golden"]),
        .testTarget(name: "StandupTerminalTests", dependencies: tested + ["terminal-probe"]),
        .testTarget(name: "MeetingEngineTests", dependencies: tested, exclude: ["Timer/Random"]),
        .testTarget(name: "PostgreSQLTeamTests", dependencies: tested + ["team-server-probe"]),
        .testTarget(name: "MeetingMinutesTests", dependencies: tested, exclude: ["Sentences", "Turns"]),
        .testTarget(name: "RecognizerProcessTests", dependencies: tested + ["recognizer-stand-in"]),
        .testTarget(name: "SpeechTests", dependencies: tested + ["standup-pocketsphinx"]),
        .testTarget(name: "ModelInstallationTests", dependencies: tested + ["standup"]),
        .testTarget(name: "PortAudioDevicesTests", dependencies: tested + ["CPortAudioStub", "CStderrFilter"]),
        .testTarget(name: "RealtimeAudioTests", dependencies: tested + ["CRealtimeAudio", "CAllocationProbe"]),
        .testTarget(name: "StandupTests", dependencies: tested + ["standup"], exclude: ["Golden"]),
        .testTarget(
            name: "ConformanceTests", dependencies: tested + ["standup", "standup-pocketsphinx", "recognizer-stand-in"]),
        .testTarget(name: "EndToEndTests", dependencies: tested + ["standup", "standup-gallery"]),
        .testTarget(
            name: "FuzzTests", dependencies: tested + ["standup"], exclude: ["Corpus", "Fuzzer.swift", "fuzz.dict"]),
    ] + plainTests.map { .testTarget(name: $0, dependencies: tested) },
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
    package.targets.removeAll { $0.type == .test || $0.type == .executable && $0.name != "make-messages" }
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

for target in package.targets where target.type != .system && target.type != .plugin {
    target.swiftSettings =
        (target.swiftSettings ?? [])
        + upcomingFeatures.map { .enableUpcomingFeature($0) }
        + [.treatAllWarnings(as: .error)]
}
