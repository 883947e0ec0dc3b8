import MeetingHistory
import MeetingModel

/// A transcript as editable text: one line for each utterance, under the names of the speakers.
struct EditableTranscript {
    private let meeting: Meeting
    private let transcript: [NumberedUtterance]
    /// The attendees' unique labels in the text.
    private let labels: [(label: String, attendee: Attendee.ID)]

    init(_ transcript: [NumberedUtterance], of meeting: Meeting) {
        self.meeting = meeting
        self.transcript = transcript
        let names = meeting.attendees.map { DisplayText($0.name).description }
        labels = meeting.attendees.indices.map { index in
            let same = names.indices.filter { names[$0].lowercased() == names[index].lowercased() }
            let number = (same.firstIndex(of: index) ?? 0) + 1
            return (same.count > 1 ? "\(names[index])#\(number)" : names[index], meeting.attendees[index].id)
        }
    }

    var text: String {
        var lines = [
            "# \(DisplayText(meeting.title)), \(LocalTime(meeting.startedAt).minute)",
            "#",
            "# Change the words after the times. Move a line under another name to change its speaker.",
            "# Delete a line to remove it from the transcript. To change nothing, leave the file as it is.",
            "# Names: " + labels.map { "[\($0.label)]" }.joined(separator: " "),
        ]
        var last: Utterance.Speaker?
        for (index, kept) in transcript.enumerated() {
            let utterance = kept.utterance
            if utterance.speaker != last { lines += ["", "[\(label(of: utterance))]"] }
            last = utterance.speaker
            lines.append("\(index + 1)  \(utterance.start.clockText(.position))  \(DisplayText(utterance.text))")
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private func label(of utterance: Utterance) -> String {
        if case .attendee(let attendee) = utterance.speaker { return label(of: attendee) }
        return meeting.speakerName(of: utterance)
    }

    private func label(of attendee: Attendee.ID) -> String {
        labels.first { $0.attendee == attendee }?.label ?? meeting.name(of: attendee)
    }

    /// Parses the corrections in the edited text; empty if nothing changed or all of the text was removed.
    ///
    /// - Throws: A failure that names the first invalid line.
    func corrections(in edited: String) throws(Failure) -> [UtteranceCorrection] {
        var corrections: [UtteranceCorrection] = []
        var left = Set(transcript.indices)
        var speaker: Utterance.Speaker?
        for (index, line) in edited.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let line = String(line).trimmedName
            if line.isEmpty || line.hasPrefix("#") { continue }
            if line.hasPrefix("["), line.hasSuffix("]") {
                speaker = try self.speaker(named: String(line.dropFirst().dropLast()), line: index + 1)
                continue
            }
            let (position, text) = try utterance(line, number: index + 1)
            guard left.remove(position) != nil else {
                throw Self.failure(index + 1, "utterance \(position + 1) appears twice")
            }
            let kept = transcript[position]
            // Compare as displayed: invisible characters cannot have been edited.
            let isSame = text == DisplayText(kept.utterance.text).description.words
            var owner: Attendee.ID?
            if let speaker, speaker != kept.utterance.speaker {
                guard case .attendee(let attendee) = speaker else {
                    throw Self.failure(index + 1, "utterance \(position + 1) can only move under a name")
                }
                owner = attendee
            }
            if isSame && owner == nil { continue }
            corrections.append(
                UtteranceCorrection(
                    utterance: kept.id, text: isSame ? nil : text.joined(separator: " "), attendee: owner))
        }
        guard left.count < transcript.count else { return [] }
        return corrections + left.sorted().map { UtteranceCorrection(utterance: transcript[$0].id, text: "") }
    }

    private func speaker(named name: String, line: Int) throws(Failure) -> Utterance.Speaker {
        let name = name.trimmedName
        if let found = labels.first(where: { $0.label.lowercased() == name.lowercased() }) {
            return .attendee(found.attendee)
        }
        // A speaker in the transcript who is not an attendee of the meeting, or a side of the call.
        if let kept = transcript.first(where: { label(of: $0.utterance) == name }) {
            return kept.utterance.speaker
        }
        throw Self.failure(line, "no attendee is called '\(DisplayText(quoting: name))'")
    }

    /// Parses a line such as `12  1:05  that is done` into the utterance's position and words.
    private func utterance(_ line: String, number: Int) throws(Failure) -> (position: Int, text: [Substring]) {
        var words = line.words[...]
        guard let position = words.popFirst().flatMap({ Int($0) }) else {
            throw Self.failure(number, "it must be a [NAME] or begin with a number or #")
        }
        guard position > 0, position <= transcript.count else {
            throw Self.failure(number, "there is no utterance \(position), only 1 to \(transcript.count)")
        }
        if words.first.map({ $0 == transcript[position - 1].utterance.start.clockText(.position) }) ?? false {
            words.removeFirst()
        }
        return (position - 1, Array(words))
    }

    private static func failure(_ line: Int, _ reason: String) -> Failure {
        Failure(.failed, "cannot read line \(line) of the text: \(reason); nothing changed")
    }
}

extension String {
    fileprivate var words: [Substring] { split(whereSeparator: \.isWhitespace) }
}
