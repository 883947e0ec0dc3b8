import Localization
/// A page that says why a request was refused, and what to do.
package struct ProblemPage: WebPage {
    package enum Problem: Hashable, Sendable, CaseIterable {
        case malformed
        /// There is no invitation, or it has ended: 403.
        case notInvited
        case notAllowed
        /// There is no such page, or the reader may not know of it: 404.
        case notFound
        case wrongMethod
        /// The meeting has changed since the page was loaded, so that the command does not fit any more: 409.
        case outdated
        case tooLong
        /// The address in the browser is not one of this server: 421.
        case wrongHost
        case tooMany
        case failed
        /// The history, or the program that holds the meeting, does not respond: 503.
        case unavailable

        package var status: Int {
            switch self {
            case .malformed: 400
            case .notInvited, .notAllowed: 403
            case .notFound: 404
            case .wrongMethod: 405
            case .outdated: 409
            case .tooLong: 413
            case .wrongHost: 421
            case .tooMany: 429
            case .failed: 500
            case .unavailable: 503
            }
        }
    }

    private let problem: Problem
    private let reader: PageReader

    package init(_ problem: Problem, for reader: PageReader) {
        self.problem = problem
        self.reader = reader
    }

    package var document: HTMLDocument {
        let (title, text) = texts
        return reader.page(title: title) {
            HTMLTag.h1 { title }
            HTMLTag.p { text }
            HTMLTag.p(.class("links")) {
                if reader.role != nil {
                    reader.link(reader.localizer(.webProblemHome), to: .list)
                } else if problem == .notInvited {
                    reader.link(reader.localizer(.webProblemJoin), to: .join)
                }
            }
        }
    }

    private var texts: (title: String, text: String) {
        let localizer = reader.localizer
        return switch problem {
        case .malformed: (localizer(.webProblemMalformedTitle), localizer(.webProblemMalformedText))
        case .notInvited: (localizer(.webProblemNotInvitedTitle), localizer(.webProblemNotInvitedText))
        case .notAllowed: (localizer(.webProblemNotAllowedTitle), localizer(.webProblemNotAllowedText))
        case .notFound: (localizer(.webProblemNotFoundTitle), localizer(.webProblemNotFoundText))
        case .wrongMethod: (localizer(.webProblemWrongMethodTitle), localizer(.webProblemWrongMethodText))
        case .outdated: (localizer(.webProblemOutdatedTitle), localizer(.webProblemOutdatedText))
        case .tooLong: (localizer(.webProblemTooLongTitle), localizer(.webProblemTooLongText))
        case .wrongHost: (localizer(.webProblemWrongHostTitle), localizer(.webProblemWrongHostText))
        case .tooMany: (localizer(.webProblemTooManyTitle), localizer(.webProblemTooManyText))
        case .failed: (localizer(.webProblemFailedTitle), localizer(.webProblemFailedText))
        case .unavailable: (localizer(.webProblemUnavailableTitle), localizer(.webProblemUnavailableText))
        }
    }
}
