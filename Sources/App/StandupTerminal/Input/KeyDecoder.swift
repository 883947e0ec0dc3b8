import StandupFeatures

/// Decodes a terminal's bytes into keys, mouse presses and pasted text.
///
/// It is a value without a terminal or a clock. The owner waits for more bytes for at most `sequenceTimeout`, then calls
/// `giveUp`.
struct KeyDecoder: Sendable {
    /// The timeout for the rest of a sequence.
    ///
    /// A lone Escape differs from the start of a sequence only in that nothing follows.
    static let sequencePatience = Duration.milliseconds(25)
    /// The timeout for the rest of a terminal's answer.
    static let answerPatience = Duration.seconds(1)
    /// The pause after which a paste counts as complete.
    static let pastePatience = Duration.seconds(5)
    /// The maximum size of a paste in bytes; the rest is dropped.
    static let pasteLimit = 1 << 16

    /// The sequences in the terminal's description that differ from those of ANSI and xterm.
    private let described: [[UInt8]: Key]
    private var answers: [TerminalAnswer] = []
    private var buffer: [UInt8] = []
    private var paste: [UInt8]?

    init(described: [[UInt8]: Key] = [:]) {
        self.described = described.filter { $0.key.count > 1 || $0.key.first ?? 0x1b < 0x20 && $0.key != [0x1b] }
    }

    /// How long to wait for more bytes before `giveUp`; nil if no sequence is pending.
    var sequenceTimeout: Duration? {
        if paste != nil { return Self.pastePatience }
        if buffer.isEmpty { return nil }
        return isAnswer ? Self.answerPatience : Self.sequencePatience
    }

    /// Whether an answer of the terminal has begun; the rest of a late one must not become keys.
    private var isAnswer: Bool {
        buffer.count > 2 && buffer.starts(with: TerminalAnswer.colorStart.prefix(buffer.count))
    }

    /// Returns the terminal's answers since the last call.
    mutating func takeAnswers() -> [TerminalAnswer] {
        defer { answers = [] }
        return answers
    }

    mutating func feed(_ bytes: some Sequence<UInt8>) -> [RendererInput] {
        buffer += bytes
        return parse(isFinal: false)
    }

    /// Decodes the pending bytes as they are: a lone Escape, a letter with Alt, or the end of a paste.
    mutating func giveUp() -> [RendererInput] {
        parse(isFinal: true) + endPaste()
    }

    private mutating func parse(isFinal: Bool) -> [RendererInput] {
        var inputs: [RendererInput] = []
        var start = 0
        while start < buffer.count {
            if paste != nil {
                start = continuePaste(from: start, isFinal: isFinal)
                guard buffer[start...].starts(with: Self.pasteEnd) else { break }
                start += Self.pasteEnd.count
                inputs += endPaste()
                continue
            }
            guard let (step, length) = next(from: start, isFinal: isFinal) else { break }
            start += length
            switch step {
            case .input(let input): inputs.append(input)
            case .text(let text): inputs += text.map { .key(.character($0)) }
            case .beginPaste: paste = []
            case .answer(let answer): answers.append(answer)
            case .nothing: break
            }
        }
        buffer.removeFirst(start)
        return inputs
    }

    // MARK: Paste

    private static let pasteEnd: [UInt8] = Array("\u{1B}[201~".utf8)

    /// Appends bytes to the paste up to a possible end marker, and returns the marker's position.
    private mutating func continuePaste(from start: Int, isFinal: Bool) -> Int {
        var index = start
        while let escape = buffer[index...].firstIndex(of: 0x1b) {
            keep(buffer[index..<escape])
            let rest = buffer[escape...].prefix(Self.pasteEnd.count)
            let isEnd = rest.elementsEqual(Self.pasteEnd.prefix(rest.count))
            if isEnd && (rest.count == Self.pasteEnd.count || !isFinal) { return escape }
            keep([0x1b])
            index = escape + 1
        }
        keep(buffer[index...])
        return buffer.count
    }

    private mutating func keep(_ bytes: ArraySlice<UInt8>) {
        let room = Self.pasteLimit - (paste?.count ?? 0)
        paste?.append(contentsOf: bytes.prefix(max(room, 0)))
    }

    private mutating func endPaste() -> [RendererInput] {
        guard let bytes = paste else { return [] }
        paste = nil
        let text = PastedText.clean(String(decoding: bytes, as: UTF8.self))
        return text.isEmpty ? [] : [.key(.paste(text))]
    }

    // MARK: Keys

