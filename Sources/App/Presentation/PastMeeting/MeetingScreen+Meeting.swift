package import Localization
package import MeetingHistory
package import MeetingModel

extension MeetingScreen {
    /// A past meeting as all its readers see it.
    ///
    /// What only the lead's terminal shows is added there: the note, what became of the minutes, the recording, dialogs and
    /// selections.
    package init(_ loaded: LoadedMeeting, _ shown: ShownTranscript, theme: Theme, _ localizer: Localizer) {
        let meeting = loaded.meeting
        title = DisplayText(meeting.title).description
        self.theme = theme
        facts = [
            Fact(localizer(.meetingDate), localizer.spokenDate(meeting.startedAt)),
            Fact(localizer(.meetingLength), localizer.duration(meeting.duration)),
        ]
        state = Fact(localizer(.meetingStateLabel), localizer(meeting.state.message))
        details = Self.details(meeting, localizer)
        columns = Self.columns(localizer)
        attendees = Self.attendees(meeting, shown, localizer)
        transcriptTitle = localizer(.meetingTranscript)
        version = Self.version(loaded, localizer)
        written = loaded.written(localizer)
        lines = shown.lines(localizer).naming(speakersBelow: written)
        marks = meeting.marks.map { Mark(start: $0.start.seconds, end: $0.end.seconds) }
        empty = loaded.transcript.isEmpty ? loaded.nothingSaid.text(localizer) : nil
        if !meeting.points.isEmpty || !meeting.updates.isEmpty {
            minutes = MinutesScreen(of: meeting, meeting.pointsByKind, localizer)
        }
    }

    /// A meeting that has not been read, or is no longer in the history: `empty` says so.
    package init(theme: Theme, empty: String, _ localizer: Localizer) {
        title = ""
        self.theme = theme
        facts = []
        columns = Self.columns(localizer)
        attendees = []
        transcriptTitle = localizer(.meetingTranscript)
        lines = []
        self.empty = empty
    }

    private static func columns(_ localizer: Localizer) -> [String] {
        [
            localizer(.meetingColumnName), localizer(.meetingColumnSlot), localizer(.meetingColumnUsed),
            localizer(.meetingColumnOvertime), localizer(.meetingColumnSpeech),
        ]
    }

    /// Pauses, missing sound, and how much is transcribed.
    private static func details(_ meeting: Meeting, _ localizer: Localizer) -> [Fact] {
        var facts: [Fact] = []
        if !meeting.breaks.isEmpty {
            let whole = meeting.breaks.reduce(Duration.zero) { $0 + ($1.duration ?? .zero) }
            let pauses = localizer(.meetingPausesWhole(count: .count(meeting.breaks.count), time: .duration(whole)))
            facts.append(Fact(localizer(.meetingPausesLabel), pauses))
        }
        if !meeting.gaps.isEmpty {
            let whole = meeting.gaps.reduce(Duration.zero) { $0 + ($1.end - $1.start) }
            facts.append(Fact(localizer(.meetingGaps), localizer.duration(whole)))
        }
        if let done = meeting.transcribedUpTo, !meeting.isWhollyTranscribed, meeting.state != .live {
            facts.append(
                Fact(
                    localizer(.meetingTranscribedLabel),
                    localizer(
                        .meetingTranscribedPart(
                            done: .text(done.clockText(.position)), whole: .text(meeting.duration.clockText())))))
        }
        return facts
    }

