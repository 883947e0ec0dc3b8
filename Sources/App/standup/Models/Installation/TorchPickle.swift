/// The tensors that a PyTorch file names, read from its pickle.
///
/// A pickle is a program for a stack machine, which may call any function of Python. Here only what describes tensors is
/// understood, and nothing is called; everything else is refused.
struct TorchPickle {
    /// A tensor of 32-bit numbers; others are named only.
    struct Tensor: Hashable {
        /// The key of its storage; nil if its numbers are of another type.
        let storage: String?
        /// The index of its first number in the storage.
        let offset: Int
        let dimensions: [Int]
        /// The distance of neighbours in each dimension.
        let strides: [Int]
    }

    private enum Value {
        case text(String)
        case symbol(Symbol)
        case number(Int)
        case flag
        case numbers([Int])
        /// Anything but other arguments, so values are never nested deeply.
        case arguments([Value])
        /// The key of a storage of 32-bit numbers; nil for others.
        case storage(String?)
        case hooks
        case tensor(Tensor)
        case tensors
    }

    /// What a pickle may name.
    private enum Symbol: String {
        case tensor = "torch._utils\n_rebuild_tensor_v2\n"
        case hooks = "collections\nOrderedDict\n"
        case floats = "torch\nFloatStorage\n"
        case integers = "torch\nLongStorage\n"
    }

    private(set) var tensors: [String: Tensor] = [:]
    private var rest: ArraySlice<UInt8>
    private var stack: [Value] = []
    /// The places in the stack where lists begin.
    private var marks: [Int] = []
    private var memo: [Int: Value] = [:]

    init(_ bytes: [UInt8]) throws(InstallationError) {
        rest = bytes[...]
        guard try take(2) == [0x80, 2] else { throw Self.refusal }
        while try !step() {}
        guard case .tensors? = stack.first, stack.count == 1, marks.isEmpty, rest.isEmpty else { throw Self.refusal }
    }

    private static let refusal = InstallationError.source("the weights contain something other than named tensors")

    /// Performs an instruction; true at the end.
    private mutating func step() throws(InstallationError) -> Bool {
        switch UInt8(try number(1)) {
        case UInt8(ascii: "."): return true
        case UInt8(ascii: "}"): stack.append(.tensors)
        case UInt8(ascii: "("): marks.append(stack.count)
        case UInt8(ascii: "q"): memo[try number(1)] = try top()
        case UInt8(ascii: "r"): memo[try number(4)] = try top()
        case UInt8(ascii: "h"): try recall(number(1))
        case UInt8(ascii: "j"): try recall(number(4))
        case UInt8(ascii: "K"): stack.append(.number(try number(1)))
        case UInt8(ascii: "M"): stack.append(.number(try number(2)))
        case UInt8(ascii: "J"): stack.append(.number(Int(Int32(truncatingIfNeeded: try number(4)))))
        case UInt8(ascii: "X"): stack.append(.text(String(decoding: try take(number(4)), as: UTF8.self)))
        case UInt8(ascii: "c"): stack.append(.symbol(try symbol()))
        case 0x88, 0x89: stack.append(.flag)
        case UInt8(ascii: ")"): stack.append(.numbers([]))
        case 0x85: try collect(pop(1))
        case 0x86: try collect(pop(2))
        case 0x87: try collect(pop(3))
        case UInt8(ascii: "t"): try collect(popList())
        case UInt8(ascii: "Q"): try appendStorage(pop(1)[0])
        case UInt8(ascii: "R"): try call(pop(2))
        case UInt8(ascii: "u"): try addTensors(popList())
        default: throw Self.refusal
        }
        return false
    }

    private mutating func take(_ count: Int) throws(InstallationError) -> ArraySlice<UInt8> {
        guard count <= rest.count else { throw .source("the weights end too early") }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    private mutating func number(_ size: Int) throws(InstallationError) -> Int {
        try take(size).reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private mutating func symbol() throws(InstallationError) -> Symbol {
        var text: [UInt8] = []
        for _ in 0..<2 { text += try take((rest.firstIndex(of: 0x0a) ?? rest.endIndex) - rest.startIndex + 1) }
        guard let symbol = Symbol(rawValue: String(decoding: text, as: UTF8.self)) else { throw Self.refusal }
        return symbol
    }

    private func top() throws(InstallationError) -> Value {
        guard let value = stack.last else { throw Self.refusal }
        return value
    }

    private mutating func recall(_ key: Int) throws(InstallationError) {
        guard let value = memo[key] else { throw Self.refusal }
        stack.append(value)
    }

    private mutating func pop(_ count: Int) throws(InstallationError) -> [Value] {
        guard stack.count - (marks.last ?? 0) >= count else { throw Self.refusal }
        defer { stack.removeLast(count) }
        return stack.suffix(count)
    }

    private mutating func popList() throws(InstallationError) -> [Value] {
        guard let mark = marks.popLast() else { throw Self.refusal }
        return try pop(stack.count - mark)
    }

    private mutating func collect(_ values: [Value]) throws(InstallationError) {
        let numbers = values.compactMap { if case .number(let number) = $0 { number } else { nil } }
        if numbers.count == values.count { return stack.append(.numbers(numbers)) }
        for case .arguments in values { throw Self.refusal }
        stack.append(.arguments(values))
    }

    /// The persistent values are storages: their type, key, device and size.
    private mutating func appendStorage(_ value: Value) throws(InstallationError) {
        guard case .arguments(let parts) = value, parts.count == 5, case .text("storage") = parts[0],
            case .symbol(let type) = parts[1], case .text(let key) = parts[2]
        else { throw Self.refusal }
        stack.append(.storage(type == .floats ? key : nil))
    }

    private mutating func call(_ values: [Value]) throws(InstallationError) {
        switch (values[0], values[1]) {
        case (.symbol(.hooks), .numbers([])): stack.append(.hooks)
        case (.symbol(.tensor), .arguments(let parts)):
            guard parts.count == 6, case .storage(let storage) = parts[0], case .number(let offset) = parts[1],
                case .numbers(let dimensions) = parts[2], case .numbers(let strides) = parts[3], case .hooks = parts[5]
            else { throw Self.refusal }
            stack.append(
                .tensor(Tensor(storage: storage, offset: offset, dimensions: dimensions, strides: strides)))
        default: throw Self.refusal
        }
    }

    private mutating func addTensors(_ values: [Value]) throws(InstallationError) {
        guard case .tensors? = stack.last, values.count % 2 == 0 else { throw Self.refusal }
        for place in stride(from: 0, to: values.count, by: 2) {
            guard case .text(let name) = values[place], case .tensor(let tensor) = values[place + 1] else {
                throw Self.refusal
            }
            tensors[name] = tensor
        }
    }
}
