import MeetingModel
import Sound

extension Place {
    /// The place as text, readable by `init(address:)`, such as `standup/3/edit?focus=attendee:2`.
    package var address: String {
        let (path, query) = route.address
        return Self.address(
            path,
            query + [
                ("question", question?.text), ("help", isHelpOpen ? AddressQuery.yes : nil),
                ("task", isTaskShown ? AddressQuery.yes : nil),
            ])
    }

    /// Parses an address.
    ///
    /// - Throws: An error if the text is not the address of a place. Whether the standup exists is not checked.
    package init(address: String) throws(AddressError) {
        let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        var path: [String] = []
        for part in (parts.first ?? "").split(separator: "/", omittingEmptySubsequences: false) {
            guard let text = PercentEncoding.decode(part) else { throw .malformedEscape(address) }
            path.append(text)
        }
        var query = try AddressQuery(parts.count > 1 ? parts[1] : nil, of: address)
        self.init(
            try Route(path, &query, of: address), question: try query.takeDialog("question"),
            isHelpOpen: try query.takeFlag("help"), isTaskShown: try query.takeFlag("task"))
        if let other = query.first { throw .unknownParameter(other, address) }
    }

    private static func address(_ path: [String], _ query: [(String, String?)]) -> String {
        let pairs = query.compactMap { name, value in
            value.flatMap {
                $0.isEmpty
                    ? nil
                    : name + "="
                        + PercentEncoding.encode($0).replacing("%3A", with: ":").replacing("%2F", with: "/")
                        .replacing("%2C", with: ",")
            }
        }
        let path = path.map(PercentEncoding.encode).joined(separator: "/")
        return pairs.isEmpty ? path : path + "?" + pairs.joined(separator: "&")
    }
}

extension Place.Route {
    fileprivate var address: (path: [String], query: [(String, String?)]) {
        switch self {
        case .list(let filter, let attendee, let dialog):
            (["standups"], [("filter", filter), ("attendee", attendee), ("dialog", dialog?.text)])
        case .searching(let place):
            (
                ["search"],
                [
                    ("words", place.words), ("standup", place.standup), ("person", place.person),
                    ("days", place.days.map { "\($0)" }), ("since", place.since), ("until", place.until),
                    ("any", place.matchesAny ? AddressQuery.yes : nil),
                    ("points", place.findsPoints ? AddressQuery.yes : nil), ("dialog", place.dialog?.text),
                ]
            )
        case .importing(let standup, let folder, let file, let dialog):
            (
                (standup.map { ["standup", $0] } ?? []) + ["import"],
                [("folder", folder), ("file", file), ("dialog", dialog?.text)]
            )
        case .devices(.list, let dialog): (["devices"], [("dialog", dialog?.text)])
        case .devices(.standup(let standup), let dialog):
            (["standup", standup, "devices"], [("dialog", dialog?.text)])
        case .devices(.start(let standup), let dialog):
            (["standup", standup, "start", "devices"], [("dialog", dialog?.text)])
        case .add(let focus, let dialog):
            (["standups", "add"], [("focus", focus?.text), ("dialog", dialog?.text)])
        case .standup(let standup, let last, let dialog, let point):
            (["standup", standup], [("last", last.map { "\($0)" }), ("point", point), ("dialog", dialog?.text)])
        case .edit(let standup, let focus, let dialog):
            (["standup", standup, "edit"], [("focus", focus?.text), ("dialog", dialog?.text)])
        case .start(let standup, let dialog): (["standup", standup, "start"], [("dialog", dialog?.text)])
        case .invitation(let standup, let dialog):
            (["standup", standup, "invitation"], [("dialog", dialog?.text)])
        case .record(let standup, let dialog): (["standup", standup, "record"], [("dialog", dialog?.text)])
        case .watch(let standup): (["standup", standup, "watch"], [])
        case .pastMeeting(let standup, let meeting, let place):
            (
                ["standup", standup, "meeting", meeting],
                [
                    ("transcript", place.transcript.map { "\($0)" }), ("utterance", place.utterance.map { "\($0)" }),
                    ("find", place.find), ("compared", place.compared.map { "\($0.from):\($0.to)" }),
                    ("minutes", place.showsMinutes ? AddressQuery.yes : nil), ("point", place.point?.rawValue),
                    ("dialog", place.dialog?.text),
                ] + (place.playback?.query ?? [])
            )
        }
    }

