/// A file of PyTorch with named tensors: an archive with a pickle and the numbers of each storage.
struct TorchFile {
    private let tensors: [String: TorchPickle.Tensor]
    private let storages: [String: [UInt8]]

    /// Larger than any file that can be converted, in bytes.
    private static let limit = 256 << 20

    init(path: String) throws(InstallationError) {
        let entries = try ArchiveEntry.all(in: path, limit: Self.limit)
        let pickle = "/data.pkl"
        guard let name = entries.keys.first(where: { $0.hasSuffix(pickle) }), let bytes = entries[name] else {
            throw .source("the weights are not PyTorch's")
        }
        tensors = try TorchPickle(bytes).tensors
        let folder = name.dropLast(pickle.count) + "/data/"
        storages = Dictionary(
            entries.filter { $0.key.hasPrefix(folder) }.map { (String($0.key.dropFirst(folder.count)), $0.value) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The numbers of a tensor of these dimensions, with the last dimension contiguous.
    func numbers(_ name: String, _ dimensions: [Int]) throws(InstallationError) -> [Float] {
        guard let tensor = tensors[name], tensor.dimensions == dimensions else {
            throw .source("\(name) is missing or has other dimensions")
        }
        var count = 1
        var strides: [Int] = []
        for dimension in dimensions.reversed() {
            strides.insert(count, at: 0)
            count *= dimension
        }
        guard tensor.strides == strides, let key = tensor.storage, let bytes = storages[key] else {
            throw .source("the numbers of \(name) are missing or have another type or order")
        }
        let all = bytes.count / 4
        guard count <= all, (0...all - count).contains(tensor.offset) else {
            throw .source("the numbers of \(name) end too early")
        }
        return bytes.withUnsafeBytes { bytes in
            (tensor.offset..<tensor.offset + count)
                .map { bytes.loadUnaligned(fromByteOffset: 4 * $0, as: Float.self) }
        }
    }
}
