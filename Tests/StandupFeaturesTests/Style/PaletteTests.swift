import Glibc
import MeetingModel
import Testing

@testable import StandupFeatures

@Suite struct PaletteTests {
    @Test(arguments: Theme.allCases, [Palette.Depth.direct, .indexed])
    func `text on a theme is readable`(theme: Theme, depth: Palette.Depth) throws {
        let attributes = Palette(depth).attributes(of: .theme(theme))
        let text = try #require(attributes.foreground.flatMap(rgb))
        let background = try #require(attributes.background.flatMap(rgb))
        #expect(contrast(text, background) >= 4.5, "\(theme): \(text) on \(background)")
        #expect(attributes.foreground.flatMap(rgb) == (theme.hasLightText ? .white : .black))
    }

    @Test(arguments: Theme.allCases, [Palette.Depth.eight, .sixteen])
    func `text on a theme can be read with few colours too`(theme: Theme, depth: Palette.Depth) throws {
        let attributes = Palette(depth).attributes(of: .theme(theme))
        let text = try #require(attributes.foreground.flatMap(rgb))
        let background = try #require(attributes.background.flatMap(rgb))
        // White among eight colours is a light grey, which is less.
        #expect(contrast(text, background) >= (depth == .eight ? 3.7 : 4.5), "\(theme): \(text) on \(background)")
    }

    @Test(arguments: [Palette.Depth.direct, .indexed, .sixteen, .eight], [Style.Background.warning, .alarm])
    func `a warning and overtime are readable`(depth: Palette.Depth, background: Style.Background) throws {
        let attributes = Palette(depth).attributes(of: Style(on: background))
        #expect(
            contrast(try #require(attributes.foreground.flatMap(rgb)), try #require(attributes.background.flatMap(rgb)))
                >= 4.5)
    }

    @Test(arguments: [Palette.Depth.direct, .indexed])
    func `no two themes look the same`(depth: Palette.Depth) {
        let backgrounds = Theme.allCases.map { Palette(depth).attributes(of: .theme($0)).background }
        #expect(Set(backgrounds).count == Theme.allCases.count)
    }

    @Test func `without colours nothing is coloured, and important differences remain visible`() {
        let palette = Palette(.none)
        let styles: [Style] = [.plain, .dim, .accent, .warning, .alarm, .error, .selection]
        let attributes = styles.map { palette.attributes(of: $0) }
        #expect(Set(attributes).count == styles.count)
        #expect(attributes.allSatisfy { $0.foreground == nil && $0.background == nil })
        let backgrounds: [Style.Background] = [.terminal, .selection, .warning, .alarm]
        #expect(Set(backgrounds.map { palette.attributes(of: Style(on: $0)) }).count == backgrounds.count)
    }

    @Test(arguments: Palette.Depth.allCases)
    func `important differences are visible with any number of colours`(depth: Palette.Depth) {
        let styles: [Style] = [.plain, .dim, .accent, .warning, .alarm, .error, .selection]
        let palette = Palette(depth)
        for background in [Style.Background.terminal] + Theme.allCases.map(Style.Background.theme) {
            let marked: [Style] = [Style(), Style(.warning), Style(.alarm), Style(.error)].map { $0.on(background) }
            #expect(Set(marked.map { palette.attributes(of: $0) }).count == marked.count, "on \(background)")
        }
        #expect(Set(styles.map { palette.attributes(of: $0) }).count == styles.count)
    }

    @Test(arguments: Palette.Depth.allCases)
    func `emphasis shows on every background`(depth: Palette.Depth) {
        let palette = Palette(depth)
        for background in [Style.Background.terminal, .selection, .track] + Theme.allCases.map(Style.Background.theme) {
            let style = Style(on: background)
            #expect(palette.attributes(of: style.bold).isBold)
            #expect(palette.attributes(of: style.underlined).isUnderlined)
            #expect(palette.attributes(of: style.reversed).isReversed != palette.attributes(of: style).isReversed)
        }
    }

    @Test func `the nearest of the fixed colours is itself`() {
        for index in 16...255 {
            #expect(RGB(indexed: RGB(indexed: index).nearestIndex) == RGB(indexed: index))
        }
    }

    private func rgb(_ color: Palette.Color) -> RGB? {
        switch color {
        case .direct(let rgb): rgb
        case .indexed(let index): RGB(indexed: index)
        // As xterm has them unless its user says otherwise.
        case .ansi(let index):
            RGB(
                [
                    0x00_00_00, 0xcd_00_00, 0x00_cd_00, 0xcd_cd_00, 0x00_00_ee, 0xcd_00_cd, 0x00_cd_cd, 0xe5_e5_e5,
                    0x7f_7f_7f, 0xff_00_00, 0x00_ff_00, 0xff_ff_00, 0x5c_5c_ff, 0xff_00_ff, 0x00_ff_ff, 0xff_ff_ff,
                ][index])
        }
    }

    /// The contrast of two colours as the Web Content Accessibility Guidelines define it.
    private func contrast(_ one: RGB, _ other: RGB) -> Double {
        func part(_ value: Int) -> Double {
            let share = Double(value) / 255
            return share <= 0.03928 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        func luminance(_ rgb: RGB) -> Double {
            0.2126 * part(rgb.red) + 0.7152 * part(rgb.green) + 0.0722 * part(rgb.blue)
        }
        let (bright, dark) = (max(luminance(one), luminance(other)), min(luminance(one), luminance(other)))
        return (bright + 0.05) / (dark + 0.05)
    }
}
