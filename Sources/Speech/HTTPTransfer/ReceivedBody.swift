import CCurl

/// What a server sends, up to a limit. [the transfer's thread]
final class ReceivedBody {
    let limit: Int
    /// The body, if nobody takes it piece by piece.
    private(set) var bytes: [UInt8] = []
    /// How many bytes of the body have come.
    private(set) var count = 0
    private(set) var isTooLarge = false
    private(set) var isRefused = false

    private let easy: UnsafeMutableRawPointer
    private let receiver: HTTPReceiver?
    private var headers: [String: String] = [:]
    private var headerSize = 0

    /// The most bytes of headers, those of `100 Continue` included; libcurl itself has no end of them.
    private static let headerLimit = 256 << 10

    init(of easy: UnsafeMutableRawPointer, limit: Int, receiver: HTTPReceiver?) {
        self.easy = easy
        self.limit = limit
        self.receiver = receiver
    }

    /// Takes bytes of the body; false if there are to be no more.
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
        isRefused = !receiver(HTTPHead(status: standup_curl_status(easy), headers: headers), piece)
        return !isRefused
    }

    /// Takes a line of the headers; false if there are to be no more.
    func receiveHeader(_ piece: UnsafeRawBufferPointer) -> Bool {
        headerSize += piece.count
        guard headerSize <= Self.headerLimit else {
            isTooLarge = true
            return false
        }
        let line = String(decoding: piece, as: UTF8.self)
        // The answer to a redirected request follows the redirect.
        if line.hasPrefix("HTTP/") { headers = [:] }
        guard let colon = line.firstIndex(of: ":") else { return true }
        let value = line[line.index(after: colon)...]
        headers[line[..<colon].lowercased()] = String(
            value.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        return true
    }
}
