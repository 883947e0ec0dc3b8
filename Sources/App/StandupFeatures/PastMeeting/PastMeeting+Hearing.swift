import Localization
import MeetingModel
import Presentation
import Sound

// Choosing whose turns are heard, and on which loudspeaker.

extension PastMeeting {
    mutating func askWhomToHear() {
        guard let meeting = loaded?.meeting, playablePath != nil else {
            noticeMessage = NoticeMessage(.information, lackOfSound)
            return
        }
        let answers = [nil] + meeting.attendees.filter { $0.state == .spoke }.map { Optional($0.id) }
        question = .speaker(Dialog(answers, selected: answers.firstIndex(of: listening.speaker) ?? 0))
    }

    /// Hears only the turns of an attendee from now on, or everybody's; what plays goes on with them.
    mutating func hear(_ speaker: Attendee.ID?) -> Reply {
        listening.speaker = speaker
        return playAgain()
    }

    /// Asks for the loudspeaker once the devices are known.
    mutating func take(_ result: Result<[AudioDevice], AudioError>, chosen: DeviceSelection?) {
        guard listening.choosesLoudspeaker else { return }
        listening.choosesLoudspeaker = false
        switch result {
        case .success(let devices):
            let now = listening.loudspeaker?.selection ?? chosen ?? .systemDefault
            let rows = DeviceRow.rows(of: devices, .output, chosen: now)
            question = .loudspeaker(Dialog(rows, selected: rows.firstIndex { $0.isSelected(by: now) } ?? 0))
        case .failure(let error): noticeMessage = NoticeMessage(.error, Message(error))
        }
    }

    /// Plays on a loudspeaker from now on, in this meeting only.
    mutating func play(on loudspeaker: DeviceRow) -> Reply {
        listening.loudspeaker = loudspeaker
        return playAgain()
    }

    func speakerDialog(_ dialog: Dialog<Attendee.ID?>, _ localizer: Localizer) -> DialogScreen {
        let names = dialog.answers.map { speaker in
            speaker.flatMap { loaded?.meeting.name(of: $0, localizer) } ?? localizer(.exportEveryone)
        }
        return DialogScreen(title: localizer(.meetingPlayWhom), choices: names, selected: dialog.selected)
    }
}
