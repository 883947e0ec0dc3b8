import Foundation
import Testing

@testable import Sound

@Suite struct `Converting a sample rate` {
    @Test(arguments: [
        (48_000, 16_000), (44_100, 48_000), (16_000, 48_000), (48_000, 44_100), (8000, 48_000), (96_000, 48_000),
        (11_025, 16_000),
    ])
    func `keeps a tone's pitch, level, position and length`(from: Int, to: Int) throws {
        let input = tone(440, rate: from, frames: from)
        let output = try SampleRateConverter.convert(input, from: from, to: to)
        #expect(abs(output.count - to) <= 1)
        let expected = tone(440, rate: to, frames: output.count)
        let edge = to / 50
        let worst = (edge..<output.count - edge).map { abs(output[$0] - expected[$0]) }.max()
        #expect(try #require(worst) < 0.001)
    }

    @Test(arguments: SampleRateConverter.Quality.allCases)
    func `yields the same in blocks as in one piece`(quality: SampleRateConverter.Quality) throws {
        let input = tone(1000, rate: 48_000, frames: 30_000)
        let whole = try SampleRateConverter.convert(input, from: 48_000, to: 16_000, quality: quality)
        var generator = SystemRandomNumberGenerator()
        let pieces = try convert(input, SampleRateConverter(from: 48_000, to: 16_000, quality: quality)) {
            Int.random(in: 0...1500, using: &generator)
        }
        #expect(pieces.count == whole.count)
        #expect(zip(pieces, whole).allSatisfy { abs($0 - $1) < 1e-5 })
    }

    @Test func `removes frequencies above the lower rate's limit`() throws {
        let output = try SampleRateConverter.convert(
            tone(12_000, rate: 48_000, frames: 48_000),
            from: 48_000,
            to: 16_000
        )
        #expect(try #require(output[500..<15_500].map(abs).max()) < 0.001)
    }

    @Test(arguments: [100.0, -100.0, 1000.0])
    func `follows a clock that drifts`(partsPerMillion: Double) throws {
        let converter = try SampleRateConverter(from: 48_000, to: 48_000)
        let input = tone(440, rate: 48_000, frames: 480_000)
        converter.ratio = 1 + partsPerMillion / 1e6
        let output = convert(input, converter) { 960 }
        let expected = 480_000 * (1 + partsPerMillion / 1e6)
        #expect(abs(Double(output.count) - expected) <= 2)
        // No step at start and stop: a sine of 440 Hz at this level changes by at most 0.029 per frame.
        #expect(largestStep(output.dropFirst(500).dropLast(500)) < 0.03)
    }

    @Test func `interpolates between ratios without a click`() throws {
        let converter = try SampleRateConverter(from: 48_000, to: 48_000)
        let input = tone(440, rate: 48_000, frames: 96_000)
        var block = 0
        let output = convert(input, converter) {
            block += 1
            converter.ratio = block % 2 == 0 ? 1.0005 : 0.9995
            return 960
        }
        #expect(abs(output.count - 96_000) < 50)
        #expect(largestStep(output.dropFirst(500).dropLast(500)) < 0.03)
    }

    @Test(arguments: [0, -1, 1e9, .nan, .infinity]) func `ignores an invalid ratio`(ratio: Double) throws {
        let converter = try SampleRateConverter(from: 48_000, to: 16_000)
        converter.ratio = ratio
        #expect(converter.ratio == 16_000.0 / 48_000)
    }

    @Test func `starts over after a reset`() throws {
        let converter = try SampleRateConverter(from: 48_000, to: 16_000)
        let input = tone(440, rate: 48_000, frames: 9600)
        let first = convert(input, converter) { 960 }
        converter.ratio = 0.3
        converter.reset()
        #expect(converter.ratio == 16_000.0 / 48_000)
        #expect(difference(convert(input, converter) { 960 }, first) == nil)
    }

    @Test(arguments: [(0, 48_000), (48_000, 0), (-1, 48_000), (1, 48_000), (48_000, 100)])
    func `refuses invalid rates`(from: Int, to: Int) {
        #expect(throws: AudioError.self) { try SampleRateConverter(from: from, to: to) }
    }

    @Test func `keeps empty input empty, and silence silent`() throws {
        #expect(try SampleRateConverter.convert([], from: 48_000, to: 16_000) == [])
        let silence = try SampleRateConverter.convert([Float](repeating: 0, count: 4800), from: 48_000, to: 16_000)
        #expect(silence == [Float](repeating: 0, count: 1600))
    }

    @Test func `does not consume input that does not fit`() throws {
        let converter = try SampleRateConverter(from: 16_000, to: 48_000)
        let input = tone(440, rate: 16_000, frames: 50_000)
        var output = [Float](repeating: 0, count: 100)
        let progress = input.withUnsafeBufferPointer { input in
            output.withUnsafeMutableBufferPointer { converter.process(input, into: $0) }
        }
        #expect(progress.produced == 100)
        #expect(progress.consumed < 50_000)
        let none = input.withUnsafeBufferPointer { converter.process($0, into: .init(start: nil, count: 0)) }
        #expect(none.consumed == 0)
        #expect(none.produced == 0)
    }
}

private func tone(_ frequency: Double, rate: Int, frames: Int) -> [Float] {
    (0..<frames).map { Float(0.5 * sin(2 * .pi * frequency * Double($0) / Double(rate))) }
}

private func largestStep(_ samples: ArraySlice<Float>) -> Float {
    zip(samples, samples.dropFirst()).map { abs($0 - $1) }.max() ?? .infinity
}

/// Converts in blocks of the given sizes, as a stream does.
private func convert(_ input: [Float], _ converter: SampleRateConverter, blockSize: () -> Int) -> [Float] {
    var result: [Float] = []
    var buffer = [Float](repeating: 0, count: 700)
    var position = 0
    while true {
        let block = Array(input[position...].prefix(blockSize()))
        let isLast = position + block.count == input.count
        let progress = block.withUnsafeBufferPointer { block in
            buffer.withUnsafeMutableBufferPointer { converter.process(block, into: $0, endOfInput: isLast) }
        }
        position += progress.consumed
        result += buffer.prefix(progress.produced)
        if position == input.count, isLast, progress.produced == 0 { return result }
    }
}
