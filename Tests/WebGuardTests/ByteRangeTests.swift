import Testing
import Web

struct `A range of bytes` {
    @Test(
        arguments: [
            ("bytes=0-0", .part(0...0)), ("bytes=0-9", .part(0...9)), ("bytes=5-", .part(5...9)),
            ("bytes=-3", .part(7...9)),
            ("bytes=-99", .part(0...9)), ("bytes=9-99", .part(9...9)), ("BYTES= 1-2 ", .part(1...2)),
            ("bytes=2-\(String(repeating: "9", count: 40))", .part(2...9)), ("bytes=10-", .outside),
            ("bytes=10-12", .outside),
            ("bytes=-0", .outside), ("bytes=\(String(repeating: "9", count: 40))-", .outside), ("bytes=3-2", .whole),
            ("bytes=", .whole), ("bytes=-", .whole), ("bytes=1-2,4-5", .whole), ("bytes=a-b", .whole),
            ("bytes=+1-2", .whole),
            ("bytes=１-２", .whole), ("items=1-2", .whole), ("bytes", .whole), ("", .whole),
        ] as [(String, ByteRange)])
    func `of ten`(header: String, expected: ByteRange) {
        #expect(ByteRange(header, length: 10) == expected)
    }

    @Test func `of nothing is outside`() {
        #expect(ByteRange("bytes=0-", length: 0) == .outside)
        #expect(ByteRange("bytes=-1", length: 0) == .outside)
        #expect(ByteRange(nil, length: 0) == .whole)
    }
}
