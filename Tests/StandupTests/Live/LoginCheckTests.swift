import Glibc
import Testing
import TestSupport

@testable import standup

struct `The check of what a logout ends` {
    @Test func `says how sound is kept, where logins are managed`() throws {
        let root = try makeTemporaryFolder()
        defer { removeFolder(root) }
        #expect(LoginCheck.run(user: "ann", root: root) == nil)
        for folder in ["/run", "/run/systemd", "/run/systemd/seats"] { try mustSucceed(mkdir(root + folder, 0o700)) }
        let off = LoginCheck.run(user: "ann", root: root)
        #expect(off?.status == .warn && off?.mend == "loginctl enable-linger")
        for folder in ["/var", "/var/lib", "/var/lib/systemd", "/var/lib/systemd/linger"] {
            try mustSucceed(mkdir(root + folder, 0o700))
        }
        try write("", to: root + "/var/lib/systemd/linger/ann")
        let check = try #require(LoginCheck.run(user: "ann", root: root))
        #expect(check.status == .ok && check.finding.contains("lingering is on"))
    }
}
