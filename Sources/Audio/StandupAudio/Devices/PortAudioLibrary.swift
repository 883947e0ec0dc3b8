import CPortAudio
import CRealtimeAudio
import Sound

/// PortAudio's functions, for one control thread at a time; any call can block or hang.
///
/// After its thread was replaced, calls throw or do nothing, and the streams can be detached.
struct PortAudioLibrary {
    /// A PortAudio device index and the device that the user sees.
    struct Endpoint {
        /// PortAudio's device index, valid until PortAudio is restarted.
        var index: PaDeviceIndex
        var device: AudioDevice
        var isPipeWire = false
        /// ALSA's PCM name, where the index is not enough.
        var path: String?
    }

    private let permit: CallPermit
    private let hungThreads: HungThreads
    private let now: @Sendable () -> Int64
    private var isStarted: Bool
    /// Open streams, by `ControlledStream.key`.
    private(set) var streams: [ObjectIdentifier: OpenStream] = [:]
    /// Streams without a user that PortAudio has not closed yet.
    private var unused: [OpenStream] = []

    /// Creates the interface; `isStarted` if the replaced thread has initialized PortAudio.
    init(isStarted: Bool, permit: CallPermit, hungThreads: HungThreads, now: @escaping @Sendable () -> Int64) {
        self.isStarted = isStarted
        self.permit = permit
        self.hungThreads = hungThreads
        self.now = now
    }

    /// Whether this thread hung and was replaced.
    var isReplaced: Bool { permit.isRevoked }

    /// Makes a PortAudio call; nil if this thread was replaced.
    private func call<Result>(alone: Bool = false, _ body: () -> Result) -> Result? {
        guard permit.begin(at: now(), alone: alone) else { return nil }
        defer { permit.end() }
        return body()
    }

    // MARK: Devices

    /// Restarts PortAudio, which closes all streams and is the only way to refresh its device list.
    ///
    /// Does nothing while another thread hangs in PortAudio.
    mutating func rescanDevices() throws(AudioError) {
        guard hungThreads.isEmpty else { return }
        for key in Array(streams.keys) { closeStream(key) }
        if isStarted {
            guard call(alone: true, { Pa_Terminate() }) != nil else { throw SoundControl.notResponding }
            isStarted = false
        }
        guard let code = call(alone: true, { Pa_Initialize() }) else { throw SoundControl.notResponding }
        guard code == paNoError.rawValue else {
            throw AudioError.noSystem(reason: "PortAudio does not start, \(Self.text(code))")
        }
        isStarted = true
    }

    /// The devices of the last scan.
    func endpoints() throws(AudioError) -> [Endpoint] {
        guard isStarted else { return [] }
        guard let endpoints = call(Self.endpoints) else { throw SoundControl.notResponding }
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

    /// Whether the driver reports that an open stream has stopped.
    func hasEnded(_ key: ObjectIdentifier) -> Bool {
        guard let stream = streams[key] else { return false }
        return call { unsafe Pa_IsStreamActive(stream.handle) != 1 } ?? false
    }

    /// Whether a stream is open and the driver does not report that it has stopped.
    func isAlive(_ key: ObjectIdentifier) -> Bool { streams[key] != nil && !hasEnded(key) }

    /// Opens and starts a stream in the first format that the device accepts, and returns that format with the actual
    /// rate.
    ///
    /// `willStart` receives the opened stream before its first callback.
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
            guard let result = call({ open(stream, on: endpoint, format: format) }) else {
                throw SoundControl.notResponding
            }
            code = result
            if code == paNoError.rawValue {
                streams[key] = stream
                guard !isReplaced else { throw SoundControl.notResponding }
                willStart(stream)
                guard let result = call({ unsafe Pa_StartStream(stream.handle) }) else {
                    throw SoundControl.notResponding
                }
                code = result
                guard code == paNoError.rawValue else {
                    closeStream(key)
                    break
                }
                guard let rate = call({ unsafe Pa_GetStreamInfo(stream.handle)?.pointee.sampleRate }) else {
                    throw SoundControl.notResponding
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

    /// Aborts and closes a stream.
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

    struct DetachedStreams {
        fileprivate var streams: [ObjectIdentifier: OpenStream]
        fileprivate var unused: [OpenStream]
    }

    /// Detaches all streams, so that another thread can adopt them.
    mutating func detachStreams() -> DetachedStreams {
        defer { (streams, unused) = ([:], []) }
        return DetachedStreams(streams: streams, unused: unused)
    }

    /// Adopts the streams of a replaced thread: keeps those that `isWanted` selects, and closes the others.
    mutating func adopt(_ detached: DetachedStreams, isWanted: (ObjectIdentifier) -> Bool) {
        unused += detached.unused
        for (key, stream) in detached.streams {
            // Its user may have opened another stream on this thread in the meantime.
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
            return unsafe open(stream, on: endpoint, device: endpoint.index, alsaInfo: nil, format: format)
        }
        return unsafe path.withCString { path in
            var alsaInfo = unsafe PaAlsaStreamInfo()
            unsafe PaAlsa_InitializeStreamInfo(&alsaInfo)
            unsafe alsaInfo.deviceString = path
            return unsafe withUnsafeMutablePointer(to: &alsaInfo) { alsaInfo in
                let device = PaDeviceIndex(standup_device_by_name)
                return unsafe open(stream, on: endpoint, device: device, alsaInfo: alsaInfo, format: format)
            }
        }
    }

    private func open(
        _ stream: OpenStream, on endpoint: Endpoint, device: PaDeviceIndex, alsaInfo: UnsafeMutableRawPointer?,
        format: StreamFormat
    ) -> PaError {
        let isInput = endpoint.device.direction == .input
        PaAlsa_SetNumPeriods(Int32(stream.buffering.periods))
        var parameters = unsafe PaStreamParameters(
            device: device,
            channelCount: Int32(format.channels),
            sampleFormat: 0x0000_0001,  // paFloat32, a macro that Swift does not see
            suggestedLatency: stream.buffering.latency,
            hostApiSpecificStreamInfo: alsaInfo
        )
        return unsafe withUnsafeMutablePointer(to: &parameters) { parameters in
            // Buffer size 0 lets PortAudio choose. No flags: clipping and dithering do not apply to floats.
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
