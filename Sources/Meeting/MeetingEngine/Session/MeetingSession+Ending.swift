import MeetingHistory
import MeetingModel
import MeetingTiming
import Sound

extension MeetingSession {
    /// How long an interrupted meeting waits for its recording and its recognizer.
    private static let interruptedTime = Duration.milliseconds(700)

    /// Ends the meeting: completes the recording, then the transcript, then the history.
    func end(_ reason: MeetingTimer.EndReason, after duration: Duration) {
        // From here on the meeting cannot be resumed, unless it is brought back after it was discarded.
        if reason != .discarded { writer.record([.countdownSettled]) }
        if reason != .discarded { emitUpdates(ofAbsentBefore: nil, at: duration) }
        stage = .ending(reason, duration)
        resumeCommandWaiters()
        diskLimit = reason == .interrupted ? clock.now : clock.now + RecordingTrack.maximumBacklog
        deadline?.arm(nil)
        for waiting in cues.values { playback?.cancel(waiting.ticket) }
        cues = [:]
        playback?.close()
        update { status in
            status.isEnding = true
            status.awaitsCommand = false
        }
        switch reason {
        case .discarded:
            discard(after: duration)
            return
        case .interrupted:
            endSoon(after: duration)
        case .finished, .saved:
            break
        }
        guard let pump else {
            complete()
            return
        }
        let instant = countdownAnchor.map { $0.instant + (duration - $0.meetingTime) } ?? clock.now
        pump.perform { [diskLimit] in $0.finish(at: instant, until: diskLimit) }
    }

    /// Leaves the remaining speech for later, and ends within `interruptedTime`.
    func endSoon(after duration: Duration) {
        stage = .ending(.interrupted, duration)
        for transcription in transcriptions.values { transcription.workers.abandon() }
        keepWaiting(all: true)
        diskLimit = clock.now
        pump?.perform { $0.finishNow() }
        guard endingLimit == nil else { return }
        endingLimit = clock.makeTimer(on: queue) { [weak self] in self?.assumeIsolated { $0.complete() } }
        endingLimit?.arm(clock.now + Self.interruptedTime)
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
        guard case .ending(let reason, let duration) = stage else { return }
        transcriptions[channel]?.isFinished = true
        keepWaiting()
        let isKept = reason != .interrupted && reason != .discarded
        if isKept, channel == .room { keepLearned(learned, for: learnedStates?.finalKey) }
        guard transcriptions.values.allSatisfy(\.isFinished) else { return }
        if isKept, plan.isRecorded, !transcriptions.values.contains(where: \.hasFailed) {
            writer.record([.transcribed(upTo: duration)])
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
        guard case .ending(let reason, let duration) = stage else { return }
        stage = .ended
        endingLimit?.arm(nil)
        writer.record(attendees.map { .attendee($0) } + [.state(.finished, duration: duration)])
        writer.perform { [diskLimit] writer in
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
        stage = .ended
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
