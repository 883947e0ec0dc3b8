import MeetingEngine
import StandupAudio
import StandupHistory
import StandupSpeech

/// Holds a meeting that is recorded, transcribed and kept in a folder.
func hold(_ standup: Standup, in folder: String) async throws {
    let history = try SQLiteMeetingStore(path: folder + "/history.db")
    try history.save(standup)
    let plan = MeetingPlan(standup: standup)
    let session = try MeetingSession(
        plan: plan,
        dependencies: MeetingDependencies(
            audio: .machine(), journal: history,
            recordings: WAVRecordingFolder(path: folder),
            recognizer: try .pocketSphinx(language: standup.language)))
    try await session.start()
    await session.waitUntilEnded()
    if let meeting = try history.meeting(plan.meeting) {
        print(try MeetingTranscript(of: meeting).text(as: .md))
    }
}

/// Prints where something was said in all meetings, the best match first.
func find(_ words: String, in history: SQLiteMeetingStore) throws {
    let request = SearchRequest(try SearchQuery(words), limit: 5)
    for hit in try history.search(request) {
        print(hit.startedAt.iso8601, hit.title, hit.offset, hit.name ?? "", hit.text)
    }
}
