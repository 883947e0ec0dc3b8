import Localization
import MeetingHistory
import MeetingModel
import Presentation

// Sending the minutes.

extension PastMeeting {
    // MARK: Sending

    /// Opens the choices once the messages are known.
    mutating func openPosting() -> Reply {
        guard let loaded else { return Reply() }
        if loaded.meeting.state == .live {
            noticeMessage = NoticeMessage(.warning, .meetingRefusedLive)
        } else if unsaved.count > 0 {
            noticeMessage = NoticeMessage(.information, .meetingSaveFirst)
        } else {
            return Reply([previewPosts()])
        }
        return Reply()
    }

    func previewPosts() -> Effect {
        let id = meeting
        return call {
            $0.postPreviews(of: id)
        } show: {
            $0.show($1)
        }
    }

    mutating func show(_ previews: Result<[PostPreview], TaskProblem>) {
        switch previews {
        case .success(let previews):
            if context == .meeting || context == .minutes || posting != nil {
                posting = PostForm(previews, instead: posting)
            }
        case .failure(let problem):
            posting = nil
            noticeMessage = NoticeMessage(.warning, Message(problem))
        }
    }

    mutating func post(_ command: Command) -> Reply {
        switch posting?.perform(command) {
        case .close?: posting = nil
        case .refuse(let problem)?: noticeMessage = NoticeMessage(.error, Message(problem))
        case .send(let destination, let again)?:
            posting = nil
            return Reply([
                .begin(.post(PostRequest(meeting: meeting, destination: destination, again: again)))
            ])
        case nil: break
        }
        return Reply()
    }

    func postScreen(_ form: PostForm, _ localizer: Localizer) -> PostScreen {
        let title = DisplayText(loaded?.meeting.title ?? "").description
        return PostScreen(
            title: localizer(.postTitle(title: .text(title))), theme: theme,
            rows: form.choices.map { preview in
                guard let preview else { return PostScreen.Row(label: localizer(.postAll), detail: "") }
                let state = loaded?.posts.first { $0.destination == preview.destination }
                return PostScreen.Row(label: preview.label, detail: state.map { Message($0).text(localizer) } ?? "")
            },
            selected: form.selected, again: localizer(.postAgain), isAgain: form.again,
            messages: form.shown.map { preview in
                var message = PostScreen.Message(
                    title: localizer(.postMessage(name: .text(preview.label))), lines: [])
                switch preview.message {
                case .success(let lines): message.lines = lines.map { DisplayText($0).description }
                case .failure(let problem): message.problem = Message(problem).text(localizer)
                }
                return message
            }, offset: form.offset)
    }
}

extension PostPreview {
    /// The name, with the kind if that is not its name.
    fileprivate var label: String {
        DisplayText(destination == service ? destination : "\(destination) (\(service))").description
    }
}
