import Localization
import MeetingHistory
import MeetingModel
import Presentation
import Sound

// Hearing the recording.

extension PastMeeting {
    /// How far a key seeks.
    private static let step = Duration.seconds(5)

    /// Performs a command of the playback; nil if it is another command.
    mutating func performPlayback(_ command: Command) -> Reply? {
        switch command {
        case .play: return playFromSelection()
        case .pause: return listening.player == nil ? playFromSelection() : tell(.togglePause)
        case .left: return seek(.seek(.zero - Self.step))
        case .right: return seek(.seek(Self.step))
        case .previousTurn: return listening.player == nil ? selectTurn(forward: false) : seek(.previousTurn)
        case .nextTurn: return listening.player == nil ? selectTurn(forward: true) : seek(.nextTurn)
        case .seekTo(let thousandths): return seek(toThousandths: thousandths)
        case .slower: return changeSpeed(.slower, to: listening.speed.slower)
        case .faster: return changeSpeed(.faster, to: listening.speed.faster)
        case .changeChannel: return changeChannel()
        case .chooseSpeaker: askWhomToHear()
        case .chooseLoudspeaker:
            guard playablePath != nil else {
                noticeMessage = NoticeMessage(.information, lackOfSound)
                return Reply()
            }
            listening.choosesLoudspeaker = true
            return Reply([.loadDevices])
        case .up, .down, .pageUp, .pageDown, .first, .last, .select:
            listening.isFollowing = false
            return nil
        default: return nil
        }
        return Reply()
    }

    // MARK: Starting

    private mutating func playFromSelection() -> Reply { play(at: selected?.utterance.start ?? .zero) }

    /// Plays from a time, or goes on there.
    mutating func play(at start: Duration) -> Reply {
        guard let player = listening.player else { return play(from: start) }
        var reply = seek(.go(to: start))
        if player.isPaused { reply.append(tell(.togglePause)) }
        return reply
    }

    /// Opens the recording, or says why it cannot be heard.
    private mutating func play(from start: Duration) -> Reply {
        guard let loaded else {
            listening.playsOnceRead = true
            return Reply()
        }
        guard let path = playablePath else {
            noticeMessage = NoticeMessage(.information, lackOfSound)
            return Reply()
        }
        listening.isOpening = true
        listening.isFollowing = true
        listening.player = nil
        return Reply([
            .play(
                PlaybackRequest(
                    loaded.meeting, path: path, from: start, speed: listening.speed, speaker: listening.speaker,
                    channel: listening.channel, loudspeaker: listening.loudspeaker?.selection))
        ])
    }

    /// The path of the recording if it can be heard now.
    var playablePath: String? {
        guard let loaded, loaded.meeting.state != .live, loaded.meeting.recording != nil else { return nil }
        return loaded.recordingPath
    }

    var lackOfSound: Message {
        guard let meeting = loaded?.meeting, meeting.state != .live else { return Message.meetingPlayLive }
        if meeting.recording != nil { return Message.meetingPlayGone }
        return meeting.recordingRemoved ? .meetingPlayRemoved : .meetingPlayNone
    }

    /// Looks for words and follows them in the transcript as it is now.
    mutating func wordsDidChange() {
        listening.words = SpokenWords((loaded?.transcript ?? []).map(\.utterance))
        finding.texts = nil
        search()
    }

    /// Prepares the sound of a meeting that has been read, and plays what the address asked for.
    mutating func playAfterLoading() -> [Effect] {
        guard let loaded else { return [] }
        var effects: [Effect] = []
        if let path = playablePath, listening.drawn != loaded.meeting.recording {
            listening.drawn = loaded.meeting.recording
            listening.isReadingWaveform = true
            effects.append(
                call(on: .recordings) {
                    $0.waveform(of: path)
                } show: { page, waveform in
                    (page.listening.waveform, page.listening.isReadingWaveform) = (waveform, false)
                })
        }
        if listening.playsOnceRead {
            listening.playsOnceRead = false
            effects += playFromSelection().effects
        }
        guard let pending = listening.pending else { return effects }
        listening.pending = nil
        listening.speed = pending.speed
        listening.channel = pending.channel
        if let speaker = pending.speaker {
            listening.speaker =
                loaded.meeting.attendees.first { $0.id.rawValue == speaker || $0.name == speaker }?.id
            guard listening.speaker != nil else {
                noticeMessage = NoticeMessage(.warning, .meetingPlayNobody(name: .text(speaker)))
                return effects
            }
        }
        let reply = play(from: pending.start)
        utterance = listening.words.line(at: pending.start) ?? utterance
        return effects + reply.effects
    }

