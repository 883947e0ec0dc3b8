package import Localization
import MeetingHistory
import MeetingModel
import Presentation

extension PastMeeting {
    package func content(_ localizer: Localizer) -> Screen.Content {
        for layer in Layer.allCases where isOpen(layer) {
            switch layer {
            case .export: if let exporting { return .export(exportScreen(exporting, localizer)) }
            case .transcription:
                if let transcribing { return .form(transcriptionScreen(transcribing, localizer)) }
            case .posting: if let posting { return .post(postScreen(posting, localizer)) }
            case .comparison:
                if let comparison { return .meeting(screen(of: comparison, meetingScreen(localizer), localizer)) }
            case .replacement: if let replacing { return .replace(replaceScreen(replacing, localizer)) }
            case .question, .correction, .point, .find, .minutes, .transcript: break
            }
        }
        return .meeting(meetingScreen(localizer))
    }

    private func meetingScreen(_ localizer: Localizer) -> MeetingScreen {
        guard let loaded, !isMissing else {
            return MeetingScreen(
                theme: theme, empty: isMissing ? vanishing.text(localizer) : localizer(.commonLoading), localizer)
        }
        var screen = MeetingScreen(loaded, shown, theme: theme, localizer)
        // A recording that is as it should be is a technical detail, like a state that is the usual one.
        if showsDetails || loaded.recordingPath == nil { screen.recording = recordingFact(loaded, localizer) }
        if !showsDetails, loaded.meeting.state == .finished { screen.state = nil }
        screen.posts = posts(loaded.posts, localizer)
        screen.note = note(loaded.meeting, localizer)
        screen.unsaved = unsavedText(localizer)
        screen.selected = selected == nil ? nil : utterance
        screen.correction = correction.map { field($0, localizer) }
        if minutes.isOpen { screen.minutes = openMinutes(loaded.meeting, localizer) }
        screen.spoken = spoken
        screen.find = findScreen(localizer)
        screen.player = playerScreen(localizer)
        return screen
    }

    private func field(_ correction: Correction, _ localizer: Localizer) -> FieldScreen {
        FieldScreen(
            label: localizer(.meetingCorrect),
            text: correction.field.text, placeholder: localizer(.meetingRemoveHint),
            cursor: correction.field.cursor)
    }

    private func unsavedText(_ localizer: Localizer) -> String? {
        guard unsaved.count > 0 else { return nil }
        return localizer(unsaved.saving == nil ? .meetingUnsavedCount(count: .count(unsaved.count)) : .meetingSaving)
    }
}
