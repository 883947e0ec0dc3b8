import Foundation
import GRDB
import MeetingHistory
import MeetingModel
import Testing

@testable import StandupHistory

/// The connections of a store: one for reads, one for writes.
@Suite struct ConnectionTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func `A read does not wait for a running write, and returns the rows from before it`() throws {
        let store = try SQLiteMeetingStore(path: folder.database)
        try store.save(.sample("s"))
        try store.begin(.full("m", text: "hydrangea"))
        let version = try store.dataVersion()
        try store.write { database in
            try database.execute(sql: "DELETE FROM standup; DELETE FROM meeting")
            #expect(try store.standups() == [.sample("s")])
            #expect(try store.meeting("m") == .full("m", text: "hydrangea"))
            #expect(try store.search(SearchRequest(SearchQuery("hydrangea"))).isEmpty == false)
            #expect(try store.dataVersion() == version)
        }
        #expect(try store.standups() == [])
        #expect(try store.meetingCount(of: nil) == 0)
    }

    @Test func `A store opens a second connection only to write`() throws {
        do { try SQLiteMeetingStore(path: folder.database).save(.sample("s")) }
        let store = try SQLiteMeetingStore(path: folder.database)
        #expect(try store.standups() == [.sample("s")])
        #expect(try openFiles() == 1)
        try store.save(.sample("t"))
        #expect(try openFiles() == 2)
        store.close()
        #expect(try openFiles() == 0)
        #expect(throws: HistoryError.self) { try store.save(.sample("u")) }
    }

    /// The number of this process's open files of the database.
    private func openFiles() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count { descriptor in
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + descriptor))
                == folder.database
        }
    }
}
