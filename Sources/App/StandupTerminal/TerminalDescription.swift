import CNCurses
import Glibc
import StandupFeatures

/// The terminal's description from terminfo.
///
/// Call `find` first: it loads the description that `init` reads.
struct TerminalDescription {
    /// The number of colors.
    let depth: Palette.Depth
    let hasDim: Bool
    let keys: [[UInt8]: Key]
    /// Whether the terminal takes the escape sequences of ANSI.
    let isAnsi: Bool
    /// The sequence that enables mouse and paste reports.
    let beginReports: String
    let endReports: String
    /// The sequence that restores the terminal after a crash, when ncurses cannot.
    let restore: String
    /// Whether the previous content reappears when the application ends.
    let hasAlternateScreen: Bool

    /// Terminals that take what xterm-256color does, and whose own description many machines lack, as usual over ssh.
    private static let likeXterm = ["xterm-", "foot", "alacritty", "wezterm", "kitty", "ghostty", "rio", "contour"]

    /// Finds the description of a terminal, which must support cursor movement.
    ///
    /// - Returns: The type of the description; another one if that of the terminal is not installed.
    @discardableResult
    static func find(_ type: String?, descriptor: Int32) throws(TerminalError) -> String {
        guard let type, !type.isEmpty else { throw .noType }
        // The name is used as a file name, and no description has a longer one.
        guard type.utf8.count <= 128, !type.contains("/") else { throw .unknown(type: type) }
        guard type != "dumb" else { throw .dumb(type: type) }
        guard standup_curses_is_installed() else { throw .noLibrary }
        var found = type
        if unsafe standup_curses_find(type, descriptor) != 1 {
            found = "xterm-256color"
            let isLikeXterm = likeXterm.contains { type.hasPrefix($0) }
            guard isLikeXterm, unsafe standup_curses_find(found, descriptor) == 1 else { throw .unknown(type: type) }
        }
        guard string("cup") != nil, string("clear") != nil else { throw .dumb(type: type) }
        return found
    }

    init(noColor: Bool) {
        let colors = standup_number("colors")
        depth =
            noColor ? .none : Self.depth(colors: colors, hasRGB: standup_number("RGB") > 0 || Self.string("RGB") != nil)
        hasDim = Self.string("dim") != nil
        hasAlternateScreen = Self.string("smcup") != nil && Self.string("rmcup") != nil
        // Terminals not based on ANSI would display these sequences.
        isAnsi = Self.string("cup")?.hasPrefix("\u{1B}[") ?? false
        let hasMouse = isAnsi && (Self.string("kmous") != nil || Self.string("XM") != nil)
        beginReports =
            (isAnsi ? "\u{1B}[?2004h" : "") + (hasMouse ? "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h" : "")
        endReports = (hasMouse ? "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l" : "") + (isAnsi ? "\u{1B}[?2004l" : "")
        var restore = endReports
        for name in ["op", "sgr0", "cnorm", "rmkx", "rmcup"] {
            restore += Self.string(name).map(Self.withoutDelays) ?? ""
        }
        self.restore = hasAlternateScreen ? restore : restore + "\r\n"
        var keys: [[UInt8]: Key] = [:]
        for (name, key) in Self.keyNames {
            if let sequence = Self.string(name) { keys[Array(sequence.utf8)] = key }
        }
        self.keys = keys
    }

    static func depth(colors: Int, hasRGB: Bool) -> Palette.Depth {
        switch colors {
        case 1 << 24 where hasRGB: .direct
        case 256...: .indexed
        case 16...: .sixteen
        case 8...: .eight
        default: .none
        }
    }

    /// Removes delays such as `$<5>`, which slow terminals need, because a crash handler cannot wait.
    static func withoutDelays(_ sequence: String) -> String {
        sequence.replacing(/\$<[0-9.]*[*\/]*>/, with: "")
    }

    private static func string(_ name: String) -> String? {
        guard let value = unsafe standup_curses_string(name) else { return nil }
        return unsafe String(cString: value)
    }

    private static let keyNames: [(String, Key)] =
        [
            ("kcuu1", .up), ("kcud1", .down), ("kcub1", .left), ("kcuf1", .right), ("khome", .home), ("kfnd", .home),
            ("kend", .end), ("kslt", .end), ("kpp", .pageUp), ("knp", .pageDown), ("kdch1", .delete),
            ("kbs", .backspace), ("kcbt", .backTab), ("kent", .enter),
        ] + (1...12).map { ("kf\($0)", .function($0)) }
}

private func standup_number(_ name: String) -> Int {
    Int(unsafe standup_curses_number(name))
}
