import MeetingModel
import Testing

@Suite struct `A meeting's transcription` {
    private func meeting(_ duration: Duration, recorded frames: Int64?, transcribed: Duration?) -> Meeting {
        Meeting(
            id: Meeting.ID(rawValue: "m"), standupID: Standup.ID(rawValue: "s"), title: "Daily",
            startedAt: Timestamp(nanosecondsSince1970: 0), state: .finished, duration: duration, attendees: [],
            recording: frames.map { Recording(fileName: "m.wav", sampleRate: 48_000, frames: $0) },
            transcribedUpTo: transcribed)
    }

    @Test(
        arguments: [
            (.seconds(2), 96_000, .seconds(2), true),
            (.seconds(2) + .nanoseconds(7_355), 96_000, .seconds(2), true),
            (.seconds(2) + .nanoseconds(20_000), 96_001, .seconds(2), false),
            (.seconds(2), 96_000, .seconds(2) - .nanoseconds(20_834), false),
            (.seconds(5), 96_000, .seconds(2), true),
            (.seconds(2), 96_000, .zero, false),
            (.seconds(2), 0, .zero, true),
            (.seconds(2), 96_000, nil, true),
        ] as [(Duration, Int64, Duration?, Bool)])
    func `is whole when no recorded frame is left`(
        duration: Duration, frames: Int64, transcribed: Duration?, isWhole: Bool
    ) {
        let meeting = meeting(duration, recorded: frames, transcribed: transcribed)
        #expect(meeting.isWhollyTranscribed == isWhole)
        #expect(meeting.awaitsTranscription == !isWhole)
    }

    @Test func `is waited for only after the meeting and while there is a recording`() {
        var meeting = meeting(.seconds(2), recorded: 96_000, transcribed: .zero)
        #expect(meeting.awaitsTranscription)
        meeting.state = .live
        #expect(!meeting.awaitsTranscription)
        meeting = self.meeting(.seconds(2), recorded: nil, transcribed: .seconds(1))
        #expect(!meeting.awaitsTranscription && !meeting.isWhollyTranscribed)
    }
}
