import MeetingModel
public import Sound

/// What a `RecordingFolder` promises, as a suite for any implementation.
///
///     @Test func `my recordings keep their promises`() {
///         #expect(RecordingFolderConformance.check { MyRecordings() } == [])
///     }
public enum RecordingFolderConformance {
    enum Promise: String, CaseIterable {
        case fileName = "The file name within its folder, or another identifier."
        case sampleRate = "The sample rate, in Hz."
        case appending =
            "Appends frames of -1 to 1, clipped to that range; the samples of two channels alternate, the room's first."
        case frames = "The number of frames, all of which can be read."
        case reading = "Reads frames of the only channel, or of the mix, from a position, and returns their number."
        case channel = "Reads frames of a channel from a position, and returns their number."
        case truncating = "Removes all frames from `frame` on, even if they were read."
        case replacing = "Replaces appended frames of one channel, from `frame` on, by frames of -1 to 1."
        case flushing = "Flushes the appended frames to the disk."
        case finishing = "Completes the file: no more appends, but reads still work."
        case creating = "Creates a recording of 1 or 2 channels; throws if the name exists."
        case reopening = "Reopens a recording whose program crashed; new frames follow the existing ones."
        case missing = "Throws if the file is missing or was not written by this program."
        case widening =
            """
            A recording of one channel gets a silent second one if `channels` is 2, which takes seconds for \
            each hour of sound.
            """
        case removing = "Removes a recording, if it exists."
        case space = "The recording time that fits on the disk at a sample rate, in Hz; nil if unknown."
    }

    /// Checks a folder of recordings: what is appended, replaced, truncated, continued after a crash and removed.
    ///
    /// It writes less than a hundred frames, and takes as long as the folder needs to flush them. [any thread that may
    /// wait]
    ///
    /// - Parameter make: Makes an empty folder, a new one each time. The recordings have the name `a.wav`.
    /// - Returns: The broken promises; none if the folder keeps them all.
    /// - Throws: What `make` throws.
    public static func check(_ make: () throws -> any RecordingFolder) rethrows -> [BrokenPromise] {
        var log = PromiseLog<Promise>()
        checkReading(try make(), &log)
        checkChannels(try make(), &log)
        checkChanges(try make(), &log)
        checkEnd(try make(), &log)
        try checkReopening(make, &log)
        try checkFiles(make, &log)
        return log.broken
    }

    private static func checkReading(_ folder: any RecordingFolder, _ log: inout PromiseLog<Promise>) {
        guard let recording = log.create(in: folder, sampleRate: 16_000) else { return }
        log.check(.fileName) { try expect(recording.fileName, is: "a.wav", "the name") }
        log.check(.sampleRate) { try expect(recording.sampleRate, is: 16_000, "the rate") }
        log.check(.frames) { try expect(recording.frames, is: 0, "frames of a new recording") }
        var samples: [Int16] = []
        log.check(.appending) {
            try expect(try recording.samples(), is: [], "samples of a new recording")
            try recording.append([0, 1, -1, 2, -2])
            samples = try recording.samples()
            // The lowest sample may be -32768 or -32767.
            try expect(
                samples.count == 5 && samples[0] == 0 && samples[1] == 32_767 && samples[2] <= -32_767
                    && samples[3] == samples[1] && samples[4] == samples[2],
                "\(samples) after appending 0, 1, -1, 2, -2")
        }
        log.check(.frames) { try expect(recording.frames, is: 5, "frames after appending 5") }
        guard samples.count == 5 else { return }
        log.check(.reading) {
            try expect(try recording.samples(from: 3), is: Array(samples[3...]), "samples from frame 3 of 5")
            try expect(try recording.samples(from: 1, atMost: 2), is: Array(samples[1...2]), "two samples from frame 1")
            for outside: Int64 in [5, 9, -1] {
                try expect(try recording.samples(from: outside), is: [], "samples from frame \(outside) of 5")
            }
        }
    }

    private static func checkChannels(_ folder: any RecordingFolder, _ log: inout PromiseLog<Promise>) {
        guard let recording = log.create(in: folder, channels: 2) else { return }
        log.check(.creating) { try expect(recording.channels, is: 2, "channels") }
        var room: [Int16] = []
        log.check(.channel) {
            try recording.append([1, 0, -1, 0, 1, 0, -1, 0])
            room = try recording.samples(of: .room)
            try expect(
                room.count == 4 && room[0] == 32_767 && room[2] == 32_767 && room[1] <= -32_767 && room[3] == room[1],
                "\(room) in the room after appending 1, -1, 1, -1")
            try expect(try recording.samples(of: .call), is: [0, 0, 0, 0], "samples of the call")
        }
        log.check(.replacing) {
            try [Float]([0.5, 2]).withUnsafeBufferPointer { samples throws(AudioError) in
                try recording.replace(samples, of: .call, from: 1)
            }
            let call = try recording.samples(of: .call)
            try expect(call, is: [0, 16_384, 32_767, 0], "the call after 0.5, 2 from frame 1")
            try expect(try recording.samples(of: .room), is: room, "the room after the call was replaced")
            try expect(recording.frames, is: 4, "frames after a replacement")
        }
    }

