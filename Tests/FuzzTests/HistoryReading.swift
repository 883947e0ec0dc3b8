import MeetingHistory
import MeetingModel
import Sound
import StandupFeatures
import StandupHistory

@testable import standup

/// Everything that is read of a history, as the commands print it.
struct HistoryReading {
    private let store: SQLiteMeetingStore
    private let sample: HistorySample
    private let terminal = Terminal(columns: 60, hasStyles: false)

    init(_ store: SQLiteMeetingStore, _ sample: HistorySample) {
        (self.store, self.sample) = (store, sample)
    }

    /// Each part is data or an error, independent of the others.
    func readAll() throws {
        _ = try attempt { try readStandups() }
        _ = try attempt { try readMeetings() }
        _ = try attempt { try readMeeting(sample.meeting.id) }
        _ = try attempt { try readStatistics() }
        _ = try attempt { try search() }
        for address in ["standups?filter=login", "standup/1", "standup/1/edit", "standup/1/start"] {
            try show(address)
        }
        try show("standup/1/meeting/1?utterance=0")
        _ = try attempt { try store.people() }
        _ = try attempt { try store.tombstones() }
        _ = try attempt { try store.meetings(removedWith: .standup(sample.standup.id)) }
        _ = try attempt { try store.queuedTranscripts() }
        _ = try attempt { try store.posts(of: nil) }
        _ = try attempt { try store.draft("draft", of: sample.meeting.id) }
        _ = try attempt { try store.untranscribedMeetings() }
        _ = try attempt { try store.recognizerState("key") }
        _ = try attempt { try store.liveMeetings() }
        _ = try attempt { try store.meetingCount(of: nil) }
    }

    private func check(_ lines: [String]) throws {
        for line in lines { try requireLine(line) }
    }

    private func show(_ address: String) throws {
        try FuzzedApplication(at: try Place(address: address), in: store).draw()
    }

    private func readStandups() throws {
        let standups = try store.standups()
        for standup in standups {
            _ = try JSONOutput.text(of: StandupDocument(standup))
            let updates = try store.waitingUpdates(of: standup.id)
            try check(
                StandupText.lines(
                    standup, updates: updates, meetings: try store.meetings(of: standup.id), terminal: terminal))
        }
        _ = try attempt { try StandupLookup.find("eng", in: standups) }
    }

    private func readMeetings() throws {
        let meetings = try store.meetings(of: nil, limit: 10, offset: 0)
        try check(MeetingTable.table(meetings, withTitle: true).lines(for: terminal))
        let stems = meetings.map {
            (stem: MeetingFileName.stem(title: $0.title, startedAt: LocalTime($0.startedAt)), id: $0.id)
        }
        for name in MeetingFileName.unique(stems + stems) { try requireFileName(name) }
        for meeting in meetings {
            _ = try JSONOutput.text(of: MeetingDocument(meeting, recordingPath: "/m.wav", isWhole: false))
        }
        _ = try attempt { try MeetingLookup.find("Engineering/1", in: store) }
        _ = try attempt { try MeetingLookup.find(String(sample.meeting.id.rawValue.prefix(4)), in: store) }
    }

    private func readMeeting(_ id: Meeting.ID) throws {
        for version in try store.transcriptVersions(of: id) {
            _ = try attempt { try store.transcript(of: id, version: version.number) }
        }
        guard let meeting = try store.meeting(id) else { return }
        _ = try JSONOutput.text(of: MeetingDocument(meeting, recordingPath: "/m.wav", isWhole: true))
        try check(MeetingText.lines(meeting, recordingPath: "/m.wav", isNumbered: true, terminal: terminal))
        for format in TranscriptFormat.allCases {
            _ = try MeetingTranscript(of: meeting, startedAt: LocalTime(meeting.startedAt)).text(as: format)
        }
        _ = meeting.transcript.first?.corrected(text: "one login two three")
        if let recording = meeting.recording { try play(recording, of: meeting) }
        let kept = meeting.transcript.enumerated().map { NumberedUtterance(id: Int64($0), utterance: $1) }
        let editable = EditableTranscript(kept, of: meeting)
        _ = try attempt { try editable.corrections(in: editable.text) }
    }

    private func play(_ recording: Recording, of meeting: Meeting) throws {
        _ = meeting.tags(of: recording, speaker: meeting.attendees.first)
        for attendee in meeting.attendees { _ = meeting.recordedFrames(of: attendee.id, in: recording) }
        let player = try attempt {
            try Player(meeting, frames: recording.frames, sampleRate: recording.sampleRate)
        }
        guard let player else { return }
        _ = player.position
        try show("standup/1/meeting/1?play=0:01&speaker=Ann")
    }

    private func readStatistics() throws {
        let report = try StandupReport(of: sample.standup, last: 20, in: store)
        _ = try JSONOutput.text(of: StatsDocument(report))
        _ = report.csv
        try check(StatsText.lines(report, terminal: terminal))
    }

    private func search() throws {
        for words in ["login", "\"login page\" OR 회의", "engineering ann"] {
            let hits = try store.search(SearchRequest(try SearchQuery(words, matching: .any)))
            for hit in hits { _ = try JSONOutput.text(of: SearchHitDocument(hit)) }
            try check(SearchList.lines(hits, from: 1, terminal: terminal))
        }
    }
}
