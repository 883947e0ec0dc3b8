import MeetingModel
import Testing

@testable import StandupFeatures

@Suite struct PaletteTests {
    @Test(arguments: Theme.allCases, [Palette.Depth.direct, .indexed])
    func `text on a theme is readable`(theme: Theme, depth: Palette.Depth) throws {
        let attributes = Palette(depth).attributes(of: .theme(theme))
        let text = try #require(attributes.foreground.flatMap(rgb))
        let background = try #require(attributes.background.flatMap(rgb))
        #expect(text.contrast(with: background) >= 4.5, "\(theme): \(text) on \(background)")
        #expect(attributes.foreground.flatMap(rgb) == (theme.hasLightText ? .white : .black))
    }

    @Test(arguments: Theme.allCases, [Palette.Depth.eight, .sixteen])
    func `text on a theme can be read with few colors too`(theme: Theme, depth: Palette.Depth) throws {
        let attributes = Palette(depth).attributes(of: .theme(theme))
        let text = try #require(attributes.foreground.flatMap(rgb))
        let background = try #require(attributes.background.flatMap(rgb))
        // White among eight colors is a light grey, which is less.
        #expect(text.contrast(with: background) >= (depth == .eight ? 3.7 : 4.5), "\(theme): \(text) on \(background)")
    }

    @Test(arguments: [Palette.Depth.direct, .indexed, .sixteen, .eight], [Style.Background.warning, .alarm])
    func `a warning and overtime are readable`(depth: Palette.Depth, background: Style.Background) throws {
        let attributes = Palette(depth).attributes(of: Style(on: background))
        #expect(
            try #require(attributes.foreground.flatMap(rgb))
                .contrast(with: try #require(attributes.background.flatMap(rgb))) >= 4.5)
    }

    /// Backgrounds of terminals: of xterm, Solarized, One, Nord, Gruvbox and others.
    static let backgrounds: [(Palette.Background, RGB)] = [
        (.dark, RGB(0x00_00_00)), (.dark, RGB(0x00_2b_36)), (.dark, RGB(0x28_2c_34)), (.dark, RGB(0x2e_34_40)),
        (.dark, RGB(0x28_28_28)), (.dark, RGB(0x1e_1e_1e)), (.light, RGB(0xff_ff_ff)), (.light, RGB(0xfd_f6_e3)),
        (.light, RGB(0xfa_fa_fa)), (.light, RGB(0xfb_f1_c7)), (.light, RGB(0xff_ff_dd)),
    ]
    static let foregrounds: [Style.Foreground] = [.normal, .dim, .accent, .good, .warning, .alarm, .error]

    @Test(arguments: backgrounds, foregrounds)
    func `text on the terminal's own background is readable`(
        _ sample: (known: Palette.Background, color: RGB), _ foreground: Style.Foreground
    ) throws {
        #expect(Palette.Background(sample.color) == sample.known)
        for depth in [Palette.Depth.direct, .indexed] {
            for background in [Style.Background.terminal, .selection] {
                let attributes = Palette(depth, background: sample.known).attributes(
                    of: Style(foreground, on: background))
                #expect(!attributes.isDim && attributes.background == nil, "nothing that is not measured here")
                guard let color = attributes.foreground.flatMap(rgb) else { continue }
                #expect(color.contrast(with: sample.color) >= 4.5, "\(depth): \(foreground) on \(sample.color)")
            }
        }
    }

    @Test(arguments: [Palette.Background.dark, .light], foregrounds)
    func `text in the colors of xterm is readable too`(_ known: Palette.Background, _ foreground: Style.Foreground) {
        for depth in [Palette.Depth.sixteen, .eight] {
            let attributes = Palette(depth, background: known).attributes(of: Style(foreground))
            guard let color = attributes.foreground.flatMap(rgb) else { continue }
            #expect(color.contrast(with: known == .light ? .white : .black) >= 4.5, "\(depth): \(foreground)")
        }
    }

    @Test(arguments: [Palette.Background.dark, .light], [Palette.Depth.direct, .indexed])
    func `a bar differs from its track`(_ known: Palette.Background, _ depth: Palette.Depth) throws {
        for foreground in [Style.Foreground.good, .warning, .alarm] {
            let attributes = Palette(depth, background: known).attributes(of: Style(foreground, on: .track))
            let bar = try #require(attributes.foreground.flatMap(rgb))
            #expect(bar.contrast(with: try #require(attributes.background.flatMap(rgb))) >= 3)
        }
    }

    @Test(arguments: [Palette.Background.dark, .light], [Palette.Depth.direct, .indexed])
    func `text in a field is readable`(_ known: Palette.Background, _ depth: Palette.Depth) throws {
        let attributes = Palette(depth, background: known).attributes(of: Style(.dim, on: .field))
        let text = try #require(attributes.foreground.flatMap(rgb))
        #expect(text.contrast(with: try #require(attributes.background.flatMap(rgb))) >= 4.5)
    }

    @Test(arguments: Palette.Depth.allCases)
    func `a field and the track of a bar are visible on any terminal`(_ depth: Palette.Depth) {
        for style in [Style(on: .field), Style(.good, on: .track)] {
            let attributes = Palette(depth).attributes(of: style)
            #expect(attributes.background != nil || attributes.isUnderlined)
        }
    }

    @Test(arguments: [Palette.Depth.direct, .indexed])
    func `no two themes look the same`(depth: Palette.Depth) {
        let backgrounds = Theme.allCases.map { Palette(depth).attributes(of: .theme($0)).background }
        #expect(Set(backgrounds).count == Theme.allCases.count)
    }

    @Test func `without colors nothing is colored, and important differences remain visible`() {
        let palette = Palette(.none)
        let styles: [Style] = [.plain, .dim, .accent, .warning, .alarm, .error, .selection]
        let attributes = styles.map { palette.attributes(of: $0) }
        #expect(Set(attributes).count == styles.count)
        #expect(attributes.allSatisfy { $0.foreground == nil && $0.background == nil })
        let backgrounds: [Style.Background] = [.terminal, .selection, .warning, .alarm]
        #expect(Set(backgrounds.map { palette.attributes(of: Style(on: $0)) }).count == backgrounds.count)
    }

    @Test(arguments: Palette.Depth.allCases)
    func `important differences are visible with any number of colors`(depth: Palette.Depth) {
        let styles: [Style] = [.plain, .dim, .accent, .warning, .alarm, .error, .selection]
        for known in Palette.Background.allCases {
            let palette = Palette(depth, background: known)
            for background in [Style.Background.terminal] + Theme.allCases.map(Style.Background.theme) {
                let marked: [Style] = [Style(), Style(.warning), Style(.alarm), Style(.error)].map { $0.on(background) }
                #expect(Set(marked.map { palette.attributes(of: $0) }).count == marked.count, "on \(background)")
            }
            #expect(Set(styles.map { palette.attributes(of: $0) }).count == styles.count)
        }
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

    @Test func `the nearest of the fixed colors is itself`() {
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
}
