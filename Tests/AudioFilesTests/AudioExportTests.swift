import Foundation
import Testing

@testable import Sound

@Suite struct `Exporting to WAV` {
    let folder: TemporaryFolder
    var source: String { folder.file("meeting.wav") }
    var copy: String { folder.file("copy.wav") }

    init() throws {
        folder = try TemporaryFolder()
        try patternFile(source, frames: 100_000)
    }

    @Test(
        arguments: [
            (nil, [0..<100_000]), ([0..<100_000], [0..<100_000]), ([500..<40_000], [500..<40_000]),
            ([90_000..<90_100, 10..<20, 15..<25], [90_000..<90_100, 10..<20, 15..<25]), ([], []), ([7..<7], []),
            ([-10..<5, 99_995..<200_000, 300_000..<300_010], [0..<5, 99_995..<100_000]),
        ] as [([Range<Int64>]?, [Range<Int64>])]
    )
    func `copies ranges sample for sample`(ranges: [Range<Int64>]?, expected: [Range<Int64>]) throws {
        try AudioExport.write(of: source, ranges: ranges, to: copy, format: .wav)
        let wanted = expected.flatMap { patternSamples($0) }
        #expect(try difference(samples(of: copy), wanted) == nil)
        #expect(try framesForOthers(copy) == [Int64(wanted.count), Int64(wanted.count)])
        #expect(try folder.names == ["copy.wav", "meeting.wav"])
    }

    @Test func `appears only when it is complete, so a crash leaves no file`() throws {
        var seen: Set<String> = []
        try AudioExport.write(of: source, to: copy, format: .flac) { _ in
            seen.formUnion((try? folder.names) ?? [])
            return true
        }
        #expect(seen == ["meeting.wav"])
        #expect(try folder.names == ["copy.wav", "meeting.wav"])
    }

    @Test func `works on a growing and on a long recording`() throws {
        let recording = try WAVRecording(creating: folder.file("live.wav"), sampleRate: 96_000, largestWAV: 0)
        try recording.append(patternFloats(0..<1000))
        try AudioExport.write(of: folder.file("live.wav"), to: copy, format: .wav)
        #expect(try difference(samples(of: copy), patternSamples(0..<1000)) == nil)
        #expect(try bytes(of: copy).starts(with: "RIFF".utf8))
    }

    @Test func `replaces a file only on request, and keeps it on failure`() throws {
        let there = try folder.file("copy.wav", [1, 2, 3])
        let refusal = AudioError.cannotWrite(path: there, reason: "it already exists", code: EEXIST)
        #expect(throws: refusal) { try AudioExport.write(of: source, to: there, format: .wav) }
        let missing = folder.file("missing.wav")
        #expect(throws: AudioError.file(path: missing, reason: "No such file or directory")) {
            try AudioExport.write(of: missing, to: there, format: .wav, overwriting: true)
        }
        #expect(try bytes(of: there) == [1, 2, 3])
        try AudioExport.write(of: source, ranges: [0..<10], to: there, format: .wav, overwriting: true)
        #expect(try difference(samples(of: there), patternSamples(0..<10)) == nil)
    }

    @Test func `never overwrites the recording, by any name`() throws {
        try FileManager.default.createSymbolicLink(atPath: copy, withDestinationPath: source)
        for name in [source, copy] {
            #expect(throws: AudioError.cannotWrite(path: name, reason: "it is the recording itself")) {
                try AudioExport.write(of: source, ranges: [0..<10], to: name, format: .wav, overwriting: true)
            }
        }
        #expect(try samples(of: source).count == 100_000)
    }

    @Test func `reports why the destination cannot be written`() throws {
        for (path, reason, code) in [
            (folder.file("missing/copy.wav"), "No such file or directory", ENOENT),
            (folder.path, "it is a folder", EISDIR),
        ] {
            #expect(throws: AudioError.cannotWrite(path: path, reason: reason, code: code)) {
                try AudioExport.write(of: source, to: path, format: .wav)
            }
        }
    }

    @Test(.timeLimit(.minutes(10))) func `to stdout works into a pipe`() async throws {
        let source = source
        let result = try await #require(
            processExitsWith: .success,
            observing: [\.standardOutputContent]
        ) { [source = source as String] in
            try AudioExport.write(of: source, ranges: [5..<50_000], to: "-", format: .wav)
        }
        // The test runner may write to stdout too.
        let output = result.standardOutputContent
        let start = try #require(output.firstRange(of: Array("RIFF".utf8))).lowerBound
        let size = 44 + 2 * (50_000 - 5)
        let path = try folder.file("piped.wav", Array(output[start...].prefix(size)))
        #expect(try difference(samples(of: path), patternSamples(5..<50_000)) == nil)
        #expect(try framesForOthers(path) == [49_995, 49_995])
    }
}
