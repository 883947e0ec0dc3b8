import MeetingHistory
import MeetingModel
import MeetingTiming
import Sound
import StandupSpeech

extension MeetingSession {
    /// Opens the loudspeaker and the microphone.
    ///
    /// The meeting begins with the first frame of the microphone, or at once without one.
    func open() {
        stage = .opening
        if plan.output != .none {
            loudspeaker = Loudspeaker(
                dependencies.audio.openCuePlayback(plan.output, cues: dependencies.cues))
        }
        if plan.channels > 1 { update { $0.call = MeetingStatus.Call(selection: plan.call) } }
        guard plan.hasSound else {
            begin(at: clock.now, device: nil)
            return
        }
        let pump = CapturePump(
            clock: clock,
            audio: dependencies.audio,
            selection: plan.input,
            call: plan.channels > 1 ? plan.call : nil,
            sampleRate: plan.sampleRate
        ) { [weak self] signal in
            self?.perform { $0.receive(signal) }
        }
        self.pump = pump
        pump.perform { $0.open() }
        // A call without a microphone: the room's channel is silent.
        if plan.input == .none { begin(at: clock.now, device: nil) }
    }

    /// Creates the recording and the meeting's row; the clock has been running since `instant`.
    func begin(at instant: Duration, device: String?) {
        stage = .beginning
        let opening = Opening(
            plan: plan,
            fileName: fileName,
            isRecorded: plan.isRecorded && plan.hasSound,
            isHeard: plan.hasSound,
            source: plan.hasSound ? dependencies.recognizer : nil,
            firstFrame: frame(at: plan.interrupted?.elapsed ?? .zero)
        )
        let meeting = newMeeting(startedAt: instant, opening)
        let dependencies = dependencies
        let learnedStates =
            plan.keepsLearnedState && device != nil
            ? opening.source.map { LearnedStates(of: $0, device: device ?? "") } : nil
        writer.perform { [meeting, learnedStates] _ in
            var learnedStates = learnedStates
            let recording: (any RecordingWriter)?
            do throws(MeetingStartError) {
                recording = try opening.makeRecording(in: dependencies.recordings)
                try opening.store(meeting, learnedStates: &learnedStates, in: dependencies)
            } catch {
                self.perform { $0.failStart(error) }
                return
            }
            let room =
                opening.isRecorded
                ? dependencies.recordings.availableDuration(
                    sampleRate: opening.plan.sampleRate, channels: opening.plan.channels) : nil
            let profiles = opening.profiles(in: dependencies.journal)
            self.perform { [recording, learnedStates] session in
                if let room, room < session.plan.standup.length {
                    session.earlyProblems.append(.littleRoom(room, length: session.plan.standup.length))
                }
                if let shortcoming = opening.source?.shortcoming {
                    session.earlyProblems.append(.lesserRecognizer(shortcoming))
                }
                session.run(
                    from: instant, device: device, recording: recording, source: opening.source,
                    learnedStates: learnedStates, voices: opening.voices.map { ($0.shared(), profiles) })
            }
        }
    }

    private func newMeeting(startedAt instant: Duration, _ opening: Opening) -> Meeting {
        var meeting = Meeting(
            id: plan.meeting,
            standupID: plan.standup.id,
            title: plan.standup.title,
            startedAt: Timestamp(nanosecondsSince1970: clock.nanosecondsSince1970) + (instant - clock.now),
            language: plan.standup.language,
            attendees: attendees,
            updates: plan.updates,
            isRehearsal: plan.isRehearsal
        )
        if opening.isRecorded {
            meeting.recording = Recording(
                fileName: opening.fileName, sampleRate: plan.sampleRate, channels: plan.channels)
            if opening.source != nil { meeting.transcribedUpTo = .zero }
        }
        return meeting
    }

    /// What a meeting needs before its first turn: its recording and its row. [history queue]
    private struct Opening: Sendable {
        let plan: MeetingPlan
        let fileName: String
        /// Whether the recording is kept in a file.
        let isRecorded: Bool
        /// Whether there is a microphone or a call.
        let isHeard: Bool
        let source: RecognizerSource?
        let firstFrame: Int64

