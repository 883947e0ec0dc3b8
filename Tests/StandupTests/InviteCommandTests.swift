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
}
