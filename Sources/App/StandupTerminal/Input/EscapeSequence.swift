import StandupFeatures

/// Parser for the escape sequences of ANSI, DEC and xterm terminals.
enum EscapeSequence {
    enum Result: Hashable {
        /// A complete sequence and its length; the input is nil if the sequence is not supported.
        case complete(RendererInput?, length: Int)
        case answer(TerminalAnswer, length: Int)
        /// The start of a bracketed paste.
        case paste(length: Int)
        case incomplete
        /// Not a sequence.
        case other
    }

    /// The maximum length of a sequence in bytes; no key sends a longer one.
    private static let limit = 64

    /// Parses the sequence at the start of the bytes; the first byte must be Escape.
    static func parse(_ bytes: ArraySlice<UInt8>) -> Result {
        let all = bytes.dropFirst()
        switch all.first {
        case nil: return .incomplete
        case UInt8(ascii: "["): return parseControl(bytes, all.dropFirst())
        case UInt8(ascii: "O"): return parseKeypad(all.dropFirst())
        case UInt8(ascii: "]"): return parseColor(all.dropFirst())
        default: return .other
        }
    }

    /// Parses `ESC O`, modifiers and a letter.
    private static func parseKeypad(_ rest: ArraySlice<UInt8>) -> Result {
        let digits = rest.prefix(3).prefix { digit ~= $0 }
        guard digits.count < 3 else { return .other }
        guard let letter = rest.dropFirst(digits.count).first else { return .incomplete }
        guard letter > 0x20, letter < 0x7f else { return .other }
        let modifiers = Int(String(decoding: digits, as: UTF8.self)) ?? 1
        return .complete(
            keypadKey(letter).map { .key(modified($0, modifiers)) }, length: 3 + digits.count)
    }

    /// Parses `ESC [`, parameters and a letter.
    private static func parseControl(_ bytes: ArraySlice<UInt8>, _ rest: ArraySlice<UInt8>) -> Result {
        // F1 to F5 of the Linux console.
        if rest.first == UInt8(ascii: "[") {
            guard let letter = rest.dropFirst().first else { return .incomplete }
            let number = Int(letter) - 0x40
            return .complete(1...5 ~= number ? .key(.function(number)) : nil, length: 4)
        }
        // The original xterm mouse report: three arbitrary bytes.
        if rest.first == UInt8(ascii: "M") {
            let report = Array(rest.dropFirst().prefix(3))
            guard report.count == 3 else { return .incomplete }
            let (button, column, row) = (Int(report[0]) - 32, Int(report[1]) - 33, Int(report[2]) - 33)
            return .complete(mouse(button, Point(column, row), isPress: true), length: 6)
        }
        let sequence = rest.prefix(limit)
        guard let end = sequence.firstIndex(where: { 0x40...0x7e ~= $0 || $0 < 0x20 || $0 >= 0x7f }) else {
            return sequence.count < limit ? .incomplete : .complete(nil, length: 2 + limit)
        }
        let length = end - bytes.startIndex + 1
        // A control character aborts a sequence.
        guard 0x40...0x7e ~= rest[end] else { return .complete(nil, length: length - 1) }
        let parameters = rest[..<end]
        if parameters.first == UInt8(ascii: "<") {
            let numbers = numbers(parameters.dropFirst())
            guard numbers.count == 3 else { return .complete(nil, length: length) }
            let point = Point(numbers[1] - 1, numbers[2] - 1)
            return .complete(
                mouse(numbers[0], point, isPress: rest[end] == UInt8(ascii: "M")), length: length)
        }
        if rest[end] == UInt8(ascii: "c"), parameters.first == UInt8(ascii: "?") {
            return .answer(.attributes, length: length)
        }
        let numbers = numbers(parameters)
        if rest[end] == UInt8(ascii: "~") && numbers.first == 200 { return .paste(length: length) }
        return .complete(controlKey(rest[end], numbers).map(RendererInput.key), length: length)
    }

