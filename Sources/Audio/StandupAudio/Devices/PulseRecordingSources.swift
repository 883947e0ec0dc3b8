import CPulse
import Glibc
import Sound

/// What the sound server says about the recordings of this process, and about what plays.
struct PulseRecordings: Hashable {
    struct Loudspeaker: Hashable {
        let name: String
        /// The label that desktops show.
        let label: String
        /// The source that delivers what it plays.
        let monitor: String
    }

    /// A program that plays.
    struct Player: Hashable {
        let program: String
        /// The server's number of the loudspeaker.
        let loudspeaker: UInt32
        /// Whether it is `standup`.
        let isOwn: Bool
        /// Whether it is `standup`, and plays a recording.
        let isOwnRecording: Bool
    }

    /// The source of each recording, by the server's number of the recording.
    var sources: [UInt32: String] = [:]
    /// The loudspeakers, by the server's number.
    var loudspeakers: [UInt32: Loudspeaker] = [:]
    var defaultLoudspeaker: String?
    var players: [Player] = []

    var loudspeakerMonitor: String? {
        loudspeakers.values.first { $0.name == defaultLoudspeaker }?.monitor
    }

    /// What plays, as a source sees it that is the monitor of a loudspeaker; nothing for any other source.
    func playback(onMonitor source: String) -> MonitoredPlayback {
        guard loudspeakers.values.contains(where: { $0.monitor == source }) else { return MonitoredPlayback() }
        var playback = MonitoredPlayback()
        for player in players {
            guard let loudspeaker = loudspeakers[player.loudspeaker] else { continue }
            if loudspeaker.monitor == source {
                if player.isOwnRecording { playback.isOwnRecording = true }
            } else if !player.isOwn, playback.unheard == nil {
                playback.unheard = PlayingProgram(
                    name: player.program, loudspeaker: loudspeaker.label, monitor: loudspeaker.monitor)
            }
        }
        return playback
    }
}

/// Polls the sound server for the sources that this process records, and moves recordings to others.
///
/// The server moves a recording to another source when its own is unplugged or the default changes, and does not notify
/// the client. No call waits longer than 20 ms for the server. Use on one queue only.
final class PulseRecordingSources {
    /// The number of polls skipped before reconnecting to a server that was unavailable.
    private static let pollsBetweenAttempts = 16

    /// The number of polls without a request while the server reports no change.
    private static let pollsBetweenRequests = 4

    private var connection: Connection?
    private var pollsUntilAttempt = 0
    private var pollsUntilRequest = 0

