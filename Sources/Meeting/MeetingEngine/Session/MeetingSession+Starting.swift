import AudioDevices
import MeetingHistory
import MeetingModel
import MeetingTiming
import SpeechRecognition

extension MeetingSession {
    /// Opens loudspeaker and microphone; the meeting begins with the first frame, or at once without a microphone.
    func open() {
        stage = .opening
        if plan.output != .none {
            playback = parts.audio.openPlayback(plan.output, cues: parts.cues)
        }
        guard plan.input != .none else {
            begin(at: clock.now, device: nil)
            return
        }
        let pump = CapturePump(
            clock: clock,
            audio: parts.audio,
            selection: plan.input,
            sampleRate: plan.sampleRate
        ) { [weak self] signal in
            self?.perform { $0.receive(signal) }
        }
        self.pump = pump
        pump.perform { $0.open() }
    }

    /// Makes the recording and the meeting's row; the clock has been running since `instant`.
    func begin(at instant: Duration, device: String?) {
        stage = .beginning
        let plan = plan
        let store = parts.store
        let recordings = parts.recordings
        let source = device == nil ? nil : parts.recognizer
        let fileName = fileName
        let isRecorded = plan.isRecorded && device != nil
        let interrupted = plan.interrupted
        let firstFrame = frame(at: interrupted?.elapsed ?? .zero)
        let learning = plan.keepsLearnedState ? source.map { Learning(of: $0, device: device ?? "") } : nil
        let startedAt = Timestamp(nanosecondsSince1970: clock.nanosecondsSince1970) + (instant - clock.now)
        var meeting = Meeting(
            id: plan.meeting,
            standupID: plan.standup.id,
            title: plan.standup.title,
            startedAt: startedAt,
            language: plan.standup.language,
            attendees: attendees
        )
        if isRecorded {
            meeting.recording = Recording(fileName: fileName, sampleRate: plan.sampleRate)
            if source != nil { meeting.transcribedUpTo = .zero }
        }
        writer.perform { [meeting] _ in
            var recording: (any RecordingWriter)?
            if isRecorded {
                do throws(AudioError) {
                    recording =
                        try interrupted == nil
                        ? recordings.create(fileName, sampleRate: plan.sampleRate) : recordings.reopen(fileName)
                } catch {
                    self.perform { $0.failStart(.recording(error)) }
                    return
                }
            } else if device != nil {
                recording = TransientRecording(
                    sampleRate: plan.sampleRate, isRead: source != nil, firstFrame: firstFrame)
            }
            var learning = learning
            do throws(HistoryError) {
                try learning?.read(from: store)
                if let interrupted {
                    try store.record([.state(.live, duration: interrupted.elapsed)], in: meeting.id)
                } else {
                    try store.begin(meeting)
                }
            } catch {
                if isRecorded, interrupted == nil { try? recordings.remove(fileName) }
                self.perform { $0.failStart(.history(error)) }
                return
            }
            let room = isRecorded ? recordings.room(sampleRate: plan.sampleRate) : nil
            self.perform { [recording, learning] session in
                if let room, room < plan.standup.length {
                    session.earlyProblems.append(.littleRoom(room, length: plan.standup.length))
                }
                session.learning = learning
                session.run(from: instant, device: device, recording: recording, source: source)
            }
        }
    }

    private func run(
        from instant: Duration,
        device: String?,
        recording: (any RecordingWriter)?,
        source: RecognizerSource?
    ) {
        guard case .beginning = stage else { return }
        stage = .running
        self.recording = recording
        if let recording {
            let meetingTime = plan.interrupted?.elapsed ?? .zero
            pump?.perform { $0.record(to: recording, from: instant, at: meetingTime) }
            lanes = source.map { makeLanes($0, recording) }
        }
        if let interrupted = plan.interrupted { markWhatWasHeard(of: interrupted) }
        update { status in
            status.microphone = device
            status.isMicrophoneChosen = plan.input.isChosen
            status.isTranscribing = lanes != nil
            status.note = plan.interrupted?.meeting.note
            status.utterances = Array((plan.interrupted?.meeting.transcript ?? []).suffix(20))
            if device != nil { status.level = AudioLevel(peak: AudioLevel.silence, rms: AudioLevel.silence) }
        }
        deadline = clock.makeTimer(on: queue) { [weak self] in self?.assumeIsolated { $0.catchUp() } }
        suspended = clock.nowWithSuspend - clock.now
        if let interrupted = plan.interrupted {
            resumeCountdown(of: interrupted, at: instant)
        } else {
            startCountdown(at: instant)
        }
        didStart()
        if let playback, case .failed(let error) = playback.state {
            loudspeakerProblem = "\(error)"
            earlyProblems.append(.loudspeaker(error))
        }
        for problem in earlyProblems { emit(.error(problem)) }
        earlyProblems = []
        catchUp()
    }

