import CPulse
import CRealtimeAudio
import MeetingModel
import Sound

/// The sound server, PulseAudio or PipeWire, which lists devices by name and label.
enum PulseServer {
    enum Answer {
        /// The devices, not yet numbered, and whether the server is PipeWire.
        case devices([AudioDevice], isPipeWire: Bool)
        /// No server runs.
        case absent
        /// A server runs but does not respond.
        case notResponding
    }

    /// Lists the server's devices; waits at most `limit`.
    ///
    /// It never starts a server. [any thread that may wait]
    static func devices(within limit: Duration) -> Answer {
        guard let loop = unsafe pa_mainloop_new() else { return .absent }
        defer { unsafe pa_mainloop_free(loop) }
        guard let context = unsafe pa_context_new(pa_mainloop_get_api(loop), "standup") else { return .absent }
        defer { unsafe pa_context_unref(context) }
        let deadline = standup_monotonic_now() + limit.nanoseconds
        guard unsafe pa_context_connect(context, nil, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0 else { return .absent }
        defer { unsafe pa_context_disconnect(context) }

        while unsafe pa_context_get_state(context) != PA_CONTEXT_READY {
            guard unsafe PA_CONTEXT_IS_GOOD(pa_context_get_state(context)) != 0 else { return .absent }
            guard unsafe runLoopOnce(loop, until: deadline) else { return .notResponding }
        }
        var listing = Listing()
        return unsafe withUnsafeMutablePointer(to: &listing) { listing in
            var operations = unsafe request(context, listing)
            defer {
                while let operation = unsafe operations.popLast() {
                    unsafe pa_operation_cancel(operation)
                    unsafe pa_operation_unref(operation)
                }
            }
            while unsafe operations.contains(where: { unsafe pa_operation_get_state($0) == PA_OPERATION_RUNNING }) {
                guard unsafe runLoopOnce(loop, until: deadline) else { return .notResponding }
            }
            return unsafe .devices(listing.pointee.devices, isPipeWire: listing.pointee.isPipeWire)
        }
    }

    /// Runs one iteration of the main loop; false after the deadline.
    private static func runLoopOnce(_ loop: OpaquePointer, until deadline: Int64) -> Bool {
        let left = (deadline - standup_monotonic_now()) / 1000
        guard left > 0 else { return false }
        return unsafe pa_mainloop_prepare(loop, Int32(clamping: left)) >= 0 && pa_mainloop_poll(loop) >= 0
            && pa_mainloop_dispatch(loop) >= 0
    }

    private static func request(_ context: OpaquePointer, _ listing: UnsafeMutablePointer<Listing>) -> [OpaquePointer] {
        let operations = unsafe [
            pa_context_get_server_info(
                context,
                { _, info, data in unsafe Listing.at(data).pointee.note(info) },
                listing
            ),
            pa_context_get_source_info_list(
                context,
                { _, info, _, data in unsafe Listing.at(data).pointee.note(info) },
                listing
            ),
            pa_context_get_sink_info_list(
                context,
                { _, info, _, data in unsafe Listing.at(data).pointee.note(info) },
                listing
            ),
        ]
        return unsafe operations.compactMap { unsafe $0 }
    }
}

/// The replies received so far; the defaults come first, because the server replies in order.
private struct Listing {
    private(set) var isPipeWire = false
    private var defaultSource: String?
    private var defaultSink: String?
    private var sources: [AudioDevice] = []
    private var monitors: [AudioDevice] = []
    private var sinks: [AudioDevice] = []

    /// Microphones, then monitors of loudspeakers, then loudspeakers.
    var devices: [AudioDevice] { sources + monitors + sinks }

    static func at(_ data: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Listing> {
        guard let data = unsafe data else { preconditionFailure("libpulse returns the pointer that it was given") }
        return unsafe data.assumingMemoryBound(to: Listing.self)
    }

    mutating func note(_ info: UnsafePointer<pa_server_info>?) {
        guard let info = unsafe info?.pointee else { return }
        // For example "PulseAudio (on PipeWire 0.3.65)".
        isPipeWire = unsafe text(info.server_name)?.contains("PipeWire") == true
        defaultSource = unsafe text(info.default_source_name)
        defaultSink = unsafe text(info.default_sink_name)
    }

    mutating func note(_ info: UnsafePointer<pa_source_info>?) {
        guard let info = unsafe info?.pointee, let name = unsafe text(info.name) else { return }
        let device = AudioDevice(
            number: 0,
            name: name,
            label: unsafe text(info.description) ?? name,
            direction: .input,
            channels: unsafe Int(info.sample_spec.channels),
            sampleRate: unsafe Double(info.sample_spec.rate),
            isDefault: name == defaultSource,
            monitorOf: unsafe text(info.monitor_of_sink_name)
        )
        if device.monitorOf == nil {
            sources.append(device)
        } else {
            monitors.append(device)
        }
    }

    mutating func note(_ info: UnsafePointer<pa_sink_info>?) {
        guard let info = unsafe info?.pointee, let name = unsafe text(info.name) else { return }
        sinks.append(
            AudioDevice(
                number: 0,
                name: name,
                label: unsafe text(info.description) ?? name,
                direction: .output,
                channels: unsafe Int(info.sample_spec.channels),
                sampleRate: unsafe Double(info.sample_spec.rate),
                isDefault: name == defaultSink
            )
        )
    }
}

private func text(_ pointer: UnsafePointer<CChar>?) -> String? {
    guard let pointer = unsafe pointer else { return nil }
    return unsafe String(cString: pointer)
}
