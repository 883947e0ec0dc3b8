import ArgumentParser
import MeetingHistory
import StandupFeatures
import Testing
import TestSupport

@testable import standup

/// Preferences in which nothing is kept.
struct EmptyPreferences: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The keys that it keeps for the next start.
    let kept: Set<PreferenceKey>
    let make: @Sendable (_ folder: DataFolder) throws -> any Preferences

    static let all = [
        EmptyPreferences(testDescription: "FilePreferences", kept: Set(PreferenceKey.allCases)) {
            FilePreferences(folder: $0, configuration: standup.Configuration([:]))
        },
        EmptyPreferences(
            testDescription: "LaunchPreferences", kept: Set(PreferenceKey.allCases).subtracting([.place])
        ) {
            let file = FilePreferences(folder: $0, configuration: standup.Configuration([:]))
            return LaunchPreferences(file, sound: try SoundOptions.parse([]))
        },
        EmptyPreferences(testDescription: "InMemoryPreferences", kept: Set(PreferenceKey.allCases)) { _ in
            InMemoryPreferences()
        },
    ]
}

@Suite(.timeLimit(.minutes(10))) struct `What preferences promise` {
    @Test(arguments: EmptyPreferences.all)
    func `a saved value is read back, and the last one wins`(empty: EmptyPreferences) throws {
        let program = try Program()
        let folder = DataFolder(path: program.data)
        try folder.create()
        let preferences = try empty.make(folder)
        #expect(PreferenceKey.allCases.allSatisfy { preferences.value($0) == nil })
        for text in ["", "a\nb", "조은 \u{1F600}", String(repeating: "x", count: 10_000)] {
            for key in PreferenceKey.allCases { preferences.keep("\(key) \(text)", for: key) }
            for key in PreferenceKey.allCases {
                #expect(preferences.value(key) == (empty.kept.contains(key) ? "\(key) \(text)" : nil))
            }
        }
    }
}
