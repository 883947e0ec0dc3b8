import AudioDevices
import AudioFiles
import Foundation
import Testing

/// A recording whose program died, and with which another one goes on.
@Suite struct `A recording that is opened again` {
    let folder: TemporaryFolder
    var path: String { folder.file("meeting.wav") }

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(
        "goes on behind what was recorded, whatever the header says", arguments: [0, 1, 1921],
        [Duration.seconds(60), .seconds(30 * 3600)])
    func goesOn(cut: Int, longest: Duration) throws {
        try patternFile(path, frames: 10_000, sampleRate: 44_100, longest: longest)
        let whole = try bytes(of: path)
        // The header says what was there before the file was cut, as a kill leaves it the other way round.
        _ = try folder.file("meeting.wav", Array(whole.dropLast(cut)))
        let kept = Int64((20_000 - cut) / 2)

        let recording = try WAVRecordings(path: folder.path).reopen("meeting.wav")
        #expect(recording.fileName == "meeting.wav" && recording.sampleRate == 44_100 && recording.frames == kept)
        for start in stride(from: kept, to: kept + 3000, by: 1000) {
            try patternFloats(start..<start + 1000).withUnsafeBufferPointer { try recording.append($0) }
            try recording.synchronize()
            // Whole at every moment, for everybody.
            #expect(try difference(samples(of: path), patternSamples(0..<start + 1000)) == nil)
        }
        #expect(recording.frames == kept + 3000)
        try recording.finish()
        #expect(try bytes(of: path).prefix(4).elementsEqual(whole.prefix(4)))
        #expect(try bytes(of: path).count == whole.count - 20_000 + Int(kept + 3000) * 2)
        let mended = try WAVRecording.mend(path: path)
        #expect(mended == RecordedFile(frames: kept + 3000, sampleRate: 44_100, mended: false))
        if longest == .seconds(60) { #expect(try framesForOthers(path) == [kept + 3000, kept + 3000]) }
    }

    @Test func `reads what was recorded before and what came since`() throws {
        try patternFile(path, frames: 1000)
        let recording = try WAVRecording(reopening: path)
        try recording.append(patternFloats(1000..<2000))
        #expect(try difference(recording.samples(from: 900, count: 200), patternSamples(900..<1100)) == nil)
    }

    @Test func `can be one of no frames`() throws {
        try WAVRecording(creating: path, sampleRate: 48_000).finish()
        let recording = try WAVRecording(reopening: path)
        try recording.append(patternFloats(0..<100))
        try recording.finish()
        #expect(try framesForOthers(path) == [100, 100])
    }

    @Test func `that is not there, or is not ours, is left as it is`() throws {
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
