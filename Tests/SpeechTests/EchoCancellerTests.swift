import Foundation
import MeetingModel
import Sound
import Testing

@testable import StandupSpeech

@Suite(.timeLimit(.minutes(5))) struct EchoCancellerTests {
    private static let rate = 16_000

    /// What the microphone hears of a loudspeaker: 3 dB quieter, after 40 ms, with reflections up to 160 ms later.
    private static func echo(of call: [Int16]) -> [Int16] {
        var generator = SeededGenerator(seed: 7)
        let reflections = (0..<40).map { index in
            (lag: 640 + index * 64, gain: Double.random(in: -1...1, using: &generator) * 0.3 * Double(40 - index) / 40)
        }
        var heard = [Double](repeating: 0, count: call.count)
        for (lag, gain) in [(640, 0.6)] + reflections {
            for index in lag..<call.count { heard[index] += Double(call[index - lag]) * gain }
        }
        return heard.map { Int16(max(-32767, min(32767, $0))) }
    }

    /// The first seconds of a voice of the demo.
    private static func voice(_ name: String, _ seconds: Double) throws -> [Int16] {
        let path = #filePath.dropLast("Tests/SpeechTests/EchoCancellerTests.swift".count) + "Assets/Voices/\(name).wav"
        let file = try AudioFileReader(path: String(path))
        var samples = [Int16](repeating: 0, count: Int(seconds * Double(rate)))
        let count = try samples.withUnsafeMutableBufferPointer { try file.read(into: $0) }
        return Array(samples[..<count])
    }

    private func cleaned(_ room: [Int16], _ call: [Int16], step: Int = 1600) throws -> [Int16] {
        let canceller = try #require(EchoCanceller())
        return stride(from: 0, to: room.count, by: step).flatMap { start in
            let range = start..<min(start + step, room.count)
            return canceller.clean(
                Array(room[range]), call: Array(call[range]), isLast: range.upperBound == room.count)
        }
    }

    private func decibels(_ samples: some Collection<Int16>) -> Double { 20 * log10(Signal.rms(samples)) }

    @Test func `The call's echo is removed from its first second on`() throws {
        let call = try Signal.silence(1) + Self.voice("ann", 8)
        let room = Self.echo(of: call)
        let result = try cleaned(room, call)
        #expect(result.count == room.count)
        for second in 1..<9 {
            let range = second * Self.rate..<(second + 1) * Self.rate
            let reduction = decibels(room[range]) - decibels(result[range])
            #expect(reduction > 12, "second \(second): \(reduction) dB")
        }
    }

    @Test func `A voice in the room stays while the call speaks, and the echo between its words goes`() throws {
        let call = try Self.voice("ann", 8)
        let voice = try Self.voice("ben", 4)
        let near = Signal.silence(4) + voice
        let room = zip(Self.echo(of: call), near).map { Int16(clamping: Int($0) + Int($1)) }
        let result = try cleaned(room, call)
        var pauses: [Double] = []
        for start in stride(from: 4 * Self.rate, to: 8 * Self.rate, by: 1600) {
            let (before, after) = (decibels(near[start..<start + 1600]), decibels(result[start..<start + 1600]))
            if before > -30 { #expect(abs(after - before) < 4, "at \(start): \(before) became \(after)") }
            if before < -60 { pauses.append(after) }
        }
        #expect(try #require(pauses.sorted().dropFirst(pauses.count / 2).first) < -35, "\(pauses)")
    }

    @Test(arguments: [-700, 3000])
    func `An echo may come earlier than the call, or much later`(delay: Int) throws {
        let call = try Signal.silence(0.5) + Self.voice("ann", 6)
        // `echo` is 640 samples late.
        let echo = Self.echo(of: call)
        let room =
            delay < 0
            ? Array(echo[(640 - delay)...]) + [Int16](repeating: 0, count: 640 - delay)
            : [Int16](repeating: 0, count: delay) + echo.dropLast(delay)
        let result = try cleaned(room, call)
        #expect(decibels(room) - decibels(result) > 12)
    }

    @Test func `An echo that has gone is not added`() throws {
        let call = try Self.voice("ann", 8)
        let noise = Signal.noise(8, rms: 0.001)
        let gone = 4 * Self.rate
        let room =
            Array(zip(Self.echo(of: call), noise).map { Int16(clamping: Int($0) + Int($1)) }[..<gone]) + noise[gone...]
        let result = try cleaned(room, call)
        for start in stride(from: gone + 8000, to: 8 * Self.rate, by: 1600) {
            #expect(decibels(result[start..<start + 1600]) < decibels(room[start..<start + 1600]) + 2)
        }
    }

    @Test func `Without a sound of the call nothing changes, and nothing is held back`() throws {
        let canceller = try #require(EchoCanceller())
        let room = try Self.voice("ben", 3)
        let result = canceller.clean(room, call: Signal.silence(3))
        // But for the 50 ms by which an echo may come early.
        #expect(result == Array(room.prefix(room.count / 320 * 320 - 800)))
        #expect(result + canceller.clean([], call: [], isLast: true) == room)
    }

    @Test(arguments: [1, 319, 16_000, 1_000_000])
    func `The result does not depend on the number of samples per call`(step: Int) throws {
        let call = try Signal.silence(0.5) + Self.voice("ann", 6)
        let room = Self.echo(of: call)
        #expect(try cleaned(room, call, step: step) == cleaned(room, call))
    }

    @Test(arguments: [0.0, 0.005, 0.3, 2, 5.9, 6.3])
    func `All samples come, however short the sound is`(seconds: Double) throws {
        let call = try Self.voice("ann", seconds)
        #expect(
            try cleaned(Self.echo(of: call + Signal.silence(0.2)), call + Signal.silence(0.2)).count == call.count
                + 3200)
    }

    @Test func `At most six seconds are held back to learn from`() throws {
        let canceller = try #require(EchoCanceller())
        let room = try Self.voice("ben", 7)
        // One short word of the call, then silence.
        let call = try Self.voice("ann", 0.7) + Signal.silence(6.3)
        var waiting = 0
        for start in stride(from: 0, to: room.count, by: 1600) {
            let range = start..<start + 1600
            let result = canceller.clean(Array(room[range]), call: Array(call[range]))
            waiting += 1600 - result.count
            #expect(waiting <= 6 * Self.rate + 800)
        }
        #expect(waiting < 320 + 800)
    }

    @Test func `A recognizer's input is cleaned if it comes with the call`() throws {
        let call = try Self.voice("ann", 6)
        let room = Self.echo(of: call)
        func level(_ reference: [Int16]?) throws -> Double {
            var input = SpeechInput(sampleRate: Self.rate, cues: nil)
            var heard: [Int16] = []
            try room.withUnsafeBufferPointer { room in
                try (reference ?? []).withUnsafeBufferPointer { call in
                    try input.take(room, reference: reference == nil ? nil : call, isLast: true) { heard += $0 }
                }
            }
            #expect(heard.count == room.count)
            return decibels(heard)
        }
        #expect(try level(nil) - level(call) > 15)
    }
}
