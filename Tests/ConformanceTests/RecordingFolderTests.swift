import Sound
import StandupTesting
import Testing
import TestSupport

@Suite struct `What a folder of recordings promises` {
    @Test func `recordings in memory keep the promises`() {
        #expect(RecordingFolderConformance.check { InMemoryRecordings() } == [])
    }

    @Test func `recordings on disk keep the promises`() throws {
        var folders: [String] = []
        defer { for folder in folders { removeFolder(folder) } }
        let broken = try RecordingFolderConformance.check {
            folders.append(try makeTemporaryFolder())
            return WAVRecordingFolder(path: folders[folders.count - 1])
        }
        #expect(broken == [])
    }
}
