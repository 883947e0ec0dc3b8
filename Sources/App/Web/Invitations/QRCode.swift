internal import CQRCode

/// A text as a QR code, for the cameras of phones.
package struct QRCode: Hashable, Sendable {
    /// The modules row by row, true where one is dark, with the light margin that readers need.
    package let rows: [[Bool]]

    /// The code of a text; nil if libqrencode is missing or the text is too long.
    package init?(_ text: String) {
        guard let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L) else { return nil }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        guard let modules = code.pointee.data else { return nil }
        let side = width + 2 * Self.margin
        rows = (0..<side).map { row in
            (0..<side).map { column in
                let (row, column) = (row - Self.margin, column - Self.margin)
                guard (0..<width).contains(row), (0..<width).contains(column) else { return false }
                return modules[row * width + column] & 1 == 1
            }
        }
    }

    /// The code as lines of half blocks, two rows to a line, in the color of the text on the color behind it.
    package var lines: [String] {
        stride(from: 0, to: rows.count, by: 2).map { top in
            let lower = top + 1 < rows.count ? rows[top + 1] : rows[top].map { _ in false }
            return zip(rows[top], lower)
                .map { pair in
                    switch pair {
                    case (true, true): "█"
                    case (true, false): "▀"
                    case (false, true): "▄"
                    case (false, false): " "
                    }
                }
                .joined()
        }
    }

    /// The light margin, in modules.
    ///
    /// The standard asks for four; two are enough for readers and fit more terminals.
    private static let margin = 2
}
