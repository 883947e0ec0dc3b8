import CCurl
import Glibc
import MeetingModel
import Synchronization

/// HTTP requests through libcurl, on the calling thread.
///
/// It follows redirects only if the request allows it, verifies certificates, and supports only http and https. Proxies
/// come from the environment, as do certificates if set: `CURL_CA_BUNDLE`, `SSL_CERT_FILE`, `SSL_CERT_DIR`.
package final class CurlTransport: Sendable {
    /// Unchecked: other threads only call `curl_multi_wakeup`, which is thread-safe, under the lock that removes the
    /// handle before it is freed.
    private struct Transfers: @unchecked Sendable {
        let multi: UnsafeMutableRawPointer
    }

    private struct Waking {
        var transfers: Transfers?
        var isCancelled = false
    }

    private let waking = Mutex(Waking())

    /// Initializes libcurl once per process.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    package init() {}

    /// Cancels the current request and all later ones. [any thread]
    package func cancel() {
        waking.withLock { waking in
            waking.isCancelled = true
            if let transfers = waking.transfers { curl_multi_wakeup(transfers.multi) }
        }
    }

    private var isCancelled: Bool { waking.withLock { $0.isCancelled } }

    /// Sends one request and returns the response, whatever its status; the receiver, if any, gets the body.
    /// [one thread at a time]
    package func send(
        _ request: HTTPRequest, timeLimits: HTTPTimeLimits, limit: Int, receiver: HTTPReceiver? = nil
    ) throws(HTTPError) -> HTTPResponse {
        guard Self.isReady, let easy = curl_easy_init() else { throw .network("libcurl cannot start") }
        defer { curl_easy_cleanup(easy) }
        let parts = try RequestParts(request, for: easy)
        defer { parts.free() }
        guard let multi = curl_multi_init() else { throw .network("libcurl cannot start") }
        let transfers = Transfers(multi: multi)
        waking.withLock { $0.transfers = transfers }
        defer {
            // Afterwards no other thread uses the handle.
            waking.withLock { $0.transfers = nil }
            curl_multi_remove_handle(multi, easy)
            curl_multi_cleanup(multi)
        }
        let body = ReceivedBody(of: easy, limit: limit, receiver: receiver)
        try configure(easy, request, timeLimits, parts, body)
        guard curl_multi_add_handle(multi, easy) == CURLM_OK else { throw .network("libcurl cannot start") }
        let size = request.file?.bytes.count ?? request.body?.count ?? 0
        do throws(HTTPError) {
            let result = try wait(for: easy, of: multi, body, timeLimits, size: size)
            if body.isRefused { throw .refused }
            if body.isTooLarge || result == CURLE_FILESIZE_EXCEEDED { throw .tooLarge }
            guard result == CURLE_OK else {
                throw result == CURLE_OPERATION_TIMEDOUT ? .timeOut : .network(Self.text(result))
            }
        } catch {
            let isSent = size > 0 && standup_curl_uploaded(easy) >= size
            throw request.reportsLostAnswers && isSent ? .lost(error.text) : error
        }
        let seconds = standup_curl_retry_after(easy)
        return HTTPResponse(
            status: standup_curl_status(easy), body: body.bytes,
            retryAfter: seconds > 0 ? .seconds(min(seconds, 86_400)) : nil,
            address: standup_curl_address(easy).map { String(cString: $0) } ?? request.address)
    }

    private func configure(
        _ easy: UnsafeMutableRawPointer, _ request: HTTPRequest, _ timeLimits: HTTPTimeLimits, _ parts: RequestParts,
        _ body: ReceivedBody
    ) throws(HTTPError) {
        let texts: [(CURLoption, String?)] = [
            (CURLOPT_URL, request.address), (CURLOPT_PROTOCOLS_STR, "http,https"), (CURLOPT_USERAGENT, "standup"),
            (CURLOPT_REDIR_PROTOCOLS_STR, request.address.lowercased().hasPrefix("http:") ? "http,https" : "https"),
            (CURLOPT_PROXY, request.ignoresProxies ? "" : nil),
            (CURLOPT_CAINFO, Self.variable("CURL_CA_BUNDLE") ?? Self.variable("SSL_CERT_FILE")),
            (CURLOPT_CAPATH, Self.variable("SSL_CERT_DIR")), (CURLOPT_CUSTOMREQUEST, request.method),
        ]
        let numbers: [(CURLoption, Int)] = [
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_NETRC, 0),
            (CURLOPT_FOLLOWLOCATION, request.redirects > 0 ? 1 : 0), (CURLOPT_MAXREDIRS, request.redirects),
            (CURLOPT_CONNECTTIMEOUT_MS, timeLimits.connection.timeoutMilliseconds),
            (CURLOPT_TIMEOUT_MS, timeLimits.total.timeoutMilliseconds),
        ]
        var isSet = standup_curl_set_size(easy, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(body.limit)) == CURLE_OK
        for (option, value) in texts {
            if let value { isSet = isSet && standup_curl_set_text(easy, option, value) == CURLE_OK }
        }
        for (option, value) in numbers { isSet = isSet && standup_curl_set_long(easy, option, value) == CURLE_OK }
        isSet = isSet && standup_curl_set_list(easy, CURLOPT_HTTPHEADER, parts.headers) == CURLE_OK
        if let form = parts.form { isSet = isSet && standup_curl_set_form(easy, form) == CURLE_OK }
        if parts.form == nil, let bytes = request.body {
            // libcurl copies the body, whose size has to be set before.
            isSet =
                isSet && standup_curl_set_size(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(bytes.count)) == CURLE_OK
            isSet = isSet && standup_curl_copy_body(easy, bytes) == CURLE_OK
        }
        let receiver: standup_curl_receiver = { bytes, size, count, context in
            receive(bytes, size * count, context)
        }
        let headerReceiver: standup_curl_receiver = { bytes, size, count, context in
            receiveHeader(bytes, size * count, context)
        }
        // The caller keeps the body until the transfer is complete.
        let context = Unmanaged.passUnretained(body).toOpaque()
        guard isSet, standup_curl_set_receiver(easy, receiver, context) == CURLE_OK,
            standup_curl_set_header_receiver(easy, headerReceiver, context) == CURLE_OK
        else {
            throw .network("this libcurl is too old")
        }
    }

    /// Transfers data until the request is complete or a time limit is reached.
    private func wait(
        for easy: UnsafeMutableRawPointer, of multi: UnsafeMutableRawPointer, _ body: ReceivedBody,
        _ timeLimits: HTTPTimeLimits, size: Int
    ) throws(HTTPError) -> CURLcode {
        let clock = ContinuousClock()
        let step = min(timeLimits.stall, timeLimits.response, .seconds(1)).timeoutMilliseconds
        var moved = (sent: curl_off_t(0), received: 0)
        var lastMove = clock.now
        while true {
            guard !isCancelled else { throw .cancelled }
            var running: Int32 = 0
            guard curl_multi_perform(multi, &running) == CURLM_OK else { throw .network("libcurl failed") }
            var result = CURLE_OK
            if standup_curl_take_result(multi, &result) != 0 { return result }
            let now = (sent: standup_curl_uploaded(easy), received: body.count)
            let hasMoved = now.sent != moved.sent || now.received - moved.received >= timeLimits.minimumProgress
            // The first byte of the response ends the wait for it.
            if hasMoved || moved.received == 0 && now.received > 0 { (moved, lastMove) = (now, clock.now) }
            let isAnswerAwaited = now.sent >= size && now.received == 0
            let limit =
                isAnswerAwaited
                ? timeLimits.response : now.sent == 0 ? timeLimits.connection + timeLimits.stall : timeLimits.stall
            guard clock.now - lastMove < limit else { throw .timeOut }
            guard curl_multi_poll(multi, nil, 0, Int32(clamping: step), nil) == CURLM_OK else {
                throw .network("libcurl failed")
            }
        }
    }

    /// A nonempty environment variable.
    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func text(_ code: CURLcode) -> String {
        let text = curl_easy_strerror(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
        return text.asContinuation
    }
}

