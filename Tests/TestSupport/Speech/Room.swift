import FoundationEssentials
import Glibc
import MeetingModel

/// Rooms made from the demo's voices and synthetic sounds, mono at 16 kHz.
package enum Room {
    /// The sounds of several utterances in one track, and what is said.
    package struct Speech {
        package var samples: [Float]
        /// The samples of each utterance.
        package var places: [Range<Int>] = []
        /// The words of each utterance.
        package var texts: [String] = []

        /// The words without punctuation, in lower case.
        package var words: String {
            texts.joined(separator: " ").lowercased().filter { $0.isLetter || $0 == " " }
        }
    }

    private struct Demo: Decodable {
        struct Sentence: Decodable {
            let start, end: Double
            let text: String
        }
        struct Attendee: Decodable {
            let slot, start, end: Double
            let sentences: [Sentence]
        }
        let attendees: [Attendee]
    }

    /// The demo's nine sentences by three voices, each voice at -24 dBFS while it speaks.
    package static func speech() throws -> Speech {
        let folder = String(#filePath.prefix(upTo: #filePath.firstRange(of: "/Tests/")!.lowerBound)) + "/Assets/Voices"
        let demo = try JSONDecoder().decode(Demo.self, from: Data(bytes(of: "\(folder)/demo.json")))
        var speech = Speech(samples: try wave("\(folder)/demo.wav"))
        for attendee in demo.attendees {
            scale(samples(attendee.start, attendee.end), of: &speech)
            for sentence in attendee.sentences {
                speech.places.append(samples(sentence.start, sentence.end))
                speech.texts.append(sentence.text)
            }
        }
        // No microphone is silent.
        speech.samples = mix(speech.samples, with: noise(speech.samples.count, smoothing: 0, level: -70))
        return speech
    }

    /// Short answers with pauses, each at -24 dBFS, by the demo's first two voices: flite's slt and rms.
    package static func answers(_ texts: [String]) throws -> Speech {
        let folder = try makeTemporaryFolder()
        defer { removeFolder(folder) }
        var speech = Speech(samples: [Float](repeating: 0, count: 16_000), texts: texts)
        for (index, text) in texts.enumerated() {
            let voice = ["slt", "rms"][index % 2]
            let flite = try spawn(
                "/usr/bin/flite", ["-voice", voice, "-t", text, "-o", "\(folder)/answer.wav"], environment: [:],
                descriptors: [])
            guard wait(for: flite) == 0 else { throw SystemError() }
            let start = speech.samples.count
            speech.samples += try wave("\(folder)/answer.wav")
            speech.places.append(start..<speech.samples.count)
            scale(start..<speech.samples.count, of: &speech)
            speech.samples += [Float](repeating: 0, count: 24_000)
        }
        speech.samples = mix(speech.samples, with: noise(speech.samples.count, smoothing: 0, level: -70))
        return speech
    }

    /// Mains hum with its harmonics, or a fan's tone.
    package static func hum(_ count: Int, frequency: Double = 50, level: Double) -> [Float] {
        let harmonics = [(1, 1), (2, 0.7), (3, 0.6), (4, 0.3), (5, 0.4), (7, 0.25), (9, 0.1)]
        return scaled(
            (0..<count).map { index in
                let phase = 2 * Double.pi * frequency * Double(index) / 16_000
                return Float(harmonics.reduce(0) { $0 + $1.1 * sin(phase * Double($1.0) + Double($1.0)) })
            }, to: level)
    }

    /// Noise; with smoothing near 1 it is darker, as in an office.
    package static func noise(_ count: Int, smoothing: Float, level: Double) -> [Float] {
        var (generator, last) = (SeededGenerator(seed: 1), Float(0))
        return scaled(
            (0..<count).map { _ in
                last = smoothing * last + (1 - smoothing) * Float.random(in: -1...1, using: &generator)
                return last
            }, to: level)
    }

    /// Bursts of typing, with the peak at a level.
    package static func keys(_ count: Int, level: Double) -> [Float] {
        let click = noise(480, smoothing: 0, level: 0)
        var (keys, place) = ([Float](repeating: 0, count: count), 4000)
        while place + 12_000 < count {
            for key in 0..<8 {
                for (index, sample) in click.enumerated() where place + index < count {
                    keys[place + index] += sample * exp(-Float(index) / 120)
                }
                place += 1400 + 300 * (key % 4)
            }
            place += 14_000
        }
        let peak = keys.reduce(0) { max($0, abs($1)) }
        return keys.map { $0 * amplitude(level) / peak }
    }

    /// A sound and its reverberation, which is as loud and takes some seconds to fall by 60 dB.
    ///
    /// Source: four comb filters and two all-pass filters (Schroeder, "Natural sounding artificial reverberation", 1962).
    package static func reverberant(_ samples: [Float], seconds: Double) -> [Float] {
        var tail = [Float](repeating: 0, count: samples.count)
        for delay in [475, 594, 658, 699] {
            let gain = Float(pow(10, -3 * Double(delay) / 16_000 / seconds))
            var comb = samples
            for index in delay..<max(comb.count, delay) { comb[index] += gain * comb[index - delay] }
            tail = mix(tail, with: comb)
        }
        for delay in [80, 27] {
            var passed = tail
            for index in passed.indices {
                passed[index] = -0.7 * tail[index]
                if index >= delay { passed[index] += tail[index - delay] + 0.7 * passed[index - delay] }
            }
            tail = passed
        }
        let share = (power(samples[...]) / power(tail[...])).squareRoot()
        return zip(samples, tail).map { ($0 + $1 * share) * Float(0.5).squareRoot() }
    }

    /// Somebody else, quieter by some decibels, speaks over the end of each utterance.
    package static func overlapped(_ speech: Speech, by decibels: Double) -> [Float] {
        var samples = speech.samples
        for (index, place) in speech.places.enumerated() {
            let other = speech.places[(index + speech.places.count / 2) % speech.places.count]
            for offset in 0..<min(place.count * 2 / 5, other.count) {
                samples[place.upperBound - place.count * 2 / 5 + offset] +=
                    speech.samples[other.lowerBound + offset] * amplitude(-decibels)
            }
        }
        return samples
    }

    package static func mix(_ one: [Float], with other: [Float]) -> [Float] { zip(one, other).map { $0 + $1 } }

    package static func amplitude(_ level: Double) -> Float { Float(pow(10, level / 20)) }

    /// As a recorder stores them.
    package static func integers(_ samples: [Float]) -> [Int16] {
        samples.map { Int16(clamping: Int(($0 * 32767).rounded())) }
    }

    private static func samples(_ start: Double, _ end: Double) -> Range<Int> {
        Int(start * 16_000)..<Int(end * 16_000)
    }

    /// Scales a range to -24 dBFS in those of its frames of 10 ms that are at most 32 dB below the loudest.
    private static func scale(_ range: Range<Int>, of speech: inout Speech) {
        let powers = stride(from: range.lowerBound, to: range.upperBound - 160, by: 160).map {
            power(speech.samples[$0..<$0 + 160])
        }
        let loud = powers.filter { $0 > (powers.max() ?? 0) / 1600 }
        let gain = amplitude(-24) / (loud.reduce(0, +) / Float(loud.count)).squareRoot()
        for index in range { speech.samples[index] *= gain }
    }

    private static func scaled(_ samples: [Float], to level: Double) -> [Float] {
        let gain = amplitude(level) / power(samples[...]).squareRoot()
        return samples.map { $0 * gain }
    }

    private static func power(_ samples: ArraySlice<Float>) -> Float {
        samples.reduce(0) { $0 + $1 * $1 } / Float(max(samples.count, 1))
    }

    /// The samples of a WAV file: mono, 16 bit, with a header of 44 bytes.
    private static func wave(_ path: String) throws -> [Float] {
        let file = try bytes(of: path).dropFirst(44)
        return stride(from: file.startIndex, to: file.endIndex - 1, by: 2).map {
            Float(Int16(bitPattern: UInt16(file[$0]) | UInt16(file[$0 + 1]) << 8)) / 32768
        }
    }
}
