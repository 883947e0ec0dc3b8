package import MeetingModel

extension SharedValue {
    fileprivate init<Owner>(_ id: Identifier<Owner>?) { self = id.map { .text($0.rawValue) } ?? .null }
}

extension SharedFields {
    fileprivate func value(_ name: String) throws(SharedContentError) -> SharedValue {
        guard let field = self[name] else { throw SharedContentError("an item without \(name)") }
        return field.value
    }

    fileprivate func text(_ name: String) throws(SharedContentError) -> String {
        guard case .text(let text) = try value(name) else { throw SharedContentError("\(name) that is no text") }
        return text
    }

    fileprivate func integer(_ name: String) throws(SharedContentError) -> Int64 {
        guard case .integer(let value) = try value(name) else { throw SharedContentError("\(name) that is no number") }
        return value
    }

    fileprivate func time(_ name: String) throws(SharedContentError) -> Duration {
        let time = try integer(name)
        guard (0...SharedContent.longest).contains(time) else { throw SharedContentError("\(name) that is no time") }
        return .nanoseconds(time)
    }

    fileprivate func truth(_ name: String) throws(SharedContentError) -> Bool {
        guard case .boolean(let value) = try value(name) else {
            throw SharedContentError("\(name) that is neither true nor false")
        }
        return value
    }

    fileprivate func choice<Choice: RawRepresentable<String>>(_ name: String) throws(SharedContentError) -> Choice {
        guard let value = Choice(rawValue: try text(name)) else { throw SharedContentError("an unknown \(name)") }
        return value
    }

    fileprivate func list(_ name: String) throws(SharedContentError) -> [SharedValue] {
        guard case .list(let values) = try value(name) else { throw SharedContentError("\(name) that is no list") }
        return values
    }

    /// Throws if a field is later than a change may be.
    package func checkTimes(until latest: Int64) throws(SharedContentError) {
        guard values.allSatisfy({ $0.clock.isPossible(until: latest) }) else {
            throw SharedContentError("a time that cannot be")
        }
    }

    /// Throws unless the values can be those of an item of this kind, as far as its fields are here.
    package func check(_ kind: SharedKind) throws(SharedContentError) {
        for (name, field) in self {
            guard field.value.texts.allSatisfy({ $0.utf8.count <= SharedContent.longestText }) else {
                throw SharedContentError("\(name) that is too long")
            }
            if ["title", "name"].contains(name) {
                guard field.value.texts.allSatisfy(Standup.isName) else {
                    throw SharedContentError("a \(name) that is too long")
                }
            }
        }
        // They are keys on the server.
        for name in ["attendee", "transcript", "continues"] {
            guard self[name]?.value.texts.allSatisfy({ $0.utf8.count <= SharedContent.longestID }) ?? true else {
                throw SharedContentError("\(name) that is too long")
            }
        }
        switch kind {
        case .standup: _ = try standup(Standup.ID(rawValue: ""))
        case .attendee: _ = try attendee(Attendee.ID(rawValue: ""))
        case .point: _ = try point(Point.ID(rawValue: ""), transcript: nil)
        case .update: _ = try update(Attendee.ID(rawValue: ""))
        case .mark: _ = try isMarked
        case .shown: _ = try shownTranscript
        case .meeting, .transcript, .lead: break
        }
    }
}

// MARK: Standups

extension Standup {
    /// The fields that are shared; the attendees are items of their own.
    package var sharedValues: [String: SharedValue] {
        [
            "title": .text(title), "length": .integer(length.nanoseconds), "theme": .text(theme.rawValue),
            "atSlotEnd": .text(settings.atSlotEnd.rawValue), "timeSharing": .text(settings.timeSharing.rawValue),
            "warnings": .list(settings.warnings.map { .integer($0.nanoseconds) }),
            "warningSounds": .boolean(settings.warningSounds), "language": .text(language),
            "vocabulary": .list(vocabulary.map { .text($0) }),
        ]
    }
}

extension Attendee {
    /// The fields that are shared, with the place among the attendees.
    package func sharedValues(at position: Int) -> [String: SharedValue] {
        ["name": .text(name), "isRemote": .boolean(isRemote), "position": .integer(Int64(position))]
    }

    /// The field of somebody who is no longer an attendee.
    package static let sharedAbsence: [String: SharedValue] = ["position": .null]
}

extension SharedFields {
    /// The standup of these fields, without attendees.
    package func standup(_ id: Standup.ID) throws(SharedContentError) -> Standup {
        var warnings: [Duration] = []
        for value in try list("warnings") {
            guard case .integer(let time) = value, (1...SharedContent.longest).contains(time) else {
                throw SharedContentError("a warning that is no time")
            }
            warnings.append(.nanoseconds(time))
        }
        var vocabulary: [String] = []
        for value in try list("vocabulary") {
            guard case .text(let term) = value else { throw SharedContentError("vocabulary that is no text") }
            vocabulary.append(term)
        }
        let length = try time("length")
        guard Standup.lengthRange.contains(length) else { throw SharedContentError("a length that cannot be") }
        return Standup(
            id: id, title: try text("title"), length: length, theme: try choice("theme"),
            settings: MeetingSettings(
                atSlotEnd: try choice("atSlotEnd"), timeSharing: try choice("timeSharing"), warnings: warnings,
                warningSounds: try truth("warningSounds")),
            language: try text("language"), vocabulary: vocabulary)
    }

