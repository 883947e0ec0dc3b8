/// A point of a meeting: something that a person said and that the next meeting needs.
///
/// It refers to the recording by its time, and names the transcript that its words are from. The rules copy its text from
/// the transcript; an assistant may rephrase it.
public struct Point: Identifiable, Hashable, Sendable, Codable {
    /// A point's id.
    public typealias ID = Identifier<Point>

    /// What a point is about.
    public enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        /// Work that is complete.
        case done
        /// Work that the person will do.
        case plan
        /// What keeps the person from going on.
        case blocker
        /// What the team has agreed on.
        case decision
        /// A question to the team.
        case question
        /// Anything else.
        case other
    }

    /// Who made a point.
    public enum Maker: String, Hashable, Sendable, Codable, CaseIterable {
        /// The rules of the language.
        case rules
        /// A language model.
        case assistant
        /// The user.
        case hand
    }

    /// Whether a point is still to be dealt with.
    public enum State: String, Hashable, Sendable, Codable, CaseIterable {
        /// It is still to be dealt with.
        case open
        /// It is settled.
        case done
        /// It no longer matters.
        case dropped
    }

    /// The point's id; later versions of a meeting's points keep it.
    public let id: ID
    /// The attendee who said it.
    public let attendee: Attendee.ID
    /// What it is about.
    public let kind: Kind
    /// The words as one line.
    public let text: String
    /// The start, in meeting time.
    public let start: Duration
    /// The end, in meeting time.
    public let end: Duration
    /// Who made it.
    public let maker: Maker
    /// The number of the transcript that its words are from; nil if the user wrote them.
    public let transcript: Int?
    /// Whether it is still to be dealt with.
    public var state: State
    /// The point of an earlier meeting that it takes up; nil if there is none.
    public var continues: ID?

    /// Creates a point; by default in the first state of its kind.
    public init(
        id: ID,
        attendee: Attendee.ID,
        kind: Kind,
        text: String,
        start: Duration,
        end: Duration,
        maker: Maker,
        transcript: Int? = nil,
        state: State? = nil,
        continues: ID? = nil
    ) {
        self.id = id
        self.attendee = attendee
        self.kind = kind
        self.text = text
        self.start = start
        self.end = end
        self.maker = maker
        self.transcript = transcript
        self.state = state ?? kind.firstState
        self.continues = continues
    }
}

extension Point {
    /// The state to name beside the kind; nil if the kind says it, as it does of what was done or decided.
    package var stateBesideKind: State? { state == .done && kind.firstState == .done ? nil : state }
}

extension Point.Kind {
    /// The state of a new point of this kind: a plan, a blocker and a question are open.
    public var firstState: Point.State {
        switch self {
        case .plan, .blocker, .question: .open
        case .done, .decision, .other: .done
        }
    }
}
