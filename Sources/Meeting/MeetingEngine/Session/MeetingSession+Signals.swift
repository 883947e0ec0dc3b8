import AudioDevices
import MeetingHistory
import MeetingModel
import MeetingTiming
import SpeechRecognition

extension MeetingSession {
    /// Handles a signal from the pump.
    func receive(_ signal: PumpSignal) {
        if case .ended = stage { return }
        switch signal {
        case .opened(let device, let instant):
            if case .opening = stage { begin(at: instant, device: device) }
        case .failed(let error):
            if case .opening = stage { failStart(.microphone(error)) }
        case .level(let level):
            emit(.level(level))
            if plan.input.isHardware, silence.isDue(after: level) {
                emit(.deviceSilent(device: status.microphone ?? plan.input.description))
            }
        case .written(let frames):
            // Even if the timer is late, a cue or change of speaker is marked before the recogniser reads its sound.
            if let next = timer.nextDeadline, next <= clock.now { performDueWork() }
            // The pump may still be recording after a stop; it will remove those frames.
            let frames = min(frames, frame(at: timer.elapsed(at: clock.now)))
            if let shedding = transcription?.process(upTo: frames) { note(shedding) }
            noteProgress(frames)
        case .lost(let device):
            emit(.deviceLost(device: device))
        case .changed(let device):
            noteMicrophone(device)
        case .selected(let selection):
            update { $0.isMicrophoneChosen = selection.isChosen }
        case .switchFailed(let error):
            emit(.error(.microphone(error)))
        case .restored(let device, let gap):
            emit(.deviceRestored(gap: Duration(frames: gap, at: plan.sampleRate)))
            noteMicrophone(device)
        case .gap(let start, let end, let reason):
            let gap = Gap(
                start: Duration(frames: start, at: plan.sampleRate),
                end: Duration(frames: end, at: plan.sampleRate),
                reason: reason
            )
            writer.record([.gap(gap)])
            emit(.gap(gap))
        case .writeFailed(let error):
            failedWrites.begin(.sound, at: timer.elapsed(at: clock.now))
            emit(.error(.recordingWaits(error)))
        case .backlogFull:
            emit(.error(.soundOverflows))
        case .writeRecovered:
            tellRestored(failedWrites.end(.sound))
        case .unsaved(let frames):
            reportUnsaved(.soundLost(Duration(frames: frames, at: plan.sampleRate)))
        case .finished(let frames):
            if case .ending = stage { recordingFinished(frames) }
        }
    }

    private func noteMicrophone(_ device: String) {
        guard device != status.microphone else { return }
        update { $0.microphone = device }
        emit(.deviceChanged(device: device))
    }

    /// Handles a report from the history's writer: why the disk refuses writes, or nil when it accepts them again.
    func receive(refusal: HistoryError?) {
        guard let refusal else { return tellRestored(failedWrites.end(.history)) }
        failedWrites.begin(.history, at: timer.elapsed(at: clock.now))
        emit(.error(.history(refusal)))
    }

    private func tellRestored(_ since: Duration?) {
        if let since { emit(.diskRestored(since: since)) }
    }

    /// Stores the meeting's progress on disk once a second: first the sound, then the history.
    private func noteProgress(_ frames: Int64) {
        let second = frames / Int64(plan.sampleRate)
        guard second > writtenSecond, case .running = stage else { return }
        writtenSecond = second
        // Detects the end of a suspension at once, not at the next change of speaker.
        performDueWork()
        guard case .running = stage else { return }
        // The recording's length, not the clock's time: if the program dies now, the difference must not become a gap.
        var changes: [MeetingChange] = [.state(.live, duration: Duration(frames: frames, at: plan.sampleRate))]
        if plan.isRecorded {
            if keepsEachSecond { confirmRecording() }
            changes.append(.recording(keptRecording(frames)))
        }
        writer.record(changes)
    }

    /// Waits on the history's queue until the sound is on the disk.
    private func confirmRecording() {
        writer.perform { [recording] _ in
            do throws(AudioError) {
                try recording?.synchronize()
                self.perform { $0.tellRestored($0.failedWrites.end(.confirmation)) }
            } catch {
                self.perform { $0.noteUnconfirmed(error) }
            }
        }
    }

