import Glibc
import MeetingModel
import Testing
import TestSupport

@testable import standup

struct `An invitation` {
    @Test func `for somebody who is no attendee needs a role, and the error says so`() throws {
        let program = try Program()
        #expect(try program.run("create", "Daily", "Ann").status == 0)
        let refused = try program.run("invite", "Daily", "--for", "Bob")
        #expect(refused.status == Failure.Code.notFound.rawValue)
        #expect(refused.errors.contains("choose one of: Ann") && refused.errors.contains("--role watch"))
        let named = try program.run("invite", "Daily", "--for", "Bob", "--role", "watch")
        #expect(named.status == Failure.Code.unavailable.rawValue, "only the server is missing")
    }

    @Test func `until tomorrow ends with tomorrow, also where that day has 23 or 25 hours`() async {
        await #expect(processExitsWith: .success) {
            setenv("TZ", "Europe/Berlin", 1)
            // Two of the days after these have 23 and 25 hours.
            for day in ["2026-03-28", "2026-10-24", "2026-07-01"] {
                let start = try DayArgument(day).start
                let now = start + .seconds(12 * 3600)
                let tomorrow = try DayArgument("today", now: start + .seconds(36 * 3600))
                #expect(try UntilArgument("tomorrow", now: now) == .instant(tomorrow.end))
                #expect(try UntilArgument("today", now: now) == .instant(tomorrow.start))
            }
        }
    }
}
