/// The reason why bytes are not a message.
package enum WireError: Error, Hashable, Sendable {
    /// The message exceeds the limit; its length in bytes.
    case tooLong(Int)
    case unknownKind(UInt8)
    case malformed(kind: UInt8)
}

extension WireError: CustomStringConvertible {
    /// The problem, for the end of a sentence.
    package var description: String {
        switch self {
        case .tooLong(let count): "a message of \(count) bytes"
        case .unknownKind(let kind): "a message of the unknown kind \(kind)"
        case .malformed(let kind): "a malformed message of kind \(kind)"
        }
    }
}

/// A message: its length as 32 bits, its kind as 8 bits, its content.
///
/// Numbers have the machine's byte order, which is the same on both sides.
package struct Frame: Hashable, Sendable {
    package let kind: UInt8
    package let contents: [UInt8]

    /// The maximum length of the content, in bytes.
    package static let limit = 4 << 20

    /// The number of bytes before the content.
    static let headerSize = 5

    package init(kind: UInt8, contents: [UInt8]) {
        self.kind = kind
        self.contents = contents
    }

    package var bytes: [UInt8] {
        var writer = WireWriter()
        writer.number(UInt32(contents.count))
        writer.number(kind)
        return writer.bytes + contents
    }
}

/// Splits a byte stream into messages.
package struct FrameDecoder: Sendable {
    private var bytes: [UInt8] = []
    /// The offset of the next message.
    private var position = 0

    package init() {}

    package mutating func append(_ next: some Collection<UInt8>) {
        if position > 0 {
            bytes.removeFirst(position)
            position = 0
        }
        bytes += next
    }

    /// The next complete message; nil if there is none yet.
    ///
    /// - Throws: `WireError.tooLong` as soon as the length is known; the stream is then unusable.
    package mutating func next() throws(WireError) -> Frame? {
        guard bytes.count - position >= Frame.headerSize else { return nil }
        let length = bytes[position..<position + 4].withUnsafeBytes { Int($0.loadUnaligned(as: UInt32.self)) }
        guard length <= Frame.limit else { throw .tooLong(length) }
        let start = position + Frame.headerSize
        guard bytes.count - start >= length else { return nil }
        defer { position = start + length }
        return Frame(kind: bytes[position + 4], contents: Array(bytes[start..<start + length]))
    }
}

/// Encodes the content of a message.
struct WireWriter {
    private(set) var bytes: [UInt8] = []

    mutating func number<Number: BitwiseCopyable>(_ number: Number) {
        withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
    }

    mutating func numbers<Number: BitwiseCopyable>(_ numbers: [Number]) {
        number(UInt32(numbers.count))
        numbers.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }

    mutating func text(_ text: String) {
        numbers(Array(text.utf8))
    }

    mutating func list<Element>(_ elements: some Collection<Element>, _ write: (inout WireWriter, Element) -> Void) {
        number(UInt32(elements.count))
        for element in elements { write(&self, element) }
    }
}

/// Decodes the content of a message.
struct WireReader {
    private let kind: UInt8
    private var rest: ArraySlice<UInt8>

    init(_ frame: Frame) {
        kind = frame.kind
        rest = frame.contents[...]
    }

    var malformed: WireError { .malformed(kind: kind) }

    mutating func number<Number: BitwiseCopyable>(_ type: Number.Type) throws(WireError) -> Number {
        let size = MemoryLayout<Number>.size
        guard rest.count >= size else { throw malformed }
        defer { rest = rest.dropFirst(size) }
        return rest.withUnsafeBytes { $0.loadUnaligned(as: type) }
    }

    mutating func flag() throws(WireError) -> Bool {
        switch try number(UInt8.self) {
        case 0: false
        case 1: true
        default: throw malformed
        }
    }

    mutating func numbers<Number: BitwiseCopyable>(_ type: Number.Type) throws(WireError) -> [Number] {
        let count = try self.count(each: MemoryLayout<Number>.size)
        let size = count * MemoryLayout<Number>.size
        defer { rest = rest.dropFirst(size) }
        return rest.withUnsafeBytes { source in
            [Number](unsafeUninitializedCapacity: count) { buffer, filled in
                let bytes = UnsafeRawBufferPointer(rebasing: source[..<size])
                UnsafeMutableRawBufferPointer(buffer).copyMemory(from: bytes)
                filled = count
            }
        }
    }

    mutating func text() throws(WireError) -> String {
        guard let text = String(validating: try numbers(UInt8.self), as: UTF8.self) else { throw malformed }
        return text
    }

    mutating func list<Element>(
        _ read: (inout WireReader) throws(WireError) -> Element
    ) throws(WireError) -> [Element] {
        // Each element takes at least one byte, so a valid count cannot exceed the message's length.
        let count = try self.count(each: 1)
        var elements: [Element] = []
        for _ in 0..<count { elements.append(try read(&self)) }
        return elements
    }

    /// Checks that nothing is left.
    func end() throws(WireError) {
        guard rest.isEmpty else { throw malformed }
    }

    private mutating func count(each size: Int) throws(WireError) -> Int {
        let count = Int(try number(UInt32.self))
        guard count <= rest.count / size else { throw malformed }
        return count
    }
}