    // MARK: Commands

    /// Sends a command to the player; its effect shows at once.
    private mutating func tell(_ command: Player.Command) -> Reply {
        guard listening.player != nil else { return Reply() }
        _ = listening.player?.perform(command)
        return Reply([.tellPlayer(command)])
    }

    private mutating func seek(_ command: Player.Command) -> Reply {
        let reply = tell(command)
        listening.isFollowing = true
        follow()
        return reply
    }

    private mutating func seek(toThousandths thousandths: Int) -> Reply {
        guard let recording = loaded?.meeting.recording else { return Reply() }
        let time = Duration(
            frames: recording.frames * Int64(max(0, min(thousandths, 999))) / 1000, at: recording.sampleRate)
        if listening.player != nil { return seek(.go(to: time)) }
        let reply = play(from: time)
        utterance = listening.words.line(at: time) ?? utterance
        return reply
    }

    private mutating func changeSpeed(_ command: Player.Command, to speed: PlaybackSpeed) -> Reply {
        listening.speed = speed
        return tell(command)
    }

    /// Goes on with both sides of a call, the room only, or the call only.
    private mutating func changeChannel() -> Reply {
        guard let recording = loaded?.meeting.recording, recording.channels > 1 else {
            noticeMessage = NoticeMessage(.information, .meetingPlayNoCall)
            return Reply()
        }
        listening.channel =
            switch listening.channel {
            case nil: .room
            case .room: .call
            case .call: nil
            }
        return playAgain()
    }

    /// Opens the recording again where it plays, with other choices.
    mutating func playAgain() -> Reply {
        guard let player = listening.player else { return Reply() }
        var reply = play(from: player.position)
        if player.isPaused { reply.effects.append(.tellPlayer(.togglePause)) }
        // Until the recording is open again, the bar stays as it was.
        listening.player = player
        return reply
    }

    /// Selects the first utterance of the next turn, or of this or the previous one, while nothing plays.
    private mutating func selectTurn(forward: Bool) -> Reply {
        guard let loaded, !loaded.transcript.isEmpty else { return Reply() }
        let now = selected?.utterance.start ?? (forward ? .zero - .seconds(1) : .zero)
        let starts = loaded.meeting.turns.compactMap { listening.words.firstLine(from: $0.start) }
        let next =
            forward
            ? starts.first { loaded.transcript[$0].utterance.start > now }
            : starts.last { loaded.transcript[$0].utterance.start < now }
        if let next { utterance = next }
        return Reply()
    }

    // MARK: Reports

    mutating func take(_ report: PlaybackReport) {
        listening.isOpening = false
        switch report {
        case .playing(let player):
            listening.player = player
            follow()
        case .ended(let end):
            listening.player = nil
            if case .failed(let error) = end { noticeMessage = NoticeMessage(.error, Message(error)) }
        case .refused(let problem):
            listening.player = nil
            noticeMessage = NoticeMessage(.error, message(problem))
        }
    }

    /// Selects the utterance that is spoken, unless the user is busy with another one.
    private mutating func follow() {
        guard listening.isFollowing, context == .meeting, let player = listening.player,
            let line = listening.words.line(at: player.position)
        else { return }
        utterance = line
    }

    private func message(_ problem: PlaybackProblem) -> Message {
        switch problem {
        case .file(let reason): Message.meetingPlayDamaged(reason: .text(reason))
        case .nothing(.noSound): Message.meetingPlayEmpty
        case .nothing(.noTurns): Message.meetingPlayNoTurns
        case .nothing(.pastEnd), .nothing(.pastLastTurn): Message.meetingPlayPastEnd
        case .device(let error): Message(error)
        }
    }
}
