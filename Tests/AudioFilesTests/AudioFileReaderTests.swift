import Foundation
import Testing

@testable import Sound

@Suite struct `A sound file` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(arguments: ["a.wav", "a.flac", "a.ogg", "a.aiff", "a.au", "a.w64", "a.caf"])
    func `of any format is read as mono floats`(name: String) throws {
        let path = folder.file(name)
        try run("sox", "-n", "-r", "22050", "-c", "1", path, "synth", "0.5", "sine", "441", "vol", "0.5")
        let reader = try AudioFileReader(path: path)
        #expect(reader.sampleRate == 22_050)
        #expect(reader.frames == 11_025)
        let samples = try reader.floats(20_000)
        #expect(samples.count == 11_025)
        // A sine of 441 Hz has a period of 50 frames; Ogg is approximate, the others are exact.
        let wrong = samples.indices.filter { abs(samples[$0] - 0.5 * sin(Float($0 % 50) / 50 * 2 * .pi)) > 0.02 }
        #expect(wrong.isEmpty)
        #expect(try reader.floats(10) == [])
    }

    @Test func `of several channels is averaged`() throws {
        try run("sox", "-n", "-r", "8000", "-b", "24", folder.file("l.wav"), "synth", "1", "square", "1", "vol", "0.8")
        try run("sox", "-n", "-r", "8000", "-b", "24", folder.file("r.wav"), "synth", "1", "square", "2", "vol", "0.4")
        try run("sox", "-M", folder.file("l.wav"), folder.file("r.wav"), folder.file("lr.wav"))
        let left = try AudioFileReader(path: folder.file("l.wav")).floats(8000)
        let right = try AudioFileReader(path: folder.file("r.wav")).floats(8000)
        let both = try AudioFileReader(path: folder.file("lr.wav")).floats(8000)
        #expect(both.count == 8000)
        #expect(difference(both, zip(left, right).map { ($0 + $1) / 2 }) == nil)
        let coarse = try AudioFileReader(path: folder.file("lr.wav")).samples(8000)
        #expect(difference(coarse, both.map(PCM16.sample)) == nil)
    }

    @Test func `of 16 bits is read bit for bit, from any position`() throws {
        try patternFile(folder.file("a.wav"), frames: 70_000)
        let reader = try AudioFileReader(path: folder.file("a.wav"))
        #expect(try difference(reader.samples(100), patternSamples(0..<100)) == nil)
        #expect(try difference(reader.samples(100), patternSamples(100..<200)) == nil)
        try reader.seek(to: 65_530)
        #expect(try difference(reader.samples(5000), patternSamples(65_530..<70_000)) == nil)
        try reader.seek(to: 80_000)
        #expect(try difference(reader.samples(5), []) == nil)
        try reader.seek(to: -5)
        #expect(try reader.floats(3) == [0, 1, 2].map { Float(pattern($0)) / 32_768 })
    }

    @Test func `that is not one is refused with the reason`() throws {
        let text = try folder.file("text.wav", Array("Yesterday I finished the report.".utf8))
        try patternFile(folder.file("a.wav"), frames: 100)
        let header = try folder.file("header.wav", Array(bytes(of: folder.file("a.wav")).prefix(30)))
        let cases = [
            (folder.file("missing.wav"), "No such file or directory"), (folder.path, "it is a folder"),
            (try folder.file("empty.wav", []), "it is empty"), ("/dev/zero", "it is not a regular file"),
            (text, "Format not recognised"), (folder.path + "/a.wav/b.wav", "Not a directory"),
        ]
        for (path, reason) in cases {
            #expect(throws: AudioError.file(path: path, reason: reason)) { try AudioFileReader(path: path) }
        }
        let error = #expect(throws: AudioError.self) { try AudioFileReader(path: header) }
        #expect(try #require(error).description.hasPrefix("cannot read the sound file \(header) ("))
    }

    @Test func `that is a pipe without a writer is refused at once`() throws {
        try #require(mkfifo(folder.file("pipe"), 0o600) == 0)
        let refusal = AudioError.file(path: folder.file("pipe"), reason: "it is not a regular file")
        #expect(throws: refusal) { try AudioFileReader(path: folder.file("pipe")) }
    }

    @Test func `truncated within its samples yields the remaining samples`() throws {
        try patternFile(folder.file("a.wav"), frames: 10_000)
        try #require(truncate(folder.file("a.wav"), 80 + 5001) == 0)
        #expect(try difference(samples(of: folder.file("a.wav")), patternSamples(0..<2500)) == nil)
    }

    @Test(arguments: ["a.wav", "a.aiff", "a.au", "a.ogg", "a.opus"])
    func `reports whether it is shorter than its header says`(name: String) throws {
        let path = folder.file(name)
        try run("sox", "-n", "-r", "48000", "-c", "1", folder.file("whole.wav"), "synth", "9", "sine", "441")
        try run("ffmpeg", "-loglevel", "error", "-i", folder.file("whole.wav"), path)
        #expect(try !AudioFileReader(path: path).isTruncated)
        try #require(truncate(path, off_t(bytes(of: path).count * 3 / 4)) == 0)
        #expect(try AudioFileReader(path: path).isTruncated)
    }

    @Test func `of unknown length in the header is not truncated`() throws {
        let path = folder.file("piped.wav")
        try patternFile(path, frames: 10_000)
        for unknown: UInt32 in [0, 0x7FFF_FFFF, .max] {
            let descriptor = open(path, O_WRONLY)
            defer { close(descriptor) }
            withUnsafeBytes(of: unknown.littleEndian) { size in
                for offset in [4, 40] { _ = pwrite(descriptor, size.baseAddress, 4, off_t(offset)) }
            }
            #expect(try !AudioFileReader(path: path).isTruncated)
        }
    }

    @Test(arguments: ["a.flac", "a.ogg"]) func `compressed and truncated yields neither noise nor a crash`(
        name: String
    ) throws {
        let path = folder.file(name)
        try run("sox", "-n", "-r", "22050", "-c", "1", path, "synth", "2", "sine", "441", "vol", "0.5")
        try #require(truncate(path, off_t(bytes(of: path).count / 2)) == 0)
        do {
            let samples = try AudioFileReader(path: path).floats(44_100)
            #expect(samples.count < 44_100)
            #expect(samples.allSatisfy { abs($0) < 0.6 })
        } catch {
            guard case .file(path, _) = error else { throw error }
        }
    }
}
