package import MeetingSocket

/// A method of a request; HEAD counts as GET.
package enum WebMethod: String, CaseIterable, Hashable, Sendable {
    case get = "GET"
    case post = "POST"
}

/// Who may use a method of a route.
package enum WebAccess: Hashable, Sendable {
    /// Everybody, without an invitation.
    case everybody
    /// Those with a right, for the standup or the meeting that the route names.
    ///
    /// A route without a standup (the list, the search, the clock) shows what the visitor has the right to.
    case right(Right)
    /// Nobody: the route does not have this method.
    case notAllowed
}

extension WebRoute {
    /// A command needs the right of `WebCommand.right` besides.
    package func access(_ method: WebMethod) -> WebAccess {
        switch (self, method) {
        case (.list, .get), (.live, .get), (.events, .get), (.clock, .get): .right(.followMeeting)
        case (.standup, .get), (.statistics, .get), (.meeting, .get), (.search, .get): .right(.readHistory)
        case (.command, .post): .right(.ownTurn)
        case (.update, .post): .right(.writeUpdate)
        case (.voice, .post): .right(.ownVoice)
        case (.correction, .post): .right(.correct)
        case (.points, .post): .right(.markPoints)
        case (.recording, .get): .right(.hearRecordings)
        case (.export, .get): .right(.export)
        case (.join, .get), (.join, .post), (.asset, .get): .everybody
        default: .notAllowed
        }
    }

    /// The methods of the route, for the header `Allow`.
    package var methods: [WebMethod] { WebMethod.allCases.filter { access($0) != .notAllowed } }
}
