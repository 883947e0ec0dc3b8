import ArgumentParser
import Glibc
import MeetingHistory
import MeetingModel
import Testing
import TestSupport

@testable import StandupFeatures
@testable import standup

/// What the application keeps in the data folder from one start to the next.
@Suite(.timeLimit(.minutes(10)))
struct `The preferences` {
    private let program: Program
    private let folder: DataFolder

    init() throws {
        program = try Program()
        folder = DataFolder(path: program.data)
        try folder.create()
    }

    private func preferences(_ values: [standup.Configuration.ValueKey: String] = [:]) -> FilePreferences {
        FilePreferences(folder: folder, configuration: standup.Configuration(values))
    }

    @Test func `saved values are there at the next start, readable only by the user`() throws {
        let first = preferences()
        #expect(PreferenceKey.allCases.map(first.value) == Array(repeating: nil, count: PreferenceKey.allCases.count))
        first.keep("standup/Daily/edit?focus=attendee:2", for: .place)
        first.keep(#"{"": 1}"#, for: .drafts)
        first.keep("Desk", for: .input)
        first.keep("Room", for: .output)
        first.keep("auto", for: .call)
        first.keep("whisper:base", for: .recognizer)
        let next = preferences()
        #expect(
            PreferenceKey.allCases.map(next.value) == [
                "standup/Daily/edit?focus=attendee:2", #"{"": 1}"#, nil, nil, nil, "Desk", "Room", "auto",
                "whisper:base",
            ])
        #expect(
            names(in: program.data + "/remembered") == ["call", "drafts", "input", "output", "place", "recognizer"])
        for name in ["", "/place"] {
            #expect(FileStatus(program.data + "/remembered" + name)?.isOpenToOthers == false)
        }
    }

    @Test func `a configured device goes before a remembered one, the choice of now before both`() {
        preferences().keep("Desk", for: .input)
        let configured = preferences([.input: "none"])
        #expect(configured.value(.input) == "none")
        configured.keep("Phone", for: .input)
        #expect(configured.value(.input) == "Phone")
        #expect(preferences().value(.input) == "Phone")
    }

    @Test func `values that another process saved since are read`() {
        let (first, second) = (preferences(), preferences())
        first.keep("1", for: .drafts)
        second.keep("2", for: .drafts)
        #expect(first.value(.drafts) == "2")
    }

    @Test func `the application opens where it was left, and at the list if that cannot be read`() throws {
        let preferences = preferences()
        #expect(try FullScreen.place(nil, preferences: preferences) == nil)
        preferences.keep("standup/Daily/edit?focus=attendee:2", for: .place)
        #expect(try FullScreen.place(nil, preferences: preferences) == .edit("Daily", focus: .attendee(2)))
        #expect(try FullScreen.place("devices", preferences: preferences) == .devices)
        preferences.keep("nowhere", for: .place)
        #expect(try FullScreen.place(nil, preferences: preferences) == nil)
    }

    @Test func `values that cannot be saved are lost, and nothing else happens`() {
        removeFolder(program.data)
        let preferences = preferences()
        preferences.keep("Desk", for: .input)
        #expect(preferences.value(.input) == "Desk", "it counts as long as the application is open")
        #expect(self.preferences().value(.input) == nil)
    }

    @Test func `for one meeting the devices that a command names count, until others are chosen`() throws {
        let preferences = preferences([.input: "usb"])
        let launched = LaunchPreferences(preferences, sound: try SoundOptions.parse(["--input", "silence"]))
        #expect(launched.value(.input) == "silence" && launched.value(.output) == nil)
        #expect(preferences.value(.input) == "usb")
        launched.keep("desk", for: .input)
        #expect(launched.value(.input) == "desk" && preferences.value(.input) == "desk")
    }

    @Test func `after one meeting the application opens where it was left`() throws {
        preferences().keep("devices", for: .place)
        let launched = LaunchPreferences(preferences(), sound: try SoundOptions.parse([]))
        launched.keep("standup/Daily/record", for: .place)
        #expect(preferences().value(.place) == "devices")
    }
}
