import Localization
import MeetingHistory
import MeetingModel

extension Substitution {
    /// Why a posting failed: what the program says in the user's language, what the system or a server says in quotes.
    static func reason(_ text: String) -> Substitution {
        guard !text.isEmpty else { return .text("") }
        guard let (reason, values) = PostReason.read(text) else {
            return .phrase(.meetingPostsReasonsSaid(text: .text(DisplayText(text).description)))
        }
        return .phrase(
            reason.text { name in
                let value = values[name] ?? ""
                return name == "reason" ? .reason(value) : .text(DisplayText(value).description)
            })
    }
}

extension PostReason {
    /// What went wrong, with the values by their names.
    func text(_ value: (String) -> Substitution) -> Message {
        switch self {
        case .statusWithCode: .meetingPostsReasonsStatusWithCode(status: value("status"), code: value("code"))
        case .statusWithAnswer: .meetingPostsReasonsStatusWithAnswer(status: value("status"), bytes: value("bytes"))
        case .status: .meetingPostsReasonsStatus(status: value("status"))
        case .redirects: .meetingPostsReasonsRedirects
        case .rejectsKey: .meetingPostsReasonsRejectsKey(reason: value("reason"))
        case .busy: .meetingPostsReasonsBusy
        case .answersCode: .meetingPostsReasonsAnswersCode(code: value("code"))
        case .answersError: .meetingPostsReasonsAnswersError
        case .noEvent: .meetingPostsReasonsNoEvent
        case .answersEmpty: .meetingPostsReasonsAnswersEmpty(status: value("status"))
        case .answersPage: .meetingPostsReasonsAnswersPage(status: value("status"))
        case .answersOther: .meetingPostsReasonsAnswersOther(status: value("status"))
        case .timeOut: .meetingPostsReasonsTimeOut
        case .lost: .meetingPostsReasonsLost(reason: value("reason"))
        case .interrupted: .meetingPostsReasonsInterrupted
        case .programEnded: .meetingPostsReasonsProgramEnded
        case .givenUp: .meetingPostsReasonsGivenUp(reason: value("reason"))
        case .commandLater: .meetingPostsReasonsCommandLater(path: value("path"))
        case .commandExit: .meetingPostsReasonsCommandExit(number: value("number"), path: value("path"))
        case .commandSignal: .meetingPostsReasonsCommandSignal(number: value("number"), path: value("path"))
        case .commandTooLong: .meetingPostsReasonsCommandTooLong(path: value("path"))
        case .commandNotRun: .meetingPostsReasonsCommandNotRun(error: value("error"))
        case .noTemplate: .meetingPostsReasonsNoTemplate(path: value("path"))
        case .noAddressInFile: .meetingPostsReasonsNoAddressInFile(path: value("path"))
        case .noAddress: .meetingPostsReasonsNoAddress(name: value("name"))
        case .plainInFile: .meetingPostsReasonsPlainInFile(path: value("path"))
        case .plain: .meetingPostsReasonsPlain(name: value("name"))
        case .unreadableAddress: .meetingPostsReasonsUnreadableAddress(path: value("path"), error: value("error"))
        case .unreadableKey: .meetingPostsReasonsUnreadableKey(path: value("path"), error: value("error"))
        case .openAddress: .meetingPostsReasonsOpenAddress(path: value("path"))
        case .openKey: .meetingPostsReasonsOpenKey(path: value("path"))
        case .emptyAddress: .meetingPostsReasonsEmptyAddress(path: value("path"))
        case .emptyKey: .meetingPostsReasonsEmptyKey(path: value("path"))
        }
    }
}
