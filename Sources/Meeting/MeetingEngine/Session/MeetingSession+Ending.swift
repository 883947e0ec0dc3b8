import MeetingHistory
import MeetingModel
import MeetingTiming
import Sound

extension MeetingSession {
    /// How a meeting ends, while its recording and transcript are completed.
    struct Ending {
        var reason: MeetingTimer.EndReason
        let duration: Duration
        /// The deadline for a disk that refuses the end of the meeting.
        var diskLimit: Duration
        /// The timer that completes an interrupted meeting.
        var timeLimit: (any DeadlineTimer)?

        /// Whether the remaining speech is transcribed now.
        var completesTranscript: Bool { reason != .interrupted && reason != .discarded }
    }

    /// How long an interrupted meeting waits for its recording and its recognizer.
    private static let interruptedTime = Duration.milliseconds(700)

    /// Ends the meeting: completes the recording, then the transcript, then the history.
    func end(_ reason: MeetingTimer.EndReason, after duration: Duration) {
        // From here on the meeting cannot be resumed, unless it is brought back after it was discarded.
        if reason != .discarded { writer.record([.countdownSettled]) }
        if reason != .discarded { emitUpdates(ofAbsentBefore: nil, at: duration) }
        if case .running(let deadline) = stage { deadline.arm(nil) }
        let diskLimit = reason == .interrupted ? clock.now : clock.now + RecordingTrack.maximumBacklog
        stage = .ending(Ending(reason: reason, duration: duration, diskLimit: diskLimit))
        resumeCommandWaiters()
        loudspeaker?.close()
        update { status in
            status.isEnding = true
            status.awaitsCommand = false
        }
        switch reason {
        case .discarded:
            discard(after: duration)
            return
        case .interrupted:
            endSoon()
        case .finished, .saved:
            break
        }
        guard let pump else {
            complete()
            return
        }
        let instant = countdown.instant(of: duration) ?? clock.now
        pump.perform { $0.finish(at: instant, until: diskLimit) }
    }

    /// Leaves the remaining speech for later, and ends within `interruptedTime`.
    func endSoon() {
        guard case .ending(var ending) = stage else { return }
        (ending.reason, ending.diskLimit) = (.interrupted, clock.now)
        if ending.timeLimit == nil {
            ending.timeLimit = clock.makeTimer(on: queue) { [weak self] in self?.assumeIsolated { $0.complete() } }
            ending.timeLimit?.arm(clock.now + Self.interruptedTime)
        }
        stage = .ending(ending)
        for transcription in transcriptions.values { transcription.workers.abandon() }
        storeRoomWords(all: true)
        pump?.perform { $0.finishNow() }
    }

    /// The recording is complete: decodes the remaining speech, unless the meeting was interrupted.
    func recordingFinished(_ frames: Int64) {
        if plan.isRecorded { writer.record([.recording(keptRecording(frames))]) }
        guard !transcriptions.isEmpty else {
            complete()
            return
        }
        for channel in transcriptions.keys { transcriptions[channel]?.workers.finish(upTo: frames) }
    }

    /// The transcript of a channel is complete, or as complete as possible.
    func transcriptFinished(of channel: AudioChannel, learned: [Float]?) {
        guard case .ending(let ending) = stage else { return }
        transcriptions[channel]?.isFinished = true
        storeRoomWords()
        let isKept = ending.completesTranscript
        if isKept { keepLearned(learned, for: transcriptions[channel]?.learned?.finalKey) }
        guard transcriptions.values.allSatisfy(\.isFinished) else { return }
        if isKept, let lessons, let model = dependencies.recognizer?.segments.voices?.key {
            let journal = dependencies.journal
            writer.perform { _ in try? journal.learn(lessons, model: model) }
        }
        if isKept, plan.isRecorded, !transcriptions.values.contains(where: \.hasFailed) {
            writer.record([.transcribed(upTo: ending.duration)])
        }
        complete()
    }

    /// Keeps the recognizer's learned state for the microphone, for the next meeting.
    func keepLearned(_ learned: [Float]?, for key: String?) {
        guard let learned, let key else { return }
        let journal = dependencies.journal
        writer.perform { _ in try? journal.saveRecognizerState(learned, for: key) }
    }

    /// Marks the meeting finished and emits its end.
    private func complete() {
        guard case .ending(let ending) = stage else { return }
        let (reason, duration, diskLimit) = (ending.reason, ending.duration, ending.diskLimit)
        stage = .ended(isWritten: false)
        ending.timeLimit?.arm(nil)
        writer.record(attendees.map { .attendee($0) } + [.state(.finished, duration: duration)])
        writer.perform { writer in
            writer.finish(until: diskLimit) { isWritten in
                self.perform { session in
                    if !isWritten {
                        session.reportUnsaved(.endUnsaved)
                    }
                    if session.plan.channels > 1 {
                        session.emit(.soundHeard(session.status.heard), at: duration)
                    }
                    session.emit(.meetingEnded(reason, duration: duration), at: duration)
                    session.didEnd()
                }
            }
        }
    }

    /// Reports that part of the meeting is not in the history.
    func reportUnsaved(_ problem: MeetingProblem) {
        update { $0.hasUnsavedData = true }
        emit(.error(problem))
    }

    private func discard(after duration: Duration) {
        for transcription in transcriptions.values { transcription.workers.abandon() }
        pump?.perform { $0.close() }
        stage = .ended(isWritten: false)
        removeTraces { session, problem in
            if let problem { session.emit(.error(problem), at: duration) }
            session.emit(.meetingEnded(.discarded, duration: duration), at: duration)
            session.didEnd()
        }
    }

    /// Removes the meeting's row and recording; passes any failure to `done`.
    func removeTraces(then done: @escaping @Sendable (isolated MeetingSession, _ problem: MeetingProblem?) -> Void) {
        let journal = dependencies.journal
        let recordings = dependencies.recordings
        let meeting = plan.meeting
        let interrupted = plan.interrupted?.meeting.recording?.fileName
        let fileName = interrupted ?? (plan.isRecorded && plan.hasSound ? fileName : nil)
        writer.perform { writer in
            writer.forget()
            var problem: MeetingProblem?
            do throws(HistoryError) {
                try journal.discard(meeting) {
                    guard let fileName else { return }
                    do throws(AudioError) { try recordings.remove(fileName) } catch { problem = .recordingLeft(error) }
                }
            } catch {
                problem = .history(error)
            }
            self.perform { [problem] session in done(session, problem) }
        }
    }
}
