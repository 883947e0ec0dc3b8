import MeetingModel
import MeetingTiming
import Sound

struct OpenPlayback {
    let meeting: Meeting.ID
    let number: Int
    /// The playback; nil while it is being opened.
    var playback: (any RecordingPlayback)?
    /// The commands given before it was open.
    var pending: [Player.Command] = []
    /// The timer of the next report.
    var timer: (any DeadlineTimer)?
    /// Whether it is heard nowhere, because the loudspeaker is none.
    var isSilent = false

    /// What to say when it begins.
    fileprivate var warnings: [Outcome] { isSilent ? [.playsSilently(meeting)] : [] }
}

extension ApplicationRunner {
    /// The interval between two reports while a recording plays, which light its words.
    private static let reportInterval = Duration.milliseconds(50)

    /// Opens a recording on a queue of its own, because of the disk, and plays it.
    func play(_ request: PlaybackRequest) {
        stopPlayer()
        playbacks += 1
        let number = playbacks
        playing = OpenPlayback(meeting: request.meeting.id, number: number)
        beginEffect()
        let (player, loudspeaker) = (dependencies.player, request.loudspeaker ?? selection(.output))
        playing?.isSilent = loudspeaker == .none
        sound.async {
            let result: Result<any RecordingPlayback, PlaybackProblem>
            do throws(PlaybackProblem) {
                result = .success(try player.open(request, on: loudspeaker))
            } catch {
                result = .failure(error)
            }
            self.perform { $0.didOpen(result, number: number) }
        }
    }

    private func didOpen(_ result: Result<any RecordingPlayback, PlaybackProblem>, number: Int) {
        guard let playing, playing.number == number else {
            // The user has left, or plays something else.
            if case .success(let playback) = result { playback.stop() }
            return take([], answers: 1)
        }
        switch result {
        case .success(let playback):
            for command in playing.pending { playback.send(command) }
            let timer = clock.makeTimer(on: queue) { [weak self] in self?.assumeIsolated { $0.reportPlayback() } }
            self.playing?.playback = playback
            self.playing?.timer = timer
            take([.player(playing.meeting, .playing(playback.player))] + playing.warnings, answers: 1)
            self.playing?.timer?.arm(clock.now + Self.reportInterval)
        case .failure(let problem):
            self.playing = nil
            take([.player(playing.meeting, .refused(problem))], answers: 1)
        }
    }

    func tellPlayer(_ command: Player.Command) {
        guard let playback = playing?.playback else {
            playing?.pending.append(command)
            return
        }
        playback.send(command)
        playing?.timer?.arm(clock.now + Self.reportInterval)
    }

    func stopPlayer() {
        playing?.playback?.stop()
        playing = nil
    }

    /// Reports the position; not again while it is paused.
    private func reportPlayback() {
        guard let playing, let playback = playing.playback else { return }
        if let end = playback.end {
            self.playing = nil
            return take(.player(playing.meeting, .ended(end)))
        }
        let player = playback.player
        take(.player(playing.meeting, .playing(player)))
        if !player.isPaused { self.playing?.timer?.arm(clock.now + Self.reportInterval) }
    }
}
