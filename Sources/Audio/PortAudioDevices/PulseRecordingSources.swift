import CPulse
import Glibc

/// What the sound server says about the recordings of this process.
struct PulseRecordings: Hashable {
    /// The source of each recording, by the server's number of the recording.
    var sources: [UInt32: String] = [:]
    /// The monitor of the default loudspeaker.
    var loudspeakerMonitor: String?
}

/// Polls the sound server for the sources that this process records, and moves recordings to others.
///
/// The server moves a recording to another source when its own is unplugged or the default changes, and does not notify
/// the client. No call waits for the server. Use on one queue only.
final class PulseRecordingSources {
    /// The number of polls skipped before reconnecting to a server that was unavailable.
    private static let pollsBetweenAttempts = 16

    private var connection: Connection?
    private var pollsUntilAttempt = 0

    /// Sends a request, and returns the last reply; nil without a new reply.
    ///
    /// `waits`: whether to wait some milliseconds for the reply to this request, instead of returning it next time.
    func poll(waits: Bool = false) -> PulseRecordings? {
        if let connection {
            if connection.processEvents() {
                let reply = connection.nextReply()
                return waits ? connection.awaitReply() ?? reply : reply
            }
            self.connection = nil
        } else if pollsUntilAttempt > 0 {
            pollsUntilAttempt -= 1
        } else {
            pollsUntilAttempt = Self.pollsBetweenAttempts
            connection = Connection()
        }
        return nil
    }

    /// Moves a recording to another source, which takes the server a few milliseconds.
    func move(_ recording: UInt32, to source: String) {
        connection?.move(recording, to: source)
    }

    /// Disconnects until the next poll.
    func disconnect() {
        connection = nil
        pollsUntilAttempt = 0
    }
}

/// A connection to the server, with the reply received so far.
@safe
private final class Connection {
    private let loop: OpaquePointer
    private let context: OpaquePointer
    private var operations: [OpaquePointer] = unsafe []
    /// The source's number of each recording of this process.
    private var recordings: [UInt32: UInt32] = [:]
    private var names: [UInt32: String] = [:]
    /// The monitor of each loudspeaker.
    private var monitors: [String: String] = [:]
    private var defaultSink: String?
    private let process = "\(getpid())"

    init?() {
        guard let loop = unsafe pa_mainloop_new() else { return nil }
        guard let context = unsafe pa_context_new(pa_mainloop_get_api(loop), "standup"),
            unsafe pa_context_connect(context, nil, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0
        else {
            unsafe pa_mainloop_free(loop)
            return nil
        }
        unsafe self.loop = loop
        unsafe self.context = context
    }

    deinit {
        cancelOperations()
        unsafe pa_context_disconnect(context)
        unsafe pa_context_unref(context)
        unsafe pa_mainloop_free(loop)
    }

    /// Processes pending events; false if the connection has failed.
    func processEvents() -> Bool {
        while unsafe pa_mainloop_iterate(loop, 0, nil) > 0 {}
        return unsafe PA_CONTEXT_IS_GOOD(pa_context_get_state(context)) != 0
    }

    /// Waits up to 20 ms for the reply to the request that was sent, and returns it; nil if it has not come.
    func awaitReply() -> PulseRecordings? {
        for _ in 0..<20 {
            guard unsafe operations.contains(where: { unsafe pa_operation_get_state($0) == PA_OPERATION_RUNNING })
            else { break }
            guard unsafe pa_mainloop_prepare(loop, 1000) >= 0, unsafe pa_mainloop_poll(loop) >= 0,
                unsafe pa_mainloop_dispatch(loop) >= 0
            else { return nil }
        }
        return nextReply()
    }

    /// Returns the complete reply, if any, and sends the next request.
    func nextReply() -> PulseRecordings? {
        guard unsafe pa_context_get_state(context) == PA_CONTEXT_READY,
            unsafe !operations.contains(where: { unsafe pa_operation_get_state($0) == PA_OPERATION_RUNNING })
        else { return nil }
        let answer =
            unsafe operations.isEmpty
            ? nil
            : PulseRecordings(
                sources: recordings.compactMapValues { names[$0] },
                loudspeakerMonitor: defaultSink.flatMap { monitors[$0] })
        cancelOperations()
        (recordings, names, monitors, defaultSink) = ([:], [:], [:], nil)
        let data = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe operations = [
            pa_context_get_source_output_info_list(
                context, { _, info, _, data in unsafe Connection.at(data).note(info) }, data),
            pa_context_get_source_info_list(
                context, { _, info, _, data in unsafe Connection.at(data).note(info) }, data),
            pa_context_get_server_info(context, { _, info, data in unsafe Connection.at(data).note(info) }, data),
        ]
        .compactMap { unsafe $0 }
        return answer
    }

    func move(_ recording: UInt32, to source: String) {
        let operation = unsafe pa_context_move_source_output_by_name(context, recording, source, nil, nil)
        if let operation = unsafe operation { unsafe pa_operation_unref(operation) }
        while unsafe pa_mainloop_iterate(loop, 0, nil) > 0 {}
    }

    private static func at(_ data: UnsafeMutableRawPointer?) -> Connection {
        guard let data = unsafe data else { preconditionFailure("libpulse returns the pointer that it was given") }
        return unsafe Unmanaged.fromOpaque(data).takeUnretainedValue()
    }

    private func note(_ info: UnsafePointer<pa_source_output_info>?) {
        guard let info = unsafe info?.pointee,
            let owner = unsafe pa_proplist_gets(info.proplist, PA_PROP_APPLICATION_PROCESS_ID),
            unsafe String(cString: owner) == process
        else { return }
        recordings[unsafe info.index] = unsafe info.source
    }

    private func note(_ info: UnsafePointer<pa_server_info>?) {
        guard let name = unsafe info?.pointee.default_sink_name else { return }
        defaultSink = unsafe String(cString: name)
    }

    private func note(_ info: UnsafePointer<pa_source_info>?) {
        guard let info = unsafe info?.pointee, let name = unsafe info.name else { return }
        unsafe names[info.index] = String(cString: name)
        guard let sink = unsafe info.monitor_of_sink_name else { return }
        unsafe monitors[String(cString: sink)] = String(cString: name)
    }

    private func cancelOperations() {
        while let operation = unsafe operations.popLast() {
            unsafe pa_operation_cancel(operation)
            unsafe pa_operation_unref(operation)
        }
    }
}
