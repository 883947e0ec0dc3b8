import Localization
import MeetingModel
import Presentation
import StandupSpeech

// Transcribing the meeting again.

extension PastMeeting {
    /// Opens the choices once the recognizers are known.
    mutating func openTranscription() -> Reply {
        guard let meeting = loaded?.meeting else { return Reply() }
        let obstacle: TaskProblem? =
            meeting.state == .live ? .live : meeting.recording == nil ? .noRecording : nil
        if let obstacle {
            noticeMessage = NoticeMessage(.warning, Message(obstacle))
            return Reply()
        }
        // The new transcript is shown instead of the corrected one.
        return goOn(leaving: nil, .transcription)
    }

    mutating func show(_ offer: TranscriptionOffer) {
        guard let meeting = loaded?.meeting else { return }
        transcribing = TranscriptionForm(meeting, offer)
        guard transcribing == nil else { return }
        let problem = TaskProblem.recognizer(.noModel(language: meeting.language, searched: ""))
        noticeMessage = NoticeMessage(.warning, Message(problem))
    }

    mutating func transcribe(_ command: Command) -> Reply {
        switch transcribing?.perform(command) {
        case .close?: transcribing = nil
        case .transcribe(let request)?:
            transcribing = nil
            return Reply([.begin(.transcribe(request))])
        case nil: break
        }
        return Reply()
    }

    /// Whether there is a recording, but no words.
    var lacksWords: Bool {
        loaded.map { $0.transcript.isEmpty && $0.meeting.recording != nil && $0.meeting.state != .live } ?? false
    }

    // MARK: The screen

    func transcriptionScreen(_ form: TranscriptionForm, _ localizer: Localizer) -> FormScreen {
        var fields = form.fields.map { field($0, of: form, localizer) }
        if !lacksWords { fields[0].section = localizer(.transcribeKept) }
        return FormScreen(
            title: localizer(
                .transcribeTitle(title: .text(DisplayText(loaded?.meeting.title ?? "").description))),
            theme: theme, fields: fields, focused: form.fields.firstIndex(of: form.focus) ?? 0)
    }

    private func field(
        _ field: TranscriptionForm.Field, of form: TranscriptionForm, _ localizer: Localizer
    ) -> FormScreen.Field {
        switch field {
        case .recognizer:
            let title = DisplayText(form.recognizer.title).description
            let sent = form.recognizer.sentTo.map { localizer(.transcribeSent(place: .text($0))) }
            return .choice(
                localizer(.transcribeRecognizer), [title, sent].compactMap(\.self).joined(separator: " · "))
        case .language: return .choice(localizer(.formLanguage), form.language)
        case .channel: return .choice(localizer(.exportChannel), localizer.name(of: form.channel))
        }
    }
}
