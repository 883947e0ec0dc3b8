package import Localization
import MeetingEngine
import MeetingModel
import MeetingSocket

extension RunningMeeting {
    package func content(_ localizer: Localizer) -> Screen.Content {
        let record = recordScreen(localizer)
        guard let invitation else { return .record(record) }
        let countdown = [record.speaking, record.clock, record.clockLabel].filter { !$0.isEmpty }
        return .invitation(invitation.screen(localizer, countdown: countdown.joined(separator: "  ")))
    }

    private func recordScreen(_ localizer: Localizer) -> RecordScreen {
        let timer = timer
        let clockState = clockState(timer)
        let overtime = timer.turnOvertime(at: now)
        var screen = RecordScreen(
            title: DisplayText(status.standup.title).description, theme: status.standup.theme, clockState: clockState,
            speaking: timer.speaker.map { localizer(.recordSpeaking(name: .text(name(of: $0, localizer)))) }
                ?? "",
            clock: overtime > .zero
                ? "+" + overtime.clockText(.position) : timer.turnRemaining(at: now).clockText(.remaining),
            clockLabel: overtime > .zero ? localizer(.recordClockOver) : localizer(.recordClockLeft),
            turnProgress: turnProgress(timer), place: place(timer, localizer), next: next(timer, localizer),
            facts: facts(timer, localizer), progress: timer.progress(at: now), speakers: speakers(localizer),
            selected: selected.flatMap { speakingOrder.firstIndex(of: $0) },
            recording: recording(clockState, localizer),
            isRecording: keepsSound, level: level, callLevel: callLevel,
            muted: status.isMuted ? localizer(.recordMuted) : nil, settings: timer.settings.text(localizer),
            audience: audienceText(localizer), lines: lines(localizer),
            noLines: noLines(localizer), noteField: draft?.screen(localizer))
        screen.speaker = timer.speaker.map { name(of: $0, localizer) } ?? ""
        screen.nextSpeaker = timer.queue.first.map { name(of: $0, localizer) } ?? ""
        screen.nextLabel = localizer(.recordNextLabel)
        screen.warning = clockState == .warning ? localizer(.recordClockNearlyOver) : ""
        screen.pausedSign = clockState == .paused ? localizer(.recordPausedSign) : ""
        screen.isFlashing = isFlashing(timer)
        screen.noteSign = hasNote ? localizer(.recordNoteSign) : ""
        screen.openPoints = openPoints(localizer)
        screen.openPointsLabel = localizer(.recordOpenPoints)
        screen.openPointsPlace = openPointsPlace(screen.openPoints, localizer)
        screen.lastWords = lastWords(timer, localizer)
        if isEnding {
            screen.speaking = localizer(.recordEndingTitle)
            (screen.speaker, screen.nextSpeaker, screen.lastWords) = ("", "", nil)
            screen.clock = timer.elapsed(at: now).clockText(.position)
            screen.clockLabel = localizer(.recordClockWhole)
            screen.next = status.isEnding ? localizer(.recordEndingHurry) : ""
        }
        return screen
    }

    /// Whether the lead has kept a note, which those who only watch do not learn.
    private var hasNote: Bool { status.note?.isEmpty == false && draft == nil && !isWatched }

    private func clockState(_ timer: MeetingTimer) -> RecordScreen.ClockState {
        if isEnding { return .ending }
        if timer.isPaused { return .paused }
        if timer.turnOvertime(at: now) > .zero { return .overtime }
        return timer.warning(at: now) == nil ? .calm : .warning
    }

    /// The names of those who follow the meeting elsewhere, and the number of the others.
    private func audienceText(_ localizer: Localizer) -> String {
        guard !audience.isEmpty else { return "" }
        let names = audience.compactMap { participant in
            participant.attendee.map { name(of: $0, localizer) } ?? participant.name.map { DisplayText($0).description }
        }
        var unique: [String] = []
        for name in names where !unique.contains(name) { unique.append(name) }
        let others = audience.count - names.count
        let list = unique + (others > 0 ? [localizer(.recordOthers(count: .count(others)))] : [])
        return localizer(.recordFollowing(names: .text(localizer.list(list))))
    }

    // MARK: Turn and meeting

    private func turnProgress(_ timer: MeetingTimer) -> Double {
        guard let speaker = timer.speaker, let part = timer.part(of: speaker) else { return 1 }
        let whole = part.used + timer.turnRemaining(at: now)
        return whole > .zero ? part.used / whole : 1
    }

    private func place(_ timer: MeetingTimer, _ localizer: Localizer) -> String {
        guard let index = timer.speakerIndex else { return "" }
        return localizer(.recordPlace(number: .count(index + 1), total: .count(timer.speakerCount)))
    }

    private func next(_ timer: MeetingTimer, _ localizer: Localizer) -> String {
        guard let next = timer.queue.first else { return localizer(.recordNoMore) }
        return localizer(.recordNext(name: .text(name(of: next, localizer))))
    }

    private func facts(_ timer: MeetingTimer, _ localizer: Localizer) -> [Fact] {
        let elapsed = Fact(localizer(.recordElapsed), timer.elapsed(at: now).clockText(.position))
        let remaining = Fact(localizer(.recordRemaining), timer.meetingRemaining(at: now).clockText(.remaining))
        guard !isEnding else { return [elapsed] }
        guard let wallClock, let end = timer.expectedEnd(at: now) else { return [elapsed, remaining] }
        return [elapsed, remaining, Fact(localizer(.recordEndsAt), localizer.time(wallClock + (end - now)))]
    }

    // MARK: Recording

    /// Whether sound is being recorded at present.
    private var keepsSound: Bool {
        status.isRecording && status.microphone != nil && !status.isMicrophoneLost && !timer.isPaused && !isEnding
    }

    private func recording(_ clockState: RecordScreen.ClockState, _ localizer: Localizer) -> String {
        if clockState == .ending { return localizer(.recordRecordingEnding) }
        if case .asking = status.timer.phase { return localizer(.recordRecordingAsking) }
        if clockState == .paused { return localizer(.recordRecordingPaused) }
        if status.isMicrophoneLost { return localizer(.recordRecordingLost) }
        if status.microphone == nil { return localizer(.recordRecordingNoMicrophone) }
        guard status.isRecording else { return localizer(.recordRecordingOff) }
        return localizer(status.call?.device == nil ? .recordRecordingOn : .recordRecordingBoth)
    }

    private var level: Double? {
        guard !isEnding, !status.isMicrophoneLost, !timer.isPaused else { return nil }
        return status.level?.meter
    }

    private var callLevel: Double? {
        guard let call = status.call, call.device != nil, !call.isLost, !isEnding, !timer.isPaused else { return nil }
        return call.level.meter
    }

    private func lines(_ localizer: Localizer) -> [RecordScreen.Line] {
        func line(_ utterance: Utterance) -> RecordScreen.Line {
            RecordScreen.Line(
                name: speaker(utterance.attendee, utterance.isInterjection ? utterance.channel : nil, localizer),
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

    /// The attendee's name, or the side from which an interjection came.
    private func speaker(_ attendee: Attendee.ID, _ side: AudioChannel?, _ localizer: Localizer) -> String {
        switch side {
        case .room: localizer(.recordFromRoom)
        case .call: localizer(.recordFromCall)
        case nil: name(of: attendee, localizer)
        }
    }

    private func noLines(_ localizer: Localizer) -> String {
        status.isTranscribing ? localizer(.recordNoWords) : localizer(.recordNoTranscript)
    }
}
