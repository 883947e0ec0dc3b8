import Localization
import MeetingEngine
import MeetingModel
import MeetingSocket
import Presentation

extension LivePageMeeting {
    /// The live page of a running meeting, at the instant of its last status.
    ///
    /// `present` are the attendees who have the page open, `hands` those who want to say something. All visitors with the
    /// same role and language may share the value.
    init(
        _ meeting: ReportedMeeting, for role: Role, present: Set<Attendee.ID> = [], hands: Set<Attendee.ID> = [],
        _ localizer: Localizer
    ) {
        let content = RecordScreen(meeting, localizer)
        let (status, now) = (meeting.status, meeting.now)
        let clocks = LiveClocks(status, at: now)
        id = meeting.id.rawValue
        self.now = now.milliseconds
        title = content.title
        theme = content.theme
        state = clocks.isOvertime ? .overtime : State(content.clockState)
        let speaker = content.speakers.first { $0.state == .speaking }?.name
        turn = Turn(
            speaker: content.clockState == .ending ? nil : clocks.timer.speaker?.rawValue,
            id: clocks.timer.currentTurn?.field ?? "",
            text: content.clockState == .paused
                ? speaker.map { localizer(.webLivePaused(name: .text($0))) } ?? content.speaking
                : content.speaking,
            clock: clocks.turn, isOver: clocks.showsOvertime,
            // At the very end of a slot the screen still counts down.
            label: clocks.isOvertime ? "" : content.clockLabel,
            alert: clocks.isOvertime ? localizer(.recordClockOver) : content.warning, whole: clocks.wholeTurn)
        place = content.place
        // The terminal's line says here which key ends the wait.
        next = content.clockState == .ending ? "" : content.next
        nextStarts = clocks.timer.queue.first.flatMap { clocks.starts[$0] }
        elapsed = clocks.elapsed
        remaining = clocks.remaining
        endsAt = meeting.wallClock.flatMap(clocks.expectedEnd)
        let remote = Set(status.standup.attendees.filter(\.isRemote).map(\.id))
        speakers = content.speakers.map { speaker in
            let id = Attendee.ID(rawValue: speaker.id)
            let isHere = present.contains(id)
            let time = clocks.time(of: id, speaker.state)
            return Speaker(
                id: speaker.id, name: speaker.name, state: speaker.state.rawValue,
                stateText: localizer(speaker.state.message),
                timeText: time == nil ? "" : localizer(speaker.state == .waiting ? .recordClockLeft : .webLiveUsed),
                time: time, starts: clocks.starts[id], share: speaker.share.rounded4,
                progress: speaker.progress.rounded4, isOver: speaker.isOvertime,
                hasWritten: speaker.hasWritten,
                isHere: isHere, hasHand: isHere && hands.contains(id),
                isMissing: role == .lead ? !isHere && speaker.state == .waiting && remote.contains(id) : nil)
        }
        let missing = speakers.filter { $0.isMissing == true }.map(\.name)
        absentees =
            missing.isEmpty ? nil : localizer(.webLiveMarkAbsent(name: .text(localizer.list(missing))))
        // They are words of earlier meetings.
        points = (role.may(.readHistory) ? content.openPoints : []).map { point in
            Line(
                name: point.markText, text: (point.isLongBlock ? "! " : "") + point.text, isPartial: false,
                point: point.id.rawValue)
        }
        marks = Dictionary(
            (role.may(.readHistory) ? status.pointMarks : []).map {
                ($0.point.rawValue, localizer($0.state.markText))
            }, uniquingKeysWith: { $1 })
        lines = content.lines.map { Line(name: $0.name, text: $0.text, isPartial: $0.isPartial) }
        noLines = content.noLines
        recording = content.recording
        isRecording = content.isRecording
        consent = content.clockState == .paused ? localizer(.webConsentPaused) : Self.consent(status, localizer)
        isMuted = role == .lead ? status.isMuted : nil
        question = role == .lead && content.clockState != .ending ? Question(status.timer.phase) : nil
    }

    private static func consent(_ status: MeetingStatus, _ localizer: Localizer) -> String {
        switch (status.isRecording && status.microphone != nil, status.isTranscribing) {
        case (true, true): localizer(.webConsentBoth)
        case (true, false): localizer(.webConsentRecorded)
        case (false, true): localizer(.webConsentTranscribed)
        case (false, false): localizer(.webConsentNothing)
        }
    }
}

extension LivePageMeeting.State {
    fileprivate init(_ state: RecordScreen.ClockState) {
        switch state {
        case .calm: self = .calm
        case .warning: self = .warning
        case .overtime: self = .overtime
        case .paused: self = .paused
        case .ending: self = .ending
        }
    }
}

extension LivePageMeeting.Question {
    fileprivate init?(_ phase: MeetingTimer.Phase) {
        switch phase {
        case .asking(.end): self = .end
        case .asking(.endAfterLast): self = .endAfterLast
        case .notStarted, .running, .paused, .ended: return nil
        }
    }
}

extension Double {
    /// The number rounded to four decimal places, enough for a bar; 0 if it is not finite.
    fileprivate var rounded4: Double { isFinite ? (self * 10_000).rounded() / 10_000 : 0 }
}
