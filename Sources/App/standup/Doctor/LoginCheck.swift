import Glibc

/// Checks whether a meeting keeps its sound when its user logs out.
enum LoginCheck {
    /// Reports whether lingering is on; nil where systemd-logind does not manage logins.
    ///
    /// Without lingering, systemd-logind ends the user's services at the last logout, the sound server among them, and
    /// removes the runtime folder.
    static func run(user: String? = nil, root: String = "") -> Check? {
        guard access(root + "/run/systemd/seats", F_OK) == 0, let user = user ?? userName else { return nil }
        let isOn = access(root + "/var/lib/systemd/linger/" + user, F_OK) == 0
        return isOn
            ? .ok("logout", "a meeting that goes on keeps its sound (lingering is on)")
            : .warn("logout", "a meeting that goes on loses its sound server", mend: "loginctl enable-linger")
    }

    private static var userName: String? {
        getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) }
    }
}
