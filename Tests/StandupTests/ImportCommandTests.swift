import Glibc
import MeetingModel
import Testing
import TestSupport

@testable import Sound

@Suite(.timeLimit(.minutes(10)))
struct `Import` {
    let program: Program

    init() throws {
        program = try Program()
    }

    private func path(_ name: String) -> String { program.folder + "/" + name }

    /// Writes a WAV file of one channel or more, each sample the same number of bytes.
    @discardableResult
    private func wav(
        _ name: String, frames: Int, channels: Int = 1, rate: Int = 16_000, bits: Int = 16, sample: [UInt8]? = nil
    ) throws -> String {
        let bytes = bits / 8
        let size = frames * channels * bytes
        func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
        var file = Array("RIFF".utf8) + number(size + 36, 4) + Array("WAVEfmt ".utf8) + number(16, 4) + number(1, 2)
        file += number(channels, 2) + number(rate, 4) + number(rate * channels * bytes, 4)
        file += number(channels * bytes, 2) + number(bits, 2) + Array("data".utf8) + number(size, 4)
        let sample = sample ?? [UInt8](repeating: 0x10, count: bytes)
        for _ in 0..<frames * channels { file += sample }
        try write(file, to: path(name))
        return path(name)
    }

    private func write(_ bytes: [UInt8], to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        try mustSucceed(descriptor < 0 ? -1 : 0)
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            try mustSucceed(count < 0 ? -1 : 0)
            rest = rest.dropFirst(count)
        }
    }

    private var recordings: [String] { names(in: program.data + "/recordings") }

    private func meeting() throws -> JSON { try JSON(program.run("meeting", "latest", "--json").output) }

    @Test func `several at once for one new standup make one, with all their meetings`() throws {
        let file = try wav("race.wav", frames: 16_000)
        let processes = try (1...3).map { day in
            try program.start("import", file, "--title", "Race", "--date", "2026-05-0\(day)", "--no-transcribe")
        }
        #expect(processes.map { TestSupport.wait(for: $0) } == [0, 0, 0])
        #expect(try JSON(try program.run("list", "--json").output).elements.count == 1)
        #expect(try JSON(try program.run("meetings", "Race", "--json").output).elements.count == 3)
    }

    @Test func `of a recording with speaker times makes a meeting with turns and transcript`() throws {
        try TestSupport.write(
            "speaker,start,end,text\nAnn,0,1.5,\"yesterday, I finished\"\nBen,0:01.5,3,\n", to: path("times.csv"))
        let file = try wav("monday.wav", frames: 48_000)
        let result = try program.run(
            "import", file, "--speakers", path("times.csv"), "--standup", "Daily", "--title", "Monday",
            "--date", "2026-02-03 09:30")
        #expect(result.status == 0, "\(result.errors)")
        let meeting = try meeting()
        #expect(meeting["id"] == .string(String(result.output.dropLast())))
        #expect(meeting["standup"]?["title"] == "Monday")
        #expect(meeting["startedAt"] == "2026-02-03T09:30:00.000+01:00")
        #expect(meeting["turns"]?.elements.map { $0["name"] } == ["Ann", "Ben"])
        #expect(meeting["transcript"]?.elements.map { $0["text"] } == ["yesterday, I finished"])
        #expect(meeting["recording"]?["frames"] == 48_000)
        #expect(try program.run("show", "Daily").output.contains("1. Ann\n  2. Ben"))
        #expect(try program.run("import", file, "--standup", "dai").status == 0)
        #expect(try program.run("meetings", "Daily", "--json").output.contains("Someone"))
        #expect(recordings.count == 2)
        #expect(names(in: program.data + "/live").isEmpty)
    }

    @Test func `makes the points of what was imported, unless it has some`() throws {
        let file = try wav("monday.wav", frames: 48_000)
        for (day, said) in [(3, "Yesterday I finished the login page."), (2, "Today I will finish the login page.")] {
            try TestSupport.write("speaker,start,end,text\nAnn,0,1.5,\(said)\n", to: path("times.csv"))
            let result = try program.run(
                "import", file, "--speakers", path("times.csv"), "--standup", "Daily", "--date", "2026-02-0\(day)")
            #expect(result.status == 0, "\(result.errors)")
            #expect(try program.run("points", "--json").output.contains(said))
        }
        let exported = path("exported.json")
        #expect(try program.run("export", "latest", "--to", exported).status == 0)
        let points = try program.run("points", "--last", "1", "--json").output
        let other = try Program()
        #expect(try other.run("import", exported).status == 0)
        #expect(try other.run("points", "--json").output == points)
        #expect(try other.run("minutes", "latest", "--versions").output.split(separator: "\n").count == 2)
    }

    @Test func `keeps 16-bit samples as they are`() throws {
        let file = try wav("x.wav", frames: 16_000, sample: [0x34, 0x52])
        #expect(try program.run("import", file).status == 0)
        let reader = try AudioFileReader(path: program.data + "/recordings/" + recordings[0])
        var samples = [Int16](repeating: 0, count: 16_000)
        #expect(try samples.withUnsafeMutableBufferPointer { try reader.read(into: $0) } == 16_000)
        #expect(samples.allSatisfy { $0 == 0x5234 })
    }

    @Test(arguments: [
        (8, 1, 8000, 8000.0), (24, 1, 96_000, 96_000), (16, 7, 16_000, 16_000), (16, 1, 4000, 48_000),
        (32, 2, 44_100, 44_100), (16, 1, 384_000, 48_000),
    ])
    func `of unusual sound works`(bits: Int, channels: Int, rate: Int, kept: Double) throws {
        let file = try wav("odd.wav", frames: rate, channels: channels, rate: rate, bits: bits)
        let result = try program.run("import", file)
        #expect(result.status == 0, "\(result.errors)")
        let meeting = try meeting()
        #expect(meeting["recording"]?["sampleRate"] == .number(kept))
        guard case .number(let duration) = meeting["duration"] else {
            Issue.record("no duration")
            return
        }
        #expect(abs(duration - 1) < 0.01)
    }

    @Test(arguments: [([], 0.2), (["--channel", "room"], 0.1), (["--channel", "call"], 0.4)])
    func `of the room and the call mixes them at matched levels, or takes one`(
        _ options: [String], _ level: Double
    ) throws {
        let both = try WAVRecording(creating: path("both.wav"), sampleRate: 16_000, channels: 2)
        // A second of the room, then a second of the call.
        let sound =
            (0..<16_000).flatMap { _ in [0.1, 0] as [Float] } + (0..<16_000).flatMap { _ in [0, 0.4] as [Float] }
        try sound.withUnsafeBufferPointer { try both.append($0) }
        try both.finish()
        let result = try program.run(["import", path("both.wav")] + options)
        #expect(result.status == 0, "\(result.errors)")
        let reader = try AudioFileReader(path: program.data + "/recordings/" + recordings[0])
        #expect(reader.channels == 1)
        var samples = [Float](repeating: 0, count: 32_000)
        #expect(try samples.withUnsafeMutableBufferPointer { try reader.read(into: $0) } == 32_000)
        #expect(abs(Double(samples.max() ?? 0) - level) < 0.001)
    }

    @Test func `of one side of a file that has no sides says so`() throws {
        let result = try program.run("import", wav("mono.wav", frames: 16_000), "--channel", "call")
        #expect(result.status == 66)
        #expect(result.errors.contains("mono.wav has 1 channel, not a room and a call; leave out --channel"))
    }

    @Test func `of a truncated recording imports what is there`() throws {
        let file = try wav("cut.wav", frames: 48_000)
        try mustSucceed(truncate(file, 44 + 32_000))
        let result = try program.run("import", file)
        #expect(result.status == 0)
        #expect(result.errors.hasPrefix("standup: note: the file is damaged from 0:01 on (it was cut short)"))
        #expect(try meeting()["duration"] == 1)
    }

    /// Noise that compresses badly, so that any part of the file is sound.
    private func noise(_ name: String) throws -> String {
        var generator = SeededGenerator(seed: 7)
        let bytes = (0..<16_000 * 40).map { _ in UInt8.random(in: 0...255, using: &generator) }
        let path = try wav(name, frames: bytes.count / 2)
        let descriptor = open(path, O_WRONLY)
        defer { close(descriptor) }
        try mustSucceed(pwrite(descriptor, bytes, bytes.count, 44) == bytes.count ? 0 : -1)
        return path
    }

    @Test func `of a FLAC file that ends in its first frame names that file`() throws {
        _ = try program.run("import", noise("noise.wav"))
        let file = path("noise.flac")
        #expect(try program.run("export", "latest", "--to", file).status == 0)
        let before = recordings
        try mustSucceed(truncate(file, 9000))
        let result = try program.run("import", file)
        #expect(result.status == 66)
        #expect(result.errorLines.count == 1)
        #expect(result.errors.contains(file), "\(result.errors)")
        #expect(recordings == before)
    }

    @Test(arguments: ["import", "transcribe"])
    func `of a damaged MP3 file says so in its own words, and its decoder says nothing`(_ command: String) throws {
        _ = try program.run("import", noise("noise.wav"))
        let file = path("noise.mp3")
        #expect(try program.run("export", "latest", "--to", file).status == 0)
        let descriptor = open(file, O_RDWR)
        defer { close(descriptor) }
        var generator = SeededGenerator(seed: 3)
        let third = Int(lseek(descriptor, 0, SEEK_END)) / 3
        let junk = (0..<third).map { _ in UInt8.random(in: 0...255, using: &generator) }
        try mustSucceed(pwrite(descriptor, junk, junk.count, off_t(third)) == junk.count ? 0 : -1)
        let result = try program.run(command, file)
        #expect(!result.errors.contains("mpg123") && !result.errors.contains("Note:"), "\(result.errors)")
        if command == "import" { #expect(result.errors.contains("the file is damaged from")) }
    }

    @Test func `of two hours of silence works`() throws {
        let file = try wav("silence.wav", frames: 1, rate: 8000)
        let header = try AudioFileReader(path: file)
        #expect(header.sampleRate == 8000)
        // A hole in the file is silence that takes no room; the sizes in the header say so.
        let size = 2 * 3600 * 8000 * 2
        let descriptor = open(file, O_WRONLY)
        for (offset, value) in [(4, size + 36), (40, size)] {
            var number = UInt32(value).littleEndian
            try mustSucceed(pwrite(descriptor, &number, 4, offset) == 4 ? 0 : -1)
        }
        try mustSucceed(ftruncate(descriptor, 44 + size))
        close(descriptor)
        // Not in memory, where the tests' folders are.
        var folder = Array("/tmp/standup-silence-XXXXXX".utf8CString)
        let isMade = mkdtemp(&folder) != nil
        #expect(isMade)
        let data = String(decoding: folder.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { removeFolder(data) }
        let result = try program.run("import", file, environment: ["STANDUP_DATA": data])
        #expect(result.status == 0, "\(result.errors)")
        let meeting = try JSON(
            program.run("meeting", "latest", "--json", environment: ["STANDUP_DATA": data]).output)
        #expect(meeting["duration"] == 7200)
    }

    @Test(arguments: [
        ("empty.wav", "", "cannot read the recording "),
        ("text.wav", "hello, this is text", "cannot read the recording "),
        ("none.wav", nil, "cannot open "), ("bad.json", "[{\"id\": ", "cannot import "),
        ("other.json", "{\"a\": 1}", "cannot import "),
    ])
    func `of an empty file leaves nothing`(name: String, content: String?, message: String) throws {
        if let content { try TestSupport.write(content, to: path(name)) }
        let result = try program.run("import", path(name))
        #expect(result.status == 66)
        #expect(result.errorLines.count == 1 && result.output.isEmpty)
        #expect(result.errors.hasPrefix("standup: " + message), "\(result.errors)")
        #expect(recordings.isEmpty)
        #expect(try JSON(program.run("list", "--json").output) == [])
    }

    @Test func `of a recording with no sound, or wrong times, leaves nothing`() throws {
        let empty = try wav("empty.wav", frames: 0)
        let file = try wav("x.wav", frames: 16_000)
        try TestSupport.write("speaker,start,end\nAnn,5,6\n", to: path("late.csv"))
        try TestSupport.write("speaker,start,end\nAnn,x,6\n", to: path("wrong.csv"))
        for (arguments, status, message) in [
            ([empty], 66, "(it holds no sound)"),
            (
                [file, "--speakers", path("late.csv")], 66,
                ": line 2: 0:05 is past the end of the recording, which is 0:01"
            ),
            ([file, "--speakers", path("wrong.csv")], 66, ": line 2: 'x' is not a time"),
            ([file, "--speakers", path("no.csv")], 66, "cannot open "),
            ([file, "--standup", ""], 64, "the title is empty"),
            ([file, "--title", String(repeating: "x", count: 201)], 64, "the title 'xxx"),
            ([file, "--date", "yesterday"], 64, "'yesterday' is not a date"),
        ] {
            let result = try program.run(["import"] + arguments)
            #expect(result.status == Int32(status), "\(result.errors)")
            #expect(result.errorLines.count == 1 && result.errors.contains(message), "\(result.errors)")
        }
        #expect(recordings.isEmpty)
        #expect(try JSON(program.run("meetings", "--json").output) == [])
        #expect(try JSON(program.run("list", "--json").output) == [])
    }

    @Test func `refuses what the check of the data would call wrong`() throws {
        let id = "3f2a0000-0000-4000-8000-000000000001"
        for (version, turn, status, message) in [
            (1, 20, 1, "1 turns outside their meetings"), (99, 1, 66, "its version is 99"), (1, 1, 0, ""),
        ] {
            try TestSupport.write(
                """
                {"version": \(version), "id": "\(id)", "standup": {"id": "\(id)", "title": "Daily"},
                "startedAt": "2026-01-01T10:00:00Z", "duration": 1,
                "attendees": [{"id": "\(id)", "name": "Ann", "slot": 60}],
                "turns": [{"attendee": "\(id)", "start": 0, "end": \(turn)}], "transcript": []}
                """, to: path("exported.json"))
            let result = try program.run("import", path("exported.json"))
            #expect(result.status == Int32(status) && result.errors.contains(message), "\(result.errors)")
            #expect(try program.run("doctor", "--data").status == 0)
        }
    }

    @Test func `onto a full disk leaves nothing, and the next import removes the files of a killed one`() throws {
        let file = try wav("x.wav", frames: 160_000)
        #expect(try program.run("create", "Daily", "Ann").status == 0)
        let limited = try program.run(
            program: "/bin/bash", ["-c", "ulimit -f 200; exec \(Program.path) import \(file) --standup Daily"])
        #expect(limited.status == 73, "\(limited.errors)")
        #expect(limited.errors.contains("cannot write the file"), "\(limited.errors)")
        #expect(recordings.isEmpty)
        #expect(try JSON(program.run("meetings", "--json").output) == [])
        let left = program.data + "/recordings/11111111-0000-4000-8000-000000000001.part"
        try TestSupport.write("half", to: left)
        #expect(try program.run("import", file).status == 0)
        #expect(recordings.count == 1 && recordings[0].hasSuffix(".wav"))
    }

    @Test func `killed between its recording and its meeting leaves nothing after the next one`() throws {
        let file = try wav("x.wav", frames: 16_000)
        #expect(try program.run("import", file).status == 0)
        let folder = program.data + "/recordings/"
        let kept = try #require(recordings.first)
        // One was killed after its meeting was stored, the other before.
        try mustSucceed(link(folder + kept, folder + kept.replacing(".wav", with: ".part")))
        let left = folder + "11111111-0000-4000-8000-000000000001"
        try TestSupport.write("sound", to: left + ".wav")
        try mustSucceed(link(left + ".wav", left + ".part"))
        #expect(try program.run("import", file, "--title", "Second").status == 0)
        #expect(recordings.count == 2 && recordings.contains(kept), "\(recordings)")
        #expect(recordings.allSatisfy { $0.hasSuffix(".wav") }, "\(recordings)")
    }

    @Test func `of an app's file brings its standups in once`() throws {
        let text = """
            [{"id": "62A3C1C8-4B5C-4F0F-8E0F-6B7A6D9B1A11", "title": "Design", "theme": "orange",
              "duration": [16, 4852094820647174144], "attendees": [],
              "meetings": [{"id": "62A3C1C8-4B5C-4F0F-8E0F-00000000000A", "date": 706000000, "transcript": "hello"}]}]
            """
        try TestSupport.write(text, to: path("standups.json"))
        #expect(try program.run("import", path("standups.json")).output == "Imported 1 standup and 1 meeting\n")
        #expect(try program.run("edit", "Design", "--title", "Other").status == 0)
        #expect(
            try program.run("import", path("standups.json")).output
                == "Imported 0 standups and 0 meetings; 1 standup and 1 meeting already existed\n")
        #expect(try program.run("list").output.contains("Other"))
        #expect(try meeting()["transcript"]?.elements.map { $0["text"] } == ["hello"])
        #expect(try program.run("import", path("standups.json"), "--title", "X").status == 64)
    }

    @Test func `of a file that is too large reads none of it`() throws {
        let file = path("large.json")
        try TestSupport.write("[", to: file)
        try mustSucceed(truncate(file, 100_000_000))
        let result = try program.run("import", file)
        #expect(result.status == 66 && result.errors.contains(": it is larger than 16 MB; "), "\(result.errors)")
    }
}
