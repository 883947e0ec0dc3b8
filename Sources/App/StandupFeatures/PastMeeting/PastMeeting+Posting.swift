import Localization
package import MeetingHistory
import MeetingModel

// The versions of the points, and sending the minutes.

/// A version of a meeting's points with their number.
package struct ListedPointVersion: Hashable, Sendable {
    /// The version.
    package let version: PointVersion
    /// The number of its points.
    package let points: Int

    /// A version.
    package init(_ version: PointVersion, points: Int) {
        self.version = version
        self.points = points
    }
}

/// An answer to the question whether to send the minutes.
package enum PostAnswer: Hashable, Sendable {
    /// Those that wait, were refused, or were never sent.
    case send
    /// Also those that were sent, or may have been.
    case again
    case cancel
}

extension PastMeeting {
    // MARK: Versions of the points

    /// Asks which version of the points to make current.
    mutating func show(_ versions: [ListedPointVersion]) {
        guard minutes.isOpen, question == nil else { return }
        guard versions.count > 1 else {
            noticeMessage = NoticeMessage(.information, Message("points.one-version"))
            return
        }
        let current = versions.firstIndex { $0.version.isCurrent } ?? 0
        question = .pointVersion(versions, Dialog(versions.map(\.version.number) + [nil], selected: current))
    }

    /// Makes a version of the points current.
    mutating func choosePoints(_ number: Int, among versions: [ListedPointVersion]) -> Reply {
        guard versions.contains(where: { $0.version.number == number && !$0.version.isCurrent }) else { return Reply() }
        // The changes belong to the version that was shown.
        (minutes.made, minutes.undone) = ([], [])
        noticeMessage = NoticeMessage(
            .information, Message("points.version-chosen", ["number": .count(number)]))
        return Reply([.choosePoints(meeting, version: number)])
    }

    func versionDialog(
        _ versions: [ListedPointVersion], _ dialog: Dialog<Int?>, _ localizer: Localizer
    ) -> DialogScreen {
        let texts = versions.map { listed in
            let maker: TextKey =
                switch listed.version.maker {
                case .rules: "points.made-by-rules"
                case .assistant: "points.by-assistant"
                case .hand: "points.made-by-hand"
                }
            return localizer(
                listed.version.isCurrent ? "points.current-version" : "points.version",
                [
                    "number": .count(listed.version.number), "maker": .text(localizer(maker)),
                    "made": .dateAndTime(listed.version.createdAt), "count": .count(listed.points),
                ])
        }
        return DialogScreen(
            title: localizer("points.which-version"), choices: texts + [localizer("common.cancel")],
            selected: dialog.selected)
    }

    // MARK: Sending

    /// Asks whether to send the minutes, with what became of them so far.
    mutating func askToPost() -> Reply {
        guard let loaded else { return Reply() }
        if loaded.meeting.state == .live {
            noticeMessage = NoticeMessage(.warning, Message("meeting.refused-live"))
        } else if unsaved.count > 0 {
            noticeMessage = NoticeMessage(.information, Message("meeting.save-first"))
        } else {
            let wasSent = loaded.posts.contains { $0.state == .sent || $0.state == .unknown }
            question = .post(Dialog(wasSent ? [.send, .again, .cancel] : [.send, .cancel]))
        }
        return Reply()
    }

    func post(_ answer: PostAnswer) -> Reply {
        guard answer != .cancel else { return Reply() }
        return Reply([.begin(.post(PostRequest(meeting: meeting, again: answer == .again)))])
    }

    func postDialog(_ dialog: Dialog<PostAnswer>, _ localizer: Localizer) -> DialogScreen {
        let states = posts(loaded?.posts ?? [], localizer).map(\.value)
        let texts = dialog.answers.map { answer in
            switch answer {
            case .send: localizer("post.send")
            case .again: localizer("post.again")
            case .cancel: localizer("common.cancel")
            }
        }
        return DialogScreen(
            title: localizer("post.title"),
            message: ([localizer("post.message")] + states.map { $0 + "." }).joined(separator: " "),
            answers: zip(zip(dialog.answers, texts), AnswerKeys.keys(for: texts)).map { answer, key in
                DialogScreen.Answer(text: answer.1, key: key, role: answer.0 == .cancel ? .cancel : .normal)
            },
            selected: dialog.selected)
    }
}
