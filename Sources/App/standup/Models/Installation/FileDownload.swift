import Glibc
import MeetingModel
import StandupSpeech

/// Downloads a file, resuming an earlier download.
///
/// A file with a wrong size or checksum is deleted.
struct FileDownload {
    let expected: ExpectedFile
    let path: String
    let transport: CurlTransport
    let timeLimits: HTTPTimeLimits
    /// Receives the number of bytes downloaded.
    let progress: (Int) -> Void

    /// The maximum number of resumed connections, each of which must deliver some bytes.
    private static let retries = 5

    /// Downloads from an address, unless the file is complete.
    func run(from address: String) throws(InstallationError) {
        var wasResumed = try size() > 0
        while true {
            try fetch(address)
            if try expected.checksum.matches(path) { return }
            unlink(path)
            // The earlier download may have been of another version.
            guard wasResumed else { throw .source("its checksum does not match the catalogue") }
            wasResumed = false
        }
    }

    private func fetch(_ address: String) throws(InstallationError) {
        var retries = 0
        while true {
            var start = try size()
            if start > expected.size {
                unlink(path)
                start = 0
            }
            guard start < expected.size else { return }
            do throws(InstallationError) {
                return try fetch(address, from: start)
            } catch {
                guard case .source = error, retries < Self.retries, try size() > start else { throw error }
                retries += 1
            }
        }
    }

    /// The number of bytes downloaded.
    private func size() throws(InstallationError) -> Int {
        guard let status = FileStatus(path) else {
            guard errno == ENOENT else { throw .file(path: path, error: errno) }
            return 0
        }
        return status.size
    }

    private func fetch(_ address: String, from start: Int) throws(InstallationError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw .file(path: path, error: errno) }
        defer { close(descriptor) }
        var headers = ["Accept: */*", "Accept-Encoding: identity"]
        if start > 0 { headers.append("Range: bytes=\(start)-") }
        let request = HTTPRequest(address: address, headers: headers, redirects: 10)
        var end = start
        var isFirst = true
        var failure: InstallationError?
        let answer: HTTPResponse
        do {
            answer = try transport.send(request, timeLimits: timeLimits, limit: .max) { head, bytes in
                do throws(InstallationError) {
                    if isFirst {
                        end = try place(of: head, wanted: start)
                        if end < start, ftruncate(descriptor, off_t(end)) != 0 { throw .file(path: path, error: errno) }
                        isFirst = false
                    }
                    guard bytes.count <= expected.size - end else { throw wrongSize("more than \(expected.size)") }
                    try write(bytes, to: descriptor, at: end)
                    end += bytes.count
                    progress(end)
                    return true
                } catch {
                    failure = error
                    return false
                }
            }
        } catch {
            throw failure ?? .source(error.reason)
        }
        guard answer.status == 200 || answer.status == 206 else { throw .source("HTTP status \(answer.status)") }
        guard end == expected.size else { throw .source("it ended after \(end) of \(expected.size) bytes") }
    }

    /// The file offset at which a response's body starts.
    private func place(of head: HTTPResponseHead, wanted: Int) throws(InstallationError) -> Int {
        let length = head.headers["content-length"].flatMap(Int.init)
        switch head.status {
        case 200:
            if let length, length != expected.size { throw wrongSize("\(length)") }
            return 0
        case 206:
            // "bytes 100-199/200"
            let range = head.headers["content-range"]?.split { " -/".contains($0) } ?? []
            guard range.count == 4, range[0] == "bytes", Int(range[1]) == wanted else {
                throw .source("it sent another part of the file")
            }
            guard Int(range[3]) == expected.size || range[3] == "*" else { throw wrongSize("\(range[3])") }
            return wanted
        case 416:
            // The server's file is shorter than the requested offset.
            throw wrongSize("at most \(wanted)")
        default: throw .source("HTTP status \(head.status)")
        }
    }

    private func wrongSize(_ size: String) -> InstallationError {
        .source("it has \(size) bytes instead of \(expected.size)")
    }

    private func write(
        _ bytes: UnsafeRawBufferPointer, to descriptor: CInt, at place: Int
    ) throws(InstallationError) {
        var rest = bytes
        var place = place
        while let start = rest.baseAddress, !rest.isEmpty {
            let count = pwrite(descriptor, start, rest.count, off_t(place))
            guard count > 0 else {
                if errno == EINTR { continue }
                throw .file(path: path, error: errno)
            }
            place += count
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
    }
}
