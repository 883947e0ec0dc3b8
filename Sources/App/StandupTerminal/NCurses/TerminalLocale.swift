import CNCurses
import Glibc

/// The locale by which the C library, and ncurses with it, reads and writes letters.
enum TerminalLocale {
    /// Takes the environment's locale; C.UTF-8 if it says none, or one that does not exist here.
    static func choose() {
        let isSaid = ["LC_ALL", "LC_CTYPE", "LANG"].contains { !(environmentVariable($0) ?? "").isEmpty }
        if isSaid, unsafe setlocale(LC_CTYPE, "") != nil { return }
        unsafe setlocale(LC_CTYPE, "C.UTF-8")
    }

    /// Whether letters are UTF-8.
    static var isUnicode: Bool {
        guard let name = unsafe nl_langinfo(nl_item(CODESET)) else { return false }
        return unsafe String(cString: name) == "UTF-8"
    }
}

/// What the environment says.
func environmentVariable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
}
