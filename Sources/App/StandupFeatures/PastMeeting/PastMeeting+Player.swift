import Localization
import MeetingHistory
import MeetingModel
import Presentation
import Sound

extension PastMeeting {
    /// Unsaved corrections are to be saved; until something plays, space does what the key that plays does.
    package var emphasis: KeyEmphasis {
        switch layer {
        case .replacement: return replacing?.emphasis ?? KeyEmphasis()
        case .find:
            return KeyEmphasis(
                first: (finding.hits.isEmpty ? [] : [.down, .up]) + (unsaved.count > 0 ? [.save] : []),
                hidden: unsaved.count > 0 ? [] : [.save],
                texts: [.down: .keyNextHit, .up: .keyPreviousHit, .back: .keyEndSearch])
        case .minutes where loaded?.meeting.points.isEmpty == true:
            return KeyEmphasis(
                first: [.makeMinutes, .add, .askAssistant],
                hidden: silentKeys.union([
                    .play, .edit, .delete, .markDone, .markOpen, .markDropped, .changeKind, .moveUtterance, .export,
                ]))
        case .transcript where finding.isActive:
            return KeyEmphasis(
                first: (finding.hits.isEmpty ? [.find] : [.nextHit, .previousHit, .find])
                    + (unsaved.count > 0 ? [.save] : []),
                hidden: silentKeys, texts: finding.isSearch ? [:] : [.back: .keyEndSearch])
        case .minutes, .transcript: break
        case .question, .export, .transcription, .posting, .comparison, .correction, .point: return KeyEmphasis()
        }
        return KeyEmphasis(
            first: unsaved.count == 0 ? lacksWords ? [.transcribe] : [] : [.save, .undo],
            hidden: silentKeys,
            texts: listening.player?.isPaused == true ? [.pause: .keyResume] : [:])
    }

    /// The commands that would do nothing: without a recording, or until it plays.
    private var silentKeys: Set<Command> {
        guard listening.player == nil else { return [] }
        return loaded == nil || playablePath != nil ? [.pause] : [.pause, .play, .transcribe]
    }

    /// The seek bar; nil if the recording cannot be heard.
    func playerScreen(_ localizer: Localizer) -> PlayerScreen? {
        guard let meeting = loaded?.meeting, meeting.state != .live, let recording = meeting.recording,
            loaded?.recordingPath != nil, recording.frames > 0
        else { return nil }
        let player = listening.player
        let length = player?.duration ?? recording.duration
        let position = min(player?.position ?? selected?.utterance.start ?? .zero, length)
        return PlayerScreen(
            state: state(of: player), stateText: localizer(stateKey(of: player)),
            time: localizer(
                .meetingPlayPosition(
                    position: .text(position.clockText(.position)), length: .text(length.clockText(.position)))),
            speed: "\(player?.speed ?? listening.speed)", details: details(of: meeting, localizer),
            position: thousandths(position, of: length),
            turns: turns(of: meeting, length: length, localizer),
            silent: silentParts(of: meeting, length: length), waveform: listening.waveform,
            marks: meeting.marks.map { mark in
                PlayerScreen.Part(start: thousandths(mark.start, of: length), end: thousandths(mark.end, of: length))
            })
    }

    var spoken: MeetingScreen.Spoken? { listening.player.flatMap { listening.words.spoken(at: $0.position) } }

    private func state(of player: Player?) -> PlayerScreen.State {
        guard let player else { return listening.isOpening ? .opening : .stopped }
        if player.interruption != nil { return .waiting }
        return player.isPaused ? .paused : .playing
    }

    private func stateKey(of player: Player?) -> Message {
        switch state(of: player) {
        case .stopped: .meetingPlayStopped
        case .opening: .meetingPlayOpening
        case .playing: .meetingPlayPlaying
        case .paused: .meetingPlayPaused
        case .waiting: .meetingPlayWaiting
        }
    }

    private func details(of meeting: Meeting, _ localizer: Localizer) -> String {
        var texts: [String] = []
        if let speaker = listening.speaker {
            texts.append(
                localizer(.meetingPlayOnly(name: .text(meeting.name(of: speaker, localizer)))))
        }
        if listening.isReadingWaveform { texts.append(localizer(.meetingPlayReading)) }
        if let loudspeaker = listening.loudspeaker { texts.append(loudspeaker.label(localizer)) }
        switch listening.channel {
        case .room: texts.append(localizer(.meetingPlayRoom))
        case .call: texts.append(localizer(.meetingPlayCall))
        case nil: break
        }
        return texts.joined(separator: " · ")
    }

    private func turns(of meeting: Meeting, length: Duration, _ localizer: Localizer) -> [PlayerScreen.Turn] {
        meeting.turns.compactMap { turn in
            let (start, end) = (thousandths(turn.start, of: length), thousandths(turn.end ?? length, of: length))
            guard start < end || turn.end.map({ $0 > turn.start }) ?? true else { return nil }
            return PlayerScreen.Turn(name: meeting.name(of: turn.attendee, localizer), start: start, end: end)
        }
    }

    /// The parts without sound: gaps in the recording, and the turns of others if only one attendee is heard.
    private func silentParts(of meeting: Meeting, length: Duration) -> [PlayerScreen.Part] {
        var parts = meeting.gaps.map { gap in
            PlayerScreen.Part(start: thousandths(gap.start, of: length), end: thousandths(gap.end, of: length))
        }
        if let speaker = listening.speaker {
            var last = 0
            for turn in meeting.turns where turn.attendee == speaker {
                let start = thousandths(turn.start, of: length)
                if start > last { parts.append(PlayerScreen.Part(start: last, end: start)) }
                last = max(last, thousandths(turn.end ?? length, of: length))
            }
            if last < 1000 { parts.append(PlayerScreen.Part(start: last, end: 1000)) }
        }
        return parts
    }

    private func thousandths(_ time: Duration, of length: Duration) -> Int {
        guard length > .zero else { return 0 }
        return max(0, min(Int((time / length * 1000).rounded(.down)), 1000))
    }
}
