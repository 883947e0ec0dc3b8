import MeetingHistory
import MeetingModel

/// Formats a meeting for `meeting`.
enum MeetingText {
    /// The lines: date and state, speaking times, turns, pauses and gaps, the transcript by speaker, and the recording.
    static func lines(
        _ meeting: Meeting, recordingPath: String?, isNumbered: Bool = false, terminal: Terminal
    ) -> [String] {
        func heading(_ text: String) -> [String] { ["", terminal.styled(text, .bold)] }
        var lines = [terminal.styled(DisplayText(meeting.title).description, .bold), summary(meeting)]
        if let note = meeting.note { lines += heading("Note") + noteLines(note) }
        lines += heading("Attendees")
        lines += attendees(meeting).lines(for: terminal.indented(by: 2)).map { "  " + $0 }
        if !meeting.turns.isEmpty { lines += heading("Turns") + meeting.turns.map { turn($0, of: meeting) } }
        if !meeting.breaks.isEmpty { lines += heading("Pauses") + meeting.breaks.map(pause) }
        if !meeting.gaps.isEmpty { lines += heading("Missing sound") + meeting.gaps.map(gap) }
        if !meeting.updates.isEmpty { lines += heading("Updates") + updates(meeting) }
        lines += heading("Transcript") + transcript(meeting, isNumbered: isNumbered, terminal: terminal)
        lines += heading("Recording") + ["  " + recording(meeting, path: recordingPath)]
        return lines
    }

    private static func summary(_ meeting: Meeting) -> String {
        "\(LocalTime(meeting.startedAt).minute), \(meeting.duration.clockText()), \(meeting.state.rawValue), "
            + DisplayText(meeting.id.rawValue).description
    }

    private static func noteLines(_ note: String) -> [String] {
        note.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { "  \(DisplayText(String($0)))" }
    }

    private static func updates(_ meeting: Meeting) -> [String] {
        meeting.updates.flatMap { update in
            let name = DisplayText(meeting.name(of: update.attendee)).description
            return update.lines.map { "  \(name) wrote: \($0)" }
        }
    }

    private static func attendees(_ meeting: Meeting) -> Table {
        var table = Table(
            ["NAME", "SLOT", "USED", "OVERTIME", "SPEECH", "STATE"],
            alignments: [.left, .right, .right, .right, .right, .left])
        for attendee in meeting.knownAttendees {
            table.append([
                attendee.name + (attendee.isRemote ? " (by call)" : ""), attendee.slot.clockText(),
                attendee.used.clockText(), attendee.overtime.clockText(),
                meeting.speech(of: attendee.id).clockText(), meeting.stateText(of: attendee),
            ])
        }
        return table
    }

    private static func turn(_ turn: Turn, of meeting: Meeting) -> String {
        "  " + span(turn.start, turn.end) + "  " + DisplayText(meeting.name(of: turn.attendee)).description
    }

    private static func pause(_ pause: Pause) -> String {
        let duration = pause.duration.map { "for " + $0.clockText() } ?? "since"
        return "  at \(pause.at.clockText(.position)) \(duration) (\(pause.reason.rawValue))"
    }

    private static func gap(_ gap: Gap) -> String {
        "  " + span(gap.start, gap.end) + " (\(gap.reason.rawValue)\(gap.channel == .call ? ", of the call" : ""))"
    }

    private static func span(_ start: Duration, _ end: Duration?) -> String {
        "\(start.clockText(.position)) - \(end?.clockText(.position) ?? "now")"
    }

    private static func transcript(_ meeting: Meeting, isNumbered: Bool, terminal: Terminal) -> [String] {
        let text = MeetingTranscript(of: meeting, startedAt: LocalTime(meeting.startedAt))
        var lines = text.lines(columns: terminal.columns.map { $0 - 2 }, isNumbered: isNumbered).map { "  " + $0 }
        if lines.isEmpty { lines.append("  none") }
        // A transcript that was not made live can extend beyond this time.
        if let done = meeting.transcribedUpTo, !meeting.isWhollyTranscribed, meeting.state != .live,
            meeting.transcript.allSatisfy({ $0.start < done })
        {
            lines.append("  (transcribed up to \(done.clockText(.position)) of \(meeting.duration.clockText()))")
        }
        return lines
    }

    private static func recording(_ meeting: Meeting, path: String?) -> String {
        guard let recording = meeting.recording, let path else {
            return meeting.recordingRemoved ? "deleted because of its age (keep-audio-days)" : "none"
        }
        return "\(DisplayText(path)) (\(recording.duration.clockText()), \(recording.sampleRate) Hz"
            + (recording.channels == 2 ? ", room and call)" : ")")
    }
}
