import MeetingModel
import StandupHistory
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10)))
struct `An exported meeting` {
    let program: Program
    let seed: Seed

    init() throws {
        program = try Program()
        seed = try Seed(program)
        try seed.store.save(Seed.daily)
        try seed.hold(Seed.meeting(1))
        try seed.hold(Seed.meeting(2))
    }

    private func exported(_ meeting: String, _ data: String? = nil) throws -> String {
        let folder = data.map { ["--data", $0] } ?? []
        return try program.run(["export", meeting, "--to", "-", "--format", "json"] + folder).output
    }

    @Test(arguments: [false, true])
    func `is imported as it was, once, without its recording`(isShown: Bool) throws {
        let file = program.folder + "/meeting.json"
        let other = program.folder + "/other"
        // A meeting without points would get them.
        #expect(try program.run("minutes", "Daily/2").status == 0)
        try write(isShown ? program.run("meeting", "Daily/2", "--json").output : exported("Daily/2"), to: file)
        let result = try program.run("import", file, "--data", other)
        #expect(result.output == "Imported 1 standup and 1 meeting\n", "\(result.errors)")
        #expect(try exported("latest", other) == (try exported("Daily/2")))
        let shown = try JSON(try program.run("meeting", "latest", "--json", "--data", other).output)
        #expect(shown["recording"] == .null && shown["recordingRemoved"] == false)
        #expect(try program.run("show", "Daily", "--data", other).status == 0)
        let again = try program.run("import", file, "--data", other)
        #expect(again.output == "Imported 0 standups and 0 meetings; 1 standup and 1 meeting already existed\n")
    }

    @Test func `may be one of a list`() throws {
        let file = program.folder + "/meetings.json"
        try write("[" + exported("Daily/1") + "," + exported("Daily/2") + "]", to: file)
        let other = program.folder + "/other"
        #expect(try program.run("import", file, "--data", other).output == "Imported 1 standup and 2 meetings\n")
        #expect(try JSON(try program.run("meetings", "--json", "--data", other).output).elements.count == 2)
        #expect(try program.run("import", file).output.hasPrefix("Imported 0 standups and 0 meetings; "))
    }

    @Test(arguments: [
        ("\"duration\" : 24", "\"duration\" : -1", "duration: out of range"),
        ("\"duration\" : 24", "\"duration\" : 1e300", "duration: out of range"),
        ("\"start\" : 8", "\"start\" : \"8\"", "turns[1].start: not a number"),
        ("\"title\" : \"Daily\"", "\"title\" : \"\"", "the title is empty"),
        ("\"id\" : \"2f2a0000", "\"id\" : \"../2f2a0000", "id: "),
        (
            "\"attendee\" : \"a0000000-0000-4000-8000-000000000001\"",
            "\"attendee\" : \"a0000000-0000-4000-8000-00000000000f\"",
            "is not among the attendees"
        ),
        ("\"startedAt\" : \"2026-", "\"startedAt\" : \"soon 2026-", "startedAt: not a date"),
    ])
    func `with a mistake is refused in one line, and changes nothing`(_ good: String, bad: String, message: String)
        throws
    {
        let text = try exported("Daily/1")
        #expect(text.contains(good))
        let file = program.folder + "/meeting.json"
        try write(text.replacing(good, with: bad, maxReplacements: 1), to: file)
        let other = program.folder + "/other"
        let result = try program.run("import", file, "--data", other)
        #expect(result.status == 66)
        #expect(result.errors.contains(message), "\(result.errors)")
        #expect(result.errorLines.count == 1)
        #expect(try JSON(try program.run("meetings", "--json", "--data", other).output).elements.isEmpty)
    }

    @Test func `is not one of a list of meetings, which would keep the whole one out`() throws {
        let file = program.folder + "/meetings.json"
        let other = program.folder + "/other"
        try write(program.run("meetings", "--json").output, to: file)
        let result = try program.run("import", file, "--data", other)
        #expect(result.status == 66 && result.errorLines.count == 1)
        #expect(
            result.errors.contains("a meeting without its turns; write it with: standup export --format json"),
            "\(result.errors)")
        #expect(try JSON(try program.run("meetings", "--json", "--data", other).output).elements.isEmpty)
    }

    @Test func `is not recorded, so options of a recording are refused`() throws {
        let file = program.folder + "/meeting.json"
        try write(try exported("Daily/1"), to: file)
        #expect(try program.run("import", file, "--title", "X").status == 64)
    }
}
