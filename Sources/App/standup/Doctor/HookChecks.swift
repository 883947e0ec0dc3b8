import Glibc
import MeetingModel
import MeetingSocket

/// Checks hooks and notifications.
struct HookChecks {
    let settings: HookSettings

    /// Checks the hooks' programs and the requirements of notifications.
    func run() -> [Check] {
        [hooks(), notifications()]
    }

    private func hooks() -> Check {
        let name = "hooks"
        let hooks = [(Configuration.HookKey.onTurn, settings.onTurn), (.onEnd, settings.onEnd)]
        let programs = hooks.compactMap { key, command in command.first.map { (key.rawValue, $0) } }
        guard !programs.isEmpty else { return .ok(name, "none configured") }
        let missing = programs.filter { Self.path(of: $1) == nil }
        guard missing.isEmpty else {
            let list = missing.map { "\($0): \($1)" }.joined(separator: ", ")
            return .warn(name, "not found: \(list)", mend: "install it, make it executable, or name another")
        }
        return .ok(name, programs.map { "\($0): \(Self.path(of: $1) ?? "")" }.joined(separator: ", "))
    }

    private func notifications() -> Check {
        let name = "notifications"
        guard let me = settings.me else {
            return .ok(name, "none; to be notified of your turn, set your name in the configuration: me: NAME")
        }
        guard let program = Self.path(of: TurnNotification.program) else {
            return .warn(
                name, "no \(TurnNotification.program) to notify \(me)", mend: "install libnotify-bin")
        }
        guard hasSessionBus else {
            return .warn(name, "no desktop session to notify \(me)", mend: "run standup in the desktop session")
        }
        return .ok(name, "at the turn of \(me), by \(program)")
    }

    /// Whether a session bus for desktop notifications exists, by its variable or at its conventional path.
    private var hasSessionBus: Bool {
        if let address = Environment["DBUS_SESSION_BUS_ADDRESS"], !address.isEmpty { return true }
        return Environment["XDG_RUNTIME_DIR"].map { access($0 + "/bus", F_OK) == 0 } ?? false
    }

    private static func path(of program: String) -> String? {
        ExecutableLookup.path(of: program, searching: Environment["PATH"])
    }
}