    /// The attendee of these fields and their place; nil if they are no longer one.
    package func attendee(_ id: Attendee.ID) throws(SharedContentError) -> (position: Int64, attendee: Attendee)? {
        guard try value("position") != .null else { return nil }
        return (try integer("position"), Attendee(id: id, name: try text("name"), isRemote: try truth("isRemote")))
    }
}

// MARK: Meetings

extension Point {
    /// The fields that are shared; `transcript` is the id of the transcript that its words are from.
    package func sharedValues(transcript: String?) -> [String: SharedValue] {
        [
            "attendee": .text(attendee.rawValue), "kind": .text(kind.rawValue), "text": .text(text),
            "start": .integer(start.nanoseconds), "end": .integer(end.nanoseconds), "maker": .text(maker.rawValue),
            "transcript": transcript.map { .text($0) } ?? .null, "state": .text(state.rawValue),
            "continues": SharedValue(continues), "isShown": .boolean(true),
        ]
    }

    /// The field of a point that was taken out.
    package static let sharedAbsence: [String: SharedValue] = ["isShown": .boolean(false)]
}

/// A point as it is shared: an item for each transcript that it had its words from.
///
/// So the deletion of a transcript takes its words, and the others say what they said. Of several, the one that was shown
/// last is the point.
package struct SharedPoint: Hashable, Sendable {
    package let id: Point.ID
    /// The id of the transcript that the words are from; nil if the user wrote them.
    package let transcript: String?
}

extension SharedPoint {
    package init(_ id: Point.ID, from transcript: String?) { self.init(id: id, transcript: transcript) }

    package init(item: String) {
        let parts = item.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        self.init(id: Point.ID(rawValue: parts[0]), transcript: parts.count > 1 ? parts[1] : nil)
    }

    /// The item's id.
    package var item: String { transcript.map { "\(id)@\($0)" } ?? id.rawValue }
}

extension SharedFields {
    /// The point of these fields; nil if it was taken out.
    ///
    /// `transcript` is the number of the transcript that `sourceTranscript` names.
    package func point(_ id: Point.ID, transcript: Int?) throws(SharedContentError) -> Point? {
        guard try isShown else { return nil }
        let continues: Point.ID? = try value("continues") == .null ? nil : Point.ID(rawValue: text("continues"))
        return Point(
            id: id, attendee: Attendee.ID(rawValue: try text("attendee")), kind: try choice("kind"),
            text: try text("text"), start: try time("start"), end: try time("end"), maker: try choice("maker"),
            transcript: transcript, state: try choice("state"), continues: continues)
    }

    /// Whether a point is there, or was taken out.
    package var isShown: Bool {
        get throws(SharedContentError) { try truth("isShown") }
    }

    /// The id of the transcript that a point's words are from; nil if the user wrote them.
    package var sourceTranscript: String? {
        guard case .text(let id)? = self["transcript"]?.value else { return nil }
        return id
    }

    package var isMarked: Bool {
        get throws(SharedContentError) { try truth("isMarked") }
    }

    /// The id of the transcript that a meeting shows.
    package var shownTranscript: String {
        get throws(SharedContentError) { try text("transcript") }
    }

    /// The update that waits; nil if none does.
    package func update(_ attendee: Attendee.ID) throws(SharedContentError) -> WrittenUpdate? {
        switch try value("update") {
        case .null: return nil
        case .list(let parts):
            guard parts.count == 2, case .text(let text) = parts[0], case .integer(let writtenAt) = parts[1],
                (0...HybridClock.latest).contains(writtenAt)
            else {
                throw SharedContentError("an update that cannot be")
            }
            return WrittenUpdate(
                attendee: attendee, text: text, writtenAt: Timestamp(nanosecondsSince1970: writtenAt))
        default: throw SharedContentError("an update that cannot be")
        }
    }
}

extension PassageMark {
    /// The id of the item: the passage itself, so that two devices that mark the same passage mean the same item.
    package func sharedID(in meeting: Meeting.ID) -> String {
        "\(meeting.rawValue)/\(start.nanoseconds)-\(end.nanoseconds)"
    }

    /// The passage that an item's id names; nil if it names none.
    package init?(sharedID id: String, in meeting: Meeting.ID) {
        guard id.hasPrefix(meeting.rawValue + "/") else { return nil }
        let times = id.dropFirst(meeting.rawValue.count + 1).split(separator: "-", omittingEmptySubsequences: false)
        guard times.count == 2, let start = Int64(times[0]), let end = Int64(times[1]), 0 <= start, start <= end,
            end <= SharedContent.longest
        else { return nil }
        self.init(start: .nanoseconds(start), end: .nanoseconds(end))
    }
}

extension WrittenUpdate {
    /// The field that is shared: the text with its time, since neither is of use without the other.
    package var sharedValues: [String: SharedValue] {
        ["update": .list([.text(text), .integer(writtenAt.nanosecondsSince1970)])]
    }

    /// The field when no update waits.
    package static let sharedAbsence: [String: SharedValue] = ["update": .null]
}
