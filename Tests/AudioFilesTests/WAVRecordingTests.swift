import Foundation
import MeetingModel
import Testing

@testable import Sound

@Suite struct `A recording` {
    let folder: TemporaryFolder
    var path: String { folder.file("meeting.wav") }

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `is mono, 16 bit, at its rate, and only its owner can read it`() throws {
        let recording = try WAVRecording(creating: path, sampleRate: 44_100)
        try recording.append(patternFloats(0..<1000))
        try recording.finish()
        #expect(recording.fileName == "meeting.wav")
        #expect(try run("soxi", "-r", path) == "44100")
        #expect(try run("soxi", "-c", path) == "1")
        #expect(try run("soxi", "-b", path) == "16")
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(try difference(samples(of: path), patternSamples(0..<1000)) == nil)
    }

    @Test func `can be truncated, and continues from there`() throws {
        let recording = try WAVRecording(creating: path, sampleRate: 48_000)
        try recording.append(patternFloats(0..<1000))
        recording.truncate(to: 1000)
        recording.truncate(to: 700)
        #expect(recording.frames == 700)
        #expect(try recording.samples(from: 600, count: 400).count == 100)
        #expect(try difference(samples(of: path), patternSamples(0..<700)) == nil)
        #expect(try bytes(of: path).count == 80 + 1400)
        try recording.append(patternFloats(700..<900))
        try recording.finish()
        #expect(try difference(samples(of: path), patternSamples(0..<900)) == nil)
    }

    @Test(arguments: [
        (EEXIST, "choose another name"), (ENOENT, "create the folder or choose another folder"),
        (EROFS, "choose another folder"), (ENOSPC, "free some disk space or choose another folder"),
        (EIO, "choose another name or folder"),
    ])
    func `that the system refuses has a remedy for the reason`(code: Int32, remedy: String) {
        let line = AudioError.refused("/a.wav", by: code).description
        #expect(line == "cannot write the file /a.wav (\(systemMessage(code))); \(remedy)")
    }

    @Test func `never replaces a file`() throws {
        let there = try folder.file("meeting.wav", [1, 2, 3])
        let error = #expect(throws: AudioError.self) { try WAVRecording(creating: there, sampleRate: 48_000) }
        #expect(error == .refused(there, by: EEXIST))
        #expect(error?.description == "cannot write the file \(there) (File exists); choose another name")
        #expect(try bytes(of: there) == [1, 2, 3])
    }

    @Test(arguments: [
        ("missing/meeting.wav", 48_000, "No such file or directory", ENOENT),
        ("meeting.wav", 0, "0 Hz is not a valid sample rate", nil),
        ("meeting.wav", -1, "-1 Hz is not a valid sample rate", nil),
    ])
    func `that cannot be created reports why, and leaves no file`(
        name: String, rate: Int, reason: String, code: Int32?
    ) throws {
        #expect(throws: AudioError.cannotWrite(path: folder.file(name), reason: reason, code: code)) {
            try WAVRecording(creating: folder.file(name), sampleRate: rate)
        }
        #expect(try folder.names == [])
    }

    @Test(arguments: [nil, 0, 5000] as [Int64?])
    func `can be read after each append, also by other programs`(largestWAV: Int64?) throws {
        let recording = try WAVRecording(creating: path, sampleRate: 48_000, largestWAV: largestWAV)
        #expect(try AudioFileReader(path: path).frames == 0)
        var end: Int64 = 0
        for count: Int64 in [1, 960, 480, 20_000, 7] {
            try recording.append(patternFloats(end..<end + count))
            end += count
            #expect(recording.frames == end)
            #expect(try difference(samples(of: path), patternSamples(0..<end)) == nil)
            #expect(try run("soxi", "-s", path) == "\(end)")
        }
        #expect(try difference(recording.samples(from: 20_001, count: 100), patternSamples(20_001..<20_101)) == nil)
        #expect(try difference(recording.samples(from: end - 3, count: 100), patternSamples(end - 3..<end)) == nil)
        #expect(try difference(recording.samples(from: end, count: 100), []) == nil)
        #expect(try difference(recording.samples(from: -1, count: 100), []) == nil)
    }

    @Test(
        arguments: [
            (0, 0), (1, 32_767), (-1, -32_767), (2, 32_767), (-2, -32_767), (.infinity, 32_767), (-.infinity, -32_767),
            (.nan, 0), (0.5, 16_384), (-0.5, -16_384), (0.4 / 32_767, 0), (0.6 / 32_767, 1), (-0.6 / 32_767, -1),
            (.leastNonzeroMagnitude, 0), (-0.0, 0),
        ] as [(Float, Int16)]
    )
    func `clips, scales and rounds samples`(value: Float, sample: Int16) throws {
        let recording = try WAVRecording(creating: path, sampleRate: 48_000)
        try recording.append([value])
        #expect(try difference(recording.samples(count: 1), [sample]) == nil)
    }

    @Test func `that is finished can be read, but not extended`() throws {
        let recording = try WAVRecording(creating: path, sampleRate: 48_000)
        try recording.append(patternFloats(0..<100))
        try recording.finish()
        try recording.finish()
        #expect(throws: AudioError.cannotWrite(path: path, reason: "the recording is finished")) {
            try recording.append([0.5])
        }
        #expect(try difference(recording.samples(count: 200), patternSamples(0..<100)) == nil)
        #expect(try framesForOthers(path) == [100, 100])
    }

    @Test func `without frames can be opened by other programs`() throws {
        let recording = try WAVRecording(creating: path, sampleRate: 48_000)
        try recording.append([])
        try recording.finish()
        #expect(try framesForOthers(path) == [0, 0])
        #expect(
            try WAVRecording.repair(path: path) == RecordedFile(frames: 0, sampleRate: 48_000, headerWasWrong: false))
    }

    @Test(.timeLimit(.minutes(10))) func `is read on one thread while it is written on another`() async throws {
        let recording = try WAVRecording(creating: path, sampleRate: 48_000)
        let blocks: Int64 = 300
        let block: Int64 = 960
        async let written: Void =
            Task.detached {
                for number in 0..<blocks { try recording.append(patternFloats(number * block..<(number + 1) * block)) }
            }
            .value
        var position: Int64 = 0
        while position < blocks * block {
            let samples = try recording.samples(from: position, count: 1000)
            try #require(difference(samples, patternSamples(position..<position + Int64(samples.count))) == nil)
            position += Int64(samples.count)
            if samples.isEmpty { await Task.yield() }
        }
        try await written
    }

    @Test func `reports that another program has truncated its file`() throws {
        let recording = try WAVRecording(creating: path, sampleRate: 48_000)
        try recording.append(patternFloats(0..<100))
        truncate(path, 100)
        #expect(throws: AudioError.file(path: path, reason: "it has been truncated")) {
            try recording.samples(count: 100)
        }
    }
}
