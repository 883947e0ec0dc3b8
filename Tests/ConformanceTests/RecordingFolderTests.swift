import AudioDevices
import AudioFiles
import MeetingModel
import ProgramSupport
import StandupTesting
import Testing

/// An empty folder of recordings.
struct EmptyRecordings: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable () throws -> (recordings: any RecordingFolder, remove: @Sendable () -> Void)

    static let all = [
        EmptyRecordings(testDescription: "WAVRecordingFolder") {
            let folder = try makeTemporaryFolder()
            return (WAVRecordingFolder(path: folder), { removeFolder(folder) })
        },
        EmptyRecordings(testDescription: "InMemoryRecordings") { (InMemoryRecordings(), {}) },
    ]
}

@Suite struct `What a folder of recordings promises` {
    private func append(_ samples: [Float], to recording: any RecordingWriter) throws {
        try samples.withUnsafeBufferPointer { samples throws(AudioError) in try recording.append(samples) }
    }

    private func read(_ recording: any RecordedAudio, from frame: Int64 = 0, count: Int = 100) throws -> [Int16] {
        var buffer = [Int16](repeating: 0, count: count)
        let taken = try buffer.withUnsafeMutableBufferPointer { buffer throws(AudioError) in
            try recording.read(from: frame, into: buffer)
        }
        return Array(buffer[..<taken])
    }

    @Test(arguments: EmptyRecordings.all)
    func `appended samples can be read at once, from any position, clipped`(empty: EmptyRecordings) throws {
        let (recordings, remove) = try empty.make()
        defer { remove() }
        let recording = try recordings.create("a.wav", sampleRate: 16_000)
        #expect(recording.fileName == "a.wav" && recording.sampleRate == 16_000 && recording.frames == 0)
        #expect(try read(recording) == [])
        try append([0, 1, -1, 2, -2], to: recording)
        #expect(recording.frames == 5)
        let samples = try read(recording)
        #expect(samples.count == 5 && samples[0] == 0 && samples[1] == 32767 && samples[2] <= -32767)
        #expect(samples[3] == samples[1] && samples[4] == samples[2])
        #expect(try read(recording, from: 3) == Array(samples[3...]))
        #expect(try read(recording, from: 1, count: 2) == Array(samples[1...2]))
        #expect(try read(recording, from: 5) == [] && read(recording, from: 9) == [])
        #expect(try read(recording, from: -1) == [])
    }

    @Test(arguments: EmptyRecordings.all)
    func `truncated frames are gone, and later frames follow`(empty: EmptyRecordings) throws {
        let (recordings, remove) = try empty.make()
        defer { remove() }
        let recording = try recordings.create("a.wav", sampleRate: 8000)
        try append([0, 0, 1, 1], to: recording)
        recording.truncate(to: 9)
        #expect(recording.frames == 4)
        recording.truncate(to: 2)
        #expect(recording.frames == 2)
        try append([1], to: recording)
        #expect(try read(recording) == [0, 0, 32767])
        try recording.synchronize()
    }

    @Test(arguments: EmptyRecordings.all)
    func `frames of one channel can be replaced, and the other stays`(empty: EmptyRecordings) throws {
        let (recordings, remove) = try empty.make()
        defer { remove() }
        let recording = try recordings.create("a.wav", sampleRate: 8000, channels: 2)
        try append([1, 0, -1, 0, 1, 0, -1, 0], to: recording)
        try [Float]([0.5, 2]).withUnsafeBufferPointer { samples throws(AudioError) in
            try recording.replace(samples, of: .call, from: 1)
        }
        #expect(recording.frames == 4)
        func samples(_ channel: AudioChannel) throws -> [Int16] {
            var buffer = [Int16](repeating: 0, count: 9)
            let taken = try buffer.withUnsafeMutableBufferPointer { buffer throws(AudioError) in
                try recording.read(channel, from: 0, into: buffer)
            }
            return Array(buffer[..<taken])
        }
        #expect(try samples(.call) == [0, 16_384, 32_767, 0])
        let room = try samples(.room)
        #expect(room[0] == 32_767 && room[2] == 32_767 && room[1] <= -32_767 && room[3] == room[1])
    }

    @Test(arguments: EmptyRecordings.all)
    func `after its end all of a recording can be read, and nothing appended`(empty: EmptyRecordings) throws {
        let (recordings, remove) = try empty.make()
        defer { remove() }
        let recording = try recordings.create("a.wav", sampleRate: 8000)
        try append([0, 1], to: recording)
        try recording.finish()
        #expect(throws: AudioError.self) { try append([1], to: recording) }
        #expect(recording.frames == 2)
        #expect(try read(recording) == [0, 32767])
    }

    @Test(arguments: EmptyRecordings.all)
    func `an existing recording is not replaced`(empty: EmptyRecordings) throws {
        let (recordings, remove) = try empty.make()
        defer { remove() }
        try append([1], to: recordings.create("a.wav", sampleRate: 8000))
        #expect(throws: AudioError.self) { try recordings.create("a.wav", sampleRate: 8000) }
        #expect(try read(recordings.reopen("a.wav")) == [32767])
    }

    @Test(arguments: EmptyRecordings.all)
    func `a recording of a crashed program is continued at its end`(empty: EmptyRecordings) throws {
        let (recordings, remove) = try empty.make()
        defer { remove() }
        #expect(throws: AudioError.self) { try recordings.reopen("a.wav") }
        try append([0, 0], to: recordings.create("a.wav", sampleRate: 8000))
        let again = try recordings.reopen("a.wav")
        #expect(again.sampleRate == 8000 && again.frames == 2 && again.fileName == "a.wav")
        try append([1], to: again)
        #expect(try read(again) == [0, 0, 32767])
    }

    @Test(arguments: EmptyRecordings.all)
    func `a recording of one channel is continued with two, the second silent so far`(empty: EmptyRecordings) throws {
        let (recordings, remove) = try empty.make()
        defer { remove() }
        try append([0.5, 1, -1], to: recordings.create("a.wav", sampleRate: 8000))
        let wide = try recordings.reopen("a.wav", channels: 2)
        #expect(wide.channels == 2 && wide.frames == 3)
        try append([0, 1], to: wide)
        func samples(_ channel: AudioChannel) throws -> [Int16] {
            var samples = [Int16](repeating: 7, count: 4)
            let count = try samples.withUnsafeMutableBufferPointer { try wide.read(channel, from: 0, into: $0) }
            #expect(count == 4)
            return samples
        }
        #expect(try samples(.room) == [16384, 32767, -32767, 0])
        #expect(try samples(.call) == [0, 0, 0, 32767])
        #expect(try recordings.reopen("a.wav", channels: 1).channels == 2)
    }

    @Test(arguments: EmptyRecordings.all)
    func `a recording can be removed, and removing a missing one is no error`(empty: EmptyRecordings) throws {
        let (recordings, remove) = try empty.make()
        defer { remove() }
        try recordings.remove("a.wav")
        try append([1], to: recordings.create("a.wav", sampleRate: 8000))
        try recordings.remove("a.wav")
        #expect(throws: AudioError.self) { try recordings.reopen("a.wav") }
        #expect(try recordings.create("a.wav", sampleRate: 8000).frames == 0)
    }

    @Test(arguments: EmptyRecordings.all)
    func `the free space is a duration, or unknown`(empty: EmptyRecordings) throws {
        let (recordings, remove) = try empty.make()
        defer { remove() }
        #expect(recordings.availableDuration(sampleRate: 8000, channels: 1) ?? .seconds(1) > .zero)
    }
}
