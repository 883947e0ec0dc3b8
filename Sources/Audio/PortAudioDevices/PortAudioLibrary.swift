import AudioDevices
import CPortAudio
import CRealtimeAudio

/// PortAudio itself, as one control thread at a time uses it; each of these calls can take long, or hang.
struct PortAudioLibrary {
    /// A device as PortAudio knows it, and what it is to the user.
    struct Endpoint {
        /// PortAudio's number of it, until PortAudio is started again.
        var index: PaDeviceIndex
        /// The device as listed.
        var device: AudioDevice
        /// Whether it is reached through PipeWire, in place of PulseAudio.
        var isOfPipeWire = false
        /// The sound server's name of it, if it is reached through the server and is not simply the default.
        var pulseName: String?
    }

    /// Raised while PortAudio is being started or ended, when no other thread may use it.
    static let isLooking = Flag()

    /// Raised when this thread has hung in a call for so long that another one has taken its place.
    ///
    /// After that call it makes no more: its streams are left for the other one.
    let isRetired: Flag
    private var isStarted: Bool
    /// Streams that were opened and not closed, by the identity of their users.
    private(set) var streams: [ObjectIdentifier: OpenStream] = [:]
    /// Whether the devices may be looked for again; not while another thread is stuck in PortAudio.
    private var mayLookAgain: Bool

    /// PortAudio, not yet started; or one that another thread has started, and is stuck in.
    init(isStarted: Bool, isRetired: Flag) {
        self.isStarted = isStarted
        self.isRetired = isRetired
        mayLookAgain = !isStarted
    }

    // MARK: Devices

    /// Ends PortAudio, with every stream, and starts it again: only so it learns which devices there are now.
    mutating func lookForDevices(serverIsAbsent: Bool) throws(AudioError) {
        guard mayLookAgain else { return }
        for key in Array(streams.keys) { closeStream(key) }
        Self.isLooking.value = true
        defer { Self.isLooking.value = false }
        if isStarted {
            isStarted = false
            Pa_Terminate()
        }
        // With a server named, libpulse does not start one of its own accord.
        let code = Environment.with("PULSE_SERVER", serverIsAbsent ? "unix:/dev/null" : nil, unlessSet: true) {
            Pa_Initialize()
        }
        guard code == paNoError.rawValue else {
            throw AudioError.noSystem(reason: "PortAudio does not start: \(Self.text(code))")
        }
        isStarted = true
    }

    /// The devices that PortAudio found when it looked last.
    func endpoints() -> [Endpoint] {
        guard isStarted else { return [] }
        let inputDefault = Pa_GetDefaultInputDevice()
        let outputDefault = Pa_GetDefaultOutputDevice()
        var found: [Endpoint] = []
        for index in 0..<max(0, Pa_GetDeviceCount()) {
            guard let info = unsafe Pa_GetDeviceInfo(index)?.pointee, let name = unsafe info.name else { continue }
            for direction in [AudioDevice.Direction.input, .output] {
                let channels = unsafe direction == .input ? info.maxInputChannels : info.maxOutputChannels
                guard channels > 0 else { continue }
                let device = AudioDevice(
                    number: 0,
                    name: unsafe String(cString: name),
                    label: unsafe String(cString: name),
                    direction: direction,
                    channels: Int(channels),
                    sampleRate: unsafe info.defaultSampleRate,
                    isDefault: index == (direction == .input ? inputDefault : outputDefault)
                )
                found.append(Endpoint(index: index, device: device))
            }
        }
        return found
    }

    // MARK: Streams

    /// Whether a stream that was opened still runs.
    func isAlive(_ key: ObjectIdentifier) -> Bool {
        guard let stream = streams[key] else { return false }
        return unsafe Pa_IsStreamActive(stream.handle) == 1
    }

    /// Opens and starts a stream, trying these ways in turn until the device takes one, and returns its true rate.
    mutating func openStream(
        _ key: ObjectIdentifier,
        on endpoint: Endpoint,
        formats: [StreamFormat],
        make: (StreamFormat) -> OpenStream
    ) throws(AudioError) -> StreamFormat {
        var code = PaError(paInvalidSampleRate.rawValue)
        for format in formats {
            let stream = make(format)
            code = open(stream, on: endpoint, format: format)
            if code == paNoError.rawValue {
                streams[key] = stream
                guard !isRetired.value else { break }
                code = unsafe Pa_StartStream(stream.handle)
                guard code == paNoError.rawValue else {
                    closeStream(key)
                    break
                }
                let rate = unsafe Pa_GetStreamInfo(stream.handle)?.pointee.sampleRate ?? format.sampleRate
                return StreamFormat(sampleRate: rate, channels: format.channels)
            }
            let isRefusedFormat =
                code == paInvalidSampleRate.rawValue || code == paInvalidChannelCount.rawValue
                || code == paSampleFormatNotSupported.rawValue
            guard isRefusedFormat else { break }
        }
        throw AudioError.failed(device: endpoint.device.name, reason: Self.text(code))
    }

