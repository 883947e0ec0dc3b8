import Testing

@testable import StandupAudio

struct PlaybackMarkTests {
    @Test func `The mark follows the properties that the user has set`() {
        #expect(PlaybackMark.properties(after: nil) == "standup.plays=recording")
        #expect(PlaybackMark.properties(after: "") == "standup.plays=recording")
        #expect(
            PlaybackMark.properties(after: "media.role='music' a=b")
                == "media.role='music' a=b standup.plays=recording")
    }
}
