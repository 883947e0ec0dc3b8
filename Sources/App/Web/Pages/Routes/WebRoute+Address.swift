import MeetingHistory
import MeetingModel
import Presentation

extension WebRoute {
    package var url: RelativeURL {
        switch self {
        case .list: RelativeURL([])
        case .standup(let standup, let from, let saved):
            RelativeURL(
                ["standup", standup.rawValue], query: (from > 0 ? [("from", "\(from)")] : []) + (saved?.query ?? []),
                fragment: saved?.section)
        case .statistics(let standup): RelativeURL(["standup", standup.rawValue, "statistics"])
        case .live(let standup, let isCompact):
            RelativeURL(["standup", standup.rawValue, "live"], query: isCompact ? [("compact", "")] : [])
        case .events(let standup): RelativeURL(["standup", standup.rawValue, "events"])
        case .command(let standup): RelativeURL(["standup", standup.rawValue, "command"])
        case .update(let standup): RelativeURL(["standup", standup.rawValue, "update"])
        case .voice(let standup): RelativeURL(["standup", standup.rawValue, "voice"])
        case .meeting(let standup, let meeting, let place):
            RelativeURL(
                ["standup", standup.rawValue, "meeting", meeting.rawValue], query: place.query,
                fragment: (place.correcting ?? place.utterance).map { "u\($0)" })
        case .correction(let standup, let meeting):
            RelativeURL(["standup", standup.rawValue, "meeting", meeting.rawValue, "correct"])
        case .points(let standup): RelativeURL(["standup", standup.rawValue, "points"])
        case .search(let place): RelativeURL(["search"], query: place.query)
        case .join: RelativeURL(["join"])
        case .clock: RelativeURL(["clock"])
        case .recording(let meeting, let format):
            RelativeURL(["meeting", meeting.rawValue, "recording.\(format.rawValue)"])
        case .export(let meeting, let format): RelativeURL(["meeting", meeting.rawValue, "export.\(format.rawValue)"])
        case .asset(let asset): RelativeURL([asset.rawValue])
        }
    }

    /// Parses the target of a request: a path and a query, as in the request line.
    ///
    /// Nil for anything else, also for a target with a scheme and a host, with characters that are not ASCII, with an
    /// empty path component or a malformed percent-escape. Unknown and malformed parameters are ignored.
    package init?(target: String) {
        // A target is ASCII, so a character is a byte.
        guard target.utf8.allSatisfy({ (0x21...0x7e).contains($0) && $0 != UInt8(ascii: "#") }) else { return nil }
        let halves = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = halves.first, path.first == "/" else { return nil }
        var components: [String] = []
        if path != "/" {
            for component in path.dropFirst().split(separator: "/", omittingEmptySubsequences: false) {
                guard let decoded = PercentEncoding.decode(component), !decoded.isEmpty else { return nil }
                components.append(decoded)
            }
        }
        self.init(components, FormFields(halves.count > 1 ? Array(halves[1].utf8) : []))
    }

    private init?(_ path: [String], _ query: FormFields) {
        switch (path.first, path.count) {
        case (nil, _): self = .list
        case ("search", 1): self = .search(SearchPlace(query))
        case ("join", 1): self = .join
        case ("clock", 1): self = .clock
        case ("standup", 2...5): self.init(inStandup: Array(path.dropFirst()), query)
        case ("meeting", 3): self.init(file: path[2], of: path[1])
        case (let name?, 1):
            guard let asset = WebAsset(rawValue: name) else { return nil }
            self = .asset(asset)
        default: return nil
        }
    }

    private init?(inStandup path: [String], _ query: FormFields) {
        guard let standup = Standup.ID(route: path[0]) else { return nil }
        switch Array(path.dropFirst().prefix(1)) + path.dropFirst(3) {
        case []: self = .standup(standup, from: query.position, saved: SavedChange(query))
        case ["statistics"] where path.count == 2: self = .statistics(standup)
        case ["live"] where path.count == 2: self = .live(standup, isCompact: query["compact"] != nil)
        case ["events"] where path.count == 2: self = .events(standup)
        case ["command"] where path.count == 2: self = .command(standup)
        case ["update"] where path.count == 2: self = .update(standup)
        case ["voice"] where path.count == 2: self = .voice(standup)
        case ["points"] where path.count == 2: self = .points(standup)
        case ["meeting"] where path.count == 3:
            guard let meeting = Meeting.ID(route: path[2]) else { return nil }
            self = .meeting(standup, meeting, MeetingPlace(query))
        case ["meeting", "correct"]:
            guard let meeting = Meeting.ID(route: path[2]) else { return nil }
            self = .correction(standup, meeting)
        default: return nil
        }
    }

