import CCurl

/// The headers and body of a response, up to a limit. [the transfer's thread]
final class ReceivedBody {
    let limit: Int
    /// The body, unless a receiver gets it.
    private(set) var bytes: [UInt8] = []
    /// The number of body bytes received.
    private(set) var count = 0
    private(set) var isTooLarge = false
    private(set) var isRefused = false

    private let easy: UnsafeMutableRawPointer
    private let receiver: HTTPReceiver?
    private var headers: [String: String] = [:]
    private var headerSize = 0

    /// The maximum bytes of headers, including those of `100 Continue`; libcurl has no limit.
    private static let headerLimit = 256 << 10

    init(of easy: UnsafeMutableRawPointer, limit: Int, receiver: HTTPReceiver?) {
        self.easy = easy
        self.limit = limit
        self.receiver = receiver
    }

    /// Adds bytes of the body; false aborts the transfer.
    func receive(_ piece: UnsafeRawBufferPointer) -> Bool {
        guard piece.count <= limit - count else {
            isTooLarge = true
            return false
        }
        count += piece.count
        guard let receiver else {
            bytes.append(contentsOf: piece)
            return true
        }
        isRefused = !receiver(HTTPResponseHead(status: standup_curl_status(easy), headers: headers), piece)
        return !isRefused
    }

    /// Adds a header line; false aborts the transfer.
    func receiveHeader(_ piece: UnsafeRawBufferPointer) -> Bool {
        headerSize += piece.count
        guard headerSize <= Self.headerLimit else {
            isTooLarge = true
            return false
        }
        let line = String(decoding: piece, as: UTF8.self)
        // A new status line follows a redirect.
        if line.hasPrefix("HTTP/") { headers = [:] }
        guard let colon = line.firstIndex(of: ":") else { return true }
        let value = line[line.index(after: colon)...]
        headers[line[..<colon].lowercased()] = String(
            value.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        return true
    }
}
