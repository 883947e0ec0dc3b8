package import StandupSpeech
import Synchronization

/// Asks an assistant one question at a time, with retries. [one thread at a time]
package final class AssistantClient: Sendable {
    /// What the answers so far have shown of a server.
    private struct Experience {
        var dialect = ChatDialect()
        var budget: TokenBudget
    }

    package let server: AssistantServer

    private let transport: RetryingTransport
    private let experience: Mutex<Experience>

    /// The greatest number of requests for one question, retries not counted.
    private static let mostPieces = 256

    package init(_ server: AssistantServer, transport: RetryingTransport = RetryingTransport()) {
        self.server = server
        self.transport = transport
        var experience = Experience(budget: TokenBudget(context: server.context))
        experience.dialect.countsCompletion = server.address.isOpenAI
        self.experience = Mutex(experience)
    }

    /// Cancels the current and all later requests. [any thread]
    package func cancel() { transport.cancel() }

    /// The points of all lines of a question.
    ///
    /// A question that is too long for the model is asked in pieces. What a server says about lengths is remembered.
    /// It waits for the server, and between retries.
    func findings(of question: AssistantQuestion) throws(AssistantError) -> AssistantFindings {
        do throws(ServerFailure) {
            return try allFindings(of: question)
        } catch {
            throw AssistantError(server.address.text, error)
        }
    }

    private func allFindings(of question: AssistantQuestion) throws(ServerFailure) -> AssistantFindings {
        var findings = AssistantFindings()
        // The last one is asked first.
        var open = [question]
        var count = 0
        while let next = open.popLast() {
            let pieces = next.pieces(in: experience.withLock { $0.budget })
            guard let piece = pieces.first else { continue }
            if pieces.count > 1 {
                // The budget can change with the answer, so the rest is divided afterwards.
                var rest = next
                rest.lines = pieces.dropFirst().flatMap(\.lines)
                open.append(rest)
            }
            count += 1
            guard count <= Self.mostPieces else {
                throw .answer("it needs more than \(Self.mostPieces) questions for one turn")
            }
            let outcome = try transport.retrying(server.retries) { () throws(ServerFailure) in try ask(piece) }
            switch outcome {
            case .points(let answer): findings.add(answer, to: piece)
            case .cut:
                guard let smaller = piece.smaller(in: experience.withLock { $0.budget }) else {
                    throw .answer("its context is too short for one line")
                }
                open += smaller.reversed()
            case .incomplete:
                guard let halves = piece.halves else { throw .answer("its answer exceeds the length limit") }
                open += halves.reversed()
            }
        }
        return findings
    }

    private enum Outcome {
        case points(AssistantAnswer)
        /// The prompt did not fit into the context; the budget is reduced.
        case cut
        /// The answer did not fit.
        case incomplete
    }

    /// Asks in the server's dialect.
    private func ask(_ question: AssistantQuestion) throws(ServerFailure) -> Outcome {
        while true {
            let now = experience.withLock { $0 }
            let body = ChatRequest(
                model: server.model, question: question, dialect: now.dialect, longestAnswer: now.budget.answer)
            switch ChatResponse(try send(body.json), secret: server.key?.secret) {
            case .text(let text, let tokens):
                guard note(tokens, of: question) else { return .cut }
                guard let answer = AssistantAnswer(text, to: question) else {
                    throw .answer("its answer is not the requested JSON")
                }
                return .points(answer)
            case .incomplete(let tokens):
                return note(tokens, of: question) ? .incomplete : .cut
            case .promptTooLong(let context):
                experience.withLock { $0.budget.shrink(to: context) }
                return .cut
            case .failed(.refused(let status, let message)) where status == 400 || status == 422:
                guard let next = now.dialect.next(after: message) else {
                    throw .refused(status: status, message: message)
                }
                experience.withLock { $0.dialect = next }
            case .failed(.failed(let status, let message)) where ChatDialect.refusesFormat(message):
                guard let next = now.dialect.withLessFormat else { throw .failed(status: status, message: message) }
                experience.withLock { $0.dialect = next }
            case .failed(let reason): throw reason
            }
        }
    }

    /// Notes the length of a prompt; false if the server has cut it.
    private func note(_ tokens: Int?, of question: AssistantQuestion) -> Bool {
        guard let tokens else { return true }
        return experience.withLock { $0.budget.note(tokens, for: question.estimate) }
    }

    private func send(_ body: [UInt8]) throws(ServerFailure) -> HTTPResponse {
        var request = HTTPRequest(
            address: server.address.endpoint, headers: server.headers, ignoresProxies: server.address.isLoopback)
        request.body = body
        return try transport.send(request, timeLimits: server.timeLimits, limit: server.answerLimit)
    }
}
