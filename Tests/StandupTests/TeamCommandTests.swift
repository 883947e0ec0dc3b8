import Glibc
import MeetingModel
import Testing
import TestSupport

@testable import standup

/// Three data folders and one PostgreSQL server.
@Suite(.timeLimit(.minutes(10)))
struct `standup team` {
    private let server: PostgreSQLServer
    private let ann: Member
    private let ben: Member
    private let cleo: Member

    /// A member with a data folder.
    private struct Member {
        let name: String
        let address: String
        let program: Program

        init(_ name: String, on server: PostgreSQLServer) throws {
            self.name = name
            address = server.address(user: name)
            program = try Program()
        }

        func run(_ arguments: String..., input: String = "") throws -> Program.Result {
            try program.run(arguments, input: input)
        }

        /// Runs a command that has to succeed; what it prints.
        @discardableResult func must(_ arguments: String..., input: String = "") throws -> String {
            let result = try program.run(arguments, input: input)
            try #require(result.status == 0, "\(name) \(arguments): \(result.errors)")
            return result.output
        }

        @discardableResult func sync(_ options: String...) throws -> Program.Result {
            try program.run(["team", "sync"] + options)
        }
    }

    init() throws {
        server = try PostgreSQLServer()
        (ann, ben, cleo) = (
            try Member("ann", on: server), try Member("ben", on: server), try Member("cleo", on: server)
        )
        let admin = try Program()
        for member in [ann, ben, cleo] { try sql("CREATE ROLE \(member.name) LOGIN") }
        try mustSucceed(admin.run("team", "init", server.address()).status)
        for member in [ann, ben, cleo] {
            try sql("GRANT standup_member TO \(member.name)")
            try member.must("team", "join", member.address)
        }
    }

    private func sql(_ statement: String) throws {
        try mustSucceed(
            wait(
                for: spawn(
                    installed("psql"), ["-qc", statement, server.address()], environment: ["PATH": "/usr/bin:/bin"],
                    descriptors: [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO])))
    }

    /// A member records a meeting, without the server.
    private func hold(_ title: String = "Daily", by member: Member) throws {
        let recording = #filePath.dropLast("Tests/StandupTests/TeamCommandTests.swift".count) + "Assets/Voices/ann.wav"
        try member.must("import", String(recording), "--standup", title, "--no-transcribe")
    }

    private func titles(_ member: Member) throws -> [JSON?] {
        try JSON(member.must("meetings", "--json")).elements.map { $0["title"] }
    }

