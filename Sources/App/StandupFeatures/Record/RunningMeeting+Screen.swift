package import Localization
import MeetingEngine
import MeetingModel
import MeetingSocket
import Presentation

extension RunningMeeting {
    package func content(_ localizer: Localizer) -> Screen.Content {
        let record = recordScreen(localizer)
        guard let invitation else { return .record(record) }
        let countdown = [record.speaking, record.clock, record.clockLabel].filter { !$0.isEmpty }
        return .invitation(invitation.screen(localizer, countdown: countdown.joined(separator: "  ")))
    }

    private func recordScreen(_ localizer: Localizer) -> RecordScreen {
        var screen = RecordScreen(reported, localizer)
        screen.selected = selected.flatMap { reported.speakingOrder.firstIndex(of: $0) }
        screen.isFlashing = isFlashing(timer)
        screen.noteSign = hasNote ? localizer(.recordNoteSign) : ""
        screen.noteField = draft?.screen(localizer)
        if let last = screen.openPoints.indices.last {
            let index = screen.openPoints.firstIndex(where: \.isNext) ?? last
            screen.openPointsPlace = SpokenScreen.position(index, of: screen.openPoints.count, localizer)
        }
        return screen
    }

    /// Whether the lead has kept a note, which those who only watch do not learn.
    private var hasNote: Bool { status.note?.isEmpty == false && draft == nil && !isWatched }
}