        /// The new recording, or the reopened one of an interrupted meeting; nil without a source of sound.
        func makeRecording(
            in recordings: any RecordingFolder
        ) throws(MeetingStartError) -> (any RecordingWriter)? {
            guard isRecorded else {
                guard isHeard else { return nil }
                return TransientRecording(
                    sampleRate: plan.sampleRate, channels: plan.channels, isRead: source != nil, firstFrame: firstFrame)
            }
            do throws(AudioError) {
                return try plan.interrupted == nil
                    ? recordings.create(fileName, sampleRate: plan.sampleRate, channels: plan.channels)
                    : recordings.reopen(fileName, channels: plan.channels)
            } catch {
                throw .recording(error)
            }
        }

        /// What tells voices apart; nil unless the standup wants it.
        var voices: VoiceRecognition? { plan.standup.learnsVoices ? source?.segments.voices : nil }

        func profiles(in journal: any MeetingJournal) -> [Attendee.ID: VoiceProfile] {
            guard let voices else { return [:] }
            // A meeting takes place without what it knows of voices.
            return (try? journal.voices(of: plan.standup.attendees.map(\.id), model: voices.key)) ?? [:]
        }

        /// Stores the meeting, or its going on, and reads the learned states; a failure removes a new recording.
        func store(
            _ meeting: Meeting, learnedStates: inout LearnedStates?, in dependencies: MeetingDependencies
        ) throws(MeetingStartError) {
            do throws(HistoryError) {
                try learnedStates?.read(from: dependencies.journal)
                if let interrupted = plan.interrupted {
                    var changes = [MeetingChange.state(.live, duration: interrupted.elapsed)]
                    if let old = interrupted.meeting.recording, old.channels < plan.channels {
                        changes.append(
                            .recording(
                                Recording(
                                    fileName: old.fileName, sampleRate: old.sampleRate, frames: old.frames,
                                    channels: plan.channels)))
                    }
                    try dependencies.journal.record(changes, in: meeting.id)
                } else {
                    try dependencies.journal.begin(meeting)
                }
            } catch {
                if isRecorded, plan.interrupted == nil { try? dependencies.recordings.remove(fileName) }
                throw .history(error)
            }
        }
    }

    private func run(
        from instant: Duration,
        device: String?,
        recording: (any RecordingWriter)?,
        source: RecognizerSource?,
        learnedStates: LearnedStates?,
        voices: (recognition: VoiceRecognition, profiles: [Attendee.ID: VoiceProfile])?
    ) {
        guard case .beginning = stage else { return }
        stage = .running(
            clock.makeTimer(on: queue) { [weak self] in self?.assumeIsolated { $0.performDueWork() } })
        self.recording = recording
        if let voices {
            assignment.voices = VoiceAttribution(voices.profiles, sampleRate: plan.sampleRate)
            if plan.keepsLearnedState { lessons = VoiceLessons(sampleRate: plan.sampleRate) }
        }
        if let recording {
            let meetingTime = plan.interrupted?.elapsed ?? .zero
            pump?.perform { $0.record(to: recording, from: instant, at: meetingTime) }
            if let source {
                for channel in AudioChannel.allCases.prefix(recording.channels) {
                    // What was learned belongs to the microphone.
                    transcriptions[channel] = makeTranscription(
                        of: channel, source, recording, learned: channel == .room ? learnedStates : nil,
                        voices: voices?.recognition)
                }
            }
        }
        if let interrupted = plan.interrupted { markWhatWasHeard(of: interrupted) }
        update { status in
            status.microphone = device
            status.isMicrophoneChosen = plan.input.isChosen
            status.isTranscribing = !transcriptions.isEmpty
            status.note = plan.interrupted?.meeting.note
            status.updates = plan.updates
            status.utterances = Array((plan.interrupted?.meeting.transcript ?? []).suffix(20))
            if device != nil { status.level = AudioLevel(peak: AudioLevel.silence, rms: AudioLevel.silence) }
        }
        noteSameDevice()
        countdown.suspended = clock.suspendedTime
        if let interrupted = plan.interrupted {
            resumeCountdown(of: interrupted, at: instant)
        } else {
            startCountdown(at: instant)
        }
        didStart()
        if case .failed(let error)? = loudspeaker?.playback.state {
            loudspeaker?.problem = "\(error)"
            earlyProblems.append(.loudspeaker(error))
        }
        for problem in earlyProblems { emit(.error(problem)) }
        earlyProblems = []
        performDueWork()
    }

