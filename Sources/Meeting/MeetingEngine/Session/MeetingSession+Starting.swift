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
        let key = plan.keepsLearnedState ? source.map { "\($0.key)/\(device ?? "")" } : nil
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
            let learned: [Float]?
            do throws(HistoryError) {
                learned = try key.flatMap { key throws(HistoryError) in try store.recognizerState(key) }
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
            self.perform { [recording] session in
                if let room, room < plan.standup.length {
                    session.earlyProblems.append(.littleRoom(room, length: plan.standup.length))
                }
                session.learnedKey = key
                session.run(from: instant, device: device, recording: recording, source: source, learned: learned)
            }
        }
    }

    private func run(
        from instant: Duration,
        device: String?,
        recording: (any RecordingWriter)?,
        source: RecognizerSource?,
        learned: [Float]?
    ) {
        guard case .beginning = stage else { return }
        stage = .running
        self.recording = recording
        if let recording {
            let meetingTime = plan.interrupted?.elapsed ?? .zero
            pump?.perform { $0.record(to: recording, from: instant, at: meetingTime) }
            if let source {
                worker = TranscriptionWorker(
                    clock: clock,
                    recording: recording,
                    cues: playback == nil ? nil : parts.cues,
                    startFrame: firstFrameToHear,
                    makeVocabulary: { [standup = plan.standup] in
                        Vocabulary(
                            names: standup.attendees.map(\.name), terms: standup.vocabulary,
                            language: standup.language, dictionary: source.stretches.pronunciations
                        )
                    },
                    makeRecognizer: { vocabulary throws(RecognizerError) in
                        try source.makeKnowing(learned, vocabulary)
                    },
                    signal: { [weak self] signal in self?.perform { $0.receive(signal) } }
                )
            }
        }
        if let interrupted = plan.interrupted { markWhatWasHeard(of: interrupted) }
        update { status in
            status.microphone = device
            status.isMicrophoneChosen = plan.input.isChosen
            status.isTranscribing = worker != nil
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
