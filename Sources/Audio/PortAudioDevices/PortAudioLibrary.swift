import AudioDevices
import CPortAudio
import CRealtimeAudio

/// PortAudio itself, as one control thread at a time uses it; each of these calls can take long, or hang.
///
/// A thread that was replaced while it hung makes no call any more: what it still has to do throws, or does nothing, and
/// its streams wait to be given up.
struct PortAudioLibrary {
    /// A device as PortAudio knows it, and what it is to the user.
    struct Endpoint {
        /// PortAudio's number of it, until PortAudio is started again.
        var index: PaDeviceIndex
        /// The device as listed.
        var device: AudioDevice
        /// Whether it is reached through PipeWire, in place of PulseAudio.
        var isOfPipeWire = false
        /// ALSA's name of the way to it, where its number does not say enough.
        var path: String?
    }

    private let permit: CallPermit
    private let hungThreads: HungThreads
    private let now: @Sendable () -> Int64
    private var isStarted: Bool
    /// Streams that were opened and not closed, by the identity of their users.
    private(set) var streams: [ObjectIdentifier: OpenStream] = [:]
    /// Streams that nobody uses any more, until PortAudio has closed them.
    private var unused: [OpenStream] = []

    /// PortAudio, not yet started, or started by a thread that hangs in it.
    init(isStarted: Bool, permit: CallPermit, hungThreads: HungThreads, now: @escaping @Sendable () -> Int64) {
        self.isStarted = isStarted
        self.permit = permit
        self.hungThreads = hungThreads
        self.now = now
    }

    /// Whether this thread has hung for so long that another one has taken its place.
    var isReplaced: Bool { permit.isRevoked }

    /// Makes a call of PortAudio's; nil if another thread has taken this one's place.
    private func call<Result>(alone: Bool = false, _ body: () -> Result) -> Result? {
        guard permit.begin(at: now(), alone: alone) else { return nil }
        defer { permit.end() }
        return body()
    }

    // MARK: Devices

    /// Ends PortAudio, with every stream, and starts it again: only so it learns which devices there are now.
    ///
    /// Does nothing while another thread hangs in PortAudio.
    mutating func lookForDevices() throws(AudioError) {
        guard hungThreads.isEmpty else { return }
        for key in Array(streams.keys) { closeStream(key) }
        if isStarted {
            guard call(alone: true, { Pa_Terminate() }) != nil else { throw SoundControl.silence }
            isStarted = false
        }
        guard let code = call(alone: true, { Pa_Initialize() }) else { throw SoundControl.silence }
        guard code == paNoError.rawValue else {
            throw AudioError.noSystem(reason: "PortAudio does not start: \(Self.text(code))")
        }
        isStarted = true
    }

    /// The devices that PortAudio found when it looked last.
    func endpoints() throws(AudioError) -> [Endpoint] {
        guard isStarted else { return [] }
        guard let endpoints = call(Self.endpoints) else { throw SoundControl.silence }
        return endpoints
    }

