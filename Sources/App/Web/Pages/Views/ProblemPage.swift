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
                    reader.link(reader.localizer("web.problem.home"), to: .list)
                } else if problem == .notInvited {
                    reader.link(reader.localizer("web.problem.join"), to: .join)
                }
            }
        }
    }

    private var texts: (title: String, text: String) {
        let localizer = reader.localizer
        return switch problem {
        case .malformed: (localizer("web.problem.malformed.title"), localizer("web.problem.malformed.text"))
        case .notInvited: (localizer("web.problem.not-invited.title"), localizer("web.problem.not-invited.text"))
        case .notAllowed: (localizer("web.problem.not-allowed.title"), localizer("web.problem.not-allowed.text"))
        case .notFound: (localizer("web.problem.not-found.title"), localizer("web.problem.not-found.text"))
        case .wrongMethod: (localizer("web.problem.wrong-method.title"), localizer("web.problem.wrong-method.text"))
        case .outdated: (localizer("web.problem.outdated.title"), localizer("web.problem.outdated.text"))
        case .tooLong: (localizer("web.problem.too-long.title"), localizer("web.problem.too-long.text"))
        case .wrongHost: (localizer("web.problem.wrong-host.title"), localizer("web.problem.wrong-host.text"))
        case .tooMany: (localizer("web.problem.too-many.title"), localizer("web.problem.too-many.text"))
        case .failed: (localizer("web.problem.failed.title"), localizer("web.problem.failed.text"))
        case .unavailable: (localizer("web.problem.unavailable.title"), localizer("web.problem.unavailable.text"))
        }
    }
}
