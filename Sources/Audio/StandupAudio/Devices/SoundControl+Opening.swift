import Sound

/// The work of the control thread.
extension SoundControl {
    /// Opens a stream, unless it was closed in the meantime. [control thread]
    func open(_ stream: any ControlledStream, in library: inout PortAudioLibrary) {
        guard stream.awaitsOpening else { return }
        do throws(AudioError) {
            let endpoint = try endpoint(for: stream, in: &library)
            let format = try library.openStream(
                stream.key,
                on: endpoint,
                formats: stream.formats(for: endpoint.device),
                make: { stream.makeStream(on: endpoint, format: $0) },
                willStart: { stream.use($0, on: endpoint.device) })
            let isWanted = stream.withLifecycle { lifecycle, _, _ in
                lifecycle.start(sampleRate: Int(format.sampleRate.rounded()))
            }
            if !isWanted { library.closeStream(stream.key) }
        } catch {
            // If this thread was replaced, the monitor detects the failure.
            guard !library.isReplaced else { return }
            stream.fail(error)
            if stream.wantsReopening {
                perform(after: environment.retryInterval) { library in self.reopen(stream, in: &library) }
            } else {
                monitor.remove(stream)
            }
        }
    }

    /// Loads the libraries and looks for the devices, so that the next stream opens sooner. [control thread]
    func prepare(_ library: inout PortAudioLibrary) {
        _ = environment.queryServer()
        // What fails here fails again, and is reported, when a stream opens.
        if (try? library.endpoints().isEmpty) == true { try? rescanDevices(in: &library) }
    }

    /// Marks a stalled stream as lost if its driver reports that it has stopped. [control thread]
    func check(_ stream: any ControlledStream, in library: inout PortAudioLibrary) {
        guard library.hasEnded(stream.key) else { return }
        stream.withLifecycle { lifecycle, _, device in lifecycle.markLost(device: device) }
        release(stream, in: &library)
    }

    /// Closes a failed stream, and reopens it if it reopens itself. [control thread]
    func release(_ stream: any ControlledStream, in library: inout PortAudioLibrary) {
        // Another thread may have reopened it in the meantime.
        guard stream.hasFailed else { return }
        library.closeStream(stream.key)
        if stream.wantsReopening {
            // On the current control thread, because closing may have hung.
            perform(after: .zero) { library in self.reopen(stream, in: &library) }
        } else {
            monitor.remove(stream)
        }
    }

    /// Reopens a stream that was lost, if it reopens itself. [control thread]
    func reopen(_ stream: any ControlledStream, in library: inout PortAudioLibrary) {
        guard stream.wantsReopening else { return }
        stream.withLifecycle { lifecycle, _, _ in lifecycle.reopen() }
        open(stream, in: &library)
    }

    /// Finds PortAudio's device for a stream. [control thread]
    private func endpoint(
        for stream: any ControlledStream,
        in library: inout PortAudioLibrary
    ) throws(AudioError) -> PortAudioLibrary.Endpoint {
        let answer = environment.queryServer()
        switch answer {
        case .notResponding:
            throw Self.notResponding
        case .devices(let devices, let isPipeWire):
            let device = try DeviceList(devices).device(stream.selection, stream.direction)
            let isDefault = stream.selection == .systemDefault
            var endpoint = try Self.serverEndpoint(stream.direction, isDefault: isDefault, among: library.endpoints())
            if endpoint == nil {
                try rescanDevices(in: &library)
                endpoint = try Self.serverEndpoint(stream.direction, isDefault: isDefault, among: library.endpoints())
            }
            guard let endpoint else {
                throw AudioError.failed(
                    device: device.name,
                    reason: "ALSA has no PulseAudio plugin; install libasound2-plugins"
                )
            }
            return PortAudioLibrary.Endpoint(
                index: endpoint.index, device: device, isPipeWire: isPipeWire,
                path: isDefault ? nil : Self.path(to: device.name))
        case .absent:
            guard stream.selection != .loudspeakerMonitor else {
                throw .noMonitor(
                    reason: "without a sound server there is no monitor of the loudspeaker; install pipewire-pulse or "
                        + "pulseaudio")
            }
            try rescanDevices(in: &library)
            do throws(AudioError) {
                return try Self.endpoint(for: stream, among: library.endpoints())
            } catch {
                // The device may have been plugged in since the last scan. A running microphone is not interrupted.
                guard interruptPlayback(in: &library) else { throw error }
                try rescanDevices(in: &library)
                return try Self.endpoint(for: stream, among: library.endpoints())
            }
        }
    }

    /// Rescans the devices, unless that would stop a running stream.
    func rescanDevices(in library: inout PortAudioLibrary) throws(AudioError) {
        guard !library.streams.keys.contains(where: library.isAlive) else { return }
        try library.rescanDevices()
    }

    /// Closes the playing streams and reopens them at once; false if none plays, or a microphone runs.
    private func interruptPlayback(in library: inout PortAudioLibrary) -> Bool {
        let running = monitor.streams.filter { library.isAlive($0.key) }
        guard !running.isEmpty, running.allSatisfy(\.reopensByItself) else { return false }
        for stream in running {
            stream.withLifecycle { lifecycle, _, device in
                lifecycle.interrupt(.failed(device: device, reason: "the devices are being rescanned"))
            }
            library.closeStream(stream.key)
            perform(after: .zero) { library in self.reopen(stream, in: &library) }
        }
        return true
    }

    /// Numbers endpoints as in the device list.
    static func number(
        _ endpoints: [PortAudioLibrary.Endpoint]
    ) throws(AudioError) -> [PortAudioLibrary.Endpoint] {
        guard !endpoints.isEmpty else {
            throw AudioError.noSystem(reason: "no sound server answers and neither ALSA nor JACK has a device")
        }
        let ordered =
            endpoints.filter { $0.device.direction == .input } + endpoints.filter { $0.device.direction == .output }
        return zip(ordered, DeviceList(ordered.map(\.device)).devices)
            .map { endpoint, device in
                PortAudioLibrary.Endpoint(index: endpoint.index, device: device)
            }
    }

    private static func endpoint(
        for stream: any ControlledStream,
        among endpoints: [PortAudioLibrary.Endpoint]
    ) throws(AudioError) -> PortAudioLibrary.Endpoint {
        let numbered = try number(endpoints)
        let device = try DeviceList(numbered.map(\.device)).device(stream.selection, stream.direction)
        return numbered[device.number - 1]
    }

    /// ALSA's PulseAudio plugin, which takes a device name as its argument.
    private static let pulse = "pulse"

    /// ALSA's device for a device of the sound server; it stays the same while the server's devices come and go.
    private static func serverEndpoint(
        _ direction: AudioDevice.Direction, isDefault: Bool, among endpoints: [PortAudioLibrary.Endpoint]
    ) -> PortAudioLibrary.Endpoint? {
        let candidates = endpoints.filter { $0.device.direction == direction }
        return candidates.first { $0.device.name == pulse }
            ?? (isDefault ? candidates.first { $0.device.name == "default" } : nil)
    }

    /// ALSA's PCM name for a device of the sound server.
    static func path(to device: String) -> String {
        let quoted = device.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
        return "\(pulse):DEVICE=\"\(quoted)\""
    }
}
