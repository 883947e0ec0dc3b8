import Glibc
import MeetingModel
import StandupHistory
import Testing
import TestSupport

@Suite(.timeLimit(.minutes(10)))
struct `The inspect command` {
    @Test(arguments: [("en", "Edit Daily"), ("ko", "Daily 편집")])
    func `prints the screen of a place in the language of the interface`(_ language: String, _ title: String) throws {
        let program = try Program()
        try Seed(program).store.save(Seed.daily)
        let result = try program.run(
            "inspect", "standup/Daily/edit?focus=attendee:1",
            environment: ["STANDUP_INTERFACE_LANGUAGE": language])
        #expect(result.status == 0)
        #expect(result.errors == "")
        let screen = try JSON(result.output)
        #expect(screen["address"] == .string("standup/\(Seed.daily.id)/edit?focus=attendee:1"))
        let form = try #require(screen["content"]?["form"])
        #expect(form["focused"] == 3)
        #expect(form["title"] == .string(title))
    }

    @Test func `leaves the place alone where the application was left`() throws {
        let program = try Program()
        try Seed(program).store.save(Seed.daily)
        try mustSucceed(mkdir(program.data + "/remembered", 0o700))
        try write("standup/Daily", to: program.data + "/remembered/place")
        #expect(try program.run("inspect", "standups/add").status == 0)
        #expect(try read(program.data + "/remembered/place") == "standup/Daily")
        let result = try program.run("inspect")
        #expect(try JSON(result.output)["address"] == .string("standup/\(Seed.daily.id)"))
    }

    @Test(arguments: [
        ("standup/Zed", "no standup matches 'Zed'; list them with: standup list"),
        ("standup/Dally/start", "no standup matches 'Dally'; did you mean Daily? List them with: standup list"),
        ("standup/7/edit", "no standup matches '7'; list them with: standup list"),
        ("standup/Daily/meeting/1", "no meeting matches '1'; list them with: standup meetings"),
        ("standup/Daily/meeting/ffff", "no meeting matches 'ffff'; list them with: standup meetings"),
        ("standup/Daily/record", "no meeting of Daily is running; start one with: standup start Daily"),
    ])
    func `a place that is not there is exit 66`(_ address: String, _ message: String) throws {
        let program = try Program()
        try Seed(program).store.save(Seed.daily)
        let result = try program.run("inspect", address)
        #expect(result.status == 66)
        #expect(result.errors == "standup: \(message)\n")
        #expect(result.output == "")
    }

    @Test func `a remembered place may be gone; the nearest one is shown`() throws {
        let program = try Program()
        try Seed(program).store.save(Seed.daily)
        try mustSucceed(mkdir(program.data + "/remembered", 0o700))
        try write("standup/Zed", to: program.data + "/remembered/place")
        let result = try program.run("inspect")
        #expect(result.status == 0)
        #expect(try JSON(result.output)["address"] == "standups")
    }

    @Test func `an invalid address is wrong usage`() throws {
        let program = try Program()
        let result = try program.run("inspect", "nowhere")
        #expect(result.status == 64)
        #expect(result.output == "")
        #expect(result.errorLines.count == 1)
    }
}
