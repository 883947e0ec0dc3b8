import Foundation
import Testing

@testable import MeetingModel
@testable import Sound

@Suite struct `A snapshot of a growing recording` {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func bytes(_ snapshot: RecordingSnapshot, from offset: Int64 = 0, count: Int = 1 << 20) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0xaa, count: count)
        let read = try bytes.withUnsafeMutableBytes { try snapshot.read(into: $0, at: offset) }
        return Array(bytes[..<read])
    }

    @Test func `is a complete file at the length that was asked for, whatever was written since`() throws {
        let path = folder.file("live.wav")
        let recording = try WAVRecording(creating: path, sampleRate: 48_000)
        try recording.append(patternFloats(0..<1000))
        let first = try RecordingSnapshot(path: path)
        #expect(first.frames == 1000)
        let whole = try bytes(first)
        try recording.append(patternFloats(1000..<5000))
        #expect(try bytes(first) == whole)
        #expect(try bytes(RecordingSnapshot(path: path, frames: 1000)) == whole)

        let copy = try folder.file("copy.wav", whole)
        let expected = RecordedFile(frames: 1000, sampleRate: 48_000, headerWasWrong: false)
        #expect(try WAVRecording.examine(path: copy) == expected)
        #expect(try AudioFileReader(path: copy).samples(2000) == patternSamples(0..<1000))

        let later = try RecordingSnapshot(path: path, frames: .max)
        #expect(later.frames == 5000)
        #expect(try bytes(later).count == Int(later.size))
    }

    @Test func `has the same bytes in every part`() throws {
        let path = folder.file("live.wav")
        try WAVRecording(creating: path, sampleRate: 8000).append(patternFloats(0..<300))
        let snapshot = try RecordingSnapshot(path: path)
        let whole = try bytes(snapshot)
        for offset in stride(from: 0, to: whole.count + 20, by: 7) {
            for count in [0, 1, 3, 79, 80, 81, 500] {
                let expected = whole.dropFirst(offset).prefix(count)
                #expect(try bytes(snapshot, from: Int64(offset), count: count) == Array(expected))
            }
        }
    }
}

@Suite struct `Recordings in other formats` {
    private let folder: TemporaryFolder
    private let source: String

    init() throws {
        folder = try TemporaryFolder()
        source = folder.file("meeting.wav")
        try patternFile(source, frames: 20_000)
    }

    private func cache(limit: Int64 = .max) -> AudioExportCache {
        AudioExportCache(folder: folder.file("made/here"), limit: limit)
    }

    private func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.file("made/here")).sorted()
    }

    private func make(_ meeting: String, in cache: AudioExportCache) throws -> ReadableFile {
        try cache.file(of: Meeting.ID(rawValue: meeting), recording: source, as: .flac, tags: AudioTags())
    }

    @Test func `are made once`() throws {
        let cache = cache()
        let id = Meeting.ID(rawValue: "a")
        #expect(try cache.madeFile(of: id, recording: source, as: .flac) == nil)
        let first = try make("a", in: cache)
        let second = try make("a", in: cache)
        #expect(first.version == second.version)
        #expect(try cache.madeFile(of: id, recording: source, as: .flac)?.version == first.version)
        #expect(try names().count == 1)
    }

    @Test func `are made again for a recording that has changed`() throws {
        let cache = cache()
        let first = try make("a", in: cache)
        try FileManager.default.removeItem(atPath: source)
        try patternFile(source, frames: 30_000)
        let second = try make("a", in: cache)
        #expect(first.version != second.version)
        #expect(second.size > first.size)
    }

    @Test func `that were not used for longest are removed when there are too many`() throws {
        let size = try make("x", in: self.cache()).size
        try FileManager.default.removeItem(atPath: folder.file("made"))
        let cache = cache(limit: 2 * size)
        _ = try make("a", in: cache)
        _ = try make("b", in: cache)
        _ = try make("a", in: cache)
        _ = try make("c", in: cache)
        #expect(try names().map { String($0.prefix(1)) } == ["a", "c"])
    }

    @Test func `that are too large alone are still sent`() throws {
        let cache = cache(limit: 1)
        _ = try make("a", in: cache)
        let file = try make("b", in: cache)
        #expect(file.size > 1)
        #expect(try names().map { String($0.prefix(1)) } == ["b"])
    }

    @Test func `of meetings that are gone are removed`() throws {
        let cache = cache()
        for meeting in ["a-1", "b-2"] { _ = try make(meeting, in: cache) }
        cache.removeAll(except: [Meeting.ID(rawValue: "b-2"), Meeting.ID(rawValue: "c-3")])
        #expect(try names().map { String($0.prefix(2)) } == ["b2"])
    }

    @Test func `have names without a meaning, whatever the id is`() throws {
        let cache = cache()
        _ = try make("../../../etc/passwd", in: cache)
        #expect(try names().first?.hasPrefix("etcpasswd-") == true)
        #expect(try folder.names == ["made", "meeting.wav"])
    }

    @Test func `are not made of a link, or of no sound`() throws {
        let link = folder.file("link.wav")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: source)
        #expect(throws: AudioError.self) {
            try cache().file(of: Meeting.ID(rawValue: "a"), recording: link, as: .flac, tags: AudioTags())
        }
        let text = try folder.file("text.wav", Array("no sound".utf8))
        #expect(throws: AudioError.self) {
            try cache().file(of: Meeting.ID(rawValue: "a"), recording: text, as: .flac, tags: AudioTags())
        }
        #expect(((try? names()) ?? []) == [])
    }
}
