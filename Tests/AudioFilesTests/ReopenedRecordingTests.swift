import Foundation
import Testing

@testable import Sound

/// A recording of a crashed program that another one continues.
@Suite struct `A reopened recording` {
    let folder: TemporaryFolder
    var path: String { folder.file("meeting.wav") }

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(
        arguments: [0, 1, 1921],
        [nil, 0] as [Int64?])
    func `continues after the recorded frames, whatever the header says`(cut: Int, largestWAV: Int64?) throws {
        try patternFile(path, frames: 10_000, sampleRate: 44_100, largestWAV: largestWAV)
        let whole = try bytes(of: path)
        // The header claims more than the truncated file holds; after a kill it claims less.
        _ = try folder.file("meeting.wav", Array(whole.dropLast(cut)))
        let kept = Int64((20_000 - cut) / 2)

        let recording = try WAVRecordingFolder(path: folder.path).reopen("meeting.wav")
        #expect(recording.fileName == "meeting.wav" && recording.sampleRate == 44_100 && recording.frames == kept)
        for start in stride(from: kept, to: kept + 3000, by: 1000) {
            try patternFloats(start..<start + 1000).withUnsafeBufferPointer { try recording.append($0) }
            try recording.synchronize()
            // Valid at every moment, for other programs too.
            #expect(try difference(samples(of: path), patternSamples(0..<start + 1000)) == nil)
        }
        #expect(recording.frames == kept + 3000)
        try recording.finish()
        #expect(try bytes(of: path).prefix(4).elementsEqual(whole.prefix(4)))
        #expect(try bytes(of: path).count == whole.count - 20_000 + Int(kept + 3000) * 2)
        let repaired = try WAVRecording.repair(path: path)
        #expect(repaired == RecordedFile(frames: kept + 3000, sampleRate: 44_100, headerWasWrong: false))
        if largestWAV == nil { #expect(try framesForOthers(path) == [kept + 3000, kept + 3000]) }
    }

    @Test func `reads the frames before and after reopening`() throws {
        try patternFile(path, frames: 1000)
        let recording = try WAVRecording(reopening: path)
        try recording.append(patternFloats(1000..<2000))
        #expect(try difference(recording.samples(from: 900, count: 200), patternSamples(900..<1100)) == nil)
    }

    @Test func `can be empty`() throws {
        try WAVRecording(creating: path, sampleRate: 48_000).finish()
        let recording = try WAVRecording(reopening: path)
        try recording.append(patternFloats(0..<100))
        try recording.finish()
        #expect(try framesForOthers(path) == [100, 100])
    }

    @Test func `that is missing or of another program is refused`() throws {
        #expect(throws: AudioError.self) { try WAVRecording(reopening: path) }
        #expect(try folder.names == [])
        let text = try folder.file("meeting.wav", Array("no sound at all".utf8))
        #expect(throws: AudioError.self) { try WAVRecording(reopening: text) }
        #expect(try bytes(of: text) == Array("no sound at all".utf8))
        try run("sox", "-n", "-r", "48000", "-b", "24", "-c", "2", folder.file("stereo.wav"), "trim", "0", "0.1")
        let stereo = try bytes(of: folder.file("stereo.wav"))
        #expect(throws: AudioError.self) { try WAVRecording(reopening: folder.file("stereo.wav")) }
        #expect(try bytes(of: folder.file("stereo.wav")) == stereo)
    }
}
