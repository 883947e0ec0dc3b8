import Assets

/// Texts made of the bitmaps of `LetterBitmaps`.
enum BlockBitmap {
    /// The dots of a text, without empty rows and columns around it; nil if a character has no bitmap.
    static func rows(of text: String) -> [[Bool]]? {
        var scalars: [Unicode.Scalar] = []
        for character in text {
            var composed = BlockGlyph.composed(character)
            // Vowel signs of Hebrew and Arabic are left out, as in most texts.
            if let first = composed.first, VisualOrder.isRightToLeft(first) { composed.removeSubrange(1...) }
            guard composed.count == 1 else { return nil }
            scalars += composed
        }
        var rows = [[Bool]](repeating: [], count: 16)
        for scalar in VisualOrder.scalars(scalars) {
            guard scalar != " " else {
                for row in rows.indices { rows[row] += [Bool](repeating: false, count: 6) }
                continue
            }
            guard let bitmap = LetterBitmaps.bitmap(of: scalar) else { return nil }
            for (row, bits) in bitmap.rows.enumerated() {
                rows[row] += (0..<bitmap.columns).map { bits >> (bitmap.columns - 1 - $0) & 1 == 1 }
            }
        }
        return trimmed(rows)
    }

    private static func trimmed(_ rows: [[Bool]]) -> [[Bool]]? {
        guard let top = rows.firstIndex(where: { $0.contains(true) }),
            let bottom = rows.lastIndex(where: { $0.contains(true) })
        else { return nil }
        let columns = rows[0].indices.filter { column in rows.contains { $0[column] } }
        guard let left = columns.first, let right = columns.last else { return nil }
        return rows[top...bottom].map { Array($0[left...right]) }
    }
}
