import MeetingEngine
import MeetingHistory
import MeetingModel
import StandupSpeech

/// Gives the turns of speakers of an ended meeting to others.
struct SpeakerRenaming {
    private let meeting: Meeting
    private let history: History
    /// The meeting's, if it still exists.
    private let standup: Standup?
    private var renames: [(old: MeetingAttendee, new: Attendee)] = []

    /// Reads `NAME=NEW`: a new name that nobody of the standup and the meeting has is somebody else's.
    init(_ texts: [String], of chosen: Meeting, in history: History) throws {
        self.history = history
        meeting = try history.meeting(id: chosen.id)
        try meeting.checkHasEnded()
        standup = try history.store.standups().first { $0.id == chosen.standupID }
        for text in texts {
            let pair = try AttendeeArgument.pair(text, of: "--rename \"Voice 1=Ann\"")
            let old = meeting.attendees[try AttendeeLookup.index(of: pair.name, in: meeting.attendees.map(\.name))]
            let name = DisplayText(quoting: old.name)
            guard old.state == .spoke else {
                throw Failure(.notFound, "\(name) has no turn; choose a speaker of the meeting")
            }
            guard !renames.contains(where: { $0.old.id == old.id }) else {
                throw Failure(.usage, "\(name) cannot be renamed twice; choose one name")
            }
            renames.append((old, try attendee(named: pair.value.trimmedName, insteadOf: old)))
        }
    }

    private func attendee(named name: String, insteadOf old: MeetingAttendee) throws -> Attendee {
        guard !name.isEmpty, Standup.isName(name) else {
            throw Failure(
                .usage,
                "the new name of \(DisplayText(quoting: old.name)) must have 1 to \(Standup.longestName) characters")
        }
        var known = standup?.attendees ?? []
        known += meeting.attendees.map { Attendee(id: $0.id, name: $0.name) } + renames.map(\.new)
        var seen: Set = [old.id]
        known = known.filter { seen.insert($0.id).inserted }
        do {
            return known[try AttendeeLookup.index(of: name, in: known.map(\.name))]
        } catch {
            guard case .noAttendee = error else { throw error }
            // Whoever is in the standup stays who they are.
            guard isInvited(old) || meeting.isSomeone(old.id) else { return Attendee(id: old.id, name: name) }
            var generator = SystemRandomNumberGenerator()
            return Attendee(id: Attendee.ID(using: &generator), name: name)
        }
    }

    private func isInvited(_ attendee: MeetingAttendee) -> Bool {
        standup?.attendees.contains { $0.id == attendee.id } ?? false
    }

    /// Renames the speakers; with `learning`, their voices are learned too, or nothing is done.
    func run(learning: Bool) throws {
        let title = DisplayText(quoting: meeting.title)
        let id = meeting.id.rawValue.prefix(8)
        let locks = try ["correct-\(meeting.id)", MeetingRetranscription.lockName(of: meeting.id)]
            .map { try LiveLock.acquire($0, in: history.folder) }
        defer { for lock in locks { lock?.release() } }
        guard !locks.contains(where: { $0 == nil }) else {
            throw Failure(
                .failed, "another program is transcribing or correcting \(title) (\(id)); try again when it is done")
        }
        let recording = learning ? try recordingToLearn() : nil
        for (old, new) in renames {
            let keeps = isInvited(old) && !meeting.isSomeone(old.id)
            guard try history.store.giveTurns(of: old.id, to: new, keeps: keeps, in: meeting.id) else {
                throw Failure(
                    .failed,
                    "the team has \(title) (\(id)), so its turns do not change; correct its words with: "
                        + "standup correct \(id) --utterance NUMBER --speaker NAME")
            }
            StandardOutput.note(
                "\(DisplayText(quoting: old.name)) is \(DisplayText(quoting: new.name)) in \(title) (\(id)).")
        }
        guard let recording, let renamed = try history.store.meeting(meeting.id) else { return }
        do {
            try history.store.learnVoices(
                from: renamed, recording: recording, by: Composition.voiceRecognition,
                of: Set(renames.map(\.new.id)))
        } catch let error as RecognizerError {
            throw Failure(transcribing: error)
        }
    }

    /// The recording whose words teach the voices, after a look whether they may.
    private func recordingToLearn() throws -> StoredRecording {
        guard let standup, standup.learnsVoices else {
            let remedy =
                standup.map { "; to learn them: \(SuggestedCommand("edit", $0.commandName, "--voices"))" } ?? ""
            throw Failure(.failed, "the standup of this meeting learns no voices" + remedy)
        }
        for (_, new) in renames {
            let (who, name) = (DisplayText(quoting: new.name), standup.commandName)
            guard standup.attendees.contains(where: { $0.id == new.id }) else {
                throw Failure(
                    .failed,
                    "\(who) is no attendee of \(DisplayText(quoting: standup.title)), so the voice is not learned; add "
                        + "\(who) first: \(SuggestedCommand("edit", name, "--add", new.name))")
            }
            guard try history.store.voices(of: new.id)[LearnedVoice.refusal] == nil else {
                throw Failure(
                    .failed,
                    "the voice of \(who) is never learned; to allow it: "
                        + "\(SuggestedCommand("voices", name, "--allow", new.name))")
            }
        }
        _ = try Composition.voiceModel()
        return try history.recording(of: meeting)
    }
}
