import MeetingModel

/// Writes a message by a template.
struct PostRendering {
    /// The lists of a person's points: all, and those of each kind.
    static let pointLists = ["points"] + Point.Kind.allCases.map(\.rawValue)

    /// What the parts of a template refer to.
    enum Context {
        case message(PostMessage)
        case person(PostMessage.Person, isLast: Bool, of: PostMessage)
        case line(String, isLast: Bool, of: PostMessage.Person, in: PostMessage)
        case point(PostMessage.Item, isLast: Bool, of: PostMessage.Person, in: PostMessage)

        private var message: PostMessage {
            switch self {
            case .message(let message), .person(_, _, let message), .line(_, _, _, let message),
                .point(_, _, _, let message):
                message
            }
        }

        /// The value with a name, which the parser has checked.
        func value(_ name: String) -> String {
            switch (self, name) {
            case (.point(let item, _, _, _), "kind"): item.kind.rawValue
            case (.point(let item, _, _, _), "state"): item.state.rawValue
            case (.point(let item, _, _, _), "label"): item.label
            case (.point(let item, _, _, _), "at"): item.at
            case (.point(let item, _, _, _), "text"): item.text
            case (.line(let text, _, _, _), "text"): text
            case (.person(let person, _, _), "name"), (.line(_, _, let person, _), "name"),
                (.point(_, _, let person, _), "name"):
                person.name
            case (_, "meeting"): message.meeting
            case (_, "title"): message.title
            case (_, "date"): message.date
            case (_, "start"): message.start
            case (_, "duration"): message.duration
            case (_, "omitted"): String(message.omitted)
            default: ""
            }
        }

        /// The contexts in which a section is used.
        func contexts(of name: String) -> [Context] {
            switch (self, name) {
            case (.message(let message), "people"):
                message.people.enumerated().map { index, person in
                    .person(person, isLast: index == message.people.count - 1, of: message)
                }
            case (.person(let person, _, let message), _) where pointLists.contains(name):
                Self.points(name, of: person, in: message)
            case (.person(let person, _, let message), "update"):
                person.update.enumerated().map { index, text in
                    .line(text, isLast: index == person.update.count - 1, of: person, in: message)
                }
            case (.person(_, true, _), "last"), (.line(_, true, _, _), "last"), (.point(_, true, _, _), "last"): [self]
            case (_, "omitted"): message.omitted > 0 ? [self] : []
            default: []
            }
        }

        private static func points(
            _ name: String, of person: PostMessage.Person, in message: PostMessage
        ) -> [Context] {
            let points = person.points.filter { name == "points" || $0.kind.rawValue == name }
            return points.enumerated().map { index, item in
                .point(item, isLast: index == points.count - 1, of: person, in: message)
            }
        }
    }

    let escaping: PostEscaping
    /// The maximum size, in bytes.
    let limit: Int
    private(set) var text = ""

    init(escaping: PostEscaping, limit: Int) {
        self.escaping = escaping
        self.limit = limit
    }

    var isTooLong: Bool { text.utf8.count > limit }

    mutating func add(_ parts: [PostTemplate.Part], in context: Context) {
        for part in parts where !isTooLong {
            switch part {
            case .text(let plain): text += plain
            case .value(let name): text += escaping.escaped(context.value(name))
            case .section(let name, isInverted: false, let parts):
                for inner in context.contexts(of: name) where !isTooLong { add(parts, in: inner) }
            case .section(let name, isInverted: true, let parts):
                if context.contexts(of: name).isEmpty { add(parts, in: context) }
            }
        }
    }
}
