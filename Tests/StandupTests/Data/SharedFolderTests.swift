import Glibc
import MeetingModel
import Testing
import TestSupport

@testable import MeetingHistory
@testable import standup

/// A data folder in which other things are too: they stay exactly as they are.
@Suite(.timeLimit(.minutes(10)))
struct `A folder that is not standup's alone` {
    let program: Program
    let home: String
    private let id = "3f2a0000-0000-4000-8000-000000000003"

    init() throws {
        program = try Program()
        home = program.folder + "/home"
        for folder in ["", "/Documents", "/.git", "/recordings", "/live"] {
            try mustSucceed(mkdir(home + folder, 0o755))
        }
        for name in Self.others { try write("mine", to: home + "/" + name) }
        for name in Self.others { chmod(home + "/" + name, 0o755) }
        try mustSucceed(symlink("/etc", home + "/etc"))
    }

    private static let others = [
        ".bashrc", "run.sh", "x.tmp", "standup.db.bak", "recordings/holiday.wav", "recordings/notes.part",
        "live/yarn.lock", "Documents/standup.db",
    ]

    private func run(_ arguments: String..., home: String? = nil) throws -> Program.Result {
        try program.run(arguments, environment: ["STANDUP_DATA": self.home, "HOME": home ?? program.folder])
    }

    /// The mode, time and contents of every file and folder that is not the program's.
    private func state() throws -> [String] {
        try ([""] + ["/Documents", "/recordings", "/live", "/etc"] + Self.others.map { "/" + $0 }).map { name in
            let status = try #require(FileStatus(home + name, followingLinks: false))
            let contents = status.isFile ? "\(status.modified) \(try read(home + name))" : ""
            return "\(name) \(status.kind) \(String(status.mode, radix: 8)) \(contents)"
        }
    }

    @Test func `nothing is made there, and no command looks into it`() throws {
        let before = try state()
        for command in [["create", "Daily", "Ann"], ["list"], ["doctor", "--data", "--mend", "--yes"]] {
            let result = try program.run(command, environment: ["STANDUP_DATA": home])
            #expect(result.status == 64, "\(command)")
            #expect(result.errors.contains("it holds other things, .bashrc, .git, Documents and "), "\(result.errors)")
            #expect(result.errors.contains("or add --shared-folder"))
        }
        let looked = try run("doctor", "--data")
        #expect(looked.status == 0)
        #expect(looked.output == "ok      nothing is kept yet\n")
        #expect(looked.errors.contains("left alone in \(home): it holds other things"))
        #expect(try state() == before)
        #expect(!exists(home + "/standup.db") && !exists(home + "/" + DataFolder.markerName))
    }

    @Test func `a home folder is not one, even if it is empty`() throws {
        let empty = program.folder + "/empty"
        try mustSucceed(mkdir(empty, 0o755))
        let result = try program.run(["create", "Daily", "Ann", "--data", empty], environment: ["HOME": empty])
        #expect(result.status == 64)
        #expect(result.errors.contains("it is a home folder"))
        #expect(names(in: empty) == [])
    }

    @Test func `with the option, it keeps its data there, and repairs only its own files`() throws {
        #expect(try run("create", "Daily", "Ann", "--shared-folder").status == 0)
        #expect(try run("list").output.contains("Daily"), "its history is known")
        let before = try state()
        chmod(home + "/standup.db", 0o644)
        try write("half", to: home + "/recordings/\(id).part")
        try write("half", to: home + "/.standup-17.tmp")
        let refused = try run("doctor", "--data", "--mend", "--yes")
        #expect(refused.status == 64)
        #expect(refused.errors.contains("it holds other things"))
        let atHome = try run("doctor", "--data", "--mend", "--yes", home: home)
        #expect(atHome.status == 64)
        #expect(atHome.errors.contains("it is a home folder"))
        #expect(exists(home + "/.standup-17.tmp"))
        let mended = try run("doctor", "--data", "--mend", "--yes", "--shared-folder")
        #expect(mended.status == 0, "\(mended.output) \(mended.errors)")
        #expect(mended.output.split(separator: "\n").count { $0.hasPrefix("mended") } == 3, "\(mended.output)")
        #expect(!exists(home + "/.standup-17.tmp") && !exists(home + "/recordings/\(id).part"))
        #expect(FileStatus(home + "/standup.db")?.mode == 0o600)
        #expect(try state() == before)
    }

    @Test func `doctor does not advise to close it to others`() throws {
        let result = try run("doctor")
        #expect(result.output.contains("fail  data folder"), "\(result.output)")
        #expect(!result.output.contains("chmod"))
    }
}
