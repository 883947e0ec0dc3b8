import AudioDevices
import AudioFiles
import Foundation
import Synchronization
import Testing

@Suite struct `Mending a recording` {
    let folder: TemporaryFolder
    var path: String { folder.file("meeting.wav") }

    init() throws {
        folder = try TemporaryFolder()
    }

    /// What can be wrong with sizes: what to write where, by the header's kind.
    enum Damage: CaseIterable, CustomTestStringConvertible {
        case zero, unknown, behind, riffOnly, dataOnly, ahead, odd, largest, largestData

        var testDescription: String { "\(self)" }

        /// The sizes of the RIFF and the data chunk that stand in the file instead of the right ones.
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

    @Test(arguments: Damage.allCases, [Duration.seconds(60), .seconds(30 * 3600)])
    func `makes a wrong header right by the file's length`(damage: Damage, longest: Duration) throws {
        try patternFile(path, frames: 10_000, sampleRate: 44_100, longest: longest)
        let whole = try bytes(of: path)
        var broken = whole
        let isLong = whole.starts(with: "RF64".utf8)
        let header = whole.count - 20_000
        let sizes = damage.sizes(riff: UInt64(whole.count - 8), data: 20_000)
        broken.put(sizes.riff, at: isLong ? 20 : 4, bytes: isLong ? 8 : 4)
        broken.put(sizes.data, at: isLong ? 28 : header - 4, bytes: isLong ? 8 : 4)
        try #require(broken != whole)
        _ = try folder.file("meeting.wav", broken)

        #expect(try WAVRecording.mend(path: path) == RecordedFile(frames: 10_000, sampleRate: 44_100, mended: true))
        #expect(try bytes(of: path) == whole)
        #expect(try WAVRecording.mend(path: path) == RecordedFile(frames: 10_000, sampleRate: 44_100, mended: false))
        #expect(try difference(samples(of: path), patternSamples(0..<10_000)) == nil)
    }

    @Test(arguments: [0, 1, 2, 1921], [Duration.seconds(60), .seconds(30 * 3600)])
    func `follows a file that was cut among its samples`(cut: Int, longest: Duration) throws {
        try patternFile(path, frames: 10_000, longest: longest)
        let whole = try bytes(of: path)
        _ = try folder.file("meeting.wav", Array(whole.dropLast(cut)))
        let frames = Int64((20_000 - cut) / 2)
        let mended = try WAVRecording.mend(path: path)
        #expect(mended == RecordedFile(frames: frames, sampleRate: 48_000, mended: cut > 0))
        #expect(try bytes(of: path).suffix(20_000 - cut) == whole.suffix(20_000).prefix(20_000 - cut))
        #expect(try difference(samples(of: path), patternSamples(0..<frames)) == nil)
        if longest == .seconds(60) { #expect(try framesForOthers(path) == [frames, frames]) }
        #expect(try WAVRecording.mend(path: path).mended == false)
    }

    @Test(arguments: [Duration.seconds(60), .seconds(30 * 3600)])
    func `refuses a file that ends inside its header, and leaves it`(longest: Duration) throws {
        try patternFile(path, frames: 10, longest: longest)
        let whole = try bytes(of: path)
        for length in 0..<(whole.count - 20) {
            let cut = Array(whole.prefix(length))
            _ = try folder.file("meeting.wav", cut)
            let reason = length == 0 ? "it is empty" : "it ends inside its header"
            #expect(throws: AudioError.file(path: path, reason: reason), "\(length) bytes") {
                try WAVRecording.mend(path: path)
            }
            #expect(try bytes(of: path) == cut)
        }
    }

