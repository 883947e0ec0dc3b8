import AudioDevices

/// What the control thread does.
extension SoundControl {
    /// Opens a stream, unless nobody waits for it any more. [control thread]
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
            let isWanted = stream.withLife { life, _, _ in life.start(sampleRate: Int(format.sampleRate.rounded())) }
            if !isWanted { library.closeStream(stream.key) }
        } catch {
            // If another thread has taken this one's place, the watch finds what has become of the stream.
            guard !library.isReplaced else { return }
            stream.fail(error)
            if stream.wantsReopening {
                perform(after: world.retryInterval) { library in self.reopen(stream, in: &library) }
            } else {
                watch.remove(stream)
            }
        }
    }

    /// Finds a stream lost whose driver says that it has ended. [control thread]
    func check(_ stream: any ControlledStream, in library: inout PortAudioLibrary) {
        guard library.hasEnded(stream.key) else { return }
        stream.withLife { life, _, device in life.lose(device: device) }
        release(stream, in: &library)
    }

    /// Closes a stream that has failed, and opens it again if that is its way. [control thread]
    func release(_ stream: any ControlledStream, in library: inout PortAudioLibrary) {
        // It may have been opened again since, where another thread has taken over.
        guard stream.hasFailed else { return }
        library.closeStream(stream.key)
        if stream.wantsReopening {
            // By the thread that does the work then: closing may have hung.
            perform(after: .zero) { library in self.reopen(stream, in: &library) }
        } else {
            watch.remove(stream)
        }
    }

    /// Opens a stream again if it was lost and that is its way. [control thread]
    func reopen(_ stream: any ControlledStream, in library: inout PortAudioLibrary) {
        guard stream.wantsReopening else { return }
        stream.withLife { life, _, _ in life.reopen() }
        open(stream, in: &library)
    }

    /// Where PortAudio finds the device that a stream is for. [control thread]
    private func endpoint(
        for stream: any ControlledStream,
        in library: inout PortAudioLibrary
    ) throws(AudioError) -> PortAudioLibrary.Endpoint {
        let answer = world.askServer()
        switch answer {
        case .silent:
            throw Self.silence
        case .devices(let devices, let isPipeWire):
            let device = try DeviceList(devices).device(stream.selection, stream.direction)
            try lookForDevices(in: &library)
            let isDefault = stream.selection == .systemDefault
            let ways = try Self.waysToServer(stream.direction, library.endpoints())
            guard let way = isDefault ? ways.first : ways.first(where: { $0.device.name == Self.pulse }) else {
                throw AudioError.failed(
                    device: device.name,
                    reason: "ALSA has no way to the sound server: libasound2-plugins is missing"
                )
            }
            return PortAudioLibrary.Endpoint(
                index: way.index, device: device, isOfPipeWire: isPipeWire,
                path: isDefault ? nil : Self.path(to: device.name))
        case .absent:
            try lookForDevices(in: &library)
            do throws(AudioError) {
                return try Self.endpoint(for: stream, among: library.endpoints())
            } catch {
                // It may have been plugged in since PortAudio looked. A microphone is not interrupted for that.
                guard interruptPlayback(in: &library) else { throw error }
                try lookForDevices(in: &library)
                return try Self.endpoint(for: stream, among: library.endpoints())
            }
        }
    }

    /// Lets PortAudio look for devices if no stream runs that would end by it.
    func lookForDevices(in library: inout PortAudioLibrary) throws(AudioError) {
        guard !library.streams.keys.contains(where: library.isAlive) else { return }
        try library.lookForDevices()
    }

    /// Closes what plays, to be opened again directly; false if nothing is gained, or a microphone runs.
    private func interruptPlayback(in library: inout PortAudioLibrary) -> Bool {
        let running = watch.streams.filter { library.isAlive($0.key) }
        guard !running.isEmpty, running.allSatisfy(\.reopensByItself) else { return false }
        for stream in running {
            stream.withLife { life, _, device in
                life.interrupt(.failed(device: device, reason: "devices are being looked for"))
            }
            library.closeStream(stream.key)
            perform(after: .zero) { library in self.reopen(stream, in: &library) }
        }
        return true
    }

    /// Endpoints with the numbers of the list.
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

    /// ALSA's device that leads to the sound server, and takes the name of a device there.
    private static let pulse = "pulse"

    /// ALSA's devices that lead to the default device of the sound server, the best first.
    private static func waysToServer(
        _ direction: AudioDevice.Direction,
        _ endpoints: [PortAudioLibrary.Endpoint]
    ) -> [PortAudioLibrary.Endpoint] {
        let candidates = endpoints.filter { $0.device.direction == direction }
        return candidates.filter { $0.device.name == pulse } + candidates.filter { $0.device.name == "default" }
    }

    /// ALSA's name for a device of the sound server.
    static func path(to device: String) -> String {
        let quoted = device.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : "\($0)" }.joined()
        return "\(pulse):DEVICE=\"\(quoted)\""
    }
}