    private func noteUnconfirmed(_ error: AudioError) {
        guard failedWrites.begin(.confirmation, at: timer.elapsed(at: clock.now)) else { return }
        emit(.error(.recordingUnconfirmed(error)))
    }

    /// The recording, for the history.
    func keptRecording(_ frames: Int64) -> Recording {
        Recording(fileName: recording?.fileName ?? "", sampleRate: plan.sampleRate, frames: frames)
    }

    /// Handles a signal from the transcription worker.
    func receive(_ signal: TranscriptionSignal) {
        if case .ended = stage { return }
        switch signal {
        case .partial(let text, let start):
            if transcription?.partials == nil { pending.hear(text, from: start) }
        case .utterance(let heard):
            pending.pass(heard.end)
            keep(Utterance(heard, attendee: speaker(at: (heard.start + heard.end) / 2), sampleRate: plan.sampleRate))
        case .confirmed(let frame):
            pending.pass(frame)
            if plan.isRecorded {
                writer.record([.transcribed(upTo: Duration(frames: frame, at: plan.sampleRate))])
            }
        case .substituted(let substitution):
            emit(.error(.substituted(substitution)))
        case .failed(let error, let text, let start, let end):
            // Nothing reads it any more.
            (recording as? TransientRecording)?.forget()
            transcription?.stopPartials()
            pending.clear()
            if !text.isEmpty { keep(unfinished(text, start: start, end: end)) }
            emit(.recognizerFailed(error))
        case .finished(let learned):
            transcriptFinished(learned: learned)
        }
        showPending()
    }

    /// Handles a signal from the worker for partial results.
    func receive(partial signal: TranscriptionSignal) {
        if case .ended = stage { return }
        switch signal {
        case .finished(let learned):
            if case .ending(let reason, _) = stage, reason != .interrupted, reason != .discarded {
                keepLearned(learned, for: learnedStates?.partialKey)
            }
        case _ where transcription?.partials == nil: return
        case .partial(let text, let start): pending.hear(text, from: start)
        case .utterance(let heard): pending.hear(heard)
        case .failed(let error, _, _, _):
            transcription?.stopPartials()
            pending.clear()
            emit(.error(.partialsStopped(error)))
        case .confirmed, .substituted: break
        }
        showPending()
    }

    /// Emits the changed partial results.
    private func showPending() {
        for (attendee, text) in pending.changes(speaker: speaker) {
            emit(.transcriptPartial(attendee, text: text))
        }
    }

    /// Reports that partial results stop or final results are delayed, because the machine cannot keep up.
    private func note(_ shedding: TranscriptionWorkers.LoadShedding) {
        switch shedding {
        case .partialsStopped:
            pending.clear()
            showPending()
            emit(.error(.partialsStopped(nil)))
        case .pausedUntilEnd: emit(.error(.transcriptWaits))
        }
    }

    private func keep(_ utterance: Utterance) {
        pending.noteFinal(of: utterance.attendee)
        writer.record([.utterance(utterance)])
        emit(.transcriptFinal(utterance))
    }

    /// The words recognised before the recogniser failed, marked as unfinished.
    private func unfinished(_ text: String, start: Int64, end: Int64) -> Utterance {
        Utterance(
            attendee: speaker(at: start),
            start: Duration(frames: start, at: plan.sampleRate),
            end: Duration(frames: end, at: plan.sampleRate),
            text: text + " […]",
            recognizer: dependencies.recognizer?.key ?? "",
            words: []
        )
    }

    /// The speaker at a frame of the recording.
    private func speaker(at frame: Int64) -> Attendee.ID {
        timer.turns.speaker(at: Duration(frames: frame, at: plan.sampleRate)) ?? plan.standup.attendees[0].id
    }
}

extension DeviceSelection {
    /// Whether this is one specific device.
    var isChosen: Bool {
        if case .named = self { true } else { false }
    }

    /// Whether this is a hardware device, from which silence is unexpected.
    fileprivate var isHardware: Bool {
        switch self {
        case .systemDefault, .named: true
        case .none, .silence, .file: false
        }
    }
}
