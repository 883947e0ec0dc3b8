import AudioDevices

/// A way in which a stream can be opened.
struct StreamFormat: Hashable {
    /// Frames per second, in Hz.
    var sampleRate: Double
    /// How many channels.
    var channels: Int

    /// Mono before the others: it needs no mixing down.
    static func capture(_ device: AudioDevice) -> [StreamFormat] {
        formats(rates: [device.sampleRate, 48_000, 44_100], channels: [1, 2, device.channels], of: device)
    }

    /// The rate of the cues before the device's own, and stereo before mono, which some put on the left only.
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
