import Foundation
import MeetingModel
import Testing

@testable import Sound

@Suite(.timeLimit(.minutes(10))) struct `Exporting to other formats` {
    let folder: TemporaryFolder
    var source: String { folder.file("meeting.wav") }
    let tags = AudioTags(
        title: "Größe & \"Daily\"\n스탠드업",
        date: "2026-02-03",
        artists: ["Ann", "Bo\u{7}b"],
        comment: "Recorded: both",
        chapters: [
            AudioChapter(frame: 0, name: "Ann"), AudioChapter(frame: 120_000, name: "Bo\u{1b}b"),
            AudioChapter(frame: 240_001, name: "지우 = 1"),
        ]
    )

    init() throws {
        folder = try TemporaryFolder()
        try sineFile(source, seconds: 10, sampleRate: 48_000)
    }

    @Test(arguments: AudioFormat.allCases)
    func `writes files with tags and chapters that other programs read`(format: AudioFormat) throws {
        let path = folder.file("copy.\(format)")
        try AudioExport.write(of: source, to: path, format: format, tags: tags)
        let probe = try Probe(path)
        #expect(probe.codec == ["wav": "pcm_s16le", "ogg": "vorbis"][format.rawValue, default: format.rawValue])
        #expect(probe.sampleRate == 48_000)
        #expect(abs(probe.duration - 10) < 0.06)
        #expect(probe.tags["title"] == "Größe & \"Daily\" 스탠드업")
        #expect(probe.tags["date"] == "2026-02-03")
        #expect(probe.tags["comment"] == "Recorded: both")
        #expect(["Ann, Bo b", "Ann;Bo b"].contains(probe.tags["artist"]))
        if format != .wav {
            #expect(probe.chapters.map(\.name) == ["Ann", "Bo b", "지우 = 1"])
            #expect(probe.chapters.map(\.start) == [0, 2.5, 5])
        }
        // Debian's sox reads the other formats only with extra packages.
        if [.wav, .flac, .ogg].contains(format) {
            #expect(abs((Double(try run("soxi", "-D", path)) ?? 0) - 10) < 0.06)
        }
        #expect(try folder.names == ["copy.\(format)", "meeting.wav"])
    }

    @Test func `labels a WAV file's turns, and keeps its samples and format`() throws {
        let path = folder.file("copy.wav")
        try AudioExport.write(of: source, ranges: [0..<480_000], to: path, format: .wav, tags: tags)
        #expect(try difference(samples(of: path), samples(of: source)) == nil)
        #expect(try framesForOthers(path) == [480_000, 480_000])
        #expect(try Array(bytes(of: path)[..<4]) == Array("RIFF".utf8))
        let chunks = try RIFFChunks(bytes(of: path))
        #expect(chunks.ids == ["fmt ", "data", "cue ", "LIST", "LIST"])
        #expect(chunks.cues == [1: 0, 2: 120_000, 3: 240_001])
        #expect(chunks.labels == [1: "Ann", 2: "Bo b", 3: "지우 = 1"])
        // The program itself can read and repair it as before.
        #expect(try WAVRecording.repair(path: path).headerWasWrong == false)
    }

    @Test(arguments: [AudioFormat.flac, .wav])
    func `keeps every sample in lossless formats`(format: AudioFormat) throws {
        try patternFile(source + ".pattern", frames: 100_000)
        let path = folder.file("copy.\(format)")
        try AudioExport.write(of: source + ".pattern", to: path, format: format, tags: tags)
        #expect(try difference(samples(of: path), patternSamples(0..<100_000)) == nil)
        if format == .flac { try run("flac", "-t", "-s", "-w", path) }
    }

    @Test(arguments: AudioFormat.allCases)
    func `maps chapters to the exported ranges`(format: AudioFormat) throws {
        let path = folder.file("copy.\(format)")
        let turns: [Range<Int64>] = [120_000..<168_000, 240_001..<500_000]
        try AudioExport.write(of: source, ranges: turns, to: path, format: format, tags: tags)
        let probe = try Probe(path)
        #expect(abs(probe.duration - 6) < 0.06)
        if format == .wav {
            #expect(try RIFFChunks(bytes(of: path)).cues == [1: 0, 2: 48_000])
        } else {
            #expect(probe.chapters.map(\.name) == ["Bo b", "지우 = 1"])
            #expect(probe.chapters.map(\.start) == [0, 1])
        }
    }

    @Test(
        arguments: [(.opus, 44_100), (.mp3, 96_000), (.ogg, 384_000), (.flac, 96_000), (.opus, 16_000)]
            as [(AudioFormat, Int)]
    )
    func `changes the rate only if the format requires it`(format: AudioFormat, rate: Int) throws {
        try sineFile(source + ".other", seconds: 5, sampleRate: rate)
        let path = folder.file("copy.\(format)")
        let chapters = [AudioChapter(frame: Int64(rate * 2), name: "two")]
        try AudioExport.write(of: source + ".other", to: path, format: format, tags: AudioTags(chapters: chapters))
        let probe = try Probe(path)
        // Opus decoders always report 48 kHz.
        #expect(probe.sampleRate == (format == .flac ? rate : 48_000))
        #expect(abs(probe.duration - 5) < 0.06)
        #expect(probe.chapters.map(\.start) == [2])
        #expect(abs(try frequency(of: path) - 440) < 5)
    }

    @Test func `resamples to a requested rate`() throws {
        let path = folder.file("copy.flac")
        try AudioExport.write(
            of: source,
            ranges: [48_000..<96_000],
            to: path,
            format: .flac,
            sampleRate: 16_000
        )
        let reader = try AudioFileReader(path: path)
        #expect(reader.sampleRate == 16_000)
        #expect(reader.frames == 16_000)
        #expect(abs(try frequency(of: path) - 440) < 5)
    }

    @Test(arguments: AudioFormat.allCases)
    func `writes a single frame, and refuses an empty range`(format: AudioFormat) throws {
        let path = folder.file("copy.\(format)")
        try AudioExport.write(of: source, ranges: [5..<6], to: path, format: format, tags: tags)
        _ = try Probe(path)
        let none = folder.file("none.\(format)")
        guard format != .wav else {
            try AudioExport.write(of: source, ranges: [], to: none, format: format, tags: tags)
            #expect(try framesForOthers(none) == [0, 0])
            return
        }
        #expect(throws: AudioError.file(path: source, reason: "no sound in this range")) {
            try AudioExport.write(of: source, ranges: [9..<9], to: none, format: format, tags: tags)
        }
        #expect(try folder.names == ["copy.\(format)", "meeting.wav"])
    }

    @Test(arguments: AudioFormat.allCases)
    func `is cancelled without leaving a file`(format: AudioFormat) throws {
        let there = try folder.file("copy.\(format)", [1, 2, 3])
        var parts: [Double] = []
        let done = try AudioExport.write(of: source, to: there, format: format, tags: tags, overwriting: true) { part in
            parts.append(part)
            return part < 0.5
        }
        #expect(!done)
        #expect(parts.first == 0)
        #expect(parts == parts.sorted())
        #expect(parts.last.map { (0.5..<0.7).contains($0) } == true)
        #expect(try bytes(of: there) == [1, 2, 3])
        #expect(try folder.names == ["copy.\(format)", "meeting.wav"])
    }

    @Test(arguments: AudioFormat.allCases)
    func `reports a full disk, even at the last byte`(format: AudioFormat) async throws {
        let (path, name) = (folder.file("copy.\(format)"), format.rawValue)
        await #expect(processExitsWith: .success) {
            [path = path as String, source = source as String, name = name as String] in
            signal(SIGXFSZ, SIG_IGN)
            let format = try #require(AudioFormat(rawValue: name))
            let tags = AudioTags(
                title: "Daily",
                chapters: (0..<50).map { AudioChapter(frame: $0, name: String(repeating: "n", count: 100)) }
            )
            try AudioExport.write(of: source, to: path, format: format, tags: tags)
            for limit in [0, 100, try bytes(of: path).count / 2, try bytes(of: path).count - 1] {
                limitFileSize(to: rlim_t(limit))
                #expect(throws: AudioError.refused(path + ".2", by: EFBIG)) {
                    try AudioExport.write(of: source, to: path + ".2", format: format, tags: tags)
                }
            }
        }
        #expect(try folder.names == ["copy.\(format)", "meeting.wav"])
    }

    @Test(arguments: [AudioFormat.flac, .ogg, .opus, .mp3])
    func `stores the maximum number of chapters without damaging the sound`(format: AudioFormat) throws {
        let chapters = (0..<1200).map { AudioChapter(frame: $0 * 400, name: "Turn \($0) of somebody who has a name") }
        let path = folder.file("copy.\(format)")
        try AudioExport.write(of: source, to: path, format: format, tags: AudioTags(title: "T", chapters: chapters))
        let probe = try Probe(path)
        #expect(probe.chapters.count == (format == .mp3 ? 1200 : 999))
        #expect(probe.chapters[998].name.hasPrefix("Turn 998 "))
        #expect(probe.tags["title"] == "T")
        let plain = folder.file("plain.\(format)")
        try AudioExport.write(of: source, to: plain, format: format)
        #expect(try decoded(path) == decoded(plain))
        switch format {
        case .opus: #expect(try !run("opusinfo", path).contains("WARNING"))
        case .ogg: #expect(try !run("ogginfo", path).contains("WARNING"))
        case .flac: try run("flac", "-t", "-s", "-w", path)
        default: break
        }
    }

    @Test func `writes compressed formats to a pipe`() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardOutputContent]) {
            [source = source as String] in
            try AudioExport.write(of: source, to: "-", format: .ogg)
        }
        let output = result.standardOutputContent
        let start = try #require(output.firstRange(of: Array("OggS".utf8))).lowerBound
        let path = try folder.file("piped.ogg", Array(output[start...]))
        #expect(abs(try Probe(path).duration - 10) < 0.06)
    }
}

