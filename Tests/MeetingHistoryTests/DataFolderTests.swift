import Foundation
import MeetingHistory
import MeetingModel
import Testing

@Suite struct DataFolderTests {
    let temporary: TemporaryFolder

    init() throws {
        temporary = try TemporaryFolder()
    }

    @Test(
        arguments: [
            (["XDG_DATA_HOME": "/data", "HOME": "/home/ann"], "/data/standup"),
            (["HOME": "/home/ann"], "/home/ann/.local/share/standup"),
            (["XDG_DATA_HOME": "", "HOME": "/home/ann/"], "/home/ann/.local/share/standup"),
            (["XDG_DATA_HOME": "relative", "HOME": "/"], "//.local/share/standup"),
        ]
    )
    func `The environment sets the folder; values that are not absolute paths are ignored`(
        environment: [String: String], path: String
    ) throws {
        #expect(try DataFolder.standard(environment: environment).path == path)
    }

    @Test(
        arguments: [[:], ["HOME": ""], ["HOME": "x"]]
    )
    func `Without a home folder, the error says what to do`(environment: [String: String]) {
        #expect(throws: DataFolderError.noHome) { try DataFolder.standard(environment: environment) }
        #expect(DataFolderError.noHome.description.hasSuffix("; set one of them or choose a data folder"))
    }

    @Test func `All paths are inside the folder`() throws {
        let folder = DataFolder(path: "/data//")
        #expect(folder.path == "/data")
        #expect(folder.databasePath == "/data/standup.db")
        let name = DataFolder.recordingName(of: "0c0f-1")
        #expect(try folder.recordingPath(name) == "/data/recordings/0c0f-1.wav")
        #expect(DataFolder(path: "/").path == "/")
    }

    @Test(
        arguments: [
            "", ".", "..", "../x.wav", "a/b.wav", "/etc/passwd", "a\0b.wav", ".hidden", "a b.wav", "é.wav", "a\n.wav",
            "a\\b.wav", String(repeating: "x", count: 300),
        ]
    )
    func `A recording's name that the program does not give is refused`(name: String) {
        let folder = DataFolder(path: temporary.path)
        #expect(throws: DataFolderError.unsafeName(name)) { try folder.recordingPath(name) }
        #expect(!LiveMeetingLock.isHeld(Meeting.ID(rawValue: name), in: folder))
        if !name.hasSuffix(".wav") {
            #expect(throws: DataFolderError.unsafeName(name)) {
                try LiveMeetingLock.acquire(Meeting.ID(rawValue: name), in: folder)
            }
        }
    }

    @Test
    func `Missing parts of the folder are created readable by the owner only; a second call changes nothing`() throws {
        let folder = DataFolder(path: temporary.path + "/deep/er/standup")
        #expect(!folder.hasHistory)
        try folder.create()
        try folder.create()
        for path in [temporary.path + "/deep", folder.path, folder.recordingsPath, folder.livePath] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o700)
        }
        try Data().write(to: URL(fileURLWithPath: folder.databasePath))
        #expect(folder.hasHistory)
    }

    @Test func `A folder that exists keeps its mode`() throws {
        chmod(temporary.path, 0o755)
        try DataFolder(path: temporary.path).create()
        #expect(try FileManager.default.attributesOfItem(atPath: temporary.path)[.posixPermissions] as? Int == 0o755)
    }

    @Test(arguments: ["", "/standup", "/standup/deeper"])
    func `A file in place of a folder is an error that names it`(below: String) throws {
        try Data().write(to: URL(fileURLWithPath: temporary.database))
        let error = #expect(throws: DataFolderError.self) { try DataFolder(path: temporary.database + below).create() }
        guard case .cannotCreate(let path, _, _) = error else { return }
        #expect(path.hasPrefix(temporary.database))
    }

    @Test(arguments: ["/proc/standup", ""])
    func `A folder that nobody can create is an error`(path: String) {
        #expect(throws: DataFolderError.self) { try DataFolder(path: path).create() }
    }
}
