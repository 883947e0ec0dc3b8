package import MeetingModel

/// The standups and meetings in another app's JSON file.
///
/// It reads files of the apps Standups and SyncUps (`standups.json`, `sync-ups.json`: `duration`, `meetings`) and of
/// Scrumdinger (`scrums.data`: `lengthInMinutes`, `history`). Ids are kept, in our spelling, so that a repeated import
/// is detected.
package struct StandupsFile: Hashable, Sendable {
    /// The standups, in the order of the file.
    package private(set) var standups: [Standup] = []
    /// The meetings, those of the first standup first.
    ///
    /// Each has the attendees from the file; its words belong to the unknown speaker.
    package private(set) var meetings: [Meeting] = []

    /// The largest accepted file, in bytes: years of meetings.
    package static let largest = 16 << 20

    /// Reads a file; an error says where it is wrong, and nothing is imported then.
    package init(_ bytes: [UInt8]) throws(ImportError) {
        let document = try JSONValue.document(bytes)
        let list = try JSONField(document, path: "the document").list()
        var ids: Set<String> = []
        for field in list {
            let (standup, meetings) = try Self.standup(field)
            for id in [standup.id.rawValue] + meetings.map(\.id.rawValue) where !ids.insert(id).inserted {
                throw field.error("an id that is there twice, \(id)")
            }
            standups.append(standup)
            self.meetings += meetings
        }
    }

    private static func standup(_ field: JSONField) throws(ImportError) -> (Standup, [Meeting]) {
        let id = try field.required("id").uuid()
        let title = try field.required("title").text().trimmedName
        let attendees = try field.optional("attendees").map { list throws(ImportError) in
            try Self.attendees(list, standup: id)
        }
        let length = try length(field)
        guard Standup.lengthRange.contains(length.value) else {
            throw length.field.error("\(Length(length.value)) is not from 10s to 8h")
        }
        let theme = try field.optional("theme").map { field throws(ImportError) in try field.text() }
        var standup = Standup(
            id: Standup.ID(rawValue: id), title: title.isEmpty ? "Untitled" : title, length: length.value,
            theme: theme.flatMap(Theme.init) ?? .bubblegum, attendees: attendees ?? [])
        do {
            standup = try standup.validated()
        } catch {
            throw field.error("\(error)")
        }
        var meetings: [Meeting] = []
        for name in ["meetings", "history"] {
            guard let list = try field.optional(name) else { continue }
            for field in try list.list() { meetings.append(try meeting(field, of: standup)) }
        }
        return (standup, meetings)
    }

    /// The length of meetings and the field that defines it; 5 minutes by default, as in the apps.
    private static func length(_ field: JSONField) throws(ImportError) -> (value: Duration, field: JSONField) {
        if let minutes = try field.optional("lengthInMinutes") { return (try minutes.seconds(times: 60), minutes) }
        if let duration = try field.optional("duration") { return (try duration.duration(), duration) }
        return (.seconds(300), field)
    }

    /// The attendees with their ids; older files have only names.
    private static func attendees(_ field: JSONField, standup: String) throws(ImportError) -> [Attendee] {
        var generator = SeededGenerator(seed: standup.utf8.reduce(5381) { $0 &* 33 &+ UInt64($1) })
        var attendees: [Attendee] = []
        for field in try field.list() {
            if case .string(let name) = field.value.kind {
                attendees.append(Attendee(id: Attendee.ID(using: &generator), name: name))
            } else {
                let id = Attendee.ID(rawValue: try field.required("id").uuid())
                attendees.append(Attendee(id: id, name: try field.required("name").text()))
            }
        }
        return attendees.filter { !$0.name.trimmedName.isEmpty }
    }

    private static func meeting(_ field: JSONField, of standup: Standup) throws(ImportError) -> Meeting {
        let id = try field.required("id").uuid()
        let date = try field.required("date").date()
        let words = try field.optional("transcript").map { field throws(ImportError) in try field.text() } ?? ""
        let present = try field.optional("attendees").map { list throws(ImportError) in
            try attendees(list, standup: standup.id.rawValue)
        }
        let minutes = try field.optional("lengthInMinutes")
        let length = try minutes.map { field throws(ImportError) in try field.seconds(times: 60) } ?? standup.length
        let text = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let someone = Meeting.someone(of: standup.id)
        var parts = (present ?? standup.attendees).map { MeetingAttendee(id: $0.id, name: $0.name, slot: .zero) }
        if !text.isEmpty {
            parts.append(
                MeetingAttendee(id: someone.id, name: someone.name, slot: length, used: length, state: .spoke))
        }
        return Meeting(
            id: Meeting.ID(rawValue: id), standupID: standup.id, title: standup.title, startedAt: date,
            state: .finished, duration: length, language: standup.language, attendees: parts,
            turns: text.isEmpty ? [] : [Turn(attendee: someone.id, start: .zero, end: length)],
            transcript: text.isEmpty
                ? []
                : [
                    Utterance(
                        attendee: someone.id, start: .zero, end: length, text: text, recognizer: Meeting.broughtIn,
                        words: [])
                ])
    }
}
