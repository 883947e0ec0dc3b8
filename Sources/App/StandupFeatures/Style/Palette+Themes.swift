import MeetingModel

extension Theme {
    /// `hasLightText` says whether white or black text is readable on it.
    var color: RGB {
        switch self {
        case .bubblegum: RGB(0xf2_9b_c1)
        case .buttercup: RGB(0xff_e0_8a)
        case .indigo: RGB(0x3b_2e_8c)
        case .lavender: RGB(0xcf_c4_f5)
        case .magenta: RGB(0xa3_1a_6e)
        case .navy: RGB(0x12_2b_5c)
        case .orange: RGB(0xf5_93_42)
        case .oxblood: RGB(0x6b_10_20)
        case .periwinkle: RGB(0x8c_9e_f2)
        case .poppy: RGB(0xf7_6c_5e)
        case .purple: RGB(0x69_3a_a6)
        case .seafoam: RGB(0xbf_ed_d6)
        case .sky: RGB(0x70_c4_f0)
        case .tan: RGB(0xcb_ae_82)
        case .teal: RGB(0x3f_b8_b0)
        case .yellow: RGB(0xfc_dc_3c)
        }
    }

    /// The nearest of the eight ANSI colors on which the theme's text is readable.
    ///
    /// `isBright` selects the bright form on terminals with sixteen colors.
    var ansi: (color: Int, isBright: Bool) {
        switch self {
        case .indigo, .navy: (4, false)
        case .magenta, .purple: (5, false)
        case .oxblood: (1, false)
        case .bubblegum, .lavender: (7, false)
        case .periwinkle, .sky: (6, true)
        case .seafoam: (2, true)
        case .teal: (6, false)
        case .poppy, .orange: (3, false)
        case .buttercup, .yellow: (3, true)
        case .tan: (7, false)
        }
    }
}

extension Palette {
    func background(of theme: Theme) -> Color? {
        switch depth {
        case .none: nil
        case .eight: .ansi(theme.ansi.color)
        case .sixteen: .ansi(theme.ansi.color + (theme.ansi.isBright ? 8 : 0))
        case .indexed: .indexed(theme.color.nearestIndex)
        case .direct: .direct(theme.color)
        }
    }

    /// The text color on a theme: black or white.
    func text(on theme: Theme) -> Color? {
        theme.hasLightText ? light : dark
    }

    /// The text and background colors of a warning or of overtime.
    func signal(_ background: Style.Background) -> (text: Color?, background: Color?) {
        let isAlarm = background == .alarm
        return switch depth {
        case .none: (nil, nil)
        case .eight, .sixteen: (isAlarm ? light : dark, .ansi(isAlarm ? 1 : 3))
        case .indexed: (isAlarm ? light : dark, .indexed(isAlarm ? 160 : 220))
        case .direct: (isAlarm ? light : dark, .direct(isAlarm ? RGB(0xc8_10_2e) : RGB(0xff_c8_2e)))
        }
    }

    /// The text and background colors of a QR code: black on white, whatever the terminal's own colors are.
    var code: (text: Color?, background: Color?) { (dark, light) }

    /// The track of a bar: a grey visible on light and dark backgrounds.
    var track: Color? {
        switch depth {
        case .none, .eight: nil
        case .sixteen: .ansi(8)
        case .indexed: readableTrack ?? .indexed(243)
        case .direct: readableTrack ?? .direct(RGB(0x76_76_76))
        }
    }

    private var light: Color? {
        switch depth {
        case .none: nil
        case .eight: .ansi(7)
        case .sixteen: .ansi(15)
        case .indexed: .indexed(231)
        case .direct: .direct(.white)
        }
    }

    private var dark: Color? {
        switch depth {
        case .none: nil
        case .eight, .sixteen: .ansi(0)
        case .indexed: .indexed(16)
        case .direct: .direct(.black)
        }
    }
}