    /// Makes the workers that turn a recording into words.
    private func makeLanes(_ source: RecognizerSource, _ recording: any RecordingWriter) -> TranscriptionLanes {
        typealias Maker = @Sendable (Vocabulary) throws(RecognizerError) -> any SpeechRecognizer
        func worker(
            _ label: String, _ recording: any RecordedAudio, from frame: Int64, by make: @escaping Maker,
            signal: @escaping @Sendable (isolated MeetingSession, TranscriptionSignal) -> Void
        ) -> TranscriptionWorker {
            TranscriptionWorker(
                label: label,
                clock: clock,
                recording: recording,
                cues: playback == nil ? nil : parts.cues,
                startFrame: frame,
                makeVocabulary: { [standup = plan.standup] in
                    Vocabulary(
                        names: standup.attendees.map(\.name), terms: standup.vocabulary,
                        language: standup.language, dictionary: source.stretches.pronunciations
                    )
                },
                makeRecognizer: make,
                signal: { [weak self] event in self?.perform { signal($0, event) } }
            )
        }
        let learning = learning
        // What was said before the meeting was cut off is not shown again.
        let now = frame(at: plan.interrupted?.elapsed ?? .zero)
        let first = firstFrameToHear
        let final = worker(
            "standup.decoding", recording, from: first,
            by: { vocabulary throws(RecognizerError) in try source.makeKnowing(learning?.final, vocabulary) },
            signal: { $0.receive($1) })
        let partials = source.partials.map { partials in
            worker(
                "standup.partials", (recording as? TransientRecording)?.view ?? recording, from: now,
                by: { vocabulary throws(RecognizerError) in try partials.make(learning?.partial, vocabulary) },
                signal: { $0.receive(partial: $1) })
        }
        return TranscriptionLanes(
            worker: final, partials: partials, sampleRate: plan.sampleRate, backlog: now - first,
            mayRest: plan.isRecorded)
    }

    /// Gives up a start whose row and recording are being made.
    func giveUp() {
        stage = .ended
        guard let interrupted = plan.interrupted else {
            removeTraces { session, _ in session.failStart(.interrupted) }
            return
        }
        // It is as it was, and can be gone on with another time.
        writer.record([.state(.interrupted, duration: interrupted.meeting.duration)])
        writer.perform { _ in self.perform { $0.failStart(.interrupted) } }
    }

    /// The name of the recording's file.
    var fileName: String {
        plan.interrupted?.meeting.recording?.fileName ?? DataFolder.recordingName(of: plan.meeting)
    }

    /// What each attendee's part is now, as the history keeps it.
    var attendees: [MeetingAttendee] { timer.parts.map(attendee) }

    /// An attendee's part, as the history keeps it.
    func attendee(_ part: MeetingTimer.Part) -> MeetingAttendee {
        MeetingAttendee(
            id: part.id,
            name: name(of: part.id),
            slot: part.slot,
            used: part.used,
            overtime: part.overtime,
            state: part.state
        )
    }

    /// The name of an attendee, `Someone` if there is no such attendee.
    func name(of attendee: Attendee.ID) -> String {
        plan.standup.name(of: attendee)
    }
}

extension MeetingSession.Learning {
    /// What the recognisers of a source keep of a microphone, not read yet.
    fileprivate init(of source: RecognizerSource, device: String) {
        finalKey = "\(source.key)/\(device)"
        partialKey = source.partials.map { "\($0.key)/\(device)" }
    }

    /// Reads what was learned in earlier meetings.
    fileprivate mutating func read(from store: any MeetingStore) throws(HistoryError) {
        final = try store.recognizerState(finalKey)
        if let partialKey { partial = try store.recognizerState(partialKey) }
    }
}