/// The metadata of a file according to ffprobe.
private struct Probe {
    let codec: String?
    let sampleRate: Int?
    let duration: Double
    /// Tags by lower-case name.
    private(set) var tags: [String: String]
    let chapters: [(start: Double, name: String)]

    init(_ path: String) throws {
        let text = try run(
            "ffprobe", "-v", "error", "-of", "json", "-show_format", "-show_streams", "-show_chapters", path)
        let json = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let streams = try #require(json["streams"] as? [[String: Any]])
        let stream = try #require(streams.first)
        let format = try #require(json["format"] as? [String: Any])
        codec = stream["codec_name"] as? String
        sampleRate = (stream["sample_rate"] as? String).flatMap(Int.init)
        duration = (format["duration"] as? String).flatMap(Double.init) ?? 0
        tags = [:]
        for part in [stream, format] {
            for (key, value) in part["tags"] as? [String: String] ?? [:] { tags[key.lowercased()] = value }
        }
        chapters = (json["chapters"] as? [[String: Any]] ?? []).map { chapter in
            let start = (chapter["start_time"] as? String).flatMap(Double.init) ?? -1
            return ((start * 1000).rounded() / 1000, (chapter["tags"] as? [String: String])?["title"] ?? "")
        }
    }
}

/// The chunks of a RIFF file, parsed independently of the program.
private struct RIFFChunks {
    private(set) var ids: [String] = []
    private(set) var cues: [Int: Int] = [:]
    private(set) var labels: [Int: String] = [:]

