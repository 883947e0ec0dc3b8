import MeetingHistory
import MeetingModel
import MeetingTiming
import Sound
import StandupSpeech

extension MeetingSession {
    func receive(_ signal: PumpSignal) {
        if case .ended = stage { return }
        switch signal {
        case .source(.room, let signal): receive(signal)
        case .source(.call, let signal): receive(call: signal)
        case .written(let frames, let complete):
            // Even if the timer is late, a cue or change of speaker is marked before the recognizer reads its sound.
            if let next = timer.nextDeadline, next <= clock.now { performDueWork() }
            // The pump may still be recording after a stop; it will remove those frames.
            let limit = frame(at: timer.elapsed(at: clock.now))
            for channel in AudioChannel.allCases {
                if let shedding = transcriptions[channel]?.workers.process(upTo: min(complete, limit)) {
                    note(shedding, of: channel)
                }
            }
            noteProgress(min(frames, limit))
        case .writeFailed(let error):
            failedWrites.begin(.sound, at: timer.elapsed(at: clock.now))
            emit(.error(.recordingWaits(error)))
        case .backlogFull:
            emit(.error(.soundOverflows))
        case .writeRecovered:
            tellRestored(failedWrites.end(.sound))
        case .sameSound:
            if !hasSameSound { emit(.error(.sameSound)) }
            hasSameSound = true
        case .unsaved(let frames):
            reportUnsaved(.soundLost(Duration(frames: frames, at: plan.sampleRate)))
        case .finished(let frames):
            if case .ending = stage { recordingFinished(frames) }
        }
    }

    /// Handles a signal about the microphone.
    private func receive(_ signal: SourceSignal) {
        switch signal {
        case .opened(let device, let instant):
            if case .opening = stage { begin(at: instant, device: device) } else { noteMicrophone(device) }
        case .failed(let error):
            if case .opening = stage { failStart(.microphone(error)) }
        case .level(let level):
            emit(.level(level))
            // While the call talks, a room that listens is no muted microphone.
            let loudest = status.call.map { !$0.isLost && $0.level.peak > level.peak ? $0.level : level } ?? level
            if plan.input.isHardware, silence.isDue(after: loudest) {
                emit(.deviceSilent(device: status.microphone ?? plan.input.description))
            }
        // Only a call tells these.
        case .unheard, .playsOwnRecording: break
        case .lost(let device):
            emit(.deviceLost(device: device))
        case .changed(let device):
            noteMicrophone(device)
        case .selected(let selection):
            hasSameSound = false
            update { $0.isMicrophoneChosen = selection.isChosen }
        case .switchFailed(let error):
            emit(.error(.microphone(error)))
        case .restored(let device, let gap):
            emit(.deviceRestored(gap: Duration(frames: gap, at: plan.sampleRate)))
            noteMicrophone(device)
        case .gap(let start, let end, let reason):
            keepGap(from: start, to: end, reason, in: .room)
        }
    }

    private func receive(call signal: SourceSignal) {
        switch signal {
        case .opened(let device, _):
            noteCall(device)
        case .failed(let error):
            receive(problem: .call(error))
        case .switchFailed(let error):
            receive(problem: .callUnchanged(error))
        case .level(let level):
            emit(.level(level, channel: .call))
        case .unheard(let program):
            update { $0.call?.unheard = program }
            emit(
                .deviceSilent(
                    device: status.call?.device ?? plan.call.description, channel: .call, unheard: program))
        case .playsOwnRecording:
            emit(.error(.ownPlayback))
        case .lost(let device):
            emit(.deviceLost(device: device, channel: .call))
        case .changed(let device):
            noteCall(device)
        case .selected(let selection):
            hasSameSound = false
            update { status in
                if selection == .none { status.call = MeetingStatus.Call(selection: .none) }
                status.call?.selection = selection
                status.call?.unheard = nil
            }
        case .restored(let device, let gap):
            emit(.deviceRestored(gap: Duration(frames: gap, at: plan.sampleRate), channel: .call))
            noteCall(device)
        case .gap(let start, let end, let reason):
            keepGap(from: start, to: end, reason, in: .call)
        }
    }

