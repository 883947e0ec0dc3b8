package import Localization
import MeetingEngine
import MeetingHistory
package import MeetingModel
import MeetingSocket

extension RecordScreen {
    /// A running meeting as all who follow it see it.
    ///
    /// What only the lead's terminal shows is added there: the note, the selection, the flash, and the place among the open points.
    package init(_ meeting: ReportedMeeting, _ localizer: Localizer) {
        let (status, now, timer) = (meeting.status, meeting.now, meeting.timer)
        let overtime = timer.turnOvertime(at: now)
        let speaker = timer.speaker.map { meeting.name(of: $0, localizer) }
        let nextSpeaker = timer.queue.first.map { meeting.name(of: $0, localizer) }
        clockState = meeting.clockState
        title = DisplayText(status.standup.title).description
        theme = status.standup.theme
        speaking = speaker.map { localizer(.recordSpeaking(name: .text($0))) } ?? ""
        self.speaker = speaker ?? ""
        clock =
            overtime > .zero
            ? "+" + overtime.clockText(.position) : timer.turnRemaining(at: now).clockText(.remaining)
        clockLabel = localizer(overtime > .zero ? .recordClockOver : .recordClockLeft)
        turnProgress = meeting.turnProgress
        place =
            timer.speakerIndex.map {
                localizer(.recordPlace(number: .count($0 + 1), total: .count(timer.speakerCount)))
            } ?? ""
        next = localizer(nextSpeaker.map { .recordNext(name: .text($0)) } ?? .recordNoMore)
        self.nextSpeaker = nextSpeaker ?? ""
        nextLabel = localizer(.recordNextLabel)
        warning = clockState == .warning ? localizer(.recordClockNearlyOver) : ""
        pausedSign = clockState == .paused ? localizer(.recordPausedSign) : ""
        facts = meeting.facts(localizer)
        progress = timer.progress(at: now)
        speakers = meeting.speakers(localizer)
        recording = localizer(meeting.recording)
        isRecording = meeting.keepsSound
        level = meeting.level
        callLevel = meeting.callLevel
        muted = status.isMuted ? localizer(.recordMuted) : nil
        settings = timer.settings.text(localizer)
        audience = meeting.audienceText(localizer)
        lines = meeting.lines(localizer)
        noLines = localizer(status.isTranscribing ? .recordNoWords : .recordNoTranscript)
        openPoints = meeting.openPoints(localizer)
        openPointsLabel = localizer(.recordOpenPoints)
        if let speaker = timer.speaker, let words = meeting.lastWords[speaker] {
            lastWords = Fact(localizer(.recordLastWords), DisplayText(words).description)
        }
        if meeting.isEnding {
            speaking = localizer(.recordEndingTitle)
            (self.speaker, self.nextSpeaker, lastWords) = ("", "", nil)
            clock = timer.elapsed(at: now).clockText(.position)
            clockLabel = localizer(.recordClockWhole)
            next = status.isEnding ? localizer(.recordEndingHurry) : ""
        }
    }
}

extension ReportedMeeting {
    fileprivate var clockState: RecordScreen.ClockState {
        let timer = timer
        if isEnding { return .ending }
        if timer.isPaused { return .paused }
        if timer.turnOvertime(at: now) > .zero { return .overtime }
        return timer.warning(at: now) == nil ? .calm : .warning
    }

    /// The names of those who follow the meeting elsewhere, and the number of the others.
    fileprivate func audienceText(_ localizer: Localizer) -> String {
        guard !audience.isEmpty else { return "" }
        let (names, others) = audience.names { name(of: $0, localizer) }
        let list = names + (others > 0 ? [localizer(.recordOthers(count: .count(others)))] : [])
        let following = localizer(.recordFollowing(names: .text(localizer.list(list))))
        let hands = audience.filter { $0.hand == true }.names { name(of: $0, localizer) }.names
        return hands.isEmpty
            ? following : localizer(.recordHands(names: .text(localizer.list(hands)))) + " · " + following
    }

    fileprivate var turnProgress: Double {
        let timer = timer
        guard let speaker = timer.speaker, let part = timer.part(of: speaker) else { return 1 }
        let whole = part.used + timer.turnRemaining(at: now)
        return whole > .zero ? part.used / whole : 1
    }

    fileprivate func facts(_ localizer: Localizer) -> [Fact] {
        let timer = timer
        let elapsed = Fact(localizer(.recordElapsed), timer.elapsed(at: now).clockText(.position))
        guard !isEnding else { return [elapsed] }
        let remaining = Fact(localizer(.recordRemaining), timer.meetingRemaining(at: now).clockText(.remaining))
        guard let wallClock, let end = timer.expectedEnd(at: now) else { return [elapsed, remaining] }
        return [elapsed, remaining, Fact(localizer(.recordEndsAt), localizer.time(wallClock + (end - now)))]
    }

