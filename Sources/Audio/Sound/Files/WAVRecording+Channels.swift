import Glibc
import MeetingModel

extension WAVRecording {
    /// Gives a recording of one channel a second one, silent so far; the file is replaced as a whole, or not at all.
    static func addChannel(to path: String) throws(AudioError) {
        let source = try AudioFileReader(path: path)
        let part = (path.hasSuffix(".wav") ? String(path.dropLast(4)) : path) + ".part"
        unlink(part)
        do throws(AudioError) {
            let wide = try WAVRecording(creating: part, sampleRate: source.sampleRate, channels: 2)
            var samples = [Int16](repeating: 0, count: 1 << 15)
            var frames = [Float](repeating: 0, count: 2 * samples.count)
            while true {
                let count = try samples.withUnsafeMutableBufferPointer { samples throws(AudioError) in
                    try source.read(into: samples)
                }
                guard count > 0 else { break }
                // With this scale, writing reproduces the same 16-bit samples.
                for index in 0..<count { frames[2 * index] = Float(samples[index]) / 32_767 }
                try frames.withUnsafeBufferPointer { frames throws(AudioError) in
                    try wide.append(UnsafeBufferPointer(rebasing: frames[..<(2 * count)]))
                }
            }
            try wide.synchronize()
            try wide.finish()
            guard wide.frames >= source.frames else { throw .file(path: path, reason: "it was cut short") }
        } catch {
            unlink(part)
            throw error
        }
        guard rename(part, path) == 0 else {
            let code = errno
            unlink(part)
            throw .refused(path, by: code)
        }
    }
}
