import AudioDevices
import MeetingHistory
import MeetingModel
import MeetingTiming
import SpeechRecognition

extension MeetingSession {
    /// Takes what the pump says.
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
            // The recogniser is to know of a cue or a change of speaker before it hears it, however late the timer is.
            if let next = timer.nextDeadline, next <= clock.now { catchUp() }
            // The pump may not know yet that the meeting is off the record, and takes back what it has of it.
            let frames = min(frames, frame(at: timer.elapsed(at: clock.now)))
            if let relief = lanes?.hear(upTo: frames) { note(relief) }
            noteProgress(frames)
        case .lost(let device):
            emit(.deviceLost(device: device))
        case .changed(let device):
            noteMicrophone(device)
        case .listens(let selection):
            update { $0.isMicrophoneChosen = selection.isChosen }
        case .unchanged(let error):
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
        case .refused(let error):
            refusals.begin(.sound, at: timer.elapsed(at: clock.now))
            emit(.error(.recordingWaits(error)))
        case .overflows:
            emit(.error(.soundOverflows))
        case .accepted:
            tellRestored(refusals.end(.sound))
        case .unwritten(let frames):
            reportUnwritten(.soundLost(Duration(frames: frames, at: plan.sampleRate)))
        case .finished(let frames):
            if case .ending = stage { recordingFinished(frames) }
        }
    }

    private func noteMicrophone(_ device: String) {
        guard device != status.microphone else { return }
        update { $0.microphone = device }
        emit(.deviceChanged(device: device))
    }

    /// Takes what the writer of the history says: why the disk refuses it, or nothing when it takes it again.
    func receive(refusal: HistoryError?) {
        guard let refusal else { return tellRestored(refusals.end(.history)) }
        refusals.begin(.history, at: timer.elapsed(at: clock.now))
        emit(.error(.history(refusal)))
    }

    private func tellRestored(_ since: Duration?) {
        if let since { emit(.diskRestored(since: since)) }
    }

    /// Keeps on disk, once a second, how far the meeting has come: the sound first, then what the history says of it.
    private func noteProgress(_ frames: Int64) {
        let second = frames / Int64(plan.sampleRate)
        guard second > writtenSecond, case .running = stage else { return }
        writtenSecond = second
        // So that a suspension is noticed when it is over, not at the next change of speaker.
        catchUp()
        guard case .running = stage else { return }
        // If the program dies now, what the clock is ahead of the recording is no gap in it.
        var changes: [MeetingChange] = [.state(.live, duration: Duration(frames: frames, at: plan.sampleRate))]
        if plan.isRecorded {
            if keepsEachSecond { confirmRecording() }
            changes.append(.recording(keptRecording(frames)))
        }
        writer.record(changes)
    }

    /// Waits until the disk has the sound, elsewhere.
    private func confirmRecording() {
        writer.perform { [recording] _ in
            do throws(AudioError) {
                try recording?.synchronize()
                self.perform { $0.tellRestored($0.refusals.end(.confirmation)) }
            } catch {
                self.perform { $0.noteUnconfirmed(error) }
            }
        }
    }

    private func noteUnconfirmed(_ error: AudioError) {
        guard refusals.begin(.confirmation, at: timer.elapsed(at: clock.now)) else { return }
        emit(.error(.recordingUnconfirmed(error)))
    }

    /// The recording as the history keeps it.
    func keptRecording(_ frames: Int64) -> Recording {
        Recording(fileName: recording?.fileName ?? "", sampleRate: plan.sampleRate, frames: frames)
    }

    /// Takes what the transcription worker says.
    func receive(_ signal: TranscriptionSignal) {
        if case .ended = stage { return }
        switch signal {
        case .partial(let text, let start):
            if lanes?.partials == nil { pending.hear(text, from: start) }
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
            // Nobody will read it any more.
            (recording as? TransientRecording)?.forget()
            lanes?.stopPartials()
            pending.clear()
            if !text.isEmpty { keep(unfinished(text, start: start, end: end)) }
            emit(.recognizerFailed(error))
        case .finished(let learned):
            transcriptFinished(learned: learned)
        }
        showPending()
    }

    /// Takes what the worker says whose words are shown until the final ones are there.
    func receive(partial signal: TranscriptionSignal) {
        if case .ended = stage { return }
        switch signal {
        case .finished(let learned):
            if case .ending(let reason, _) = stage, reason != .interrupted, reason != .discarded {
                keepLearned(learned, for: learning?.partialKey)
            }
        case _ where lanes?.partials == nil: return
        case .partial(let text, let start): pending.hear(text, from: start)
        case .utterance(let heard): pending.hear(heard)
        case .failed(let error, _, _, _):
            lanes?.stopPartials()
            pending.clear()
            emit(.error(.partialsStopped(error)))
        case .confirmed, .substituted: break
        }
        showPending()
    }

    /// Tells what has changed of the words that are not final yet.
    private func showPending() {
        for (attendee, text) in pending.changes(speaker: speaker) {
            emit(.transcriptPartial(attendee, text: text))
        }
    }

    /// Tells what is given up because the machine cannot keep up.
    private func note(_ relief: TranscriptionLanes.Relief) {
        switch relief {
        case .partialsStopped:
            pending.clear()
            showPending()
            emit(.error(.partialsStopped(nil)))
        case .restsUntilEnd: emit(.error(.transcriptWaits))
        }
    }

    private func keep(_ utterance: Utterance) {
        pending.noteFinal(of: utterance.attendee)
        writer.record([.utterance(utterance)])
        emit(.transcriptFinal(utterance))
    }

    /// What was heard of an utterance when the recogniser failed: kept, and marked.
    private func unfinished(_ text: String, start: Int64, end: Int64) -> Utterance {
        Utterance(
            attendee: speaker(at: start),
            start: Duration(frames: start, at: plan.sampleRate),
            end: Duration(frames: end, at: plan.sampleRate),
            text: text + " […]",
            recognizer: parts.recognizer?.key ?? "",
            words: []
        )
    }

    /// Whose turn it was at a frame of the recording.
    private func speaker(at frame: Int64) -> Attendee.ID {
        timer.turns.speaker(at: Duration(frames: frame, at: plan.sampleRate)) ?? plan.standup.attendees[0].id
    }
}

extension DeviceSelection {
    /// Whether it is one device of the machine and no other.
    var isChosen: Bool {
        if case .named = self { true } else { false }
    }

    /// Whether it is a device of the machine, of which silence is not to be expected.
    fileprivate var isHardware: Bool {
        switch self {
        case .systemDefault, .named: true
        case .none, .silence, .file: false
        }
    }
}
