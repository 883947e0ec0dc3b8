import Glibc
import StandupFeatures
import Testing
import TestSupport

@testable import standup

/// A reader of a home with the folder `b`, the file `a.wav`, links and a file with a hard name.
struct SampleReader: Sendable, CustomTestStringConvertible {
    static let hardName = "two\nlines \u{1F600} \u{05E9}.wav"

    let testDescription: String
    let make: @Sendable () throws -> (reader: any FolderReader, home: String, remove: @Sendable () -> Void)

    static let all = [
        SampleReader(testDescription: "HomeFolders") {
            let home = try makeTemporaryFolder()
            for name in ["a.wav", ".hidden", hardName, "b.txt"] { try write("x", to: home + "/" + name) }
            mkdir(home + "/b", 0o700)
            symlink("nowhere", home + "/lost")
            symlink("b", home + "/link")
            mkfifo(home + "/pipe", 0o600)
            return (HomeFolders(home: home), home, { removeFolder(home) })
        },
        SampleReader(testDescription: "InMemoryFolders") {
            let home = "/home/ann"
            return (
                InMemoryFolders([
                    home: .folder([
                        .init("a.wav", .file), .init(".hidden", .file), .init(hardName, .file), .init("b.txt", .file),
                        .init("b", .folder), .init("lost", .brokenLink), .init("link", .folder),
                    ]),
                    home + "/pipe": .other,
                ]), home, {}
            )
        },
    ]
}

@Suite(.timeLimit(.minutes(10))) struct `What a reader of folders promises` {
    private func folder(_ found: FoundPath) throws -> FolderListing {
        guard case .folder(let listing) = found else { throw Problem() }
        return listing
    }

    private struct Problem: Error {}

    @Test(arguments: SampleReader.all)
    func `it lists folders first, hidden entries and links too, but no pipes`(sample: SampleReader) throws {
        let (reader, home, remove) = try sample.make()
        defer { remove() }
        let listing = try folder(reader.find(home, in: "/"))
        #expect(listing.path == home)
        #expect(
            listing.entries.map(\.name) == ["b", "link", ".hidden", "a.wav", "b.txt", "lost", SampleReader.hardName])
        #expect(
            listing.entries.map(\.kind) == [.folder, .folder, .file, .file, .file, .brokenLink, .file])
        #expect(try folder(reader.find("~", in: "/")) == listing)
        #expect(try folder(reader.find("b/..", in: home)).path == home)
        #expect(try folder(reader.find("link", in: home)).entries == [])
    }

    @Test(arguments: SampleReader.all)
    func `it finds files by any path to them`(sample: SampleReader) throws {
        let (reader, home, remove) = try sample.make()
        defer { remove() }
        for path in ["a.wav", "./a.wav", "b/../a.wav", "~/a.wav", home + "/a.wav"] {
            #expect(try reader.find(path, in: home) == .file(home + "/a.wav"))
        }
        #expect(try reader.find(SampleReader.hardName, in: home) == .file(home + "/" + SampleReader.hardName))
    }

    @Test(arguments: SampleReader.all)
    func `it says why it finds nothing`(sample: SampleReader) throws {
        let (reader, home, remove) = try sample.make()
        defer { remove() }
        for name in ["none", "lost"] {
            #expect(throws: FolderProblem.missing(path: home + "/" + name)) { try reader.find(name, in: home) }
        }
        #expect(throws: FolderProblem.missing(path: home + "/a.wav/x")) { try reader.find("a.wav/x", in: home) }
        #expect(throws: FolderProblem.notAFile(path: home + "/pipe")) { try reader.find("pipe", in: home) }
    }

    @Test(arguments: SampleReader.all)
    func `its first folder is there`(sample: SampleReader) throws {
        let (reader, _, remove) = try sample.make()
        defer { remove() }
        let start = reader.start
        #expect(try folder(reader.find(start, in: "/")).path == start)
    }
}
