import Foundation
import MeetingModel
import StandupHistory
import Testing

@testable import MeetingHistory

@Suite struct DataFolderOwnershipTests {
    let temporary: TemporaryFolder
    private let id = "3f2a0000-0000-4000-8000-000000000003"

    init() throws {
        temporary = try TemporaryFolder()
    }

    private func write(_ name: String) throws {
        let url = URL(fileURLWithPath: temporary.path + "/" + name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("x".utf8).write(to: url)
    }

    @Test(arguments: ["", "/deep/er"])
    func `A folder that the program creates, or finds empty, is marked as its own`(below: String) throws {
        let folder = DataFolder(path: temporary.path + below)
        #expect(!folder.isMarked)
        try folder.create()
        #expect(folder.isMarked)
        #expect(folder.reasonNotToOwn == nil)
        try write(String(below.dropFirst()) + "/notes.txt")
        try folder.create()
        #expect(folder.reasonNotToOwn == "it holds other things, notes.txt")
    }

    @Test(
        arguments: [".bashrc", "recordings/holiday.wav", "live/chrome.lock", "remembered/x.doc", "standup.db"])
    func `A folder with other files is refused unless the user allows it`(name: String) throws {
        try write(name)
        let folder = DataFolder(path: temporary.path)
        // A file that only bears the history's name may be a damaged one of an earlier version.
        if name == "standup.db" { try write("standup.db.bak") }
        let other = name == "standup.db" ? "standup.db.bak" : name
        #expect(
            throws: DataFolderError.notAlone(path: folder.path, reason: "it holds other things, \(other)")
        ) { try folder.create() }
        #expect(!folder.isMarked)
        try DataFolder(path: temporary.path, isShared: true).create()
        #expect(!folder.isMarked, "the program has not made it")
    }

    @Test
    func `A folder of an earlier version is recognized by its history, and marked if it holds nothing else`() throws {
        _ = try SQLiteMeetingStore(path: temporary.database)
        try write("recordings/\(id).wav")
        try write("notes.txt")
        let folder = DataFolder(path: temporary.path)
        try folder.create()
        #expect(!folder.isMarked)
        try FileManager.default.removeItem(atPath: temporary.path + "/notes.txt")
        try folder.create()
        #expect(folder.isMarked)
    }

    @Test func `The root folder and home folders are never its own`() throws {
        #expect(DataFolder(path: "/").reasonNotToOwn == "it is the root folder")
        #expect(DataFolder(path: temporary.path + "/../../../..").reasonNotToOwn != nil)
        #expect(DataFolder(path: NSHomeDirectory()).reasonNotToOwn == "it is a home folder")
        let link = temporary.path + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "/")
        let error = #expect(throws: DataFolderError.self) { try DataFolder(path: link).create() }
        #expect(error == .notAlone(path: link, reason: "it is the root folder"))
        #expect(error?.description.hasSuffix("or allow this one to be shared") == true)
    }

    @Test func `Only files with the program's names are its own`() {
        let endings = [
            "", "-wal", "-shm", "-journal", "-new", "-unchecked", ".version-3", ".version-12.tmp",
            ".unreadable-2026-11-21-1", ".unreadable-2026-11-21-1-wal", ".damaged-copy-wal", ".salvaged-new",
        ]
        for name in endings.map({ "standup.db" + $0 })
            + [".standup-data", "recordings", "live", "remembered", "hooks.log", ".standup-17.tmp"]
        {
            #expect(DataFolder.isOwn(name), "\(name)")
        }
        for name in [
            "", ".", "a.tmp", ".bashrc", ".standup-x.tmp", ".standup-.tmp", "standup", "standup.db.bak", "standup.db~",
            "standup.db.version-", "standup.db.version-3.bak", "standup.db.unreadable-old", "standup.dbx", ".git",
        ] { #expect(!DataFolder.isOwn(name), "\(name)") }
        for name in ["\(id).wav", "\(id).part", ".standup-1.tmp"] { #expect(DataFolder.isOwnRecording(name)) }
        for name in ["x.wav", "\(id)", "\(id).flac", "\(id).tmp", "\(id)x.wav", "g\(id.dropFirst()).wav"] {
            #expect(!DataFolder.isOwnRecording(name), "\(name)")
        }
        for name in [
            id, "trash-" + id, "correct-" + id, "transcribe-" + id, "standup-" + id, "standup-\(id).2", "aside", "mend",
            "import",
        ] {
            #expect(DataFolder.isOwnLock(name + ".lock"), "\(name)")
        }
        for name in ["yarn.lock", ".lock", "other-\(id).lock", "standup-\(id).x.lock", "standup-x.lock", id] {
            #expect(!DataFolder.isOwnLock(name), "\(name)")
        }
        for name in ["place", "input", "place.17.tmp"] { #expect(DataFolder.isOwnMemory(name)) }
        for name in ["x.tmp", "place.17", "place.x.tmp", "A", ""] { #expect(!DataFolder.isOwnMemory(name), "\(name)") }
    }

    @Test(arguments: ["", "4711\n"])
    func `A stale lock is removed, whether or not it contains a process id`(contents: String) throws {
        let folder = DataFolder(path: temporary.path)
        try folder.create()
        let path = folder.livePath + "/standup-\(id).lock"
        try Data(contents.utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: path)
        let store = try SQLiteMeetingStore(path: folder.databasePath)
        _ = try InterruptedMeetings.recover(in: store, folder: folder) { _ in 0 }
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test func `A file that ends in .lock but is not standup's stays`() throws {
        let folder = DataFolder(path: temporary.path)
        try folder.create()
        try write("live/yarn.lock")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 0)], ofItemAtPath: folder.livePath + "/yarn.lock")
        let store = try SQLiteMeetingStore(path: folder.databasePath)
        _ = try InterruptedMeetings.recover(in: store, folder: folder) { _ in 0 }
        #expect(FileManager.default.fileExists(atPath: folder.livePath + "/yarn.lock"))
    }
}
