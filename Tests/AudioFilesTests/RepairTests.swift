import Foundation
import Synchronization
import Testing

@testable import MeetingModel
@testable import Sound

@Suite struct `Repairing a recording` {
    let folder: TemporaryFolder
    var path: String { folder.file("meeting.wav") }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Wrong sizes in a header.
    enum Damage: CaseIterable, CustomTestStringConvertible {
        case zero, unknown, behind, riffOnly, dataOnly, ahead, odd, largest, largestData

        var testDescription: String { "\(self)" }

        /// The wrong sizes of the RIFF and data chunks, for given correct ones.
        func sizes(riff: UInt64, data: UInt64) -> (riff: UInt64, data: UInt64) {
            switch self {
            case .zero: (0, 0)
            case .unknown: (0xFFFF_FFFF, 0xFFFF_FFFF)
            case .behind: (riff - 1920, data - 1920)
            case .riffOnly: (riff - 1920, data)
            case .dataOnly: (riff, data - 1920)
            case .ahead: (riff + 1920, data + 1920)
            case .odd: (riff - 3, data - 3)
            case .largest: (.max, .max)
            case .largestData: (riff, UInt64(Int64.max) - 1)
            }
        }
    }

    @Test(arguments: Damage.allCases, [nil, 0] as [Int64?])
    func `corrects a wrong header from the file's length`(damage: Damage, largestWAV: Int64?) throws {
        try patternFile(path, frames: 10_000, sampleRate: 44_100, largestWAV: largestWAV)
        let whole = try bytes(of: path)
        var broken = whole
        let isLong = whole.starts(with: "RF64".utf8)
        let header = whole.count - 20_000
        let sizes = damage.sizes(riff: UInt64(whole.count - 8), data: 20_000)
        broken.put(sizes.riff, at: isLong ? 20 : 4, bytes: isLong ? 8 : 4)
        broken.put(sizes.data, at: isLong ? 28 : header - 4, bytes: isLong ? 8 : 4)
        try #require(broken != whole)
        _ = try folder.file("meeting.wav", broken)

        #expect(
            try WAVRecording.repair(path: path)
                == RecordedFile(frames: 10_000, sampleRate: 44_100, headerWasWrong: true))
        #expect(try bytes(of: path) == whole)
        #expect(
            try WAVRecording.repair(path: path)
                == RecordedFile(frames: 10_000, sampleRate: 44_100, headerWasWrong: false))
        #expect(try difference(samples(of: path), patternSamples(0..<10_000)) == nil)
    }

    @Test(arguments: [0, 1, 2, 1921], [nil, 0] as [Int64?])
    func `handles a file truncated within its samples`(cut: Int, largestWAV: Int64?) throws {
        try patternFile(path, frames: 10_000, largestWAV: largestWAV)
        let whole = try bytes(of: path)
        _ = try folder.file("meeting.wav", Array(whole.dropLast(cut)))
        let frames = Int64((20_000 - cut) / 2)
        let repaired = try WAVRecording.repair(path: path)
        #expect(repaired == RecordedFile(frames: frames, sampleRate: 48_000, headerWasWrong: cut > 0))
        #expect(try bytes(of: path).suffix(20_000 - cut) == whole.suffix(20_000).prefix(20_000 - cut))
        #expect(try difference(samples(of: path), patternSamples(0..<frames)) == nil)
        if largestWAV == nil { #expect(try framesForOthers(path) == [frames, frames]) }
        #expect(try WAVRecording.repair(path: path).headerWasWrong == false)
    }

    @Test(arguments: [nil, 0] as [Int64?])
    func `refuses an incomplete header, and leaves the file unchanged`(largestWAV: Int64?) throws {
        try patternFile(path, frames: 10, largestWAV: largestWAV)
        let whole = try bytes(of: path)
        for length in 0..<(whole.count - 20) {
            let cut = Array(whole.prefix(length))
            _ = try folder.file("meeting.wav", cut)
            let reason = length == 0 ? "it is empty" : "it ends inside its header"
            #expect(throws: AudioError.file(path: path, reason: reason), "\(length) bytes") {
                try WAVRecording.repair(path: path)
            }
            #expect(try bytes(of: path) == cut)
        }
    }

    @Test func `refuses other formats, and leaves the file unchanged`() throws {
        try run("sox", "-n", "-r", "48000", "-b", "16", "-c", "1", folder.file("a.flac"), "synth", "0.1", "sine", "440")
        try run("sox", "-n", "-r", "8000", "-e", "gsm", folder.file("gsm.wav"), "synth", "0.1", "sine", "440")
        let text = try folder.file("text.wav", Array("Yesterday I finished the report.".utf8))
        let short = try folder.file("short.wav", Array("x".utf8))
        let noData = try folder.file("nodata.wav", Array("RIFF\u{4}\0\0\0WAVE".utf8))
        let refused = [
            (folder.file("a.flac"), "it is not a WAV file"), (text, "it is not a WAV file"),
            (short, "it is not a WAV file"),
            (folder.file("gsm.wav"), "its samples are not uncompressed PCM"), (noData, "it ends inside its header"),
            (folder.path, "it is a folder"), (folder.file("missing.wav"), "No such file or directory"),
            ("/dev/null", "it is not a regular file"),
        ]
        for (path, reason) in refused {
            let before = try? bytes(of: path)
            #expect(throws: AudioError.file(path: path, reason: reason)) { try WAVRecording.repair(path: path) }
            #expect((try? bytes(of: path)) == before)
        }
    }

    @Test func `leaves a file with chunks after its samples unchanged`() throws {
        try patternFile(path, frames: 1000)
        var file = try bytes(of: path)
        file += Array("LIST\u{4}\0\0\0INFO".utf8)
        file.put(UInt64(file.count - 8), at: 4, bytes: 4)
        _ = try folder.file("meeting.wav", file)
        #expect(
            try WAVRecording.repair(path: path) == RecordedFile(frames: 1000, sampleRate: 48_000, headerWasWrong: false)
        )
        #expect(try bytes(of: path) == file)
    }

    @Test(arguments: [("RIFF", 12), ("RF64", 13), ("RF64", 30)])
    func `works on recordings of many hours`(form: String, hours: Int) throws {
        let recording = try WAVRecording(creating: path, sampleRate: 48_000)
        try recording.finish()
        let header = Int64(try bytes(of: path).count)
        let frames = Int64(hours) * 3600 * 48_000
        // Silence as a hole, which takes no disk space.
        try #require(truncate(path, off_t(header + frames * 2)) == 0)
        #expect(
            try WAVRecording.repair(path: path)
                == RecordedFile(frames: frames, sampleRate: 48_000, headerWasWrong: true))
        #expect(try WAVRecording.repair(path: path).headerWasWrong == false)
        #expect(try prefix(of: path) == form)
        let reader = try AudioFileReader(path: path)
        #expect(reader.frames == frames)
        try reader.seek(to: frames - 10)
        #expect(try difference(reader.samples(100), [Int16](repeating: 0, count: 10)) == nil)
    }

    @Test(.timeLimit(.minutes(10)), arguments: 0..<12)
    func `recovers all appended frames after a kill at any moment`(round: Int) async throws {
        let path = path
        var generator = SeededGenerator(seed: UInt64(round))
        let appends = Int.random(in: 0...60, using: &generator)
        let extra = Int.random(in: 0...20_000, using: &generator)
        // At once, after a second, or never.
        let largestWAV: Int64 = [0, 96_000, .max][round % 3]
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, appends = appends as Int, extra = extra as Int, largestWAV = largestWAV as Int64] in
            let recording = try WAVRecording(creating: path, sampleRate: 48_000, largestWAV: largestWAV)
            let done = Counter()
            Thread.detachNewThread {
                // A separate process polls the file, so the kill falls between and within writes.
                while done.value.load(ordering: .acquiring) < appends {}
                for _ in 0..<extra { _ = done.value.load(ordering: .acquiring) }
                kill(getpid(), SIGKILL)
            }
            while true {
                let start = recording.frames
                try recording.append(patternFloats(start..<start + 960))
                done.value.add(1, ordering: .releasing)
            }
        }
        let visible = try samples(of: path)
        #expect(visible.count >= appends * 960)
        #expect(difference(visible, patternSamples(0..<Int64(visible.count))) == nil)
        let repaired = try WAVRecording.repair(path: path)
        #expect(repaired.frames >= visible.count)
        #expect(try difference(samples(of: path), patternSamples(0..<repaired.frames)) == nil)
        if try prefix(of: path) == "RIFF" { #expect(try framesForOthers(path) == [repaired.frames, repaired.frames]) }
    }
}

private final class Counter: Sendable {
    let value = Atomic<Int>(0)
}

extension [UInt8] {
    /// Stores a little-endian number.
    fileprivate mutating func put(_ number: UInt64, at offset: Int, bytes count: Int) {
        for index in 0..<count { self[offset + index] = UInt8(truncatingIfNeeded: number >> (index * 8)) }
    }
}
