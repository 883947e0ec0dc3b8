import Synchronization

extension ServerService {
    package static let speech = ServerService(
        server: "a speech server", endpoint: "/audio/transcriptions", data: "sound", keyVariable: "STANDUP_API_KEY")
}

/// The address and settings of a speech server.
package struct SpeechServer: Sendable {
    package var address: ServerAddress
    package var key: APIKey?
    package var model: String
    /// The time limits; less for short sounds.
    var timeLimits = HTTPTimeLimits()
    var retries = RetryPolicy()
    /// The maximum size of a response, in bytes; less for short sounds.
    var answerLimit = 16 << 20

    /// The model of OpenAI's server, a name that most others accept too.
    package static let defaultModel = "whisper-1"

    package init(_ address: ServerAddress, key: APIKey? = nil, model: String = defaultModel) {
        self.address = address
        self.key = key
        self.model = model
    }

    /// The name stored with utterances: model and host.
    package var name: String { "\(model)@\(address.host)" }

    fileprivate var headers: [String] {
        ["Accept: application/json"] + (key.map { [$0.header] } ?? [])
    }

    /// Checks that the server responds, by listing its models, without sending sound.
    package func check(within timeLimits: Duration) throws(SpeechServerError) {
        let request = HTTPRequest(
            address: address.text + "/models", headers: headers, ignoresProxies: address.isLoopback)
        let timeLimits = HTTPTimeLimits(
            connection: timeLimits, stall: timeLimits, response: timeLimits, total: timeLimits)
        let response: HTTPResponse
        do {
            response = try CurlTransport().send(request, timeLimits: timeLimits, limit: answerLimit)
        } catch {
            throw SpeechServerError(address.text, .init(error, limit: answerLimit))
        }
        switch response.status {
        case 401, 403: throw SpeechServerError(address.text, .key(status: response.status))
        case 500...: throw SpeechServerError(address.text, .failed(status: response.status, message: ""))
        // Few servers besides OpenAI's list their models.
        default: return
        }
    }
}

/// The features that a server was found to support, shared by its clients. [any thread]
final class ServerCapabilities: Sendable {
    private let seen: Mutex<TranscriptionForm.Detail>

    init(_ server: SpeechServer) {
        seen = Mutex(server.address.isOpenAI ? .words : .full)
    }

    var detail: TranscriptionForm.Detail {
        get { seen.withLock { $0 } }
        set { seen.withLock { $0 = newValue } }
    }
}

/// Transcribes one segment at a time on a speech server, with retries. [one thread at a time]
package final class SpeechServerClient: Sendable {
    package let server: SpeechServer

    private let transport: RetryingTransport
    private let capabilities: ServerCapabilities

    /// Creates a client, which shares `capabilities` with other clients.
    init(
        _ server: SpeechServer, capabilities: ServerCapabilities? = nil,
        transport: RetryingTransport = RetryingTransport()
    ) {
        self.server = server
        self.transport = transport
        self.capabilities = capabilities ?? ServerCapabilities(server)
    }

    /// Cancels the current and all later requests. [any thread]
    package func cancel() { transport.cancel() }

    /// Sends a sound file of `duration` seconds and returns its transcript.
    ///
    /// It waits for the server, and between retries.
    func transcribe(
        _ flac: [UInt8], duration: Double, form: TranscriptionForm
    ) throws(SpeechServerError) -> ServerTranscript {
        do throws(ServerFailure) {
            return try transport.retrying(server.retries) { () throws(ServerFailure) in try ask(flac, duration, form) }
        } catch {
            throw SpeechServerError(server.address.text, error)
        }
    }

    /// Requests as much detail as the server supports.
    private func ask(
        _ flac: [UInt8], _ duration: Double, _ form: TranscriptionForm
    ) throws(ServerFailure) -> ServerTranscript {
        var detail = capabilities.detail
        while true {
            let httpResponse = try send(flac, duration, form, detail)
            let response = ServerResponse(httpResponse, duration: duration, secret: server.key?.secret)
            switch response {
            case .transcript(let transcript):
                capabilities.detail = detail
                return transcript
            case .failed(let reason):
                guard let less = response.next(after: detail) else { throw reason }
                detail = less
            }
        }
    }

    private func send(
        _ flac: [UInt8], _ duration: Double, _ form: TranscriptionForm, _ detail: TranscriptionForm.Detail
    ) throws(ServerFailure) -> HTTPResponse {
        var request = HTTPRequest(
            address: server.address.endpoint, headers: server.headers, ignoresProxies: server.address.isLoopback)
        request.fields = form.fields(detail)
        request.file = .init(name: "speech.flac", contentType: "audio/flac", bytes: flac)
        let limit = min(server.answerLimit, ResponseLimits(duration: duration).bytes)
        return try transport.send(request, timeLimits: server.timeLimits.limited(bySound: duration), limit: limit)
    }
}
