import MeetingHistory
import MeetingModel
import Testing
import TestSupport

@testable import StandupFeatures
@testable import standup

/// A library without standups.
struct EmptyLibrary: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable () throws -> (library: any MeetingLibrary, remove: @Sendable () -> Void)

    static let all = [
        EmptyLibrary(testDescription: "DataFolderLibrary") {
            let folder = try makeTemporaryFolder()
            return (
                DataFolderLibrary(folder: DataFolder(path: folder + "/data")) { _ in }, { removeFolder(folder) }
            )
        },
        EmptyLibrary(testDescription: "TemporaryLibrary") { (TemporaryLibrary(), {}) },
    ]
}

@Suite(.timeLimit(.minutes(10))) struct `What a library promises` {
    private let standups = ["Daily", "Retro"].enumerated()
        .map { index, title in
            Standup(
                id: Standup.ID(rawValue: "50000000-0000-4000-8000-00000000000\(index)"), title: title,
                length: .seconds(60), theme: .navy, attendees: [])
        }

    private func meeting(_ number: Int) -> Meeting.ID {
        Meeting.ID(rawValue: "\(number)f2a0000-0000-4000-8000-00000000000\(number)")
    }

    @Test(arguments: EmptyLibrary.all)
    func `it opens a new history, and the same again`(empty: EmptyLibrary) throws {
        let (library, remove) = try empty.make()
        defer { remove() }
        let store = try library.open()
        #expect(try store.standups() == [])
        try store.save(standups[0])
        #expect(try library.open().standups() == [standups[0]])
        library.close()
    }

    @Test(arguments: EmptyLibrary.all)
    func `deleted items can be restored until the end, and are then erased`(
        empty: EmptyLibrary
    ) throws {
        let (library, remove) = try empty.make()
        defer { remove() }
        let store = try library.open()
        for standup in standups { try store.save(standup) }
        for standup in standups { try library.delete(.standup(standup.id)) }
        #expect(try store.standups() == [])
        #expect(try library.restore(.standup(standups[1].id)))
        #expect(try store.standups() == [standups[1]])
        library.close()
        #expect(try library.open().standups() == [standups[1]])
        library.close()
    }

    @Test(arguments: EmptyLibrary.all)
    func `a readable history is not moved aside`(empty: EmptyLibrary) throws {
        let (library, remove) = try empty.make()
        defer { remove() }
        try library.open().save(standups[0])
        #expect(try library.setAside() == nil)
        #expect(try library.open().standups() == [standups[0]])
        library.close()
    }
}
