import MeetingModel
import StandupSpeech

@testable import Minutes

/// The responses of an assistant, or of an impostor.
enum AssistantFuzzing {
    private static let ann = Attendee.ID(rawValue: "ann")

    private static let question = AssistantQuestion(
        subject: .turn(name: "Ann"),
        lines: ["I finished the login page.", "오늘은 테스트를 작성합니다", "Ben waits for the printer."].enumerated()
            .map { number, text in
                PromptLine(attendee: ann, text: text, start: .seconds(number), end: .seconds(number + 1))
            },
        names: [ann: "Ann"], language: "en", terms: ["Grafana"],
        openPoints: [
            Point(
                id: .init(rawValue: "open"), attendee: ann, kind: .plan, text: "login page", start: .zero,
                end: .zero, maker: .rules)
        ])

    /// Reads an answer: the first byte chooses the status, or that the rest is the model's text.
    ///
    /// Each point must be one line, and cite lines of the question; the key must never be shown.
    static func readAnswer(_ bytes: [UInt8]) throws {
        let statuses = [0, 0, 200, 200, 200, 400, 401, 404, 422, 429, 500, 503, 302]
        let status = statuses[Int(bytes.first ?? 0) % statuses.count]
        let body = Array(bytes.dropFirst())
        guard status > 0 else { return try readPoints(of: String(decoding: body, as: UTF8.self)) }
        let response = HTTPResponse(status: status, body: body, retryAfter: nil)
        switch ChatResponse(response, secret: "secret-key") {
        case .failed(let reason):
            let message = "\(AssistantError("http://localhost", reason))"
            try requireLine(message)
            try require(!message.contains("secret-key"), "the key is shown: \(message)")
        case .text(let text, let tokens):
            try note(tokens)
            try readPoints(of: text)
        case .incomplete(let tokens): try note(tokens)
        case .promptTooLong(let context):
            var budget = TokenBudget(context: 4096)
            budget.shrink(to: context)
            try require(budget.prompt > 0, "\(budget)")
        }
    }

    private static func note(_ tokens: Int?) throws {
        var budget = TokenBudget(context: 4096)
        for _ in 0..<3 { _ = budget.note(tokens ?? 0, for: question.estimate) }
        try require(budget.prompt > 0 && budget.context <= 4096, "\(budget)")
    }

    private static func readPoints(of text: String) throws {
        guard let answer = AssistantAnswer(text, to: question) else { return }
        var findings = AssistantFindings()
        findings.add(answer, to: question)
        try require(findings.findings.count <= question.mostPoints, "\(findings.findings.count) points")
        for finding in findings.findings {
            try requireLine(finding.text)
            try require(finding.attendee == ann && question.kinds.contains(finding.kind), "\(finding)")
            try require(.zero <= finding.start && finding.start < finding.end, "\(finding)")
            try require(finding.end <= .seconds(3), "\(finding)")
        }
    }
}