    // MARK: Recording

    /// Whether sound is being recorded at present.
    fileprivate var keepsSound: Bool {
        status.isRecording && status.microphone != nil && !status.isMicrophoneLost && !timer.isPaused && !isEnding
    }

    fileprivate var recording: Message {
        if isEnding { return .recordRecordingEnding }
        if case .asking = status.timer.phase { return .recordRecordingAsking }
        if timer.isPaused { return .recordRecordingPaused }
        if status.isMicrophoneLost { return .recordRecordingLost }
        if status.microphone == nil { return .recordRecordingNoMicrophone }
        guard status.isRecording else { return .recordRecordingOff }
        return status.call?.device == nil ? .recordRecordingOn : .recordRecordingBoth
    }

    fileprivate var level: Double? {
        guard !isEnding, !status.isMicrophoneLost, !timer.isPaused else { return nil }
        return status.level?.meter
    }

    fileprivate var callLevel: Double? {
        guard let call = status.call, call.device != nil, !call.isLost, !isEnding, !timer.isPaused else { return nil }
        return call.level.meter
    }

    // MARK: Words and points

    fileprivate func lines(_ localizer: Localizer) -> [RecordScreen.Line] {
        func line(_ utterance: Utterance) -> RecordScreen.Line {
            let name = speaker(utterance.attendee, utterance.interjection, localizer)
            return RecordScreen.Line(
                name: utterance.isByVoice ? localizer(.recordByVoice(name: .text(name))) : name,
                text: DisplayText(utterance.text).description, isPartial: false)
        }
        // What was written stands where the present turn begins.
        let start = timer.turns.last?.start ?? .zero
        return status.utterances.filter { $0.start < start }.map(line) + writtenLines(localizer)
            + status.utterances.filter { $0.start >= start }.map(line)
            + status.partials.map { partial in
                let isInterjection =
                    status.call != nil
                    && status.standup.attendees.isInterjection(on: partial.channel, during: partial.attendee)
                return RecordScreen.Line(
                    name: speaker(partial.attendee, isInterjection ? partial.channel : nil, localizer),
                    text: DisplayText(partial.text).description, isPartial: true)
            }
    }

    /// What attendees have written whose place in the meeting is now.
    private func writtenLines(_ localizer: Localizer) -> [RecordScreen.Line] {
        status.presentUpdates.map { update in
            RecordScreen.Line(
                name: localizer(.recordWrote(name: .text(name(of: update.attendee, localizer)))),
                text: update.lines.joined(separator: " · "), isPartial: false)
        }
    }

    /// The attendee's name, or the side from which an interjection came.
    private func speaker(_ attendee: Attendee.ID, _ side: AudioChannel?, _ localizer: Localizer) -> String {
        switch side {
        case .room: localizer(.recordFromRoom)
        case .call: localizer(.recordFromCall)
        case nil: name(of: attendee, localizer)
        }
    }

    fileprivate func openPoints(_ localizer: Localizer) -> [RecordScreen.OpenPoint] {
        let next = nextPoint?.id
        return speakersPoints.map { carried in
            let kind = localizer(carried.point.kind.message)
            let name =
                carried.isLongBlock
                ? localizer(.pointsForMeetings(kind: .text(kind), count: .count(carried.meetings))) : kind
            let mark = status.mark(of: carried.id)
            return RecordScreen.OpenPoint(
                id: carried.id, text: "\(name): \(DisplayText(carried.point.text))", mark: mark,
                markText: mark.map { localizer($0.markText) } ?? "", isNext: carried.id == next,
                isLongBlock: carried.isLongBlock)
        }
    }
}

extension [Participant] {
    /// Their names, each once, and the number of those without one; `name` returns that of an attendee.
    package func names(_ name: (Attendee.ID) -> String?) -> (names: [String], others: Int) {
        let all = compactMap { $0.attendee.flatMap(name) ?? $0.name.map { DisplayText($0).description } }
        var names: [String] = []
        for name in all where !names.contains(name) { names.append(name) }
        return (names, count - all.count)
    }
}

extension MeetingModel.Point.State {
    /// The text of a mark in a running meeting.
    package var markText: Message {
        switch self {
        case .done: .pointsStateDone
        case .open: .pointsStillOpen
        case .dropped: .pointsStateDropped
        }
    }
}
