import MeetingModel
import MeetingSocket
import StandupFeatures
import StandupHistory
import StandupTesting
import TestSupport

@testable import Localization
@testable import standup

/// Text files that a user may edit, and addresses.
enum TextFuzzing {
    /// Reads a catalogue and fills in its texts; an error is one line.
    static func readCatalogue(_ bytes: [UInt8]) throws {
        let yaml = String(decoding: bytes, as: UTF8.self)
        for language in ["en", "ko", "ar"].compactMap({ LanguageTag($0) }) {
            let (catalogue, errors) = Catalogue.checking(yaml: yaml, language: language, path: "en.yaml")
            for error in errors { try requireLine(error.description) }
            for entry in catalogue.entries.values {
                for count in [nil, 0, 1, 2, 11, Int.max] as [Int?] {
                    _ = entry.text.template(count: count)?.filled { $0 == "name" ? "회의" : nil }
                }
            }
        }
    }

    /// Reads a configuration; an error is one line.
    static func readConfiguration(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        try changeConfiguration(text)
        guard let hooks = try attempt({ try Configuration(yaml: text, path: "config.yaml") })?.hooks else { return }
        for arguments in [hooks.onTurn, hooks.onEnd] {
            try require(!arguments.contains { $0.utf8.contains(0) }, "a NUL in \(arguments)")
            guard let program = arguments.first else { continue }
            try require(program.hasPrefix("/") || !program.contains("/"), "a relative program, \(program)")
        }
    }

    /// Sets and removes settings in a configuration, as the command does; setting one again changes nothing.
    private static func changeConfiguration(_ text: String) throws {
        guard let before = try? Configuration(yaml: text, path: "config.yaml") else { return }
        for setting in [Setting.value(.me), .hook(.onTurn), .keys(.list, command: "delete")] {
            let value = setting == .value(.me) ? "Ann # \"A\"" : "f9"
            var changed = ConfigurationText(text)
            let yaml = ConfigurationText.yaml([value], isList: setting.takesList)
            // What cannot be changed line by line is an error, and the command compares the rest.
            guard (try? changed.set(setting.path, to: yaml)) != nil,
                let after = try? Configuration(yaml: changed.text, path: "config.yaml"),
                after.without(setting) == before.without(setting), try changed.values(of: setting.path) == [value]
            else { continue }
            var again = ConfigurationText(changed.text)
            _ = try? again.set(setting.path, to: yaml)
            try require(again.text == changed.text, "set twice: \(again.text.debugDescription)")
            try require((try? again.remove(setting.path)) == true, "not removed from \(changed.text.debugDescription)")
        }
    }

    private static let store: SQLiteMeetingStore = {
        let store = SQLiteMeetingStore.temporary()
        var generator = SeededGenerator(seed: 1)
        for standup in Standup.samples(using: &generator) { try? store.save(standup) }
        return store
    }()

    /// Reads an address, whose place can be opened; the address of that place means the same place.
    static func readAddress(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let place = try attempt({ try Place(address: text) }) else { return }
        try requireLine(place.address)
        try require(place.address.utf8.allSatisfy { $0 < 0x80 }, "\(place.address) is not ASCII")
        let again = try? Place(address: place.address)
        try require(again == place, "\(place) is \(place.address), which is \(again.debugDescription)")
        try FuzzedApplication(at: place, in: store).draw()
    }

    /// Reads kept drafts, whose text means the same, and which can be shown and edited in their forms.
    static func readDrafts(_ bytes: [UInt8]) throws {
        let drafts = SavedDrafts(text: String(decoding: bytes, as: UTF8.self))
        try require(SavedDrafts(text: drafts.text) == drafts, "\(drafts) is \(drafts.text)")
        for place in [Place.add(focus: .attendee(0)), .edit("1", focus: .attendee(9))] {
            var application = try FuzzedApplication(at: place, drafts: drafts, in: store)
            try application.draw()
            for key in [Key.control("d"), .control("o"), .character("D"), .tab, .up, .right, .enter, .control("s")] {
                try application.press(key)
            }
            try application.draw()
        }
    }
}
