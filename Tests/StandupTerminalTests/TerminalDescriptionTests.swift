import Testing

@testable import StandupFeatures
@testable import StandupTerminal

@Suite struct TerminalDescriptionTests {
    @Test(
        arguments: [
            (0, false, .none), (2, false, .none), (8, false, .eight), (16, false, .sixteen), (88, false, .sixteen),
            (256, false, .indexed), (1 << 24, true, .direct), (1 << 24, false, .indexed), (256, true, .indexed),
        ] as [(Int, Bool, Palette.Depth)])
    func `true color needs the description's word`(colors: Int, hasRGB: Bool, depth: Palette.Depth) {
        #expect(TerminalDescription.depth(colors: colors, hasRGB: hasRGB) == depth)
    }

    @Test(arguments: [
        ("\u{1B}[?25h$<5>", "\u{1B}[?25h"), ("$<200/>x$<1.5*>", "x"), ("a$b<c>", "a$b<c>"), ("", ""),
    ])
    func `delays are left out of the reset sent in a crash`(sequence: String, expected: String) {
        #expect(TerminalDescription.withoutDelays(sequence) == expected)
    }

    @Test(
        arguments: [
            (nil, .noType), ("", .noType), ("dumb", .dumb(type: "dumb")), ("nonsense", .unknown(type: "nonsense")),
            ("../../x", .unknown(type: "../../x")),
        ] as [(String?, TerminalError)])
    func `an unusable terminal is an error with its name and the remedy`(
        type: String?, error: TerminalError
    ) {
        #expect(throws: error) { try TerminalDescription.find(type, descriptor: 1) }
        #expect(error.description.contains("standup list, standup start STANDUP"))
        if let type, !type.isEmpty { #expect(error.description.contains(type)) }
    }
}
