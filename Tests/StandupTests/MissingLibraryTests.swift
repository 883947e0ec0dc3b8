import Glibc
import StandupHistory
import Testing
import TestSupport

/// Libraries that a command loads when it first needs them; an empty file in the place of one cannot be loaded.
@Suite(.timeLimit(.minutes(10)))
struct `A missing library` {
    private static let packages = [
        "libsndfile.so.1": "libsndfile1", "libtag.so.1": "libtag1-dev", "libtag.so.2": "libtag1-dev",
        "libsamplerate.so.0": "libsamplerate0", "libsonic.so.0": "libsonic0", "libncursesw.so.6": "libncursesw6",
        "libportaudio.so.2": "libportaudio2", "libcurl.so.4": "libcurl4", "libspeexdsp.so.1": "libspeexdsp1",
        "libpq.so.5": "libpq5",
    ]

    private let program: Program
    private var libraries: String { program.folder + "/libraries" }

    init() throws {
        program = try Program()
        let seed = try Seed(program)
        try seed.store.save(Seed.daily)
        try seed.hold(Seed.meeting(1))
        try mustSucceed(mkdir(libraries, 0o700))
    }

    private func run(without missing: some Sequence<String>, _ arguments: String...) throws -> Program.Result {
        for library in missing { try write("", to: libraries + "/" + library) }
        return try program.run(arguments, environment: ["LD_LIBRARY_PATH": libraries])
    }

    @Test func `is not missed by a command that does without`() throws {
        let list = try run(without: Self.packages.keys, "list")
        #expect(list.status == 0, "\(list.errors)")
        #expect(list.output.contains("Daily"))
    }

    /// Debian 13 has version 2 of TagLib.
    @Test(arguments: [(["libsndfile.so.1"], 66), (["libtag.so.1", "libtag.so.2"], 73)] as [([String], Int32)])
    func `is named with its package by an export`(libraries: [String], status: Int32) throws {
        let target = program.folder + "/export.mp3"
        let export = try run(without: libraries, "export", "latest", "--to", target)
        #expect(export.status == status)
        let package = try #require(Self.packages[libraries[0]])
        #expect(export.errors.contains("is missing: install the package \(package))"), "\(export.errors)")
        #expect(!exists(target))
    }

    @Test func `that removes the echo of a call is named with its package by doctor`() throws {
        let doctor = try run(without: ["libspeexdsp.so.1"], "doctor", "--json")
        let checks = try JSON(doctor.output)["checks"]?.elements ?? []
        let echo = try #require(checks.first { $0["name"] == "call's echo" })
        #expect(echo["status"] == "warn" && echo["mend"] == "install the package libspeexdsp1")
    }

    @Test func `is named with its package by play, without other advice`() throws {
        let target = "file:" + program.folder + "/heard.wav"
        let play = try run(without: ["libsonic.so.0"], "play", "latest", "--output", target, "--clock", "virtual")
        #expect(play.status == 69)
        #expect(play.errors == "standup: libsonic is missing: install the package libsonic0\n")
    }

    @Test func `is named with its package by team`() throws {
        let team = try run(without: ["libpq.so.5"], "team", "init", "postgres://db.example/team")
        #expect(team.status == 69)
        #expect(team.errors == "standup: libpq is missing: install the package libpq5\n")
    }
}
