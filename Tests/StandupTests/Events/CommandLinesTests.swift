import Testing

@testable import standup

struct `A line of commands` {
    @Test func `may arrive in pieces, and without a line end if it is the last`() {
        var lines = CommandLines()
        #expect(lines.take("ne".utf8) == [])
        #expect(lines.take("xt\npause\nres".utf8) == ["next", "pause"])
        #expect(lines.end() == ["res"])
        #expect(lines.end() == [])
    }

    @Test func `has a maximum length`() {
        var lines = CommandLines()
        for _ in 0..<1000 { #expect(lines.take(repeatElement(0, count: 4096)) == []) }
        #expect(lines.take("\n".utf8).map(\.utf8.count) == [CommandLines.longestLine])
    }
}
