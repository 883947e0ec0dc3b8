import ArgumentParser
import MeetingModel
import Minutes
import StandupSpeech

struct AssistantOptions: ParsableArguments {
    @Option(
        name: .customLong("assistant"),
        help: ArgumentHelp(
            "The address of an assistant, such as http://localhost:11434/v1. Default: assistant of the "
                + "configuration if minutes is assistant, else none.",
            valueName: "url"))
    var address: String?

    @Option(
        name: .customLong("assistant-model"),
        help: ArgumentHelp("The assistant's model. Default: assistant-model of the configuration.", valueName: "name"))
    var model: String?

    @Option(
        name: .customLong("assistant-context"),
        help: ArgumentHelp(
            "The size of the model's context, in tokens; longer turns are sent in pieces. Default: assistant-context of "
                + "the configuration, else 4096.", valueName: "tokens"))
    var context: Int?

    var isNamed: Bool { address != nil || model != nil || context != nil }

    func validate() throws {
        if let context, !AssistantServer.contexts.contains(context) {
            let range = AssistantServer.contexts
            throw ValidationError(
                "--assistant-context must be \(range.lowerBound) to \(range.upperBound), not \(context)")
        }
    }

    /// The assistant to ask; nil for none.
    ///
    /// - Throws: A failure if its address, its key or the configuration is invalid.
    func server(_ configuration: Configuration) throws(Failure) -> AssistantServer? {
        let asks = address != nil || configuration.asksAssistant
        guard asks else {
            guard model == nil, context == nil else {
                throw Failure(
                    .usage, "--assistant-model and --assistant-context need an assistant; add --assistant URL")
            }
            return nil
        }
        guard let text = configuration.value(.assistant, flag: address) else {
            throw Failure(
                .usage, "minutes: assistant needs an address in the configuration, assistant: http://localhost:11434/v1"
            )
        }
        return try AssistantServer(text, model: model, context: context, configuration: configuration)
    }
}

extension MeetingAssistant.Report {
    /// What is missing, one line each.
    var notes: [String] {
        let unused = rejected.values.reduce(0, +)
        let reasons = PointRejection.allCases.compactMap { reason in rejected[reason].map { "\($0) \(reason.text)" } }
        let subject = unused == 1 ? "1 point from the assistant was" : "\(unused) points from the assistant were"
        let counted = unused == 0 ? [] : ["\(subject) dropped: \(reasons.joined(separator: ", "))"]
        return counted
            + failures.map { failure in
                let subject =
                    failure.turn.map { "\(DisplayText($0.name))'s turn at \($0.start.clockText())" }
                    ?? "the question about the whole meeting"
                return "not asked successfully: \(subject) (\(failure.error))"
            }
    }
}

extension PointRejection {
    /// What is wrong with points, after their number.
    fileprivate var text: String {
        switch self {
        case .malformed: "in the wrong form"
        case .uncited: "without a citation"
        case .wrongCitation: "with a wrong citation"
        case .text: "with an empty or overlong text"
        case .unrelated: "in words that nobody said"
        case .strangeName: "with a name that nobody said"
        case .duplicate: "duplicates"
        case .excess: "too many"
        }
    }
}
