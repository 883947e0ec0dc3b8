import Glibc
import Testing
import TestSupport

@testable import Assets

struct LetterFileTests {
    @Test func `bitmaps have the width of their letters`() throws {
        let file = try #require(LetterFile())
        #expect(file.bitmap(of: 0x430)?.columns == 8)
        #expect(file.bitmap(of: 0xAC00)?.columns == 16)
        #expect(file.bitmap(of: 0xD7A3)?.rows.contains { $0 != 0 } == true)
        for code: UInt32 in [0, 0x1F, 0x627, 0xD7A4, 0xE000, 0x1F600] { #expect(file.bitmap(of: code) == nil) }
    }

    @Test func `a file that is cut off, or is something else, has no bitmaps`() throws {
        let folder = try makeTemporaryFolder()
        defer { removeFolder(folder) }
        let whole = try bytes(of: try AssetFolder.locate("Letters/unifont.bin"))
        let magic = Array("UF01".utf8)
        let damaged = [[], magic, Array(whole.prefix(4000)), Array("UF02".utf8) + whole.dropFirst(4)]
        for (number, bytes) in damaged.enumerated() {
            let copy = "\(folder)/\(number)"
            try write(bytes, to: copy)
            #expect(LetterFile(path: copy) == nil)
        }
        #expect(LetterFile(path: folder + "/missing") == nil)
    }
}