    @Test
    func `brings a meeting that was held without the server to the others, with two corrections, until it is deleted`()
        throws
    {
        try ann.must("create", "Daily", "Ann", "Ben", "--length", "1m", "--team")
        server.kill()
        let held = try ann.run(
            "start", "Daily", "--headless", "--input", "silence", "--output", "none", input: "end save\n")
        #expect(held.status == 0, "\(held.errors)")
        let offline = try ann.sync()
        #expect(offline.status == 69 && offline.errors.contains("nothing is lost"), "\(offline.errors)")
        server.start()
        for member in [ann, ben, cleo] { #expect(try member.sync().status == 0) }
        for member in [ann, ben, cleo] { #expect(try titles(member).count == 1) }
        #expect(try JSON(ben.must("list", "--json")).elements.first?["team"] == true)

        // Ben may not delete what Ann recorded and leads: he hides it.
        let hidden = try ben.run("delete-meeting", "Daily/1", "--yes")
        #expect(hidden.status == 0)
        for member in [ben, ann, cleo, ben] { try member.sync() }
        #expect(try titles(ben).isEmpty && titles(ann).count == 1 && titles(cleo).count == 1)
        try ann.must("delete-meeting", "Daily/1", "--yes")
        for member in [ann, cleo, ben] { try member.sync() }
        for member in [ann, ben, cleo] { #expect(try titles(member).isEmpty) }
    }

    @Test func `merges settings that two members changed at the same time`() throws {
        try ann.must("create", "Daily", "Ann", "Ben", "--length", "1m", "--team")
        try ann.sync()
        try ben.sync()
        try ben.must("edit", "Daily", "--length", "5m")
        try ann.must("edit", "Daily", "--title", "Weekly", "--add", "Dora")
        try ben.must("edit", "Daily", "--rename", "Ben=Benno")
        for member in [ann, ben, ann, cleo] { try member.sync() }
        for member in [ann, ben, cleo] {
            let standup = try JSON(member.must("show", "Weekly", "--json"))
            #expect(standup["length"] == 300)
            #expect(standup["attendees"]?.elements.map { $0["name"] } == ["Ann", "Benno", "Dora"])
        }
    }

    @Test func `lists the values that a later change replaced`() throws {
        try ann.must("create", "Daily", "Ann", "Ben", "--length", "1m", "--team")
        try ann.sync()
        try ben.sync()
        try ben.must("edit", "Daily", "--length", "5m")
        try ann.must("edit", "Daily", "--length", "7m", "--rename", "Ben=Benno")
        for member in [ben, ann, ben] { try member.sync() }
        let table = try ben.must("team", "replaced", "Daily")
        #expect(table.contains("settings") && table.contains("5m") && table.contains("7m"), "\(table)")
        let values = try JSON(ben.must("team", "replaced", "Daily", "--json")).elements
        let length = values.first { $0["field"] == "length" && $0["value"] == "5m" }
        #expect(length?["now"] == "7m" && length?["what"] == "settings", "\(values)")
        #expect(length?["written"] != nil && values.first { $0["value"] == "1m" }?["written"] == nil, "\(values)")
        #expect(values.contains { $0["what"] == "Benno" && $0["value"] == "Ben" && $0["now"] == "Benno" })
        #expect(try cleo.run("team", "replaced", "Daily").status == 66)
    }

    @Test func `hands the lead on, so that the new lead may delete`() throws {
        try ann.must("create", "Daily", "Ann", "Ben", "--length", "1m", "--team")
        try hold(by: ann)
        for member in [ann, ben, cleo] { try member.sync() }
        #expect(try ben.must("team", "lead", "Daily") == "Daily is led by ann\n")
        let stolen = try ben.run("team", "lead", "Daily", "ben")
        #expect(stolen.status == 1 && stolen.errors.contains("led by ann"), "\(stolen.errors)")
        #expect(try ben.must("team", "lead", "Daily") == "Daily is led by ann\n")
        let nobody = try ann.run("team", "lead", "Daily", "bne")
        #expect(nobody.status == 66 && nobody.errors.contains("team members"), "\(nobody.errors)")
        #expect(try ann.must("team", "lead", "Daily", "ben") == "Daily is led by ben\n")
        for member in [ben, cleo] { try member.sync() }
        #expect(try cleo.must("team", "lead", "Daily") == "Daily is led by ben\n")
        #expect(try cleo.must("team", "status").contains("Daily (lead: ben)"))
        // An administrator replaces a lead who has left.
        try sql("UPDATE standup.lead SET member = 'cleo' WHERE member = 'ben'")
        #expect(try cleo.must("team", "lead", "Daily", "cleo") == "Daily is led by cleo\n")
        try cleo.must("delete-meeting", "Daily/1", "--yes")
        for member in [cleo, ann, ben] { try member.sync() }
        #expect(try titles(ann).isEmpty && titles(ben).isEmpty)
        #expect(try ann.must("team", "lead", "Daily") == "Daily is led by cleo\n")
    }

    @Test func `sends nothing that is not shared, and no rehearsal`() throws {
        try ann.must("create", "Private", "Ann", "Ben", "--length", "1m")
        try ann.must("create", "Daily", "Ann", "--length", "1m", "--team")
        for title in ["Private", "Daily"] {
            try ann.must("start", title, "--clock", "virtual", "--headless", "--input", "none", "--output", "none")
        }
        try hold("Private", by: ann)
        try ann.sync()
        try ben.sync()
        #expect(try JSON(ben.must("list", "--json")).elements.map { $0["title"] } == ["Daily"])
        #expect(try titles(ben).isEmpty)
    }

    @Test func `notices a copied data folder before it sends anything`() throws {
        try ann.must("create", "Daily", "Ann", "--length", "1m", "--team")
        try ann.sync()
        let copy = try Member("ann", on: server)
        try mustSucceed(
            wait(
                for: spawn(
                    "/bin/cp", ["-a", ann.program.data, copy.program.data], environment: [:],
                    descriptors: [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO])))
        try ann.must("edit", "Daily", "--add", "Ben")
        try ann.sync()
        try copy.must("edit", "Daily", "--add", "Cleo")
        let noticed = try copy.sync()
        #expect(noticed.status == 0 && noticed.errors.contains("was copied or restored"), "\(noticed.errors)")
        try ann.sync()
        let shown = try ann.must("show", "Daily")
        #expect(["Ann", "Ben", "Cleo"].allSatisfy(shown.contains), "\(shown)")
    }

    @Test func `asks before others' deletions take more than a tenth of the meetings`() async throws {
        try ann.must("create", "Daily", "Ann", "Ben", "--length", "1m", "--team")
        for _ in 0..<3 { try hold(by: ann) }
        try ann.sync()
        try ben.sync()
        let before = try titles(ben).count
        try ann.must("delete", "Daily", "--yes")
        try ann.sync()
        let asked = try ben.sync()
        #expect(asked.status == 1 && asked.errors.contains("--accept-deletions"), "\(asked.errors)")
        #expect(try titles(ben).count == before)
        #expect(try ben.sync().status == 1)
        let terminal = try await TerminalSession(ben.program)
        try await terminal.enter(Program.path)
        try await terminal.screen("the question in the application") { $0.contains("others in the team have deleted") }
        try await terminal.press("C-c")
        #expect(try ben.sync("--accept-deletions").status == 0)
        #expect(try titles(ben).isEmpty)
    }

    @Test(arguments: [
        (["team", "join", "postgres://ann:secret@localhost/x"], 64, "must not contain a password"),
        (["team", "sync"], 64, "has not joined a team"), (["team", "status"], 64, "has not joined a team"),
        (["team", "leave"], 64, "has not joined a team"),
        (["team", "join", "host=/nowhere dbname=x"], 69, "cannot reach"),
    ])
    func `says in one line what is wrong`(arguments: [String], status: Int32, text: String) throws {
        let result = try Program().run(arguments)
        #expect(result.status == status && result.errors.contains(text), "\(result.errors)")
        #expect(result.errors.split(separator: "\n").count == 1 && !result.errors.contains("secret"))
    }

    @Test func `leaves with what is here, and receives nothing more`() throws {
        try ann.must("create", "Daily", "Ann", "--length", "1m", "--team")
        try ann.sync()
        try ben.sync()
        try ben.must("team", "leave")
        try ann.must("edit", "Daily", "--title", "Weekly")
        try ann.sync()
        #expect(try ben.sync().status == 64)
        let standups = try JSON(ben.must("list", "--json")).elements
        #expect(standups.map { $0["title"] } == ["Daily"] && standups.first?["team"] == nil)
    }

    @Test func `leaves without the server only if that is wanted`() throws {
        try ben.must("create", "Daily", "Ben", "--length", "1m", "--team")
        server.kill()
        let refused = try ben.run("team", "leave")
        #expect(refused.status == 1 && refused.errors.contains("--without-sending"), "\(refused.errors)")
        try ben.must("team", "leave", "--without-sending")
        #expect(try ben.sync().status == 64)
    }

    @Test func `finds the same server at another address, and knows what may not be joined`() throws {
        try ann.must("create", "Daily", "Ann", "--length", "1m", "--team")
        try ann.sync()
        let moved = try ann.run("team", "join", ann.address + " connect_timeout=60")
        #expect(moved.status == 0 && moved.errors.contains("from now on"), "\(moved.errors)")
        #expect(try ann.must("team", "status").contains("Daily (lead: ann)"))
        #expect(try ann.run("team", "init").status == 0)
        try sql("CREATE DATABASE other")
        try mustSucceed(Program().run("team", "init", server.address(database: "other")).status)
        let other = try ann.run("team", "join", server.address(user: "ann", database: "other"))
        #expect(other.status == 64 && other.errors.contains("already joined"), "\(other.errors)")
        let nowhere = try Program().run("team", "join")
        #expect(nowhere.status == 64 && nowhere.errors.contains("postgres://"), "\(nowhere.errors)")
    }

    @Test func `gets back what was deleted only here`() throws {
        try ann.must("create", "Daily", "Ann", "--length", "1m", "--team")
        try hold(by: ann)
        try ann.sync()
        try ben.sync()
        let deleted = try ben.run("delete-meeting", "Daily/1", "--yes")
        #expect(deleted.errors.contains("only here, because ann recorded it"), "\(deleted.errors)")
        let left = try ben.run("delete", "Daily", "--yes")
        #expect(left.errors.contains("only here, because ann leads it"), "\(left.errors)")
        try ben.sync()
        #expect(try JSON(ben.must("list", "--json")).elements.isEmpty)
        try ben.must("team", "sync", "--restore-hidden")
        #expect(try titles(ben).count == 1)
    }

    @Test func `says who reads, who has left, and that nobody holds what was broken off`() throws {
        try ann.must("create", "Daily", "Ann", "--length", "1m", "--team")
        try ann.sync()
        try ben.sync()
        try ben.must("edit", "Daily", "--length", "2m")
        try sql("REVOKE standup_member FROM ben")
        try sql("GRANT standup_reader TO ben")
        try sql("REVOKE standup_member FROM cleo")
        let status = try ben.must("team", "status")
        #expect(status.contains("ben (reader)") && status.contains("to send   nothing: you may only read"), "\(status)")
        #expect(!status.contains("problem"))
        let members = try JSON(ann.must("team", "members", "--json")).elements
        #expect(
            members.filter { ["ben", "cleo"].contains($0["name"]) }.map { $0["role"] } == ["reader", "former"],
            "\(members)")

        try sql(
            """
            INSERT INTO standup.holding (meeting, standup, member, machine, started_at)
            SELECT meeting, standup, 'ann', (SELECT min(name) FROM standup.device WHERE member = 'ann'), 0
            FROM (VALUES ('elsewhere', 's')) AS v (meeting, standup)
            """)
        try hold(by: ann)
        let id = try #require(try JSON(ann.must("meetings", "--json")).elements.first?["id"]?.text)
        try sql(
            """
            UPDATE standup.holding SET meeting = encode(sha256('\(id)'), 'hex'),
                standup = (SELECT min(item) FROM standup.change WHERE kind = 'standup')
            """)
        try ann.sync()
        #expect(try !ann.must("team", "status").contains("held now"))
    }
}