    private func makeTranscription(
        of channel: AudioChannel, _ source: RecognizerSource, _ recording: any RecordingWriter,
        learned: LearnedStates?, voices: VoiceRecognition?
    ) -> ChannelTranscription {
        typealias Factory = @Sendable (Vocabulary) throws(RecognizerError) -> any SpeechRecognizer
        func worker(
            _ label: String, _ recording: any RecordedAudio, from frame: Int64,
            segmentation: Segmentation = .atPauses(), voices: VoiceRecognition? = nil, by make: @escaping Factory,
            signal: @escaping @Sendable (isolated MeetingSession, TranscriptionSignal) -> Void
        ) -> TranscriptionWorker {
            TranscriptionWorker(
                label: label,
                clock: clock,
                recording: recording,
                channel: channel,
                cues: loudspeaker == nil ? nil : dependencies.cues,
                startFrame: frame,
                segmentation: segmentation,
                voices: voices,
                makeVocabulary: { [standup = plan.standup] in
                    Vocabulary(
                        names: standup.attendees.map(\.name), terms: standup.vocabulary,
                        language: standup.language, for: source.segments)
                },
                makeRecognizer: make,
                signal: { [weak self] event in self?.perform { signal($0, event) } }
            )
        }
        // Words from before the interruption are not shown again.
        let now = frame(at: plan.interrupted?.elapsed ?? .zero)
        let first = firstFrameToHear
        let final = worker(
            "standup.decoding", recording, from: first, segmentation: source.segments.segmentation,
            voices: voices,
            by: { vocabulary throws(RecognizerError) in try source.makeWithVocabulary(learned?.final, vocabulary) },
            signal: { $0.receive($1, of: channel) })
        let partials = source.partials.map { partials in
            worker(
                "standup.partials", (recording as? TransientRecording)?.view ?? recording, from: now,
                by: { vocabulary throws(RecognizerError) in try partials.make(learned?.partial, vocabulary) },
                signal: { $0.receive(partial: $1, of: channel) })
        }
        return ChannelTranscription(
            workers: TranscriptionWorkers(
                worker: final, partials: partials, sampleRate: plan.sampleRate, backlog: now - first,
                canPause: plan.isRecorded),
            pending: PendingWords(sampleRate: plan.sampleRate),
            learned: learned,
            confirmed: first)
    }

    /// Cancels a start while its row and recording are being created.
    func cancelStart() {
        stage = .ended(isWritten: false)
        guard let interrupted = plan.interrupted else {
            removeTraces { session, _ in session.failStart(.interrupted) }
            return
        }
        // The meeting is unchanged and can still be resumed later.
        writer.record([.state(.interrupted, duration: interrupted.meeting.duration)])
        writer.perform { _ in self.perform { $0.failStart(.interrupted) } }
    }

    var fileName: String {
        plan.interrupted?.meeting.recording?.fileName ?? DataFolder.recordingName(of: plan.meeting)
    }

    var attendees: [MeetingAttendee] { timer.parts.map(attendee) }

    func attendee(_ part: MeetingTimer.Part) -> MeetingAttendee {
        MeetingAttendee(
            id: part.id,
            name: name(of: part.id),
            slot: part.slot,
            used: part.used,
            overtime: part.overtime,
            state: part.state,
            isRemote: plan.standup.attendees.first { $0.id == part.id }?.isRemote ?? false
        )
    }

    /// The name of an attendee; `Someone` if the standup has no such attendee.
    func name(of attendee: Attendee.ID) -> String {
        plan.standup.name(of: attendee)
    }
}

extension MeetingSession {
    /// The recognizers' learned states for the microphone, and their keys in the history.
    ///
    /// `final` belongs to the recognizer of the final results, `partial` to the one of the partial results.
    struct LearnedStates {
        let finalKey: String
        let partialKey: String?
        private(set) var final: [Float]?
        private(set) var partial: [Float]?

        /// The keys of a source's learned state for a microphone; the state is not read yet.
        fileprivate init(of source: RecognizerSource, device: String) {
            finalKey = "\(source.key)/\(device)"
            partialKey = source.partials.map { "\($0.key)/\(device)" }
        }

        fileprivate mutating func read(from journal: any MeetingJournal) throws(HistoryError) {
            final = try journal.recognizerState(finalKey)
            if let partialKey { partial = try journal.recognizerState(partialKey) }
        }
    }
}