/// libcurl's write callback; a result other than the byte count aborts the transfer.
private func receive(_ bytes: UnsafePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?) -> Int {
    guard let bytes, let context else { return 0 }
    let body = Unmanaged<ReceivedBody>.fromOpaque(context).takeUnretainedValue()
    return body.receive(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : -1
}

/// libcurl's header callback; a result other than the byte count aborts the transfer.
private func receiveHeader(_ bytes: UnsafePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?) -> Int {
    guard let bytes, let context else { return 0 }
    let body = Unmanaged<ReceivedBody>.fromOpaque(context).takeUnretainedValue()
    return body.receiveHeader(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : -1
}

/// The parts of a request that must outlive the transfer.
private struct RequestParts {
    private(set) var headers: UnsafeMutablePointer<curl_slist>?
    private(set) var form: OpaquePointer?

    init(_ request: HTTPRequest, for easy: UnsafeMutableRawPointer) throws(HTTPError) {
        // Disables "Expect: 100-continue", for which a large form waits one second if the server does not respond.
        for line in request.headers + ["Expect:"] { headers = curl_slist_append(headers, line) ?? headers }
        guard let file = request.file else { return }
        guard let form = curl_mime_init(easy) else { throw .network("no memory for the sound") }
        self.form = form
        for field in request.fields {
            guard Self.add(Array(field.value.utf8), as: field.name, to: form) != nil else {
                throw .network("no memory for the sound")
            }
        }
        guard let part = Self.add(file.bytes, as: "file", to: form), curl_mime_filename(part, file.name) == CURLE_OK,
            curl_mime_type(part, file.contentType) == CURLE_OK
        else { throw .network("no memory for the sound") }
    }

    private static func add(_ bytes: [UInt8], as name: String, to form: OpaquePointer) -> OpaquePointer? {
        guard let part = curl_mime_addpart(form), curl_mime_name(part, name) == CURLE_OK else { return nil }
        let code = bytes.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) { curl_mime_data(part, $0.baseAddress, $0.count) }
        }
        return code == CURLE_OK ? part : nil
    }

    func free() {
        curl_mime_free(form)
        curl_slist_free_all(headers)
    }
}

extension HTTPError {
    fileprivate var text: String {
        switch self {
        case .network(let text), .lost(let text): text
        case .timeOut: "no answer in time"
        case .tooLarge: "the answer is too large"
        case .refused, .cancelled: "interrupted"
        }
    }
}

extension String {
    /// The text as the continuation of a sentence: in lower case, unless it starts with an acronym or a name, such as
    /// SSL.
    var asContinuation: String {
        guard let second = dropFirst().first, second.isLowercase || second.isWhitespace || second == "'" else {
            return self
        }
        return prefix(1).lowercased() + dropFirst()
    }
}
