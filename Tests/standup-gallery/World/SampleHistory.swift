import MeetingModel

/// Sample standups and meetings, which are always the same.
enum SampleHistory {
    /// Monday, 2 March 2026, 09:00 UTC.
    static let start = Timestamp(nanosecondsSince1970: 1_772_442_000_000_000_000)

    /// Creates a standup whose id is its title and whose attendees' ids are their names.
    static func standup(
        _ title: String, _ names: [String], _ theme: Theme, length: Duration = .seconds(900),
        settings: MeetingSettings = MeetingSettings(), language: String = "en"
    ) -> Standup {
        Standup(
            id: Standup.ID(rawValue: title), title: title, length: length, theme: theme,
            attendees: names.map { Attendee(id: Attendee.ID(rawValue: $0), name: $0) }, settings: settings,
            language: language)
    }

    static let design = standup("Design", ["Ann", "Ben", "Chloé"], .seafoam)
    static let engineering = standup(
        "Engineering", ["Ann", "Benedict", "조은", "Dana"], .indigo,
        settings: MeetingSettings(atSlotEnd: .overtime, timeSharing: .shared))
    static let product = standup("제품 회의 🚀", ["김민준", "이서연", "박지호"], .orange, length: .seconds(600), language: "ko")
    static let support = standup("Kundendienst", ["Jürgen"], .poppy, length: .seconds(300), language: "de")
    static let all = [design, engineering, product, support]

    /// A standup with twelve attendees.
    static let large = standup("All hands", (1...12).map { "Person \($0)" }, .teal, length: .seconds(3600))

    /// A standup with names that are wider than any window.
    static let long = standup(
        "A title that somebody typed without a thought for those who have to read it in a narrow window, 그리고 길다",
        ["Wolfeschlegelsteinhausenbergerdorff-Hubert von und zu Blaine", "محمد بن عبد الله", "👩‍👩‍👧‍👦 Family"], .lavender)

    /// Enough standups to fill a page, in all themes.
    static let many = (1...200).map { number in
        standup("Team \(number)", ["Ann", "Ben \(number)"], Theme.allCases[number % Theme.allCases.count])
    }

    /// The sentences of the transcripts.
    static let sentences = [
        "yesterday i finished the login page and found out why the tests were slow",
        "today i look at what the customers wrote about the new form",
        "there is nothing in my way",
        "the server needs more memory so i will move the database first and then everything that depends on it",
        "can somebody look over my changes before noon",
    ]

    /// A meeting of a standup, one day after the meeting with the previous number.
    ///
    /// The attendees and their used times vary by number.
    static func meeting(_ number: Int, of standup: Standup, state: Meeting.State = .finished, hasWords: Bool = true)
        -> Meeting
    {
        let slot = standup.length / standup.attendees.count
        var attendees: [MeetingAttendee] = []
        var turns: [Turn] = []
        var transcript: [Utterance] = []
        var now = Duration.zero
        for (index, attendee) in standup.attendees.enumerated() {
            let isAbsent = standup.attendees.count > 1 && (number + index * 3) % 7 == 0
            let used = isAbsent ? .zero : slot * (70 + (number * 37 + index * 23) % 55) / 100
            attendees.append(
                MeetingAttendee(
                    id: attendee.id, name: attendee.name, slot: isAbsent ? .zero : slot, used: used,
                    overtime: max(used - slot, .zero), state: isAbsent ? .absent : .spoke))
            guard !isAbsent else { continue }
            turns.append(Turn(attendee: attendee.id, start: now, end: now + used))
            if hasWords { transcript += utterances(of: attendee.id, from: now, during: used, index + number) }
            now += used
        }
        return Meeting(
            id: Meeting.ID(rawValue: "\(standup.title)-\(number)"), standupID: standup.id, title: standup.title,
            startedAt: start + .seconds(86_400 * number), state: state, duration: now, language: standup.language,
            attendees: attendees, turns: turns,
            recording: Recording(
                fileName: "\(number).wav", sampleRate: 48_000, frames: Int64(now.components.seconds) * 48_000),
            transcript: transcript, note: number % 2 == 0 ? "Ask Ben about the release." : nil)
    }

    private static func utterances(
        of attendee: Attendee.ID, from start: Duration, during used: Duration, _ seed: Int
    ) -> [Utterance] {
        (0..<3).map { index in
            let text = sentences[(seed + index) % sentences.count]
            let (begin, end) = (start + used * index / 4, start + used * (index + 1) / 4 - .seconds(1))
            let words = text.split(separator: " ")
            let step = (end - begin) / words.count
            return Utterance(
                attendee: attendee, start: begin, end: end, text: text, recognizer: "pocketsphinx",
                words: words.enumerated().map { offset, word in
                    Word(
                        text: String(word), start: begin + step * offset, end: begin + step * (offset + 1),
                        confidence: 0.9)
                })
        }
    }
}
