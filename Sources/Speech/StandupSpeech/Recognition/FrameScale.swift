/// Converts between frames of a recording and samples at 16 kHz.
package struct FrameScale: Hashable {
    /// The sample rate of the recording, in Hz.
    let sampleRate: Int
    /// The frame of sample 0.
    let startFrame: Int64

    package init(sampleRate: Int, startFrame: Int64) {
        self.sampleRate = sampleRate
        self.startFrame = startFrame
    }

    func frame(at sample: Int64) -> Int64 {
        startFrame + sample * Int64(sampleRate) / Int64(SpeechConverter.sampleRate)
    }

    /// The first sample at or after a frame.
    func sample(at frame: Int64) -> Int64 {
        let scaled = (frame - startFrame) * Int64(SpeechConverter.sampleRate)
        let rate = Int64(max(sampleRate, 1))
        return scaled / rate + (scaled % rate > 0 ? 1 : 0)
    }
}
