import StandupFeatures

/// A terminal's answer to a question of this program; it is no input.
enum TerminalAnswer: Hashable {
    /// The color of its background (OSC 11); nil if it is not understood.
    case background(RGB?)
    /// Its attributes (DA1), which every terminal reports; answers come in the order of the questions.
    case attributes

    /// Asks for the background, then for the attributes.
    static let question = "\u{1B}]11;?\u{1B}\\\u{1B}[c"

    static let colorStart: [UInt8] = Array("\u{1B}]11;".utf8)

    /// Whether a terminal of this type is likely to understand the question; others might print it.
    static func isUnderstood(by type: String) -> Bool {
        type.contains("256color") || type.contains("direct") || known.contains { type.hasPrefix($0) }
    }

    private static let known = [
        "xterm", "rxvt", "foot", "alacritty", "wezterm", "kitty", "konsole", "gnome", "vte", "st-", "tmux", "screen",
        "contour", "ghostty", "mlterm", "iterm",
    ]
}

extension EscapeSequence {
    /// Parses the answer `ESC ] 11 ; rgb:RRRR/GGGG/BBBB`, which ends with BEL or `ESC \`.
    static func parseColor(_ rest: ArraySlice<UInt8>) -> Result {
        let start = TerminalAnswer.colorStart.dropFirst(2)
        guard rest.prefix(start.count).elementsEqual(start.prefix(rest.count)) else { return .other }
        guard rest.count > start.count else { return .incomplete }
        let text = rest.dropFirst(start.count).prefix(colorLimit)
        guard let end = text.firstIndex(where: { $0 < 0x20 || $0 == 0x9c }) else {
            return text.count < colorLimit ? .incomplete : .complete(nil, length: 2 + start.count + colorLimit)
        }
        let answer = TerminalAnswer.background(color(String(decoding: text[..<end], as: UTF8.self)))
        let length = 2 + end - rest.startIndex
        guard rest[end] == 0x1b else { return .answer(answer, length: length + 1) }
        guard let last = rest[end...].dropFirst().first else { return .incomplete }
        return last == UInt8(ascii: "\\") ? .answer(answer, length: length + 2) : .complete(nil, length: length)
    }

    private static let colorLimit = 40

    /// The color of `rgb:RRRR/GGGG/BBBB`, with one to four digits each, or of `rgba:`; nil for anything else.
    private static func color(_ text: String) -> RGB? {
        let parts = text.split(separator: ":")
        guard parts.count == 2, parts[0] == "rgb" || parts[0] == "rgba" else { return nil }
        let values = parts[1].split(separator: "/").map { digits -> Int? in
            guard 1...4 ~= digits.count, let value = Int(digits, radix: 16) else { return nil }
            return value * 255 / ((1 << (4 * digits.count)) - 1)
        }
        guard values.count >= 3, let red = values[0], let green = values[1], let blue = values[2] else { return nil }
        return RGB(red: red, green: green, blue: blue)
    }
}
