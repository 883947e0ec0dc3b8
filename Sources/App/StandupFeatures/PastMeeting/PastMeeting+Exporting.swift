import Localization
import MeetingHistory
import MeetingModel
import Presentation

// Exporting the meeting: a transcript, or the recording.

extension PastMeeting {
    /// Opens the export once its formats and the last choices are known.
    mutating func openExport(ofMinutes: Bool = false) -> Reply {
        minutes.isExported = ofMinutes
        guard let loaded else { return Reply() }
        guard loaded.meeting.state != .live else {
            noticeMessage = NoticeMessage(.warning, .meetingRefusedLive)
            return Reply()
        }
        // The file has what the screen shows.
        return goOn(leaving: nil, .export)
    }

    mutating func show(_ offer: ExportOffer) {
        guard let loaded else { return }
        exporting = ExportForm(ExportForm.Source(loaded, isMinutes: minutes.isExported), offer)
    }

    mutating func export(_ command: Command) -> Reply {
        switch exporting?.perform(command) {
        case .close?:
            exporting = nil
            return Reply()
        case .export(let choices)?:
            let version = choices.format.isSound || choices.format.isMinutes ? nil : loaded?.version
            return Reply([.begin(.export(ExportRequest(meeting, choices, version: version)))])
        case .complete(let path)?:
            return Reply([
                call(on: .preferences) {
                    $0.completion(of: path)
                } show: {
                    $0.exporting?.take($1, for: path)
                }
            ])
        case nil: return Reply()
        }
    }

    /// The export has ended; nil if it was broken off.
    mutating func didExport(_ result: Result<TaskResult?, TaskProblem>) {
        switch result {
        case .success(nil): break
        case .success: exporting = nil
        case .failure(let problem): exporting?.take(problem)
        }
    }

    func exportScreen(_ form: ExportForm, _ localizer: Localizer) -> ExportScreen {
        let title = DisplayText(loaded?.meeting.title ?? "").description
        return form.screen(title: localizer(.exportTitle(title: .text(title))), theme: theme, localizer)
    }
}

extension ExportForm.Source {
    /// A meeting's displayed transcript, or its recording if there is one; or its minutes.
    init(_ loaded: LoadedMeeting, isMinutes: Bool) {
        let meeting = loaded.meeting
        self.init(
            speakers: meeting.attendees.map { ($0.id, $0.name) },
            spoke: Set(meeting.attendees.filter { $0.state == .spoke }.map(\.id)),
            hasSound: meeting.recording != nil && loaded.recordingPath != nil,
            hasChannels: meeting.recording?.channels == 2, isMinutes: isMinutes
        ) { speaker in
            MeetingFileName.stem(
                title: meeting.title, startedAt: LocalTime(meeting.startedAt), speaker: isMinutes ? "minutes" : speaker)
        }
    }
}

extension ExportRequest {
    fileprivate init(_ meeting: Meeting.ID, _ choices: ExportChoices, version: Int?) {
        self.init(
            meeting: meeting, format: choices.format, speaker: choices.speaker, version: version,
            channel: choices.channel, path: choices.path, name: choices.name, overwrites: choices.overwrites)
    }
}
