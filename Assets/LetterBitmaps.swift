import Glibc

/// The bitmaps of letters in `Letters/unifont.bin`, for names in large letters. [any thread]
///
/// The file is mapped when the first bitmap is needed and stays mapped; only the pages of used letters are read. Without
/// the file there are no bitmaps.
package enum LetterBitmaps {
    /// A letter, 16 rows high.
    package struct Bitmap: Hashable, Sendable {
        /// The number of columns: 8 or 16.
        package let columns: Int
        /// The rows; the leftmost dot is the highest of the lowest `columns` bits.
        package let rows: [UInt16]
    }

    /// The bitmap of a scalar; nil if there is none.
    package static func bitmap(of scalar: Unicode.Scalar) -> Bitmap? { file?.bitmap(of: scalar.value) }

    private static let file = LetterFile()
}

/// The mapped file; `tools/make-letters` describes its format.
struct LetterFile: Sendable {
    /// A run of successive code points with glyphs of one size.
    private struct Run {
        let first: UInt32
        let columns: Int
        /// The offset of its first glyph.
        let offset: Int
        /// The code points after `first`.
        let count: Int
    }

    private let runs: [Run]
    /// The whole file: never unmapped, and read only within `size`.
    private nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

    private static let height = 16
    private static let headerSize = 8
    private static let runSize = 12

    /// Maps the program's file; nil if it is missing or not such a file.
    init?() {
        guard let path = try? AssetFolder.locate("Letters/unifont.bin") else { return nil }
        self.init(path: path)
    }

    /// Maps a file; nil if it is missing or not such a file.
    init?(path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size > Self.headerSize,
            let start = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED
        else { return nil }
        bytes = UnsafeRawBufferPointer(start: start, count: Int(status.st_size))
        let count = Int(bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
        guard bytes.starts(with: "UF01".utf8), count <= (bytes.count - Self.headerSize) / Self.runSize else {
            return nil
        }
        var runs: [Run] = []
        for index in 0..<count {
            let at = Self.headerSize + index * Self.runSize
            let run = Run(
                first: bytes.loadUnaligned(fromByteOffset: at, as: UInt32.self),
                columns: Int(bytes.loadUnaligned(fromByteOffset: at + 6, as: UInt16.self)),
                offset: Int(bytes.loadUnaligned(fromByteOffset: at + 8, as: UInt32.self)),
                count: Int(bytes.loadUnaligned(fromByteOffset: at + 4, as: UInt16.self)))
            let end = run.offset + run.count * Self.height * run.columns / 8
            guard run.columns == 8 || run.columns == 16, end <= bytes.count else { return nil }
            runs.append(run)
        }
        self.runs = runs
    }

    /// The bitmap of a code point.
    func bitmap(of code: UInt32) -> LetterBitmaps.Bitmap? {
        guard let run = runs.last(where: { $0.first <= code }), code - run.first < UInt32(run.count) else { return nil }
        let size = run.columns / 8
        let start = run.offset + Int(code - run.first) * Self.height * size
        let rows = (0..<Self.height).map { row in
            bytes[(start + row * size)..<(start + (row + 1) * size)].reduce(UInt16(0)) { $0 << 8 | UInt16($1) }
        }
        return LetterBitmaps.Bitmap(columns: run.columns, rows: rows)
    }
}
