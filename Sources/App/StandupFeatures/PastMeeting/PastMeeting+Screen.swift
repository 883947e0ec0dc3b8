package import Localization
import MeetingHistory
package import MeetingModel

extension PastMeeting {
    package func content(_ localizer: Localizer) -> Screen.Content {
        for layer in Layer.allCases where isOpen(layer) {
            switch layer {
            case .export: if let exporting { return .export(exportScreen(exporting, localizer)) }
            case .transcription:
                if let transcribing { return .form(transcriptionScreen(transcribing, localizer)) }
            case .posting: if let posting { return .post(postScreen(posting, localizer)) }
            case .comparison:
                if let comparison { return .meeting(screen(of: comparison, meetingScreen(localizer), localizer)) }
            case .replacement: if let replacing { return .replace(replaceScreen(replacing, localizer)) }
            case .question, .correction, .point, .find, .minutes, .transcript: break
            }
        }
        return .meeting(meetingScreen(localizer))
    }

    private func meetingScreen(_ localizer: Localizer) -> MeetingScreen {
        let columns = [
            localizer(.meetingColumnName), localizer(.meetingColumnSlot), localizer(.meetingColumnUsed),
            localizer(.meetingColumnOvertime), localizer(.meetingColumnSpeech),
        ]
        guard let loaded, !isMissing else {
            return MeetingScreen(
                title: "", theme: theme, facts: [], columns: columns, attendees: [],
                transcriptTitle: localizer(.meetingTranscript), lines: [],
                empty: isMissing ? vanishing.text(localizer) : localizer(.commonLoading))
        }
        let written = writtenInTranscript(loaded, localizer)
        return MeetingScreen(
            title: DisplayText(loaded.meeting.title).description, theme: theme,
            facts: facts(loaded.meeting, localizer), state: stateFact(loaded.meeting, localizer),
            recording: recordingFact(loaded, localizer),
            details: details(loaded.meeting, localizer), posts: posts(loaded.posts, localizer),
            note: note(loaded.meeting, localizer), columns: columns,
            attendees: attendees(loaded, localizer),
            transcriptTitle: localizer(.meetingTranscript), version: version(loaded, localizer),
            unsaved: unsavedText(localizer),
            lines: shown.lines(localizer).naming(speakersBelow: written), written: written,
            marks: loaded.meeting.marks.map { MeetingScreen.Mark(start: $0.start.seconds, end: $0.end.seconds) },
            selected: selected == nil ? nil : utterance,
            correction: correction.map { field($0, localizer) },
            empty: loaded.transcript.isEmpty ? nothingSaid(loaded).text(localizer) : nil,
            minutes: minutesScreen(localizer), spoken: spoken, find: findScreen(localizer),
            player: playerScreen(localizer))
    }

    private func field(_ correction: Correction, _ localizer: Localizer) -> FieldScreen {
        FieldScreen(
            label: localizer(.meetingCorrect),
            text: correction.field.text, placeholder: localizer(.meetingRemoveHint),
            cursor: correction.field.cursor)
    }

    private func unsavedText(_ localizer: Localizer) -> String? {
        guard unsaved.count > 0 else { return nil }
        return localizer(unsaved.saving == nil ? .meetingUnsavedCount(count: .count(unsaved.count)) : .meetingSaving)
    }

    // MARK: Attendees

    private func attendees(_ loaded: LoadedMeeting, _ localizer: Localizer) -> [MeetingScreen.AttendeeRow] {
        loaded.meeting.knownAttendees.map { attendee in
            let name = localizer.name(
                of: loaded.meeting.name(of: attendee.id, localizer), isRemote: attendee.isRemote)
            let absence: Message? =
                switch attendee.state {
                case .absent: .meetingAbsent
                case .waiting where loaded.meeting.state != .live: .meetingNoTurn
                case .waiting, .spoke: nil
                }
            if let absence {
                return MeetingScreen.AttendeeRow(
                    name: name, slot: localizer(absence), used: "", overtime: "", speech: "")
            }
            return MeetingScreen.AttendeeRow(
                name: name, slot: attendee.slot.clockText(), used: attendee.used.clockText(),
                overtime: attendee.overtime > .zero ? "+" + attendee.overtime.clockText() : "",
                speech: (shown.speech[attendee.id] ?? .zero).clockText(), isOvertime: attendee.overtime > .zero)
        }
    }

    // MARK: Transcript

    /// Why there are no words, and what to do.
    func nothingSaid(_ loaded: LoadedMeeting) -> Message {
        let meeting = loaded.meeting
        if meeting.state == .live { return Message.meetingNothingYet }
        if meeting.recording == nil, !meeting.recordingRemoved {
            guard let recorder = loaded.recorder else { return Message.meetingNoSound }
            return Message.meetingWordsElsewhere(name: .text(DisplayText(recorder).description))
        }
        guard loaded.recordingPath != nil else { return Message.meetingNothingSaid }
        return meeting.transcribedUpTo == .zero ? .meetingNotTranscribed : .meetingNothingHeard
    }

    private func version(_ loaded: LoadedMeeting, _ localizer: Localizer) -> String? {
        guard loaded.versions.count > 1, let version = loaded.versions.first(where: { $0.number == loaded.version })
        else { return nil }
        let text = localizer(
            .meetingVersionPlace(
                number: .count(version.number), total: .count(loaded.versions.count),
                origin: .text(origin(of: version, localizer))))
        return version.isCurrent ? text : localizer(.meetingVersionOlder(version: .text(text)))
    }

    /// How and when a transcript was made.
    func origin(of version: TranscriptVersion, _ localizer: Localizer) -> String {
        let made: Substitution = .dateAndTime(version.createdAt)
        return switch version.origin {
        case .live:
            localizer(
                loaded?.meeting.hasSomeone == true
                    ? .meetingVersionImported(made: made) : .meetingVersionLive(made: made))
        case .correction: localizer(.meetingVersionCorrected(made: made))
        case .recognizer(let name): localizer(.meetingVersionRecognizer(name: .text(name), made: made))
        }
    }
}

extension Meeting {
    /// An attendee's name at the time of the meeting, sanitised for display.
    package func name(of attendee: Attendee.ID, _ localizer: Localizer) -> String {
        let known = attendees.first { $0.id == attendee && !isSomeone(attendee) }
        return known.map { DisplayText($0.name).description } ?? localizer(.commonSomeone)
    }
}