    private func noteCall(_ device: String) {
        let old = status.call?.device
        guard device != old else { return }
        update {
            $0.call?.device = device
            $0.call?.unheard = nil
        }
        // Before the start, the first events tell it.
        if case .running = stage { emit(.deviceChanged(device: device, channel: .call)) }
        noteSameDevice()
    }

    /// Reports that the microphone and the call are one device by its name, before any sound shows it.
    func noteSameDevice() {
        guard let call = status.call, let microphone = status.microphone, call.device == microphone, !hasSameSound,
            call.selection.isHardware
        else { return }
        hasSameSound = true
        receive(problem: .sameSound)
    }

    private func keepGap(from start: Int64, to end: Int64, _ reason: Gap.Reason, in channel: AudioChannel) {
        let gap = Gap(
            start: Duration(frames: start, at: plan.sampleRate),
            end: Duration(frames: end, at: plan.sampleRate),
            reason: reason,
            channel: channel
        )
        writer.record([.gap(gap)])
        emit(.gap(gap))
    }

    private func noteMicrophone(_ device: String) {
        guard device != status.microphone else { return }
        update { $0.microphone = device }
        emit(.deviceChanged(device: device))
        noteSameDevice()
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
            if keepsEachSecond { syncRecording() }
            changes.append(.recording(keptRecording(frames)))
        }
        writer.record(changes)
    }

    /// Waits on the history's queue until the sound is on the disk.
    private func syncRecording() {
        writer.perform { [recording] _ in
            do throws(AudioError) {
                try recording?.synchronize()
                self.perform { $0.tellRestored($0.failedWrites.end(.sync)) }
            } catch {
                self.perform { $0.noteUnsynced(error) }
            }
        }
    }

    private func noteUnsynced(_ error: AudioError) {
        guard failedWrites.begin(.sync, at: timer.elapsed(at: clock.now)) else { return }
        emit(.error(.recordingUnconfirmed(error)))
    }

    func keptRecording(_ frames: Int64) -> Recording {
        Recording(
            fileName: recording?.fileName ?? "", sampleRate: plan.sampleRate, frames: frames,
            channels: plan.channels)
    }

    func receive(_ signal: TranscriptionSignal, of channel: AudioChannel) {
        if case .ended = stage { return }
        switch signal {
        case .partial(let text, let start):
            if transcriptions[channel]?.workers.partials == nil {
                transcriptions[channel]?.pending.hear(text, from: start)
            }
        case .utterance(let heard):
            transcriptions[channel]?.pending.pass(heard.end)
            keep(heard, of: channel)
        case .confirmed(let frame):
            transcriptions[channel]?.pending.pass(frame)
            transcriptions[channel]?.confirmed = frame
            if channel == .call { storeRoomWords() }
            if plan.isRecorded, let frame = transcriptions.values.map(\.confirmed).min() {
                let end = Duration(frames: frame, at: plan.sampleRate)
                writer.record([.transcribed(upTo: min(end, roomWords.waiting.first?.start ?? end))])
            }
        case .substituted(let substitution):
            emit(.error(.substituted(substitution)))
        case .voicesFailed(let error):
            // A voice that is not told apart any more may be anybody's.
            lessons = nil
            emit(.error(.voicesStopped(error)))
        case .failed(let error, let text, let start, let end):
            // Nothing reads it any more.
            (recording as? TransientRecording)?.forget()
            stopPartials(of: channel)
            if !text.isEmpty { keep(unfinished(text, start: start, end: end, channel)) }
            let isFirst = !transcriptions.values.contains(where: \.hasFailed)
            transcriptions[channel]?.hasFailed = true
            storeRoomWords()
            if isFirst { emit(.recognizerFailed(error)) }
        case .finished(let learned, let isComplete, let speech):
            if !isComplete { transcriptions[channel]?.hasFailed = true }
            if let lost = speech.unrecognized, plan.isRecorded, channel == .room {
                emit(.error(.speechUnrecognized(lost)))
            }
            transcriptFinished(of: channel, learned: learned)
        }
        showPending(of: channel)
    }

    func receive(partial signal: TranscriptionSignal, of channel: AudioChannel) {
        if case .ended = stage { return }
        switch signal {
        case .finished(let learned, _, _):
            if case .ending(let ending) = stage, ending.completesTranscript {
                keepLearned(learned, for: transcriptions[channel]?.learned?.partialKey)
            }
        case _ where transcriptions[channel]?.workers.partials == nil: return
        case .partial(let text, let start): transcriptions[channel]?.pending.hear(text, from: start)
        case .utterance(let heard): transcriptions[channel]?.pending.hear(heard)
        case .failed(let error, _, _, _):
            stopPartials(of: channel)
            emit(.error(.partialsStopped(error)))
        case .confirmed, .substituted, .voicesFailed: break
        }
        showPending(of: channel)
    }

    private func stopPartials(of channel: AudioChannel) {
        transcriptions[channel]?.workers.stopPartials()
        transcriptions[channel]?.pending.clear()
    }

    private func showPending(of channel: AudioChannel) {
        for (attendee, text) in transcriptions[channel]?.pending.changes(speaker: speaker) ?? [] {
            emit(.transcriptPartial(attendee, text: text, channel: channel))
        }
    }

    /// Reports that partial results stop or final results are delayed, because the machine cannot keep up.
    private func note(_ shedding: TranscriptionWorkers.LoadShedding, of channel: AudioChannel) {
        switch shedding {
        case .partialsStopped:
            transcriptions[channel]?.pending.clear()
            showPending(of: channel)
            emit(.error(.partialsStopped(nil)))
        case .pausedUntilEnd: emit(.error(.transcriptWaits))
        }
    }

    private func keep(_ heard: RecognizedUtterance, of channel: AudioChannel) {
        let middle = (heard.start + heard.end) / 2
        let utterances = assignment.utterances(
            heard, during: speaker(at: middle), on: plan.channels > 1 ? channel : nil)
        if let turn = timer.turns.lastIndex(startedBy: Duration(frames: middle, at: plan.sampleRate)) {
            lessons?.hear(
                heard.voices, in: turn, of: timer.turns[turn].attendee,
                isOwn: utterances.allSatisfy { !$0.isByVoice && !$0.isInterjection })
        }
        for utterance in utterances {
            switch utterance.channel {
            case nil: keep(utterance)
            case .room: roomWords.waiting.append(utterance)
            case .call:
                roomWords.recentOfCall = roomWords.recentOfCall.suffix(19) + [utterance]
                keep(utterance)
            }
        }
        if channel == .room { storeRoomWords() }
    }

    /// Stores the room's waiting utterances, without echoes, up to where the call's words are final; with `all`, every one.
    func storeRoomWords(all: Bool = false) {
        let call = transcriptions[.call].flatMap { all || $0.hasFailed || $0.isFinished ? nil : $0 }
        for own in roomWords.take(while: { frame(at: $0.end) <= call?.confirmed ?? .max }) { keep(own) }
    }

    /// Whether sound on a channel is not the speaker's own side.
    private func isInterjection(on channel: AudioChannel, during attendee: Attendee.ID) -> Bool {
        plan.channels > 1 && plan.standup.attendees.isInterjection(on: channel, during: attendee)
    }

    private func keep(_ utterance: Utterance) {
        transcriptions[utterance.channel ?? .room]?.pending.noteFinal(of: utterance.attendee)
        writer.record([.utterance(utterance)])
        emit(.transcriptFinal(utterance))
    }

    /// The words recognized before the recognizer failed, marked as unfinished.
    private func unfinished(_ text: String, start: Int64, end: Int64, _ channel: AudioChannel) -> Utterance {
        let attendee = speaker(at: start)
        return Utterance(
            attendee: attendee,
            start: Duration(frames: start, at: plan.sampleRate),
            end: Duration(frames: end, at: plan.sampleRate),
            text: text + " […]",
            recognizer: dependencies.recognizer?.key ?? "",
            words: [],
            channel: plan.channels > 1 ? channel : nil,
            isInterjection: isInterjection(on: channel, during: attendee)
        )
    }

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
        case .systemDefault, .named, .loudspeakerMonitor: true
        case .none, .silence, .file: false
        }
    }
}
