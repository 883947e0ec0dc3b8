import Localization
/// The page at which an invitation is exchanged for a cookie.
///
/// The secret is in the link's fragment, which no browser sends; the script posts it. Without a script it is pasted.
package struct JoinPage: WebPage {
    /// Why an invitation was refused.
    package enum Problem: Hashable, Sendable {
        /// It is not valid, or not any more.
        case refused
        /// It is the owner's, which opens once, and was opened.
        case used
    }

    private let problem: Problem?
    private let reader: PageReader

    package init(_ problem: Problem? = nil, for reader: PageReader) {
        self.problem = problem
        self.reader = reader
    }

    package var document: HTMLDocument {
        let localizer = reader.localizer
        let title = localizer(.webJoinTitle)
        return reader.page(title: title) {
            HTMLTag.h1 { title }
            if let problem {
                HTMLTag.p(.class("problem"), .set(.role, "alert")) {
                    switch problem {
                    case .refused: localizer(.webJoinRefused)
                    case .used: localizer(.webJoinUsed)
                    }
                }
            }
            HTMLTag.p(.id("joining"), .set(.role, "status"), .flag(.hidden)) { localizer(.webJoinJoining) }
            HTMLTag.form(.id("join"), .class("find"), .set(.method, "post"), .link(.action, .join)) {
                HTMLTag.label(.set(.inputID, "secret")) { localizer(.webJoinLabel) }
                HTMLTag.input(
                    .id("secret"), .set(.type, "text"), .set(.name, "secret"), .set(.autocomplete, "off"),
                    .set(.spellcheck, "false"), .set(.maxlength, "2000"), .flag(.required), .set(.describedBy, "hint"))
                HTMLTag.p(.id("hint"), .class("muted")) { localizer(.webJoinHint) }
                HTMLTag.button(.set(.type, "submit")) { localizer(.webJoinButton) }
            }
        }
    }
}
