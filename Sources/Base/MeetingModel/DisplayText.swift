/// Text that is safe to print on a terminal, whatever was typed, recognized or read from a file.
///
/// It is one line. It contains no control characters, so no escape sequences, and nothing that reverses the direction
/// of the text after it. Letters, accents, emoji and right-to-left scripts are unchanged.
package struct DisplayText: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// Makes text safe.
    ///
    /// White space that moves the cursor (tabs, line breaks) becomes a space. Other control characters become U+FFFD.
    /// Embeddings, overrides, isolates and useless invisible characters are removed.
    package init(_ text: String) {
        var safe = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch Self.treatment(of: scalar) {
            case .keep: safe.append(scalar)
            case .replace(let other): safe.append(other)
            case .drop: break
            }
        }
        description = String(safe)
    }

    /// Makes user input safe for a one-line error: at most 60 columns, and visible even if empty.
    package init(quoting text: String) {
        self = text.isEmpty ? Self(safe: "\"\"") : Self(text).truncated(to: 60)
    }

    /// Wraps text that is already safe.
    init(safe text: String) {
        description = text
    }

    private enum Treatment {
        case keep
        case replace(Unicode.Scalar)
        case drop
    }

    private static func treatment(of scalar: Unicode.Scalar) -> Treatment {
        switch scalar.value {
        case 0x20...0x7e: .keep
        // Tab, line feed, vertical tab, form feed, carriage return, next line, line and paragraph separator.
        case 0x09...0x0d, 0x85, 0x2028, 0x2029: .replace(" ")
        case 0x00...0x1f, 0x7f...0x9f: .replace("\u{fffd}")
        // Embeddings and overrides, isolates.
        case 0x202a...0x202e, 0x2066...0x2069: .drop
        // Zero width space, word joiner and invisible operators, deprecated format characters, byte order mark,
        // interlinear annotation. The joiners U+200C and U+200D stay: Persian and emoji need them.
        case 0x200b, 0x2060...0x2065, 0x206a...0x206f, 0xfeff, 0xfff9...0xfffb: .drop
        default: .keep
        }
    }
}