    fileprivate init(_ path: [String], _ query: inout AddressQuery, of address: String) throws(AddressError) {
        switch (path.first, path.count) {
        case ("standups", 1):
            self = .list(
                filter: query.take("filter"), attendee: query.take("attendee"), dialog: try query.takeDialog("dialog"))
        case ("standups", 2) where path[1] == "add":
            self = .add(focus: try query.takeFocus(), dialog: try query.takeDialog("dialog"))
        case ("search", 1):
            self = .searching(
                PlaceInSearch(
                    words: query.take("words"), standup: query.take("standup"), person: query.take("person"),
                    days: try query.takeDays(), since: try query.takeDay("since"), until: try query.takeDay("until"),
                    matchesAny: try query.takeFlag("any"), findsPoints: try query.takeFlag("points"),
                    dialog: try query.takeDialog("dialog")))
        case ("import", 1): self = try Self.importing(nil, &query)
        case ("devices", 1): self = .devices(dialog: try query.takeDialog("dialog"))
        case ("standup", 2...4) where !path[1].isEmpty:
            self = try Self.inStandup(path[1], Array(path[2...]), &query, of: address)
        default: throw .unknown(address)
        }
    }

    private static func importing(_ standup: String?, _ query: inout AddressQuery) throws(AddressError) -> Self {
        .importing(
            standup: standup, folder: query.take("folder"), file: query.take("file"),
            dialog: try query.takeDialog("dialog"))
    }

    private static func inStandup(
        _ standup: String, _ path: [String], _ query: inout AddressQuery, of address: String
    ) throws(AddressError) -> Self {
        switch (path.first, path.count) {
        case (nil, _):
            .standup(
                standup, last: try query.takeNumber("last"), dialog: try query.takeDialog("dialog"),
                point: query.take("point"))
        case ("edit", 1): .edit(standup, focus: try query.takeFocus(), dialog: try query.takeDialog("dialog"))
        case ("devices", 1): .devices(.standup(standup), dialog: try query.takeDialog("dialog"))
        case ("import", 1): try importing(standup, &query)
        case ("start", 1): .start(standup, dialog: try query.takeDialog("dialog"))
        case ("start", 2) where path[1] == "devices": .devices(.start(standup), dialog: try query.takeDialog("dialog"))
        case ("invitation", 1): .invitation(standup, dialog: try query.takeDialog("dialog"))
        case ("record", 1): .record(standup, dialog: try query.takeDialog("dialog"))
        case ("watch", 1): .watch(standup)
        case ("meeting", 2) where !path[1].isEmpty:
            .pastMeeting(
                standup, meeting: path[1],
                PlaceInMeeting(
                    utterance: try query.takeNumber("utterance"), dialog: try query.takeDialog("dialog"),
                    playback: try query.takePlayback(), transcript: try query.takeNumber("transcript"),
                    find: query.take("find"), compared: try query.takeCompared(),
                    showsMinutes: try query.takeFlag("minutes"),
                    point: query.take("point").map { MeetingModel.Point.ID(rawValue: $0) }))
        default: throw .unknown(address)
        }
    }
}

private struct AddressQuery {
    /// The value of a flag parameter that is set.
    static let yes = "yes"

    private var values: [String: String] = [:]
    private let address: String