    /// Aborts and closes a stream, and lets go of its memory.
    mutating func closeStream(_ key: ObjectIdentifier) {
        guard let stream = streams[key] else { return }
        unsafe Pa_AbortStream(stream.handle)
        guard !isRetired.value else { return }
        unsafe Pa_CloseStream(stream.handle)
        streams[key] = nil
    }

    /// Gives up every stream, for another thread to close.
    mutating func giveUpStreams() -> [ObjectIdentifier: OpenStream] {
        defer { streams = [:] }
        return streams
    }

    /// Takes on streams that another thread gave up, and closes them.
    mutating func closeStreams(givenUp given: [ObjectIdentifier: OpenStream]) {
        for (key, stream) in given {
            // Its user may meanwhile have opened another one here.
            let own = streams[key]
            streams[key] = stream
            closeStream(key)
            streams[key] = own
        }
        mayLookAgain = true
    }

    private func open(_ stream: OpenStream, on endpoint: Endpoint, format: StreamFormat) -> PaError {
        let isInput = endpoint.device.direction == .input
        let buffering = isInput ? Buffering.capture : .playback
        PaAlsa_SetNumPeriods(Int32(buffering.periods))
        var parameters = unsafe PaStreamParameters(
            device: endpoint.index,
            channelCount: Int32(format.channels),
            sampleFormat: 0x0000_0001,  // paFloat32, a macro that Swift does not see
            suggestedLatency: buffering.seconds,
            hostApiSpecificStreamInfo: nil
        )
        return Environment.with(isInput ? "PULSE_SOURCE" : "PULSE_SINK", endpoint.pulseName) {
            unsafe withUnsafeMutablePointer(to: &parameters) { parameters in
                // No wish for a buffer size, nor flags: clipping and dithering do not apply to floats.
                if isInput {
                    unsafe Pa_OpenStream(
                        &stream.handle,
                        parameters,
                        nil,
                        format.sampleRate,
                        0,
                        0,
                        standup_capture_callback,
                        stream.context
                    )
                } else {
                    unsafe Pa_OpenStream(
                        &stream.handle,
                        nil,
                        parameters,
                        format.sampleRate,
                        0,
                        0,
                        standup_playback_callback,
                        stream.context
                    )
                }
            }
        }
    }

    private static func text(_ code: PaError) -> String {
        guard let text = unsafe Pa_GetErrorText(code) else { return "error \(code)" }
        return unsafe String(cString: text)
    }
}

/// How much sound lies between the device and the callback, and in how many pieces; ALSA heeds both, others the first.
private struct Buffering {
    var seconds: Double
    var periods: Int

    /// Long, so that a callback that a busy machine calls late loses nothing, in pieces of 25 ms, so that one that it
    /// calls in time gets the sound soon.
    static let capture = Buffering(seconds: 1, periods: 40)
    /// As short as a busy machine allows, because a cue that is due now is heard this much later; in pieces
    /// of 50 ms, because each costs a few wake-ups.
    static let playback = Buffering(seconds: 0.15, periods: 3)
}

/// A way in which a stream can be opened.
struct StreamFormat: Hashable {
    /// Frames per second, in Hz.
    var sampleRate: Double
    /// How many channels.
    var channels: Int

    /// Mono before the others: it needs no mixing down.
    static func capture(_ device: AudioDevice) -> [StreamFormat] {
        formats(rates: [device.sampleRate, 48_000, 44_100], channels: [1, 2, device.channels], of: device)
    }

    /// The rate of the cues before the device's own, and stereo before mono, which some put on the left only.
    static func playback(_ device: AudioDevice, cueRate: Int) -> [StreamFormat] {
        formats(
            rates: [Double(cueRate), device.sampleRate, 48_000, 44_100],
            channels: [2, 1, device.channels],
            of: device
        )
    }

    private static func formats(rates: [Double], channels: [Int], of device: AudioDevice) -> [StreamFormat] {
        var result: [StreamFormat] = []
        for rate in rates where rate > 0 {
            for count in channels where count > 0 && count <= max(device.channels, 1) {
                let format = StreamFormat(sampleRate: rate, channels: count)
                if !result.contains(format) { result.append(format) }
            }
        }
        return result
    }
}
