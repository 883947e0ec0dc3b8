internal import Localization
internal import MeetingEngine
internal import MeetingModel

extension RunningMeeting {
    /// What attendees have written whose place in the meeting is now, each as a line of the transcript.
    func writtenLines(_ localizer: Localizer) -> [RecordScreen.Line] {
        status.presentUpdates.map { update in
            RecordScreen.Line(
                name: localizer(.recordWrote(name: .text(name(of: update.attendee, localizer)))),
                text: update.lines.joined(separator: " · "), isPartial: false)
        }
    }

    func hasUpdate(_ attendee: Attendee.ID) -> Bool { status.updates.contains { $0.attendee == attendee } }
}