    private init?(file: String, of meeting: String) {
        let parts = file.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2, let meeting = Meeting.ID(route: meeting) else { return nil }
        if parts[0] == "recording", let format = RecordingFormat(rawValue: parts[1]) {
            self = .recording(meeting, format)
        } else if parts[0] == "export", let format = TranscriptFormat(rawValue: parts[1]) {
            self = .export(meeting, format)
        } else {
            return nil
        }
    }
}

extension Identifier {
    /// The longest id in an address, in bytes of UTF-8.
    private static var longest: Int { 200 }

    /// An id of an address; nil if no address can hold it.
    fileprivate init?(route text: String) {
        guard text != ".", text != "..", text.utf8.count <= Self.longest,
            text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) })
        else { return nil }
        self.init(rawValue: text)
    }
}

extension MeetingPlace {
    /// Deep links carry milliseconds.
    fileprivate var query: [(name: String, value: String)] {
        var query: [(name: String, value: String)] = []
        if let time { query.append(("t", time.offsetText)) }
        if let correcting { query.append(("correct", "\(correcting)")) }
        return query
    }

    fileprivate init(_ query: FormFields) {
        self.init(
            time: query["t"].flatMap { Duration(offset: $0) }.map { .milliseconds($0.nanoseconds / 1_000_000) },
            correcting: query["correct"].flatMap { Int64($0) }.flatMap { $0 >= 0 ? $0 : nil })
    }
}

extension SavedChange {
    /// The section of the page that says it.
    var section: String {
        switch self {
        case .update, .updateDeletion: "updates"
        case .voice: "voices"
        case .point: "points"
        }
    }

    fileprivate var query: [(name: String, value: String)] {
        switch self {
        case .update: [("saved", "update")]
        case .updateDeletion: [("saved", "deletion")]
        case .voice(let change): [("voice", change.rawValue)]
        case .point(let point): [("marked", point.rawValue)]
        }
    }

    fileprivate init?(_ query: FormFields) {
        switch (query["saved"], query["voice"].flatMap(VoiceForm.Change.init), query["marked"]) {
        case ("update", _, _): self = .update
        case ("deletion", _, _): self = .updateDeletion
        case (_, let change?, _): self = .voice(change)
        case (_, _, let point?) where point.utf8.count <= PointForm.longestID: self = .point(Point.ID(rawValue: point))
        default: return nil
        }
    }
}

extension SearchPlace {
    fileprivate var query: [(name: String, value: String)] {
        var query: [(name: String, value: String)] = []
        if !words.isEmpty { query.append(("q", words)) }
        if let standup { query.append(("standup", standup.rawValue)) }
        for case (let name, let value?) in [("speaker", speaker), ("since", since), ("until", until)] {
            query.append((name, value))
        }
        if from > 0 { query.append(("from", "\(from)")) }
        return query
    }

    fileprivate init(_ query: FormFields) {
        self.init(
            words: (query["q"] ?? "").prefix(bytes: Self.longestText),
            standup: query["standup"].flatMap { Standup.ID(route: $0) }.flatMap { $0.rawValue.isEmpty ? nil : $0 },
            speaker: query["speaker"].flatMap { $0.isEmpty || $0.utf8.count > Self.longestText ? nil : $0 },
            since: query.day("since"), until: query.day("until"), from: query.position)
    }
}

extension FormFields {
    /// A day as a date field sends it: 2026-01-31.
    fileprivate func day(_ name: String) -> String? {
        self[name].flatMap { $0.utf8.count == 10 && CalendarDay($0, now: .now) != nil ? $0 : nil }
    }

    /// The position in a list, from 0.
    fileprivate var position: Int {
        guard let text = self["from"], text.utf8.count <= 7, let number = Int(text) else { return 0 }
        return max(0, number)
    }
}

extension Duration {
    /// The time in seconds with up to three decimal places, as `Duration(offset:)` reads it: `83.5`.
    var offsetText: String {
        let milliseconds = max(0, nanoseconds / 1_000_000)
        guard milliseconds % 1000 > 0 else { return "\(milliseconds / 1000)" }
        var digits = String(1000 + milliseconds % 1000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(milliseconds / 1000).\(digits)"
    }
}

extension String {
    /// The longest start of the text that has at most this many bytes of UTF-8.
    fileprivate func prefix(bytes: Int) -> String {
        guard utf8.count > bytes else { return self }
        var end = utf8.index(startIndex, offsetBy: bytes)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return String(self[..<end])
    }
}
