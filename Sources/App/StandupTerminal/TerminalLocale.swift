import CNCurses
import Glibc

/// The locale that the C library and ncurses use to read and write text.
enum TerminalLocale {
    /// Sets the locale of the environment, or C.UTF-8 if none is set or it is not installed.
    static func choose() {
        let isSaid = ["LC_ALL", "LC_CTYPE", "LANG"].contains { !(environmentVariable($0) ?? "").isEmpty }
        if isSaid, unsafe setlocale(LC_CTYPE, "") != nil { return }
        unsafe setlocale(LC_CTYPE, "C.UTF-8")
    }

    /// Whether the character encoding is UTF-8.
    static var isUnicode: Bool {
        guard let name = unsafe nl_langinfo(nl_item(CODESET)) else { return false }
        return unsafe String(cString: name) == "UTF-8"
    }
}

func environmentVariable(_ name: String) -> String? {
    unsafe getenv(name).map { unsafe String(cString: $0) }
}
