package import MeetingModel
package import Presentation

/// What a page shows of a running meeting.
///
/// It has no field for what only the lead's terminal shows: the private note, dialogs, devices, levels and drafts.
package struct RecordContent: Hashable, Sendable {
    package let title: String
    package let theme: Theme
    /// The state of the turn.
    let clockState: RecordScreen.ClockState
    /// "Ann is speaking".
    package let speaking: String
    /// The label of the clock: "left" or "overtime".
    let clockLabel: String
    /// "time is nearly up"; empty unless the slot ends soon.
    let warning: String
    /// "Speaker 2 of 3".
    package let place: String
    /// "Next: Ben", or "Last speaker"; empty when the meeting is over.
    package let next: String
    /// All attendees in speaking order, the absent last.
    let speakers: [RecordScreen.Speaker]
    package let openPoints: [RecordScreen.OpenPoint]
    /// The state of the recording, such as "● recording".
    package let recording: String
    let isRecording: Bool
    /// The last lines of the transcript, oldest first.
    package let lines: [RecordScreen.Line]
    let noLines: String

    init(_ screen: RecordScreen) {
        title = screen.title
        theme = screen.theme
        clockState = screen.clockState
        speaking = screen.speaking
        clockLabel = screen.clockLabel
        warning = screen.warning
        place = screen.place
        // The terminal's line says here which key ends the wait.
        next = screen.clockState == .ending ? "" : screen.next
        speakers = screen.speakers
        openPoints = screen.openPoints
        recording = screen.recording
        isRecording = screen.isRecording
        lines = screen.lines
        noLines = screen.noLines
    }
}
