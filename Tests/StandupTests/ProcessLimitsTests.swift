import Glibc
import Testing
import TestSupport

/// What the program refuses before it does anything.
@Suite(.timeLimit(.minutes(10)))
struct ProcessLimitsTests {
    let program: Program

    init() throws {
        program = try Program()
    }

    private func shell(_ script: String) throws -> Program.Result {
        try program.run(program: "/bin/bash", ["-c", script])
    }

    @Test(arguments: [5, 16])
    func `Too few open files are said`(limit: Int) throws {
        let result = try shell("ulimit -n \(limit); exec \(Program.path) list")
        #expect(result.status == 1)
        #expect(result.errors.contains("open files is too low") || result.errors.contains("mount /proc"))
    }

    @Test func `A data folder that is not UTF-8 is not replaced by another`() throws {
        let result = try shell("export STANDUP_DATA=$'\(program.folder)/\\xff\\xfe'; exec \(Program.path) list")
        #expect(result.status == 64)
        #expect(result.errors == "standup: STANDUP_DATA is not UTF-8; choose a folder whose path is\n")
    }

    @Test(.enabled(if: geteuid() == 0))
    func `Root leaves nothing in another user's folder that its owner cannot read`() throws {
        #expect(try program.run("create", "Daily", "Ann").status == 0)
        try mustSucceed(chown(program.data, 65_534, 65_534))
        let result = try program.run("list")
        #expect(result.status == 64)
        #expect(result.errors.contains("who could not read what root writes there"), "\(result.errors)")
        #expect(try program.run("list", "--shared-folder").status == 0)
    }
}
