#if Web
import HTTPTypes
import Hummingbird
import MeetingHistory
import MeetingModel
import MeetingTiming
import Sound
import Web

extension WebResponder {
    /// A recording, in whole or in part.
    func recording(_ id: Meeting.ID, as format: RecordingFormat, _ exchange: Exchange) async throws -> Response {
        let (range, ifRange) = (exchange.request.headers[.range], exchange.request.headers[.ifRange])
        let (meeting, ready) = try await reading(on: disk) {
            let (meeting, visitor) = try seen(id, exchange)
            let ready = try recordings.recording(
                of: meeting, as: format, for: visitor, range: range, ifRange: ifRange)
            return (meeting, ready)
        }
        let bytes =
            if let ready { ready } else { try await reading(on: making) { try recordings.make(meeting, as: format) } }
        var response = bytes.response(to: exchange, disk: disk)
        let name = Self.name(of: meeting, startedAt: LocalTime(meeting.startedAt), format.rawValue)
        // Not an attachment: a browser that opens the address plays it.
        response.headers[.contentDisposition] = "inline" + name
        return response
    }

    private func reading<Value: Sendable>(
        on executor: DiskExecutor, _ read: @Sendable () throws -> Value
    ) async throws -> Value {
        try await withTaskExecutorPreference(executor) {
            do {
                return try read()
            } catch AudioError.file {
                throw Refusal(404, "the recording cannot be read; see: standup doctor --data")
            }
        }
    }

    func export(_ id: Meeting.ID, as format: TranscriptFormat, _ exchange: Exchange) async throws -> Response {
        let (name, text) = try await withTaskExecutorPreference(disk) {
            _ = try seen(id, exchange)
            guard let meeting = try history.store.meeting(id) else { throw Refusal.notFound }
            let start = LocalTime(meeting.startedAt)
            let text = try MeetingTranscript(of: meeting, startedAt: start).text(as: format)
            return (Self.name(of: meeting, startedAt: start, format.rawValue), text)
        }
        return Response(
            status: .ok,
            headers: [.contentType: format.mediaType, .contentDisposition: "attachment" + name], text: text)
    }

    /// A meeting that the visitor may see, without words.
    func seen(_ id: Meeting.ID, _ exchange: Exchange) throws -> (meeting: Meeting, visitor: Visitor) {
        guard let visitor = exchange.visitor, let meeting = try history.store.meetingWithoutWords(id),
            visitor.sees(meeting.standupID)
        else { throw Refusal.notFound }
        return (meeting, visitor)
    }

    /// The part of a header that names a meeting's file (RFC 6266, RFC 8187).
    private static func name(of meeting: Meeting, startedAt start: LocalTime, _ ending: String) -> String {
        let name = MeetingFileName.stem(title: meeting.title, startedAt: start) + "." + ending
        let encoded = name.utf8.map { byte in
            let isPlain =
                UnicodeScalar(byte).properties.isAlphabetic && byte < 0x80 || (48...57).contains(byte)
                || [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_")].contains(byte)
            return isPlain
                ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16).uppercased()
        }
        return "; filename*=UTF-8''" + encoded.joined()
    }
}

extension TranscriptFormat {
    fileprivate var mediaType: String {
        switch self {
        case .txt: "text/plain; charset=utf-8"
        case .md: "text/markdown; charset=utf-8"
        case .srt: "application/x-subrip; charset=utf-8"
        case .vtt: "text/vtt; charset=utf-8"
        case .json: "application/json"
        case .csv: "text/csv; charset=utf-8"
        }
    }
}
#endif
