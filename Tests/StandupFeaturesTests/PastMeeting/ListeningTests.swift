import MeetingHistory
import MeetingModel
@testable import Presentation
import Testing

@testable import Sound
@testable import StandupFeatures

@Suite("Listening to a past meeting") struct ListeningTests {
    /// The position of the player, in seconds.
    private func position(_ rig: MeetingRig) -> Double? {
        rig.feature.listening.player.map { $0.position / .seconds(1) }
    }

    /// The word that is lit.
    private func lit(_ rig: MeetingRig) throws -> String? {
        let screen = try rig.screen
        guard let spoken = screen.spoken, let word = spoken.word else { return nil }
        return String(screen.lines[spoken.line].text.split(separator: " ")[word])
    }

    @Test
    func `plays from the start, or from the selected utterance, and lights the words as they are spoken`() throws {
        var rig = MeetingRig.read()
        rig.perform(.play)
        #expect(position(rig) == 0)
        #expect(try rig.screen.player?.state == .playing)
        #expect(try lit(rig) == nil)
        rig.listen(for: .milliseconds(3500))
        #expect(try lit(rig) == "yesterday")
        rig.listen(for: .seconds(2))
        #expect(try lit(rig) == "finished")
        rig.perform(.last, .play)
        #expect(position(rig) == 83)
        #expect(try lit(rig) == "i")
        #expect(try rig.screen.player?.time == "1:23 of 2:05")
    }

    @Test
    func `the selection follows what is spoken until the user moves it, and again from the next place to play`() throws
    {
        var rig = MeetingRig.read()
        rig.perform(.play)
        rig.listen(for: .seconds(21))
        #expect(rig.feature.utterance == 1)
        rig.perform(.up)
        rig.listen(for: .seconds(1))
        #expect(rig.feature.utterance == 0, "the user reads something else")
        #expect(try rig.screen.spoken?.line == 1, "and it goes on")
        rig.perform(.nextTurn)
        #expect(position(rig) == 72)
        rig.listen(for: .seconds(12))
        #expect(rig.feature.utterance == 2)
    }

    @Test func `does not move the words that the user is correcting`() {
        var rig = MeetingRig.read()
        rig.perform(.play)
        rig.listen(for: .seconds(4))
        rig.perform(.edit)
        rig.listen(for: .seconds(80))
        #expect(rig.feature.utterance == 0)
        #expect(rig.feature.context == .line)
    }

    @Test func `pauses, seeks, changes the speed and goes by turns`() throws {
        var rig = MeetingRig.read()
        rig.perform(.last, .play, .pause)
        #expect(try rig.screen.player?.stateText == "Paused")
        rig.perform(.left)
        #expect(position(rig) == 78)
        rig.perform(.right, .right, .faster, .faster, .slower)
        #expect(position(rig) == 88)
        #expect(try rig.screen.player?.speed == "1.25×")
        rig.perform(.previousTurn)
        #expect(position(rig) == 72)
        rig.perform(.seekTo(500))
        #expect(position(rig) == 62.5)
        rig.perform(.first, .play)
        #expect(try rig.screen.player?.state == .playing, "playing from here ends the pause")
        #expect(rig.effects.suffix(2) == [.tellPlayer(.go(to: .seconds(3))), .tellPlayer(.togglePause)])
    }

    @Test func `while nothing plays, turns are selected, and the speed is that of the next playback`() throws {
        var rig = MeetingRig.read()
        rig.perform(.nextTurn, .nextTurn)
        #expect(rig.feature.utterance == 2)
        rig.perform(.previousTurn, .faster)
        #expect(rig.feature.utterance == 0)
        #expect(rig.player == nil)
        #expect(try rig.screen.player?.state == .stopped)
        rig.perform(.pause)
        #expect(rig.player?.speed == PlaybackSpeed(1.25), "space plays too")
        rig.player = nil
        _ = rig.feature.receive(.player(rig.meeting.id, .ended(.finished)))
        rig.perform(.seekTo(800))
        #expect(position(rig) == 100)
        #expect(rig.feature.utterance == 2)
    }

