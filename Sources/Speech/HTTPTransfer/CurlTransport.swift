import CCurl
import Glibc
import Synchronization

/// Requests through libcurl, on the thread that asks.
///
/// Nothing is followed elsewhere unless the request says so, no certificate is let pass, and nothing but http and https is
/// spoken. Proxies are those of the environment, and so are certificates, where it names any: `CURL_CA_BUNDLE`,
/// `SSL_CERT_FILE`, `SSL_CERT_DIR`.
package final class CurlTransport: HTTPTransport {
    /// libcurl's list of transfers.
    ///
    /// Unchecked: other threads do nothing but wake it up, which libcurl allows, under the lock that it is taken out of
    /// before it is freed.
    private struct Transfers: @unchecked Sendable {
        let multi: UnsafeMutableRawPointer
    }

    private struct Waking {
        var transfers: Transfers?
        var isCancelled = false
    }

    private let waking = Mutex(Waking())

    /// libcurl is made ready once in a program.
    private static let isReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

    /// A transport.
    package init() {}

    /// Breaks off what is being sent, and all that is sent afterwards. [any thread]
    package func cancel() {
        waking.withLock { waking in
            waking.isCancelled = true
            if let transfers = waking.transfers { curl_multi_wakeup(transfers.multi) }
        }
    }

    private var isCancelled: Bool { waking.withLock { $0.isCancelled } }

    /// Returns the answer, whatever its status; its body goes to the receiver if there is one.
    package func send(
        _ request: HTTPRequest, patience: HTTPPatience, limit: Int, receiver: HTTPReceiver?
    ) throws(HTTPError) -> HTTPAnswer {
        guard Self.isReady, let easy = curl_easy_init() else { throw .network("libcurl cannot start") }
        defer { curl_easy_cleanup(easy) }
        let parts = try RequestParts(request, for: easy)
        defer { parts.free() }
        guard let multi = curl_multi_init() else { throw .network("libcurl cannot start") }
        let transfers = Transfers(multi: multi)
        waking.withLock { $0.transfers = transfers }
        defer {
            // Nobody wakes up what is not there any more.
            waking.withLock { $0.transfers = nil }
            curl_multi_remove_handle(multi, easy)
            curl_multi_cleanup(multi)
        }
        let body = ReceivedBody(of: easy, limit: limit, receiver: receiver)
        try configure(easy, request, patience, parts, body)
        guard curl_multi_add_handle(multi, easy) == CURLM_OK else { throw .network("libcurl cannot start") }
        let result = try wait(for: easy, of: multi, body, patience, size: request.file?.bytes.count ?? 0)
        if body.isRefused { throw .refused }
        if body.isTooLarge || result == CURLE_FILESIZE_EXCEEDED { throw .tooLarge }
        guard result == CURLE_OK else {
            throw result == CURLE_OPERATION_TIMEDOUT ? .timeOut : .network(Self.text(result))
        }
        let seconds = standup_curl_retry_after(easy)
        return HTTPAnswer(
            status: standup_curl_status(easy), body: body.bytes,
            retryAfter: seconds > 0 ? .seconds(min(seconds, 86_400)) : nil,
            address: standup_curl_address(easy).map { String(cString: $0) } ?? request.address)
    }

    private func configure(
        _ easy: UnsafeMutableRawPointer, _ request: HTTPRequest, _ patience: HTTPPatience, _ parts: RequestParts,
        _ body: ReceivedBody
    ) throws(HTTPError) {
        let texts: [(CURLoption, String?)] = [
            (CURLOPT_URL, request.address), (CURLOPT_PROTOCOLS_STR, "http,https"), (CURLOPT_USERAGENT, "standup"),
            (CURLOPT_REDIR_PROTOCOLS_STR, request.address.lowercased().hasPrefix("http:") ? "http,https" : "https"),
            (CURLOPT_PROXY, request.isDirect ? "" : nil),
            (CURLOPT_CAINFO, Self.variable("CURL_CA_BUNDLE") ?? Self.variable("SSL_CERT_FILE")),
            (CURLOPT_CAPATH, Self.variable("SSL_CERT_DIR")),
        ]
        let numbers: [(CURLoption, Int)] = [
            (CURLOPT_NOSIGNAL, 1), (CURLOPT_NETRC, 0),
            (CURLOPT_FOLLOWLOCATION, request.redirects > 0 ? 1 : 0), (CURLOPT_MAXREDIRS, request.redirects),
            (CURLOPT_CONNECTTIMEOUT_MS, patience.connection.milliseconds),
            (CURLOPT_TIMEOUT_MS, patience.total.milliseconds),
        ]
        var isSet = standup_curl_set_size(easy, CURLOPT_MAXFILESIZE_LARGE, curl_off_t(body.limit)) == CURLE_OK
        for (option, value) in texts {
            if let value { isSet = isSet && standup_curl_set_text(easy, option, value) == CURLE_OK }
        }
        for (option, value) in numbers { isSet = isSet && standup_curl_set_long(easy, option, value) == CURLE_OK }
        isSet = isSet && standup_curl_set_list(easy, CURLOPT_HTTPHEADER, parts.headers) == CURLE_OK
        if let form = parts.form { isSet = isSet && standup_curl_set_form(easy, form) == CURLE_OK }
        let receiver: standup_curl_receiver = { bytes, size, count, context in
            receive(bytes, size * count, context)
        }
        let headerReceiver: standup_curl_receiver = { bytes, size, count, context in
            receiveHeader(bytes, size * count, context)
        }
        // The caller holds the body until the transfer is over.
        let context = Unmanaged.passUnretained(body).toOpaque()
        guard isSet, standup_curl_set_receiver(easy, receiver, context) == CURLE_OK,
            standup_curl_set_header_receiver(easy, headerReceiver, context) == CURLE_OK
        else {
            throw .network("this libcurl is too old")
        }
    }

    /// Moves what can be moved until all is, or somebody loses patience.
    private func wait(
        for easy: UnsafeMutableRawPointer, of multi: UnsafeMutableRawPointer, _ body: ReceivedBody,
        _ patience: HTTPPatience, size: Int
    ) throws(HTTPError) -> CURLcode {
        let clock = ContinuousClock()
        let step = max(1, min(patience.stall, patience.answer, .seconds(1)).milliseconds)
        var moved = (sent: curl_off_t(0), received: 0)
        var lastMove = clock.now
        while true {
            guard !isCancelled else { throw .cancelled }
            var running: Int32 = 0
            guard curl_multi_perform(multi, &running) == CURLM_OK else { throw .network("libcurl failed") }
            var result = CURLE_OK
            if standup_curl_take_result(multi, &result) != 0 { return result }
            let now = (sent: standup_curl_uploaded(easy), received: body.count)
            let hasMoved = now.sent != moved.sent || now.received - moved.received >= patience.leastProgress
            // The first byte ends the wait for the answer.
            if hasMoved || moved.received == 0 && now.received > 0 { (moved, lastMove) = (now, clock.now) }
            let isAnswerAwaited = now.sent >= size && now.received == 0
            let limit =
                isAnswerAwaited
                ? patience.answer : now.sent == 0 ? patience.connection + patience.stall : patience.stall
            guard clock.now - lastMove < limit else { throw .timeOut }
            guard curl_multi_poll(multi, nil, 0, Int32(clamping: step), nil) == CURLM_OK else {
                throw .network("libcurl failed")
            }
        }
    }

    /// A variable of the environment that is set to something.
    private static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func text(_ code: CURLcode) -> String {
        let text = curl_easy_strerror(code).map { String(cString: $0) } ?? "error \(code.rawValue)"
        return text.asContinuation
    }
}