    private enum Step {
        case input(RendererInput)
        case text(String)
        case beginPaste
        case answer(TerminalAnswer)
        case nothing
    }

    /// Decodes the next input and its length; nil if more bytes are needed.
    private func next(from start: Int, isFinal: Bool) -> (Step, Int)? {
        let bytes = buffer[start...]
        if !described.isEmpty {
            if let (key, length) = longestDescribed(bytes) { return (.input(.key(key)), length) }
            if !isFinal && described.keys.contains(where: { $0.count > bytes.count && $0.starts(with: bytes) }) {
                return nil
            }
        }
        guard bytes[start] == 0x1b else { return plain(bytes, isFinal: isFinal) }
        switch EscapeSequence.parse(bytes) {
        case .paste(let length): return (.beginPaste, length)
        case .answer(let answer, let length): return (.answer(answer), length)
        case .complete(let input, let length): return (input.map(Step.input) ?? .nothing, length)
        case .incomplete: return isFinal ? (Self.abandoned(bytes), bytes.count) : nil
        case .other: break
        }
        // Escape followed by bytes that are no sequence: a key pressed with Alt.
        let rest = bytes.dropFirst()
        if rest.first == 0x1b {
            guard let (step, length) = next(from: start + 1, isFinal: isFinal) else { return nil }
            // Alt with an arrow key, as rxvt sends it; otherwise Escape was pressed first.
            if length > 1, case .input(.key(let key)) = step {
                return (.input(.key(EscapeSequence.modified(key, 3))), length + 1)
            }
            return (.input(.key(.escape)), 1)
        }
        guard let (step, length) = plain(rest, isFinal: isFinal) else { return nil }
        switch step {
        case .text(let text):
            guard let first = text.first else { return (.nothing, length + 1) }
            return (.input(.key(.alt(first))), 1 + String(first).utf8.count)
        case .input(.key(.backspace)): return (.input(.key(.control("w"))), length + 1)
        case .input(.key(.tab)): return (.input(.key(.backTab)), length + 1)
        default: return (step, length + 1)
        }
    }

    private func longestDescribed(_ bytes: ArraySlice<UInt8>) -> (Key, Int)? {
        let longest = described.keys.lazy.map(\.count).max() ?? 0
        for length in stride(from: min(longest, bytes.count), to: 0, by: -1) {
            if let key = described[Array(bytes.prefix(length))] { return (key, length) }
        }
        return nil
    }

    /// The meaning of an incomplete sequence when nothing follows.
    private static func abandoned(_ bytes: ArraySlice<UInt8>) -> Step {
        switch Array(bytes) {
        case [0x1b]: .input(.key(.escape))
        case [0x1b, 0x5b]: .input(.key(.alt("[")))
        case [0x1b, 0x4f]: .input(.key(.alt("O")))
        case [0x1b, 0x5d]: .input(.key(.alt("]")))
        default: .nothing
        }
    }

    /// Decodes a control character, or all text up to the next one.
    private func plain(_ bytes: ArraySlice<UInt8>, isFinal: Bool) -> (Step, Int)? {
        guard let first = bytes.first else { return nil }
        if let key = Self.control(first) { return (.input(.key(key)), 1) }
        let run = bytes.prefix { $0 >= 0x20 && $0 != 0x7f && $0 != 0x1b }
        let missing = isFinal ? 0 : Self.incompleteTail(run)
        guard run.count > missing else { return nil }
        let text = String(decoding: run.dropLast(missing), as: UTF8.self)
        // Drop invalid UTF-8, terminal control characters and Unicode line breaks: they are not keys.
        let safe = text.unicodeScalars.filter {
            $0 != "\u{FFFD}" && $0.properties.generalCategory != .control && !Character($0).isNewline
        }
        return (.text(String(String.UnicodeScalarView(safe))), run.count - missing)
    }

    private static func control(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x0d, 0x0a: .enter
        case 0x09: .tab
        case 0x08, 0x7f: .backspace
        case 0x1b: .escape
        case 0x00: .control(" ")
        case 0x01...0x1a: .control(Character(UnicodeScalar(byte + 0x60)))
        case 0x1c...0x1f: .control(Character(UnicodeScalar(byte + 0x40)))
        default: nil
        }
    }

    /// The number of bytes at the end that start an incomplete scalar.
    private static func incompleteTail(_ bytes: ArraySlice<UInt8>) -> Int {
        for (distance, byte) in bytes.reversed().prefix(3).enumerated() where byte & 0xc0 != 0x80 {
            let length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
            return length > distance + 1 ? distance + 1 : 0
        }
        return 0
    }
}
