import Glibc

/// A color of the sRGB color space.
package struct RGB: Hashable, Sendable {
    /// Red, 0 to 255.
    package let red: Int
    /// Green, 0 to 255.
    package let green: Int
    /// Blue, 0 to 255.
    package let blue: Int

    package init(red: Int, green: Int, blue: Int) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// A color in hexadecimal notation, `0xRRGGBB`.
    init(_ hex: Int) {
        self.init(red: hex >> 16 & 0xff, green: hex >> 8 & 0xff, blue: hex & 0xff)
    }

    /// The color as `0xRRGGBB`.
    package var hex: Int { red << 16 | green << 8 | blue }

    static let black = RGB(0x00_00_00)
    static let white = RGB(0xff_ff_ff)

    /// The fixed color 16 to 255 of a 256-color terminal: a 6 × 6 × 6 cube, then 24 greys.
    init(indexed index: Int) {
        if index >= 232 {
            let grey = 8 + 10 * (index - 232)
            self.init(red: grey, green: grey, blue: grey)
        } else {
            let (cube, steps) = (index - 16, [0, 95, 135, 175, 215, 255])
            self.init(red: steps[cube / 36], green: steps[cube / 6 % 6], blue: steps[cube % 6])
        }
    }

    /// The index of the nearest fixed color, 16 to 255.
    var nearestIndex: Int {
        (16...255).min { distance(to: RGB(indexed: $0)) < distance(to: RGB(indexed: $1)) } ?? 16
    }

    /// The relative luminance of the Web Content Accessibility Guidelines, from 0 for black to 1 for white.
    var luminance: Double {
        func part(_ value: Int) -> Double {
            let share = Double(value) / 255
            return share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * part(red) + 0.7152 * part(green) + 0.0722 * part(blue)
    }

    /// The contrast with another color by the same guidelines, from 1 to 21; text needs 4.5.
    func contrast(with other: RGB) -> Double {
        (max(luminance, other.luminance) + 0.05) / (min(luminance, other.luminance) + 0.05)
    }

    private func distance(to other: RGB) -> Int {
        let (red, green, blue) = (red - other.red, green - other.green, blue - other.blue)
        return red * red + green * green + blue * blue
    }
}
