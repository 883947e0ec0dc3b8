package import HTTPTransfer
import Synchronization

/// A speech server, and how it is to be asked.
package struct SpeechServer: Sendable {
    /// Where it is.
    package var address: ServerAddress
    /// Its key, if it wants one.
    package var key: APIKey?
    /// The model's name.
    package var model: String
    /// How long to wait for it at most; less for short sounds.
    package var patience = HTTPPatience()
    /// How often to try again.
    package var retries = RetryPolicy()
    /// The longest answer that is taken, in bytes; less for short sounds.
    package var answerLimit = 16 << 20

    /// The model that OpenAI's server and most others have, some under this name only.
    package static let usualModel = "whisper-1"

    /// A server.
    package init(_ address: ServerAddress, key: APIKey? = nil, model: String = usualModel) {
        self.address = address
        self.key = key
        self.model = model
    }

    /// The name under which its utterances are kept: the model and the host that it ran on.
    package var name: String { "\(model)@\(address.host)" }

    /// The headers of a request; the key goes to the server and nowhere else.
    fileprivate var headers: [String] {
        ["Accept: application/json"] + (key.map { ["Authorization: Bearer \($0.secret)"] } ?? [])
    }

    /// Whether somebody answers there, whatever is said; it is asked for its models, without sound.
    package func check(within patience: Duration) throws(SpeechServerError) {
        let request = HTTPRequest(address: address.text + "/models", headers: headers, isDirect: address.isLoopback)
        let patience = HTTPPatience(connection: patience, stall: patience, answer: patience, total: patience)
        let answer: HTTPAnswer
        do {
            answer = try CurlTransport().send(request, patience: patience, limit: answerLimit)
        } catch {
            throw SpeechServerError(address.text, .init(error, limit: answerLimit))
        }
        switch answer.status {
        case 401, 403: throw SpeechServerError(address.text, .key(status: answer.status))
        case 500...: throw SpeechServerError(address.text, .failed(status: answer.status, message: ""))
        // Few servers besides OpenAI's can tell their models.
        default: return
        }
    }
}

/// What a server was seen to take, for all who ask it. [any thread]
package final class ServerHabits: Sendable {
    private let seen: Mutex<TranscriptionForm.Detail>

    /// Nothing seen yet.
    package init(_ server: SpeechServer) {
        seen = Mutex(server.address.isOpenAI ? .words : .full)
    }

    /// How much it is asked for.
    var detail: TranscriptionForm.Detail {
        get { seen.withLock { $0 } }
        set { seen.withLock { $0 = newValue } }
    }
}

/// One stretch of sound asked of a speech server, as often as it takes. [one thread at a time]
package final class SpeechServerClient: Sendable {
    /// The server that it asks.
    package let server: SpeechServer

    private let transport: any HTTPTransport
    private let wait: @Sendable (Duration) -> Void
    private let wake: @Sendable () -> Void
    private let habits: ServerHabits
    private let isCancelled = Atomic(false)

    /// A client of a server, which knows what others have seen of it.
    package convenience init(_ server: SpeechServer, habits: ServerHabits? = nil) {
        let alarm = Alarm()
        self.init(server, habits: habits, transport: CurlTransport(), wait: alarm.wait, wake: alarm.ring)
    }

    /// A client with a transport, a way to wait, and one to end the waiting.
    init(
        _ server: SpeechServer, habits: ServerHabits? = nil, transport: any HTTPTransport,
        wait: @escaping @Sendable (Duration) -> Void, wake: @escaping @Sendable () -> Void = {}
    ) {
        self.server = server
        self.transport = transport
        self.wait = wait
        self.wake = wake
        self.habits = habits ?? ServerHabits(server)
    }

    /// Ends what goes on, soon; the client is of no more use. [any thread]
    package func cancel() {
        isCancelled.store(true, ordering: .releasing)
        transport.cancel()
        wake()
    }

    /// Sends a sound file and returns what was heard in it; it lasts `duration` seconds.
    ///
    /// It takes as long as the server does, and waits between tries.
    package func transcribe(
        _ flac: [UInt8], duration: Double, form: TranscriptionForm
    ) throws(SpeechServerError) -> ServerTranscript {
        var generator = SystemRandomNumberGenerator()
        var attempt = 1
        while true {
            do throws(SpeechServerError) {
                return try ask(flac, duration, form)
            } catch {
                let delay = server.retries.delay(after: error.reason, attempt: attempt, using: &generator)
                guard let delay, !isCancelled.load(ordering: .acquiring) else { throw error }
                attempt += 1
                wait(delay)
            }
        }
    }

    /// Asks for as much as the server gives.
    private func ask(
        _ flac: [UInt8], _ duration: Double, _ form: TranscriptionForm
    ) throws(SpeechServerError) -> ServerTranscript {
        var detail = habits.detail
        while true {
            let answer = try send(flac, duration, form, detail)
            let reading = AnswerReading(answer, duration: duration, secret: server.key?.secret)
            switch reading {
            case .transcript(let transcript):
                habits.detail = detail
                return transcript
            case .failed(let reason):
                guard let less = reading.next(after: detail) else {
                    throw SpeechServerError(server.address.text, reason)
                }
                detail = less
            }
        }
    }

    private func send(
        _ flac: [UInt8], _ duration: Double, _ form: TranscriptionForm, _ detail: TranscriptionForm.Detail
    ) throws(SpeechServerError) -> HTTPAnswer {
        var request = HTTPRequest(
            address: server.address.transcriptions, headers: server.headers, isDirect: server.address.isLoopback)
        request.fields = form.fields(detail)
        request.file = .init(name: "speech.flac", contentType: "audio/flac", bytes: flac)
        guard !isCancelled.load(ordering: .acquiring) else { throw SpeechServerError(server.address.text, .cancelled) }
        let limit = min(server.answerLimit, AnswerBounds(duration: duration).bytes)
        do {
            return try transport.send(request, patience: server.patience.limited(bySound: duration), limit: limit)
        } catch {
            throw SpeechServerError(server.address.text, .init(error, limit: limit))
        }
    }
}

extension SpeechServerError.Reason {
    /// What a request that got no answer amounts to.
    init(_ error: HTTPError, limit: Int) {
        self =
            switch error {
            case .network(let text): .network(text)
            case .timeOut: .timeOut
            case .tooLarge: .tooLarge(limit: limit)
            case .refused, .cancelled: .cancelled
            }
    }
}