    private static func endpoints() -> [Endpoint] {
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

    /// Whether the driver of a stream that was opened says that it has ended.
    func hasEnded(_ key: ObjectIdentifier) -> Bool {
        guard let stream = streams[key] else { return false }
        return call { unsafe Pa_IsStreamActive(stream.handle) != 1 } ?? false
    }

    /// Whether a stream was opened and runs, as far as its driver says.
    func isAlive(_ key: ObjectIdentifier) -> Bool { streams[key] != nil && !hasEnded(key) }

    /// Opens and starts a stream, trying these ways in turn until the device takes one, and returns its true rate.
    ///
    /// `willStart` gets the stream that was opened, before its first callback.
    mutating func openStream(
        _ key: ObjectIdentifier,
        on endpoint: Endpoint,
        formats: [StreamFormat],
        make: (StreamFormat) -> OpenStream,
        willStart: (OpenStream) -> Void
    ) throws(AudioError) -> StreamFormat {
        closeStream(key)
        var code = PaError(paInvalidSampleRate.rawValue)
        for format in formats {
            let stream = make(format)
            guard let result = call({ open(stream, on: endpoint, format: format) }) else { throw SoundControl.silence }
            code = result
            if code == paNoError.rawValue {
                streams[key] = stream
                guard !isReplaced else { throw SoundControl.silence }
                willStart(stream)
                guard let result = call({ unsafe Pa_StartStream(stream.handle) }) else { throw SoundControl.silence }
                code = result
                guard code == paNoError.rawValue else {
                    closeStream(key)
                    break
                }
                guard let rate = call({ unsafe Pa_GetStreamInfo(stream.handle)?.pointee.sampleRate }) else {
                    throw SoundControl.silence
                }
                return StreamFormat(sampleRate: rate ?? format.sampleRate, channels: format.channels)
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
        if let stream = streams.removeValue(forKey: key) { unused.append(stream) }
        closeUnused()
    }

    private mutating func closeUnused() {
        while let stream = unused.last {
            guard call({ unsafe Pa_AbortStream(stream.handle) }) != nil,
                call({ unsafe Pa_CloseStream(stream.handle) }) != nil
            else { return }
            unused.removeLast()
        }
    }

    /// The streams of a thread that was replaced.
    struct GivenUp {
        fileprivate var streams: [ObjectIdentifier: OpenStream]
        fileprivate var unused: [OpenStream]
    }

    /// Gives up every stream, for another thread to take over.
    mutating func giveUpStreams() -> GivenUp {
        defer { (streams, unused) = ([:], []) }
        return GivenUp(streams: streams, unused: unused)
    }

    /// Takes on the streams that another thread gave up: those that are wanted stay open, the others are closed.
    mutating func takeOver(_ given: GivenUp, isWanted: (ObjectIdentifier) -> Bool) {
        unused += given.unused
        for (key, stream) in given.streams {
            // Its user may meanwhile have opened another one here.
            if streams[key] == nil, isWanted(key) {
                streams[key] = stream
            } else {
                unused.append(stream)
            }
        }
        closeUnused()
    }

    private func open(_ stream: OpenStream, on endpoint: Endpoint, format: StreamFormat) -> PaError {
        guard let path = endpoint.path else {
            return unsafe open(stream, on: endpoint, device: endpoint.index, way: nil, format: format)
        }
        return unsafe path.withCString { path in
            var way = unsafe PaAlsaStreamInfo()
            unsafe PaAlsa_InitializeStreamInfo(&way)
            unsafe way.deviceString = path
            return unsafe withUnsafeMutablePointer(to: &way) { way in
                let device = PaDeviceIndex(standup_device_by_name)
                return unsafe open(stream, on: endpoint, device: device, way: way, format: format)
            }
        }
    }

    private func open(
        _ stream: OpenStream, on endpoint: Endpoint, device: PaDeviceIndex, way: UnsafeMutableRawPointer?,
        format: StreamFormat
    ) -> PaError {
        let isInput = endpoint.device.direction == .input
        let buffering = isInput ? Buffering.capture : .playback
        PaAlsa_SetNumPeriods(Int32(buffering.periods))
        var parameters = unsafe PaStreamParameters(
            device: device,
            channelCount: Int32(format.channels),
            sampleFormat: 0x0000_0001,  // paFloat32, a macro that Swift does not see
            suggestedLatency: buffering.seconds,
            hostApiSpecificStreamInfo: way
        )
        return unsafe withUnsafeMutablePointer(to: &parameters) { parameters in
            // No wish for a buffer size, nor flags: clipping and dithering do not apply to floats.
            if isInput {
                unsafe Pa_OpenStream(
                    &stream.handle, parameters, nil, format.sampleRate, 0, 0, standup_capture_callback, stream.context)
            } else {
                unsafe Pa_OpenStream(
                    &stream.handle, nil, parameters, format.sampleRate, 0, 0, standup_playback_callback, stream.context)
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
