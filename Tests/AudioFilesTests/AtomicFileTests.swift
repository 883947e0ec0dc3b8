import Foundation
import MeetingModel
import Testing

@Suite struct `An atomic write` {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func put(_ text: String, _ path: String, replacing: Bool, meanwhile: () throws(Failure) -> Void = {})
        throws(Failure)
    {
        try AtomicFile.write(to: path, mode: 0o666, replacing: replacing) { file throws(Failure) in
            try Array(text.utf8).withUnsafeBufferPointer { bytes throws(Failure) in
                try file.write(UnsafeRawBufferPointer(bytes), at: 0)
            }
            try meanwhile()
            return true
        }
    }

    private func text(_ path: String) -> String? {
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `gives the file no name before it is complete`() throws {
        let path = folder.file("a")
        try put("new", path, replacing: false) { () throws(Failure) in
            #expect((try? folder.names) == [])
        }
        #expect(try folder.names == ["a"])
        #expect(text(path) == "new")
    }

    @Test func `succeeds once for a new file; a concurrent one fails`() throws {
        let path = folder.file("a")
        #expect(
            throws: Failure.unwritable(path, "another program has created the file", code: EEXIST)
        ) {
            try put("slow", path, replacing: false) { () throws(Failure) in
                try put("quick", path, replacing: false)
            }
        }
        #expect(text(path) == "quick")
        #expect(try folder.names == ["a"])
        try put("third", path, replacing: true)
        #expect(text(path) == "third")
        #expect(try folder.names == ["a"])
    }

    @Test func `removes the temporary files of crashed programs, not of running ones`() throws {
        #expect(FileManager.default.createFile(atPath: folder.file(".standup-1.tmp"), contents: Data("left".utf8)))
        let busy = try OpenFile<Failure>(creating: folder.file(".standup-2.tmp"), mode: 0o600)
        try put("new", folder.file("a"), replacing: false)
        #expect(try folder.names.sorted() == [".standup-2.tmp", "a"])
        #expect(try busy.size() == 0)
    }
}
