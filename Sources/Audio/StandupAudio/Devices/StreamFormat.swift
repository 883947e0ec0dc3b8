import Sound

/// A sample rate and channel count in which a stream can be opened.
struct StreamFormat: Hashable {
    /// The sample rate, in Hz.
    var sampleRate: Double
    var channels: Int

    /// The formats for capture, best first: mono, because it needs no mixing.
    static func capture(_ device: AudioDevice) -> [StreamFormat] {
        formats(rates: [device.sampleRate, 48_000, 44_100], channels: [1, 2, device.channels], of: device)
    }

    /// The formats for playback, best first: the cues' rate; stereo, because some devices play mono on the left only.
    static func playback(_ device: AudioDevice, cueRate: Int) -> [StreamFormat] {
        formats(
            rates: [Double(cueRate), device.sampleRate, 48_000, 44_100],
            channels: [2, 1, device.channels],
            of: device
        )
    }

    private static func formats(rates: [Double], channels: [Int], of device: AudioDevice) -> [StreamFormat] {
        var result: [StreamFormat] = []
        for rate in rates where rate > 0 {
            for count in channels where count > 0 && count <= max(device.channels, 1) {
                let format = StreamFormat(sampleRate: rate, channels: count)
                if !result.contains(format) { result.append(format) }
            }
        }
        return result
    }
}