/// Takes bytes of the body from libcurl; anything but their count ends the transfer.
private func receive(_ bytes: UnsafePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?) -> Int {
    guard let bytes, let context else { return 0 }
    let body = Unmanaged<ReceivedBody>.fromOpaque(context).takeUnretainedValue()
    return body.receive(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : -1
}

/// Takes a header from libcurl; anything but its count ends the transfer.
private func receiveHeader(_ bytes: UnsafePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?) -> Int {
    guard let bytes, let context else { return 0 }
    let body = Unmanaged<ReceivedBody>.fromOpaque(context).takeUnretainedValue()
    return body.receiveHeader(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : -1
}

/// The parts of a request that libcurl wants to be kept until it is over.
private struct RequestParts {
    private(set) var headers: UnsafeMutablePointer<curl_slist>?
    private(set) var form: OpaquePointer?

    init(_ request: HTTPRequest, for easy: UnsafeMutableRawPointer) throws(HTTPError) {
        // Without "Expect:" a large form waits a second for a word that many servers never say.
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

extension String {
    /// A sentence as it goes on after others: its first letter is small unless it begins with an acronym or a name, such
    /// as SSL.
    package var asContinuation: String {
        guard let second = dropFirst().first, second.isLowercase || second.isWhitespace || second == "'" else {
            return self
        }
        return prefix(1).lowercased() + dropFirst()
    }
}

extension Duration {
    /// Whole milliseconds, at least one.
    fileprivate var milliseconds: Int {
        let (seconds, attoseconds) = components
        return max(1, Int(clamping: seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
    }
}