    private static func checkChanges(_ folder: any RecordingFolder, _ log: inout PromiseLog<Promise>) {
        guard let recording = log.create(in: folder) else { return }
        log.check(.truncating) {
            try recording.append([0, 0, 1, 1])
            recording.truncate(to: 9)
            try expect(recording.frames, is: 4, "frames after truncating 4 to 9")
            recording.truncate(to: 2)
            try expect(recording.frames, is: 2, "frames after truncating 4 to 2")
            try recording.append([1])
            try expect(try recording.samples(), is: [0, 0, 32_767], "samples after truncating to 2 and appending 1")
        }
        log.check(.flushing) {
            let before = try recording.samples()
            try recording.synchronize()
            try expect(try recording.samples(), is: before, "samples after a flush")
        }
    }

    private static func checkEnd(_ folder: any RecordingFolder, _ log: inout PromiseLog<Promise>) {
        guard let recording = log.create(in: folder) else { return }
        log.check(.finishing) {
            try recording.append([0, 1])
            try recording.finish()
            _ = try expectError("appending to a complete recording") { try recording.append([1]) }
            try expect(try recording.samples(), is: [0, 32_767], "samples of a complete recording")
            try expect(recording.frames, is: 2, "frames of a complete recording")
        }
    }

    private static func checkReopening(
        _ make: () throws -> any RecordingFolder, _ log: inout PromiseLog<Promise>
    ) rethrows {
        let folder = try make()
        log.check(.missing) {
            _ = try expectError("reopening a missing recording") { () throws(AudioError) in
                _ = try folder.reopen("a.wav")
            }
        }
        let crashed = try make()
        log.check(.reopening) {
            try crashed.create("a.wav", sampleRate: 8000).append([0, 0])
            let again = try crashed.reopen("a.wav")
            try expect(again.frames, is: 2, "frames of a reopened recording")
            try expect(again.fileName, is: "a.wav", "the name of a reopened recording")
            try expect(again.sampleRate, is: 8000, "the rate of a reopened recording")
            try again.append([1])
            try expect(try again.samples(), is: [0, 0, 32_767], "samples after reopening and appending")
        }
        let narrow = try make()
        log.check(.widening) {
            try narrow.create("a.wav", sampleRate: 8000).append([0.5, 1, -1])
            let wide = try narrow.reopen("a.wav", channels: 2)
            try expect(wide.channels, is: 2, "channels of a reopened recording")
            try expect(wide.frames, is: 3, "frames of a reopened recording")
            try wide.append([0, 1])
            try expect(try wide.samples(of: .room), is: [16_384, 32_767, -32_767, 0], "the room")
            try expect(try wide.samples(of: .call), is: [0, 0, 0, 32_767], "the call")
            let channels = try narrow.reopen("a.wav", channels: 1).channels
            try expect(channels, is: 2, "channels of a recording of two that was reopened with one")
        }
    }

    private static func checkFiles(
        _ make: () throws -> any RecordingFolder, _ log: inout PromiseLog<Promise>
    ) rethrows {
        let folder = try make()
        log.check(.creating) {
            try folder.create("a.wav", sampleRate: 8000).append([1])
            _ = try expectError("creating a recording twice") { () throws(AudioError) in
                _ = try folder.create("a.wav", sampleRate: 8000)
            }
            try expect(try folder.reopen("a.wav").samples(), is: [32_767], "samples of a recording created twice")
        }
        let another = try make()
        log.check(.removing) {
            try another.remove("a.wav")
            try another.create("a.wav", sampleRate: 8000).append([1])
            try another.remove("a.wav")
            _ = try expectError("reopening a removed recording") { () throws(AudioError) in
                _ = try another.reopen("a.wav")
            }
            try expect(try another.create("a.wav", sampleRate: 8000).frames, is: 0, "frames of a new recording")
        }
        log.check(.space) {
            let space = another.availableDuration(sampleRate: 8000, channels: 1) ?? .seconds(1)
            try expect(space > .zero, "\(space)")
        }
    }
}

extension PromiseLog<RecordingFolderConformance.Promise> {
    fileprivate mutating func create(
        in folder: any RecordingFolder, sampleRate: Int = 8000, channels: Int = 1
    ) -> (any RecordingWriter)? {
        var recording: (any RecordingWriter)?
        check(.creating) { recording = try folder.create("a.wav", sampleRate: sampleRate, channels: channels) }
        return recording
    }
}

extension RecordingWriter {
    fileprivate func append(_ samples: [Float]) throws(AudioError) {
        try samples.withUnsafeBufferPointer { samples throws(AudioError) in try append(samples) }
    }
}

extension RecordedAudio {
    fileprivate func samples(
        of channel: AudioChannel? = nil, from frame: Int64 = 0, atMost count: Int = 100
    ) throws -> [Int16] {
        var buffer = [Int16](repeating: 7, count: count)
        let taken = try buffer.withUnsafeMutableBufferPointer { buffer throws(AudioError) in
            guard let channel else { return try read(from: frame, into: buffer) }
            return try read(channel, from: frame, into: buffer)
        }
        try expect((0...count).contains(taken), "\(taken) frames were read into a buffer of \(count)")
        return Array(buffer[..<taken])
    }
}
