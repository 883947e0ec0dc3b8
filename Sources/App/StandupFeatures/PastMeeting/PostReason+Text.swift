import Localization
import MeetingHistory
import MeetingModel

extension Substitution {
    /// Why a posting failed: what the program says in the user's language, what the system or a server says in quotes.
    static func reason(_ text: String) -> Substitution {
        guard !text.isEmpty else { return .text("") }
        guard let (reason, values) = PostReason.read(text) else {
            return .phrase("meeting.posts.reasons.said", ["text": .text(DisplayText(text).description)])
        }
        var substitutions: [String: Substitution] = [:]
        for (name, value) in values {
            substitutions[name] = name == "reason" ? .reason(value) : .text(DisplayText(value).description)
        }
        return .phrase(reason.textKey, substitutions)
    }
}

extension PostReason {
    var textKey: TextKey {
        switch self {
        case .statusWithCode: "meeting.posts.reasons.status-with-code"
        case .statusWithAnswer: "meeting.posts.reasons.status-with-answer"
        case .status: "meeting.posts.reasons.status"
        case .redirects: "meeting.posts.reasons.redirects"
        case .rejectsKey: "meeting.posts.reasons.rejects-key"
        case .busy: "meeting.posts.reasons.busy"
        case .answersCode: "meeting.posts.reasons.answers-code"
        case .answersError: "meeting.posts.reasons.answers-error"
        case .noEvent: "meeting.posts.reasons.no-event"
        case .answersEmpty: "meeting.posts.reasons.answers-empty"
        case .answersPage: "meeting.posts.reasons.answers-page"
        case .answersOther: "meeting.posts.reasons.answers-other"
        case .timeOut: "meeting.posts.reasons.time-out"
        case .lost: "meeting.posts.reasons.lost"
        case .interrupted: "meeting.posts.reasons.interrupted"
        case .programEnded: "meeting.posts.reasons.program-ended"
        case .givenUp: "meeting.posts.reasons.given-up"
        case .commandLater: "meeting.posts.reasons.command-later"
        case .commandExit: "meeting.posts.reasons.command-exit"
        case .commandSignal: "meeting.posts.reasons.command-signal"
        case .commandTooLong: "meeting.posts.reasons.command-too-long"
        case .commandNotRun: "meeting.posts.reasons.command-not-run"
        case .noTemplate: "meeting.posts.reasons.no-template"
        case .noAddressInFile: "meeting.posts.reasons.no-address-in-file"
        case .noAddress: "meeting.posts.reasons.no-address"
        case .plainInFile: "meeting.posts.reasons.plain-in-file"
        case .plain: "meeting.posts.reasons.plain"
        case .unreadableAddress: "meeting.posts.reasons.unreadable-address"
        case .unreadableKey: "meeting.posts.reasons.unreadable-key"
        case .openAddress: "meeting.posts.reasons.open-address"
        case .openKey: "meeting.posts.reasons.open-key"
        case .emptyAddress: "meeting.posts.reasons.empty-address"
        case .emptyKey: "meeting.posts.reasons.empty-key"
        }
    }
}
