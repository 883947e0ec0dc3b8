/// Places in a recording, in its frames and in samples at 16 kHz from a frame on.
struct FrameScale: Hashable {
    /// Frames per second of the recording, in Hz.
    let sampleRate: Int
    /// The frame at which sample 0 was recorded.
    let startFrame: Int64

    /// The frame that was recorded at a sample.
    func frame(at sample: Int64) -> Int64 {
        startFrame + sample * Int64(sampleRate) / Int64(SpeechConverter.sampleRate)
    }

    /// The first sample that was recorded no earlier than a frame.
    func sample(at frame: Int64) -> Int64 {
        let scaled = (frame - startFrame) * Int64(SpeechConverter.sampleRate)
        let rate = Int64(max(sampleRate, 1))
        return scaled / rate + (scaled % rate > 0 ? 1 : 0)
    }
}