    init(_ file: [UInt8]) throws {
        try #require(Self.number(file, 4) == file.count - 8)
        for (id, content) in try Self.split(Array(file[12...])) {
            ids.append(id)
            switch id {
            case "cue ":
                try #require(content.count == 4 + 24 * Self.number(content, 0))
                for start in stride(from: 4, to: content.count, by: 24) {
                    cues[Self.number(content, start)] = Self.number(content, start + 20)
                }
            case "LIST" where content.starts(with: "adtl".utf8):
                for (id, label) in try Self.split(Array(content[4...])) where id == "labl" {
                    labels[Self.number(label, 0)] = String(decoding: label[4...].dropLast(), as: UTF8.self)
                }
            default: break
            }
        }
    }

    private static func split(_ bytes: [UInt8]) throws -> [(String, [UInt8])] {
        var rest = bytes[...]
        var chunks: [(String, [UInt8])] = []
        while !rest.isEmpty {
            let head = Array(rest.prefix(8))
            try #require(head.count == 8)
            let size = number(head, 4)
            try #require(rest.count >= 8 + size + size % 2)
            chunks.append((String(decoding: head[..<4], as: UTF8.self), Array(rest.dropFirst(8).prefix(size))))
            rest = rest.dropFirst(8 + size + size % 2)
        }
        return chunks
    }

    private static func number(_ bytes: [UInt8], _ index: Int) -> Int {
        bytes[index..<index + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}

/// Writes a sine of 440 Hz to a file.
private func sineFile(_ path: String, seconds: Int, sampleRate: Int) throws {
    let recording = try WAVRecording(creating: path, sampleRate: sampleRate)
    let step = 440 * 2 * Double.pi / Double(sampleRate)
    try recording.append((0..<seconds * sampleRate).map { Float(sin(Double($0) * step) * 0.5) })
    try recording.finish()
}

/// The frequency of a sine, from its zero crossings, ignoring both ends.
private func frequency(of path: String) throws -> Double {
    let rate = try AudioFileReader(path: path).sampleRate
    let samples = try samples(of: path).dropFirst(rate / 4).dropLast(rate / 4)
    let crossings = zip(samples, samples.dropFirst()).count { $0 < 0 && $1 >= 0 }
    return Double(crossings) * Double(rate) / Double(samples.count)
}

/// The samples, decoded by ffmpeg.
private func decoded(_ path: String) throws -> String {
    try run("ffmpeg", "-v", "error", "-i", path, "-f", "md5", "-")
}
