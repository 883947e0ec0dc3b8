import Localization
import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingSocket
import StandupFeatures
@testable import StandupSpeech

@testable import standup

/// The small texts that are typed as arguments, in forms, and in the files that hold one value.
enum ArgumentFuzzing {
    /// Reads a text as each of them; what an error says of it is one line.
    static func readArguments(_ bytes: [UInt8]) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        try readTimes(text)
        try readNames(text)
        try readSearch(text)
        if let address = try? ServerAddress(text, service: .speech) { try requireLine(address.text) }
        if let key = APIKey(text) { try requireLine(key.secret) }
        if let tag = LanguageTag(text) {
            try require(LanguageTag(tag.description) == tag, "\(tag) is another language when it is read again")
            try require(!tag.description.contains { "/.".contains($0) }, "\(tag) is no safe name of a file")
        }
    }

    private static func readTimes(_ text: String) throws {
        for allowsMinutes in [true, false] {
            guard let length = try attempt({ try Length(parsing: text, allowsMinutes: allowsMinutes) }) else {
                continue
            }
            try require(length.duration > .zero, "\(length) is not above zero")
            try require((try? Length(parsing: length.description)) == length, "\(length) is read again as another")
        }
        if let offset = Duration(offset: text) { try require(offset >= .zero, "\(offset) is below zero") }
        if let instant = Timestamp(calendarText: text) { try requireLine(LocalTime(instant).iso8601) }
        if let day = CalendarDay(text, now: Timestamp(nanosecondsSince1970: 1_770_076_800_000_000_000)) {
            try require(day.start < day.end, "\(text.debugDescription) ends before it begins")
        }
    }

    private static func readNames(_ text: String) throws {
        let terminal = Terminal(columns: 20, hasStyles: false)
        var table = Table(["NAME", "N"], alignments: [.left, .right])
        table.append([text, text])
        for line in table.lines(for: terminal) { try requireLine(line) }
        try requireLine(DisplayText(quoting: text).description)
        try require(text.trimmedName.trimmedName == text.trimmedName, "\(text.debugDescription) is trimmed twice")
        _ = try? AttendeeArgument.pair(text, of: "--set NAME=VALUE")
        _ = FormFocus(text: text)
        var generator = SeededGenerator(seed: 1)
        let standups = Standup.samples(using: &generator)
        _ = StandupReference.find(text, in: standups)
        try requireFileName(
            MeetingFileName.stem(title: text, startedAt: LocalTime(Timestamp(nanosecondsSince1970: 0)), speaker: text))
        let plan = HookPlan(
            settings: HookSettings(onTurn: ["hook"], me: text), meeting: .init(rawValue: "m"),
            standup: Standup(id: .init(rawValue: "s"), title: text), dataFolder: "/data")
        let turn = MeetingEvent.Kind.turnStarted(.init(rawValue: "a"), name: text, index: 0, slot: .seconds(1))
        for call in plan.calls(for: MeetingEvent(at: .zero, kind: turn)) {
            for text in call.arguments + call.variables.values { try requireLine(text) }
        }
        _ = try attempt { try AttendeeLookup.index(of: text, in: ["Ann", "ann", "Bob"]) }
    }

    /// The ranges found in a text are inside it, in order.
    private static func readSearch(_ text: String) throws {
        guard let query = try? SearchQuery(text) else { return }
        var end = text.startIndex
        for range in query.matches(in: text) {
            try require(end <= range.lowerBound && range.upperBound <= text.endIndex, "matches in \(text)")
            end = range.upperBound
        }
        let line = HighlightedText(text, marking: query.matches(in: text))
            .line(for: Terminal(columns: 20, hasStyles: false))
        try requireLine(line)
    }
}
