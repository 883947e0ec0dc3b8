import MeetingModel
import Sound
import StandupFeatures

extension SampleHistory {
    /// The loudness of a recording: sentences with pauses between them.
    static let waveform = Waveform(
        levels: (0..<Waveform.length).map { index in
            let (place, swell) = (index % 55, index * 29 % 17)
            return place < 8 ? 2 : UInt8(12 + min(place - 8, 55 - place) / 2 + swell / 2)
        })

    /// A playback as it starts.
    static func playback(_ request: PlaybackRequest) -> PlaybackReport {
        guard let recording = request.meeting.recording else { return .refused(.file(reason: "no recording")) }
        do throws(PlayerError) {
            return .playing(
                try Player(
                    request.meeting, frames: recording.frames, sampleRate: recording.sampleRate,
                    speaker: request.speaker, from: request.start, speed: request.speed))
        } catch {
            return .refused(.nothing(error))
        }
    }
}
