import MeetingModel
import StandupHistory
import Testing
import TestSupport

@testable import standup

@Suite(.timeLimit(.minutes(10)))
struct `stats` {
    private func filled() throws -> Program {
        let program = try Program()
        let seed = try Seed(program)
        try seed.store.save(Seed.daily)
        for number in 1...3 { try seed.hold(Seed.meeting(number), recorded: false) }
        return program
    }

    @Test func `a table shows each person's average times`() throws {
        let result = try filled().run("stats", "daily")
        #expect(result.errors == "")
        #expect(
            result.output == """
                Daily, the last 3 meetings

                NAME  MET  SLOT  USED  SPOKEN  OVER  WPM  CHANGE
                Ann   3/3  0:12  0:12    0:02  0:00  240   ±0:00
                Ben   3/3  0:08  0:12    0:01  0:04  120   ±0:00
                Cleo  0/3     -     -       -     -    -       -

                """)
    }

    @Test func `an attendee who was absent early in their turn and returned has not had it`() throws {
        let program = try Program()
        #expect(try program.run("create", "Daily", "Ann", "Ben", "--length", "20s").status == 0)
        let held = try program.run(
            "start", "Daily", "--clock", "virtual", "--input", "none", "--output", "none", "--recognizer", "none",
            "--headless", input: "@3 absent Ann\n@4 present Ann\n@5 end save\n")
        #expect(held.status == 0, "\(held.errors)")
        let ann = try JSON(program.run("stats", "Daily", "--json").output)["people"]?.elements.first
        #expect(ann?["attended"] == 0)
        #expect(ann?["absent"] == 0)
        #expect(ann?["meetings"]?.elements.first?["state"] == "waiting")
    }

    @Test func `--json gives each person's averages and part in each meeting`() throws {
        let result = try filled().run("stats", "Daily", "--last", "2", "--json")
        let report = try JSON(result.output)
        #expect(report["standup"]?["title"] == "Daily")
        #expect(
            report["meetings"]?.elements.compactMap { $0["startedAt"] } == [
                "2026-02-05T09:30:00.125+01:00", "2026-02-06T09:30:00.125+01:00",
            ])
        #expect(report["meetings"]?.elements.first?["words"] == 8)
        let people = report["people"]?.elements ?? []
        #expect(people.count == 3)
        let ben = try #require(people.first { $0["name"] == "Ben" })
        #expect(ben["attended"] == 2)
        #expect(ben["slot"] == 8)
        #expect(ben["used"] == 12)
        #expect(ben["overtime"] == 4)
        #expect(ben["speech"] == 1)
        #expect(ben["share"] == 0.5)
        #expect(ben["words"] == 4)
        #expect(ben["wordsPerMinute"] == 120)
        #expect(ben["meetings"]?.elements.count == 2)
        let cleo = try #require(people.first { $0["name"] == "Cleo" })
        #expect(cleo["absent"] == 2)
        #expect(cleo["wordsPerMinute"] == nil as JSON)
    }

    @Test func `--csv gives a row for each person of each meeting`() throws {
        let result = try filled().run("stats", "Daily", "--csv")
        let lines = result.output.split(separator: "\r\n")
        #expect(lines.count == 10)
        #expect(
            lines[0]
                == "meeting,startedAt,attendee,name,state,slot,used,overtime,speech,words,wordsPerMinute")
        #expect(
            lines[2] == #""1f2a0000-0000-4000-8000-000000000001","2026-02-04T09:30:00.125+01:00","#
                + #""a0000000-0000-4000-8000-000000000002","Ben","spoke",8.000,12.000,4.000,1.000,2,120.000"#)
        #expect(lines[3].hasSuffix(#""Cleo","absent",0.000,0.000,0.000,0.000,0,"#))
    }

    @Test func `a standup without meetings has nothing to show, and a mistake is one line`() throws {
        let program = try Program()
        try Seed(program).store.save(Seed.daily)
        let result = try program.run("stats", "Daily")
        #expect(result.status == 0)
        #expect(result.errors == "No meetings yet.\n")
        #expect(try program.run("stats", "Daily", "--csv").output.split(separator: "\r\n").count == 1)
        #expect(try program.run("stats", "Zed").status == 66)
        #expect(try program.run("stats", "Daily", "--last", "0").status == 64)
        #expect(try program.run("stats", "Daily", "--csv", "--json").status == 64)
    }

    @Test func `charts are as high and long as the times are`() {
        let values: [Duration?] = [.zero, .seconds(5), nil, .seconds(8), .seconds(10)]
        #expect(Sparkline.text(values, most: .seconds(10)) == "▁▅·▇█")
        #expect(Sparkline.text([.zero, nil], most: .zero) == "▁·")
        #expect(Sparkline.length(of: .seconds(5), most: .seconds(10), columns: 20) == 10)
        #expect(Sparkline.length(of: .milliseconds(1), most: .seconds(10), columns: 20) == 1)
        #expect(Sparkline.length(of: .zero, most: .seconds(10), columns: 20) == 0)
        #expect(Sparkline.length(of: .seconds(10), most: .zero, columns: 20) == 0)
    }
}