    init(_ text: Substring?, of address: String) throws(AddressError) {
        self.address = address
        for pair in (text ?? "").split(separator: "&") {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentEncoding.decode(halves[0]),
                let value = PercentEncoding.decode(halves.count > 1 ? halves[1] : "")
            else { throw .malformedEscape(address) }
            guard values.updateValue(value, forKey: name) == nil else { throw .repeatedParameter(name, address) }
        }
    }

    /// The first parameter that has not been consumed.
    var first: String? { values.keys.min() }

    mutating func take(_ name: String) -> String? {
        values.removeValue(forKey: name).flatMap { $0.isEmpty ? nil : $0 }
    }

    mutating func takeFocus() throws(AddressError) -> FormFocus? {
        guard let text = take("focus") else { return nil }
        guard let focus = FormFocus(text: text) else { throw .unknownField(text, address) }
        return focus
    }

    mutating func takeDialog<Dialog: AddressedDialog>(_ name: String) throws(AddressError) -> Dialog? {
        guard let text = take(name) else { return nil }
        guard let dialog = Dialog(text: text) else { throw .unknownDialog(text, address) }
        return dialog
    }

    mutating func takeFlag(_ name: String) throws(AddressError) -> Bool {
        guard let text = take(name) else { return false }
        guard text == Self.yes else { throw .notAFlag(name, address) }
        return true
    }

    mutating func takePlayback() throws(AddressError) -> PlaybackPlace? {
        guard let start = take("play") else { return nil }
        guard let start = Duration(offset: start) else { throw .notPlayback(start, address) }
        var playback = PlaybackPlace(from: start, speaker: take("speaker"))
        if let text = take("speed") {
            guard let speed = Double(text), PlaybackSpeed.range.contains(speed) else {
                throw .notPlayback(text, address)
            }
            playback.speed = PlaybackSpeed(speed)
        }
        if let text = take("channel") {
            guard let channel = AudioChannel(rawValue: text) else { throw .notPlayback(text, address) }
            playback.channel = channel
        }
        return playback
    }

    mutating func takeDays() throws(AddressError) -> Int? {
        guard let text = take("days") else { return nil }
        guard let period = Int(text).flatMap(HistoryQuery.Period.init) else { throw .notAPeriod(text, address) }
        return period.days
    }

    mutating func takeDay(_ name: String) throws(AddressError) -> String? {
        guard let text = take(name) else { return nil }
        guard HistoryQuery.isDay(text) else { throw .notADay(text, address) }
        return text
    }

    mutating func takeCompared() throws(AddressError) -> ComparedTranscripts? {
        guard let text = take("compared") else { return nil }
        let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let from = numbers[0], let to = numbers[1], from >= 0, to >= 0 else {
            throw .notComparable(text, address)
        }
        return ComparedTranscripts(from: from, to: to)
    }

    mutating func takeNumber(_ name: String) throws(AddressError) -> Int? {
        guard let text = take(name) else { return nil }
        guard let number = Int(text), number >= 0 else { throw .notANumber(text, address) }
        return number
    }
}

extension FormFocus {
    private static let names: [(FormFocus, String)] = [
        (.title, "title"), (.length, "length"), (.theme, "theme"), (.language, "language"), (.slotEnd, "slot-end"),
        (.timeSharing, "time-sharing"), (.warnings, "warnings"), (.warningSounds, "warning-sounds"),
        (.vocabulary, "vocabulary"), (.team, "team"), (.voices, "voices"),
    ]

    /// The field in an address, such as `title` or `attendee:2`.
    package var text: String {
        if case .attendee(let row) = self { return "attendee:\(row)" }
        return Self.names.first { $0.0 == self }?.1 ?? ""
    }

    package init?(text: String) {
        if let row = text.wholeMatch(of: /attendee:([0-9]+)/).flatMap({ Int($0.1) }) {
            self = .attendee(row)
        } else if let named = Self.names.first(where: { $0.1 == text }) {
            self = named.0
        } else {
            return nil
        }
    }
}
