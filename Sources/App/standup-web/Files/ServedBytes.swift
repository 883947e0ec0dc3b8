#if Web
import HTTPTypes
import Hummingbird
import MeetingTiming
import NIOCore
import Sound
import Web

/// Bytes that are sent in whole or in part: a file, or a recording while it grows.
struct ServedBytes: Sendable {
    let size: Int64
    /// What tells this content from others: the value of `ETag`, with its quotes.
    let tag: String
    let mediaType: String
    /// Reads bytes at an offset, and returns their number. [any thread; waits for the disk]
    let read: @Sendable (UnsafeMutableRawBufferPointer, Int64) throws -> Int

    /// The bytes that are read and sent at once.
    private static let pieceSize = 64 << 10

    func response(to exchange: Exchange, disk: DiskExecutor) -> Response {
        let request = exchange.request
        var headers: HTTPFields = [
            .contentType: mediaType, .acceptRanges: "bytes", .eTag: tag,
        ]
        let known = request.headers[.ifNoneMatch]?.split(separator: ",") ?? []
        if known.contains(where: { $0.withoutOptionalWhitespace == tag }) {
            return Response(status: .notModified, headers: headers)
        }
        // A range of another content would be a piece of something else.
        let isSame = request.headers[.ifRange].map { $0 == tag } ?? true
        let range = ByteRange(isSame ? request.headers[.range] : nil, length: size)
        let bytes: Range<Int64>
        var status = HTTPResponse.Status.ok
        switch range {
        case .whole: bytes = 0..<size
        case .part(let part):
            bytes = part.lowerBound..<part.upperBound + 1
            status = .partialContent
            headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound)/\(size)"
        case .outside:
            headers[.contentRange] = "bytes */\(size)"
            return Response(status: .rangeNotSatisfiable, headers: headers)
        }
        headers[.contentLength] = "\(bytes.upperBound - bytes.lowerBound)"
        guard request.method != .head else { return Response(status: status, headers: headers) }
        return Response(
            status: status, headers: headers, body: body(bytes, loop: exchange.context.channel.eventLoop, disk: disk))
    }

    private func body(_ bytes: Range<Int64>, loop: any EventLoop, disk: DiskExecutor) -> ResponseBody {
        ResponseBody(contentLength: Int(bytes.upperBound - bytes.lowerBound)) { writer in
            var offset = bytes.lowerBound
            while offset < bytes.upperBound {
                let count = Int(min(bytes.upperBound - offset, Int64(Self.pieceSize)))
                let piece = try await withTaskExecutorPreference(disk) { [offset] in try self.piece(count, at: offset) }
                offset += Int64(piece.readableBytes)
                try await writer.write(piece)
                // Only when the event loop has taken the piece does the next one wait for a client that does not read.
                try await loop.submit {}.get()
            }
            try await writer.finish(nil)
        }
    }

    private func piece(_ count: Int, at offset: Int64) throws -> ByteBuffer {
        var buffer = ByteBuffer()
        let read = try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { bytes in
            try self.read(UnsafeMutableRawBufferPointer(rebasing: bytes[..<count]), offset)
        }
        // The file has become shorter, so that the length that was announced cannot be kept.
        guard read == count else { throw CancellationError() }
        return buffer
    }
}

extension ServedBytes {
    init(_ file: ReadableFile, mediaType: String) {
        self.init(size: file.size, tag: "\"\(file.version)\"", mediaType: mediaType) { bytes, offset in
            try file.read(into: bytes, at: offset)
        }
    }
}
#endif