    private static func attendees(
        _ meeting: Meeting, _ shown: ShownTranscript, _ localizer: Localizer
    ) -> [AttendeeRow] {
        meeting.knownAttendees.map { attendee in
            let name = localizer.name(of: meeting.name(of: attendee.id, localizer), isRemote: attendee.isRemote)
            let absence: Message? =
                switch attendee.state {
                case .absent: .meetingAbsent
                case .waiting where meeting.state != .live: .meetingNoTurn
                case .waiting, .spoke: nil
                }
            if let absence {
                return AttendeeRow(name: name, slot: localizer(absence), used: "", overtime: "", speech: "")
            }
            return AttendeeRow(
                name: name, slot: attendee.slot.clockText(), used: attendee.used.clockText(),
                overtime: attendee.overtime > .zero ? "+" + attendee.overtime.clockText() : "",
                speech: (shown.speech[attendee.id] ?? .zero).clockText(), isOvertime: attendee.overtime > .zero)
        }
    }

    private static func version(_ loaded: LoadedMeeting, _ localizer: Localizer) -> String? {
        guard loaded.versions.count > 1, let version = loaded.versions.first(where: { $0.number == loaded.version })
        else { return nil }
        let text = localizer(
            .meetingVersionPlace(
                number: .count(version.number), total: .count(loaded.versions.count),
                origin: .text(loaded.origin(of: version, localizer))))
        return version.isCurrent ? text : localizer(.meetingVersionOlder(version: .text(text)))
    }
}

extension LoadedMeeting {
    /// Why there are no words, and what to do.
    package var nothingSaid: Message {
        if meeting.state == .live { return Message.meetingNothingYet }
        if meeting.recording == nil, !meeting.recordingRemoved {
            guard let recorder else { return Message.meetingNoSound }
            return Message.meetingWordsElsewhere(name: .text(DisplayText(recorder).description))
        }
        guard recordingPath != nil else { return Message.meetingNothingSaid }
        return meeting.transcribedUpTo == .zero ? .meetingNotTranscribed : .meetingNothingHeard
    }

    /// How and when a transcript was made.
    package func origin(of version: TranscriptVersion, _ localizer: Localizer) -> String {
        let made: Substitution = .dateAndTime(version.createdAt)
        return switch version.origin {
        case .live:
            localizer(meeting.hasSomeone ? .meetingVersionImported(made: made) : .meetingVersionLive(made: made))
        case .correction: localizer(.meetingVersionCorrected(made: made))
        case .recognizer(let name): localizer(.meetingVersionRecognizer(name: .text(name), made: made))
        }
    }

    /// What attendees have written, each where the author's turn was or would have been.
    fileprivate func written(_ localizer: Localizer) -> [WrittenRow] {
        meeting.updates.map { update in
            let place = meeting.place(of: update.attendee)
            let line = transcript.firstIndex { $0.utterance.start >= place }
            return WrittenRow(update, above: line ?? transcript.count, of: meeting, localizer)
        }
        .sorted { $0.row < $1.row }
    }
}

extension Meeting.State {
    fileprivate var message: Message {
        switch self {
        case .live: .meetingStateLive
        case .finished: .meetingStateFinished
        case .interrupted: .meetingStateInterrupted
        }
    }
}

extension WrittenRow {
    init(_ update: WrittenUpdate, above row: Int, of meeting: Meeting, _ localizer: Localizer) {
        name = localizer(.recordWrote(name: .text(meeting.name(of: update.attendee, localizer))))
        lines = update.lines
        self.row = row
    }
}

extension [MeetingScreen.Line] {
    /// The lines, with the speaker's name in each line that is below something written.
    fileprivate func naming(speakersBelow written: [WrittenRow]) -> [MeetingScreen.Line] {
        var lines = self
        for row in written.lazy.map(\.row) where indices.contains(row) && self[row].name.isEmpty {
            lines[row].name = self[..<row].last { !$0.name.isEmpty }?.name ?? ""
        }
        return lines
    }
}

extension Meeting {
    /// An attendee's name at the time of the meeting, sanitized for display.
    package func name(of attendee: Attendee.ID, _ localizer: Localizer) -> String {
        let known = attendees.first { $0.id == attendee && !isSomeone(attendee) }
        return known.map { DisplayText($0.name).description } ?? localizer(.commonSomeone)
    }
}