    private static let digit = UInt8(ascii: "0")...UInt8(ascii: "9")

    /// The numbers separated by semicolons; 0 for an invalid number, or one larger than any that terminals send.
    private static func numbers(_ parameters: ArraySlice<UInt8>) -> [Int] {
        parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map { number in
            let isNumber = number.count < 10 && number.allSatisfy { digit ~= $0 }
            return isNumber ? Int(String(decoding: number, as: UTF8.self)) ?? 0 : 0
        }
    }

    private static func controlKey(_ letter: UInt8, _ numbers: [Int]) -> Key? {
        switch Character(UnicodeScalar(letter)) {
        case "A": .up
        case "B": .down
        case "C": modified(.right, numbers.dropFirst().first ?? 1)
        case "D": modified(.left, numbers.dropFirst().first ?? 1)
        case "H": .home
        case "F": .end
        case "Z": .backTab
        case "P": .function(1)
        case "Q": .function(2)
        case "R": .function(3)
        case "S": .function(4)
        case "~": numbered(numbers.first ?? 0)
        // Keys as a code point and modifiers, as xterm and others report them on request.
        case "u": coded(numbers.first ?? 0, modifiers: numbers.dropFirst().first ?? 1)
        default: nil
        }
    }

    private static func numbered(_ number: Int) -> Key? {
        switch number {
        case 1, 7: .home
        case 4, 8: .end
        case 3: .delete
        case 5: .pageUp
        case 6: .pageDown
        case 11...15: .function(number - 10)
        case 17...21: .function(number - 11)
        case 23...26: .function(number - 12)
        case 28...29: .function(number - 13)
        case 31...34: .function(number - 14)
        default: nil
        }
    }

    /// A key with modifiers as xterm counts them: 1, and 1 for Shift, 2 for Alt, 4 for Control.
    static func modified(_ key: Key, _ modifiers: Int) -> Key {
        guard max(modifiers - 1, 0) & 6 != 0 else { return key }
        return switch key {
        case .left: .wordLeft
        case .right: .wordRight
        default: key
        }
    }

    private static func coded(_ code: Int, modifiers: Int) -> Key? {
        switch code {
        case 9: return modifiers == 2 ? .backTab : .tab
        case 13: return .enter
        case 27: return .escape
        case 127: return .backspace
        default: break
        }
        guard let scalar = UnicodeScalar(UInt32(code)), scalar.properties.generalCategory != .control else {
            return nil
        }
        let held = max(modifiers - 1, 0)
        if held & 4 != 0 { return .control(Character(scalar)) }
        if held & 2 != 0 { return .alt(Character(scalar)) }
        return .character(Character(scalar))
    }

    private static func keypadKey(_ letter: UInt8) -> Key? {
        switch Character(UnicodeScalar(letter)) {
        case "A": .up
        case "B": .down
        case "C": .right
        case "D": .left
        case "H": .home
        case "F": .end
        case "P": .function(1)
        case "Q": .function(2)
        case "R": .function(3)
        case "S": .function(4)
        case "M": .enter
        case "I": .tab
        case "X": .character("=")
        // The arrows with Control, as rxvt sends them.
        case "c": .wordRight
        case "d": .wordLeft
        // The digits and operators of the keypad.
        case "j"..."y": .character(Character(UnicodeScalar(letter - 0x40)))
        default: nil
        }
    }

    private static func mouse(_ button: Int, _ point: Point, isPress: Bool) -> RendererInput? {
        guard point.column >= 0, point.row >= 0 else { return nil }
        // Shift, Alt and Control are 4, 8 and 16; 32 marks mouse movement. The original report has 3 for every release.
        return switch button & ~0b1_1100 {
        case 0: isPress ? .press(point) : .release(point)
        case 3 where isPress: .release(point)
        case 32 where isPress: .drag(point)
        case 64 where isPress: .wheel(.up, point)
        case 65 where isPress: .wheel(.down, point)
        default: nil
        }
    }
}