    @Test(
        arguments: [
            (Meeting.State.live, true, false, "This meeting is still running. Play it when it has ended."),
            (.finished, false, false, "This meeting was not recorded."),
            (.finished, false, true, "The recording was deleted because of its age."),
            (.finished, true, false, "The file of the recording is missing."),
        ])
    func `says why a meeting cannot be heard`(state: Meeting.State, isRecorded: Bool, isRemoved: Bool, text: String)
        throws
    {
        var rig = MeetingRig(state: state)
        rig.recordingPath = state == .live ? rig.recordingPath : nil
        if !isRecorded { rig.meeting.recording = nil }
        rig.meeting.recordingRemoved = isRemoved
        _ = rig.feature.didRead(LoadedMeeting(meeting: rig.meeting))
        if state == .live {
            _ = rig.feature.didRead(LoadedMeeting(meeting: rig.meeting, recordingPath: rig.recordingPath))
        }
        rig.perform(.play)
        #expect(rig.notice?.text == text)
        #expect(rig.effects == [])
        #expect(try rig.screen.player == nil)
    }

    @Test(
        arguments: [
            (PlaybackProblem.file(reason: "it is empty"), "The recording cannot be read: it is empty"),
            (.nothing(.noSound), "The recording is empty."),
            (.nothing(.noTurns), "The recording has no turn of this person."),
            (.nothing(.pastEnd(.zero, length: .zero)), "There is nothing to play after this point."),
        ])
    func `says what is wrong with the recording or the loudspeaker, and can be tried again`(
        problem: PlaybackProblem, text: String
    ) throws {
        var rig = MeetingRig.read()
        rig.perform(.play)
        _ = rig.feature.receive(.player(rig.meeting.id, .refused(problem)))
        #expect(rig.notice?.text == text)
        #expect(try rig.screen.player?.state == .stopped)
        rig.perform(.play)
        #expect(position(rig) == 0)
        _ = rig.feature.receive(
            .player(rig.meeting.id, .ended(.failed(.failed(device: "speaker", reason: "it is gone")))))
        #expect(rig.notice?.kind == .error && rig.notice?.text.contains("speaker") == true)
    }

    @Test func `says that it waits for a lost loudspeaker`() throws {
        var rig = MeetingRig.read()
        rig.perform(.play)
        rig.player?.interrupt("it is unplugged")
        rig.report()
        #expect(try rig.screen.player?.stateText == "Loudspeaker lost; waiting for it")
        rig.player?.interrupt(nil)
        rig.report()
        #expect(try rig.screen.player?.state == .playing)
    }

    @Test func `an address plays one person's turns from a time on, at a speed`() throws {
        var rig = MeetingRig()
        rig.feature = PastMeeting(
            meeting: rig.meeting.id,
            at: PlaceInMeeting(
                playback: PlaybackPlace(from: .seconds(84), speed: PlaybackSpeed(2), speaker: "Ben")))
        #expect(rig.feature.route(from: .standup("s1")).standup == "s1")
        rig.perform(.up)
        rig.correctElsewhere(UtteranceCorrection(utterance: 11, text: "yesterday"))
        #expect(position(rig) == 84)
        #expect(rig.feature.utterance == 2)
        #expect(try rig.screen.player?.details == "only Ben")
        #expect(try rig.screen.player?.silent == [PlayerScreen.Part(start: 0, end: 576)])
        #expect(rig.player?.speed == PlaybackSpeed(2))
    }

    @Test func `plays once it has been read, if told before, from the selected utterance`() {
        var rig = MeetingRig(utterance: 2)
        rig.perform(.play)
        #expect(position(rig) == nil)
        rig.correctElsewhere(UtteranceCorrection(utterance: 11, text: "yesterday"))
        #expect(position(rig) == 83)
    }

    @Test func `only a call has channels`() {
        var rig = MeetingRig.read()
        rig.perform(.changeChannel)
        #expect(rig.notice?.text == "This meeting was recorded without a call.")
    }

    @Test func `shows the waveform and the turns under it`() throws {
        var rig = MeetingRig.read()
        rig.perform(.last)
        let bar = try #require(try rig.screen.player)
        #expect(bar.waveform?.levels == [0, 35, 17])
        #expect(bar.turns.map(\.name) == ["Ann", "Ben"])
        #expect(bar.turns.map(\.start) == [0, 576])
        #expect(bar.position == 664, "where Enter would play from")
        let canvas = ScreenDrawing.draw(
            Screen(address: "", content: rig.feature.content(rig.localizer)), size: Size(columns: 102, rows: 40))
        let row = try #require(canvas.lines.firstIndex { $0.contains("│Ann") && $0.contains("│Ben") })
        let line = canvas.lines[row - 1]
        #expect(line.contains("┃") && line.contains("█") && line.contains("▁"))
        #expect(canvas.lines[row + 1].contains("■ Stopped  1:23 of 2:05  1×"))
        let click = canvas.command(at: Point(51, row - 1))
        #expect(click.map { if case .seekTo(490...510) = $0 { true } else { false } } == true)
    }
}