    @Test func `refuses what is no WAV, and leaves it`() throws {
        try run("sox", "-n", "-r", "48000", "-b", "16", "-c", "1", folder.file("a.flac"), "synth", "0.1", "sine", "440")
        try run("sox", "-n", "-r", "8000", "-e", "gsm", folder.file("gsm.wav"), "synth", "0.1", "sine", "440")
        let text = try folder.file("text.wav", Array("Yesterday I finished the report.".utf8))
        let short = try folder.file("short.wav", Array("x".utf8))
        let noData = try folder.file("nodata.wav", Array("RIFF\u{4}\0\0\0WAVE".utf8))
        let refused = [
            (folder.file("a.flac"), "it is no WAV file"), (text, "it is no WAV file"), (short, "it is no WAV file"),
            (folder.file("gsm.wav"), "its samples are not plain PCM"), (noData, "it ends inside its header"),
            (folder.path, "it is a folder"), (folder.file("missing.wav"), "No such file or directory"),
            ("/dev/null", "it is not an ordinary file"),
        ]
        for (path, reason) in refused {
            let before = try? bytes(of: path)
            #expect(throws: AudioError.file(path: path, reason: reason)) { try WAVRecording.mend(path: path) }
            #expect((try? bytes(of: path)) == before)
        }
    }

    @Test func `leaves alone a file with chunks after its samples`() throws {
        try patternFile(path, frames: 1000)
        var file = try bytes(of: path)
        file += Array("LIST\u{4}\0\0\0INFO".utf8)
        file.put(UInt64(file.count - 8), at: 4, bytes: 4)
        _ = try folder.file("meeting.wav", file)
        #expect(try WAVRecording.mend(path: path) == RecordedFile(frames: 1000, sampleRate: 48_000, mended: false))
        #expect(try bytes(of: path) == file)
    }

    @Test(arguments: [("wav", 12), ("rf64", 30)])
    func `works on recordings of many hours`(form: String, hours: Int) throws {
        let recording = try WAVRecording(creating: path, sampleRate: 48_000, longest: .seconds(hours * 3600))
        try recording.finish()
        let header = Int64(try bytes(of: path).count)
        let frames = Int64(hours) * 3600 * 48_000
        // Silence that takes no room on the disk.
        try #require(truncate(path, off_t(header + frames * 2)) == 0)
        #expect(try WAVRecording.mend(path: path) == RecordedFile(frames: frames, sampleRate: 48_000, mended: true))
        #expect(try WAVRecording.mend(path: path).mended == false)
        let reader = try AudioFileReader(path: path)
        #expect(reader.frames == frames)
        try reader.seek(to: frames - 10)
        #expect(try difference(reader.samples(100), [Int16](repeating: 0, count: 10)) == nil)
    }

    @Test(.timeLimit(.minutes(10)), arguments: 0..<12)
    func `after a kill at any moment finds all that was appended`(round: Int) async throws {
        let path = path
        let appends = Int.random(in: 0...60)
        let extra = Int.random(in: 0...20_000)
        let longest = round % 3 == 2 ? 30 * 3600 : 60
        await #expect(processExitsWith: .signal(SIGKILL)) {
            [path = path as String, appends = appends as Int, extra = extra as Int, longest = longest as Int] in
            let recording = try WAVRecording(creating: path, sampleRate: 48_000, longest: .seconds(longest))
            let done = Counter()
            Thread.detachNewThread {
                // It watches from beside, so that the kill falls anywhere between and inside the writes.
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
        let mended = try WAVRecording.mend(path: path)
        #expect(mended.frames >= visible.count)
        #expect(try difference(samples(of: path), patternSamples(0..<mended.frames)) == nil)
        if round % 3 != 2 { #expect(try framesForOthers(path) == [mended.frames, mended.frames]) }
    }
}

private final class Counter: Sendable {
    let value = Atomic<Int>(0)
}

extension [UInt8] {
    /// Puts a little-endian number into place.
    fileprivate mutating func put(_ number: UInt64, at offset: Int, bytes count: Int) {
        for index in 0..<count { self[offset + index] = UInt8(truncatingIfNeeded: number >> (index * 8)) }
    }
}
