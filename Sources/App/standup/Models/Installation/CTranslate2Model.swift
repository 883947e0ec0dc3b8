import Glibc
import MeetingModel

/// A Whisper model in CTranslate2's format: named variables in one file.
///
/// The file starts with the format version, the specification's name and revision, and the number of variables. Each
/// variable has a name, a rank, the dimensions, a type, the size of its values, and the values. Aliases end the file.
final class CTranslate2Model {
    /// A variable; its values are read on demand.
    struct Variable: Hashable {
        enum Kind: UInt8 {
            case float32 = 0
            case int8, int16, int32
            case float16

            var size: Int {
                switch self {
                case .float32, .int32: 4
                case .int16, .float16: 2
                case .int8: 1
                }
            }
        }

        let name: String
        let dimensions: [Int]
        let kind: Kind
        let offset: Int

        /// The number of values.
        var count: Int { dimensions.reduce(1, *) }
    }

    private(set) var variables: [String: Variable] = [:]
    private let descriptor: CInt
    private let path: String

    /// Reads the names and offsets of a file's variables.
    init(path: String) throws(InstallationError) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .file(path: path, error: errno) }
        self.path = path
        self.descriptor = descriptor
        var reader = Reader(descriptor: descriptor, path: path, size: FileStatus(descriptor)?.size ?? 0)
        let version = try reader.number(UInt32.self)
        guard version == 6 else { throw .source("its format is version \(version), not 6") }
        guard try reader.text() == "WhisperSpec" else { throw .source("it is not a Whisper model") }
        _ = try reader.number(UInt32.self)
        for _ in 0..<min(Int(try reader.number(UInt32.self)), 1 << 16) {
            let variable = try reader.variable()
            variables[variable.name] = variable
        }
    }

    deinit {
        close(descriptor)
    }

    func variable(_ name: String) throws(InstallationError) -> Variable {
        guard let variable = variables[name] else { throw .source("the model lacks \(name)") }
        return variable
    }

    /// The bytes of rows of a variable; of all rows by default.
    func bytes(of variable: Variable, rows: Range<Int>? = nil) throws(InstallationError) -> [UInt8] {
        let row = variable.count / max(variable.dimensions.first ?? 1, 1) * variable.kind.size
        let range = rows.map { $0.lowerBound * row..<$0.upperBound * row } ?? 0..<variable.count * variable.kind.size
        return try Reader.bytes(range.count, at: variable.offset + range.lowerBound, of: descriptor, path)
    }

    /// The value of a scalar variable.
    func number(_ name: String) throws(InstallationError) -> Int {
        let variable = try variable(name)
        let bytes = try bytes(of: variable)
        guard variable.count == 1, variable.kind == .int32 || variable.kind == .int16 || variable.kind == .int8 else {
            throw .source("\(name) is not a number")
        }
        return bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}

extension CTranslate2Model {
    /// Reads a file sequentially.
    private struct Reader {
        let descriptor: CInt
        let path: String
        let size: Int
        var offset = 0

        mutating func number<Number: FixedWidthInteger>(_: Number.Type) throws(InstallationError) -> Number {
            let bytes = try take(Number.bitWidth / 8)
            return bytes.reversed().reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
        }

        /// A length-prefixed text; the length includes the final zero.
        mutating func text() throws(InstallationError) -> String {
            let bytes = try take(Int(try number(UInt16.self)))
            return String(decoding: bytes.dropLast(), as: UTF8.self)
        }

        mutating func variable() throws(InstallationError) -> Variable {
            let name = try text()
            // Error messages contain the name.
            guard (1...200).contains(name.utf8.count), name.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else {
                throw .source("a variable's name is not ASCII text of 1 to 200 letters")
            }
            var dimensions: [Int] = []
            for _ in 0..<(try number(UInt8.self)) { dimensions.append(Int(try number(UInt32.self))) }
            let type = try number(UInt8.self)
            guard let kind = Variable.Kind(rawValue: type) else { throw .source("\(name) is of type \(type)") }
            let length = Int(try number(UInt32.self))
            let variable = Variable(name: name, dimensions: dimensions, kind: kind, offset: offset)
            var count = kind.size
            for dimension in dimensions {
                let (product, isTooLarge) = count.multipliedReportingOverflow(by: dimension)
                guard !isTooLarge else { throw .source("\(name) is too large") }
                count = product
            }
            guard count == length, length <= size - offset else {
                throw .source("the size of \(name) does not match its dimensions")
            }
            offset += length
            return variable
        }

        private mutating func take(_ count: Int) throws(InstallationError) -> [UInt8] {
            guard count <= size - offset else { throw .source("the weights end too early") }
            defer { offset += count }
            return try Self.bytes(count, at: offset, of: descriptor, path)
        }

        static func bytes(
            _ count: Int, at offset: Int, of descriptor: CInt, _ path: String
        ) throws(InstallationError) -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: count)
            var done = 0
            while done < count {
                let read = bytes.withUnsafeMutableBytes {
                    pread(descriptor, $0.baseAddress! + done, count - done, off_t(offset + done))
                }
                guard read != 0 else { throw .source("the weights end too early") }
                guard read > 0 else {
                    if errno == EINTR { continue }
                    throw .file(path: path, error: errno)
                }
                done += read
            }
            return bytes
        }
    }
}
