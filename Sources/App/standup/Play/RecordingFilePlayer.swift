import MeetingModel
import MeetingTiming
import Sound
import StandupFeatures

/// Plays recordings from their files, for the application. [any thread]
struct RecordingFilePlayer: RecordingPlayer {
    let audio: any AudioSystem
    /// The clock that sets the pace.
    let clock: any MeetingClock

    func open(
        _ request: PlaybackRequest, on loudspeaker: DeviceSelection
    ) throws(PlaybackProblem) -> any RecordingPlayback {
        let (file, player) = try Self.read(request)
        // A marked stream is left out of a call that another meeting records.
        let session = PlaybackSession(
            player, of: file, on: audio.openPCMPlayback(loudspeaker, sampleRate: player.sampleRate), clock: clock,
            survivesLoss: true)
        session.start()
        return session
    }

    func prepare() { audio.prepare() }

    func waveform(of path: String) -> Waveform? {
        (try? AudioFileReader(path: path)).flatMap { try? Waveform(of: $0) }
    }

    /// Opens the file, and finds what of it is to be played.
    static func read(_ request: PlaybackRequest) throws(PlaybackProblem) -> sending (AudioFileReader, Player) {
        let file: AudioFileReader
        do throws(AudioError) {
            file = try AudioFileReader(path: request.path)
            if let choice = request.meeting.recording?.choice(request.channel) { try file.select(choice) }
        } catch {
            guard case .file(_, let reason) = error else { throw .device(error) }
            throw .file(reason: reason)
        }
        do throws(PlayerError) {
            let player = try Player(
                request.meeting, frames: file.frames, sampleRate: file.sampleRate, speaker: request.speaker,
                from: request.start, speed: request.speed)
            return (file, player)
        } catch {
            throw .nothing(error)
        }
    }
}
