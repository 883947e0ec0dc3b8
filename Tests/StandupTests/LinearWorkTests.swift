import Glibc
import ProgramSupport
import Testing

private let valgrind = "/usr/bin/valgrind"

/// The work on text that others write grows with its length, not with its square.
///
/// Valgrind counts the instructions of the program for a text, for twice and for four times as much: the second difference
/// is twice the first, whatever the rest of the program takes. No clock is asked.
@Suite(.enabled(if: access(valgrind, X_OK) == 0), .timeLimit(.minutes(10)))
struct LinearWorkTests {
    let program: Program

    init() throws {
        program = try Program()
        // Two seconds of silence.
        let size = 64_000
        func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
        let header =
            Array("RIFF".utf8) + number(size + 36, 4) + Array("WAVEfmt ".utf8) + number(16, 4) + number(1, 2)
            + number(1, 2) + number(16_000, 4) + number(32_000, 4) + number(2, 2) + number(16, 2) + Array("data".utf8)
            + number(size, 4)
        let file = open(program.folder + "/x.wav", O_WRONLY | O_CREAT, 0o600)
        defer { close(file) }
        let bytes = header + [UInt8](repeating: 0, count: size)
        try mustSucceed(bytes.withUnsafeBytes { write(file, $0.baseAddress, $0.count) } == bytes.count ? 0 : -1)
    }

    /// A file that others write, of a number of pieces.
    enum Text: String, CaseIterable {
        case voicesOfACue, openTags, cuesOfSubtitles, rowsOfATable, wordsWithoutPunctuation, exportedMeetings

        /// The name of the file, its content, and the smallest number of pieces.
        func file(_ count: Int) -> (name: String, content: String) {
            func repeated(_ piece: (Int) -> String) -> String { (0..<count).map(piece).joined() }
            let cue = "WEBVTT\n\n00:00.000 --> 00:01.000\n"
            switch self {
            case .voicesOfACue: return ("x.vtt", cue + repeated { _ in "<v Ann>a " })
            case .openTags: return ("x.vtt", cue + "<v Ann>a " + repeated { _ in "<" })
            case .cuesOfSubtitles:
                return ("x.srt", repeated { "\($0)\n00:00:00,000 --> 00:00:01,000\nAnn: a\n\n" })
            case .rowsOfATable: return ("x.csv", "speaker,start,text\n" + repeated { "Ann\($0 % 2),0,a\n" })
            case .wordsWithoutPunctuation: return ("x.csv", "speaker,start,text\nAnn,0," + repeated { "w\($0) " })
            case .exportedMeetings:
                let meetings = (0..<count).map { index in
                    let id = String(format: index)
                    return """
                        {"id": "\(id)", "standup": {"id": "\(id)", "title": "D"}, "startedAt": "2026-01-01T10:00:00Z",
                        "duration": 1, "attendees": [{"id": "\(id)", "name": "Ann", "slot": 1}], "turns": [],
                        "transcript": []}
                        """
                }
                return ("x.json", "[" + meetings.joined(separator: ",") + "]")
            }
        }

        var smallest: Int {
            switch self {
            case .openTags: 2000
            case .wordsWithoutPunctuation: 60
            case .exportedMeetings: 50
            case .voicesOfACue, .cuesOfSubtitles, .rowsOfATable: 300
            }
        }
    }

    @Test(arguments: Text.allCases)
    func `Twice the text takes twice the instructions`(text: Text) throws {
        let counts = try [1, 2, 4].map { try instructions(for: text.file($0 * text.smallest)) }
        let (first, second) = (counts[1] - counts[0], counts[2] - counts[1])
        // With the square of the length it would be four times as much.
        #expect(second <= 3 * first + 20_000_000, "\(counts)")
    }

    /// The instructions of an import of a file, into a folder of its own.
    private func instructions(for file: (name: String, content: String)) throws -> Int {
        let path = program.folder + "/" + file.name
        try write(file.content, to: path)
        let data = program.folder + "/data-\(UInt64.random(in: .min ... .max))"
        let arguments =
            file.name.hasSuffix(".json")
            ? ["import", path] : ["import", program.folder + "/x.wav", "--speakers", path, "--no-transcribe"]
        let result = try program.run(
            program: valgrind,
            ["--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", Program.path] + arguments,
            environment: ["STANDUP_DATA": data, "SWIFT_DETERMINISTIC_HASHING": "1"])
        #expect(result.status == 0, "\(result.errors)")
        let line = try #require(result.errorLines.last { $0.contains("refs:") }, "\(result.errors)")
        return try #require(Int(line.split(separator: ":")[1].filter(\.isNumber)))
    }
}

extension String {
    /// An id with a number.
    fileprivate init(format number: Int) {
        let digits = String(number, radix: 16)
        self = "3f2a0000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
    }
}
