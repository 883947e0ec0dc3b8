import CNCurses
import Glibc
import StandupFeatures

/// What the terminal's description says about it.
///
/// It can be read when the terminal has been found.
struct TerminalDescription {
    /// How many colours there are.
    let depth: Palette.Depth
    /// Whether text can be drawn in a weaker form.
    let hasDim: Bool
    /// The keys' sequences.
    let keys: [[UInt8]: Key]
    /// What makes the terminal report the mouse and pastes.
    let beginReports: String
    /// What ends that.
    let endReports: String
    /// What gives a terminal back that ncurses cannot give back any more.
    let restore: String
    /// Whether what was there before comes back when the application ends.
    let hasAlternateScreen: Bool

    /// Finds the description of a terminal, which has to be one that can move its cursor.
    static func find(_ type: String?, descriptor: Int32) throws(TerminalError) {
        guard let type, !type.isEmpty else { throw .noType }
        // A name is looked up as a file's, and no description has a longer one.
        guard type.utf8.count <= 128, !type.contains("/") else { throw .unknown(type: type) }
        guard type != "dumb" else { throw .dumb(type: type) }
        let found = unsafe standup_curses_find(type, descriptor)
        guard found == 1 else { throw .unknown(type: type) }
        guard string("cup") != nil, string("clear") != nil else { throw .dumb(type: type) }
    }

    /// Reads what was found.
    init(noColor: Bool) {
        let colors = standup_number("colors")
        depth =
            noColor ? .none : Self.depth(colors: colors, hasRGB: standup_number("RGB") > 0 || Self.string("RGB") != nil)
        hasDim = Self.string("dim") != nil
        hasAlternateScreen = Self.string("smcup") != nil && Self.string("rmcup") != nil
        // Other terminals than those after ANSI would show these.
        let isAnsi = Self.string("cup")?.hasPrefix("\u{1B}[") ?? false
        let hasMouse = isAnsi && (Self.string("kmous") != nil || Self.string("XM") != nil)
        beginReports =
            (isAnsi ? "\u{1B}[?2004h" : "") + (hasMouse ? "\u{1B}[?1000h\u{1B}[?1006h" : "")
        endReports = (hasMouse ? "\u{1B}[?1006l\u{1B}[?1000l" : "") + (isAnsi ? "\u{1B}[?2004l" : "")
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

    /// Descriptions say how long slow terminals have to be given, `$<5>`; nobody waits in a crash.
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