    /// Sends a request after a change and once a second, and waits some milliseconds for the reply; nil without one.
    func poll() -> PulseRecordings? {
        if let connection {
            if connection.processEvents() {
                if connection.isWaiting { return connection.takeReply() }
                pollsUntilRequest -= 1
                guard connection.hasChanged || pollsUntilRequest <= 0, connection.sendRequest() else { return nil }
                pollsUntilRequest = Self.pollsBetweenRequests
                return connection.awaitReply()
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

    /// Whether there is a change to ask about, or a reply that came too late for the last poll.
    var isWorthPolling: Bool {
        guard let connection, connection.processEvents() else { return false }
        return connection.isWaiting ? connection.hasReply : connection.hasChanged
    }

    /// Moves a recording to another source, which takes the server a few milliseconds.
    func move(_ recording: UInt32, to source: String) {
        connection?.move(recording, to: source)
    }

    /// Disconnects until the next poll.
    func disconnect() {
        connection = nil
        pollsUntilAttempt = 0
        pollsUntilRequest = 0
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
    private var reply = PulseRecordings()
    private let process = "\(getpid())"
    private var isSubscribed = false
    /// Whether the server has reported a change of a device or stream since the last request.
    private(set) var hasChanged = false
    /// Whether a reply is still to be returned.
    var isWaiting: Bool { unsafe !operations.isEmpty }
    /// Whether the reply to the request is complete.
    var hasReply: Bool {
        unsafe isWaiting && operations.allSatisfy { unsafe pa_operation_get_state($0) == PA_OPERATION_DONE }
    }

    init?() {
        guard let loop = unsafe pa_mainloop_new() else { return nil }
        guard let context = unsafe pa_context_new(pa_mainloop_get_api(loop), "standup") else {
            unsafe pa_mainloop_free(loop)
            return nil
        }
        unsafe self.loop = loop
        unsafe self.context = context
        // A failure releases both in `deinit`.
        guard unsafe pa_context_connect(context, nil, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0 else { return nil }
    }

    deinit {
        cancelOperations()
        unsafe pa_context_disconnect(context)
        unsafe pa_context_unref(context)
        unsafe pa_mainloop_free(loop)
    }

    /// Asks the server to report changes: of the defaults, of devices, and of what is recorded and played.
    private func subscribe() {
        isSubscribed = true
        let data = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe pa_context_set_subscribe_callback(
            context, { _, _, _, data in unsafe Connection.at(data).hasChanged = true }, data)
        let events = [
            PA_SUBSCRIPTION_MASK_SERVER, PA_SUBSCRIPTION_MASK_SINK, PA_SUBSCRIPTION_MASK_SOURCE,
            PA_SUBSCRIPTION_MASK_SINK_INPUT, PA_SUBSCRIPTION_MASK_SOURCE_OUTPUT,
        ]
        .reduce(0) { $0 | $1.rawValue }
        let operation = unsafe pa_context_subscribe(context, pa_subscription_mask_t(events), nil, nil)
        if let operation = unsafe operation { unsafe pa_operation_unref(operation) }
    }

    /// Processes pending events; false if the connection has failed.
    func processEvents() -> Bool {
        while unsafe pa_mainloop_iterate(loop, 0, nil) > 0 {}
        return unsafe PA_CONTEXT_IS_GOOD(pa_context_get_state(context)) != 0
    }

    /// Waits up to 20 ms for the reply to the request that was sent, and returns it; nil if it has not come.
    func awaitReply() -> PulseRecordings? {
        for _ in 0..<20 where !hasReply {
            guard unsafe pa_mainloop_prepare(loop, 1000) >= 0, unsafe pa_mainloop_poll(loop) >= 0,
                unsafe pa_mainloop_dispatch(loop) >= 0
            else { return nil }
        }
        return takeReply()
    }

    /// Returns the reply if it is complete.
    func takeReply() -> PulseRecordings? {
        guard hasReply else { return nil }
        cancelOperations()
        reply.sources = recordings.compactMapValues { names[$0] }
        return reply
    }

    /// Asks the server for all that a reply has; false if it is not connected yet.
    func sendRequest() -> Bool {
        guard unsafe pa_context_get_state(context) == PA_CONTEXT_READY else { return false }
        if !isSubscribed { subscribe() }
        hasChanged = false
        (recordings, names, reply) = ([:], [:], PulseRecordings())
        let data = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe operations = [
            pa_context_get_source_output_info_list(
                context, { _, info, _, data in unsafe Connection.at(data).note(info) }, data),
            pa_context_get_source_info_list(
                context, { _, info, _, data in unsafe Connection.at(data).note(info) }, data),
            pa_context_get_server_info(context, { _, info, data in unsafe Connection.at(data).note(info) }, data),
            pa_context_get_sink_info_list(
                context, { _, info, _, data in unsafe Connection.at(data).note(info) }, data),
            pa_context_get_sink_input_info_list(
                context, { _, info, _, data in unsafe Connection.at(data).note(info) }, data),
        ]
        .compactMap { unsafe $0 }
        return true
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
        reply.defaultLoudspeaker = unsafe String(cString: name)
    }

    private func note(_ info: UnsafePointer<pa_source_info>?) {
        guard let info = unsafe info?.pointee, let name = unsafe info.name else { return }
        unsafe names[info.index] = String(cString: name)
    }

    private func note(_ info: UnsafePointer<pa_sink_info>?) {
        guard let info = unsafe info?.pointee, let name = unsafe info.name,
            let monitor = unsafe info.monitor_source_name
        else { return }
        reply.loudspeakers[unsafe info.index] = unsafe PulseRecordings.Loudspeaker(
            name: String(cString: name), label: String(cString: info.description ?? name),
            monitor: String(cString: monitor))
    }

    private func note(_ info: UnsafePointer<pa_sink_input_info>?) {
        guard let info = unsafe info?.pointee, unsafe info.corked == 0 else { return }
        func property(_ key: String) -> String? {
            guard let value = unsafe pa_proplist_gets(info.proplist, key) else { return nil }
            return unsafe String(cString: value)
        }
        let isOwn = property(PA_PROP_APPLICATION_PROCESS_BINARY) == "standup"
        reply.players.append(
            PulseRecordings.Player(
                program: property(PA_PROP_APPLICATION_NAME) ?? property(PA_PROP_MEDIA_NAME) ?? "another program",
                loudspeaker: unsafe info.sink, isOwn: isOwn,
                isOwnRecording: property(PlaybackMark.key) == PlaybackMark.value))
    }

    private func cancelOperations() {
        while let operation = unsafe operations.popLast() {
            unsafe pa_operation_cancel(operation)
            unsafe pa_operation_unref(operation)
        }
    }
}
