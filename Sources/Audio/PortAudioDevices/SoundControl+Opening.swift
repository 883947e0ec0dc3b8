import AudioDevices

/// What the control thread does.
extension SoundControl {
    /// How long the wait is before a lost loudspeaker is tried again.
    private static let retryInterval = Duration.seconds(1)

    /// Opens a stream, unless nobody waits for it any more. [control thread]
    func open(_ stream: any ControlledStream, in library: inout PortAudioLibrary) {
        guard stream.awaitsOpening else { return }
        do throws(AudioError) {
            let endpoint = try endpoint(for: stream, in: &library)
            let format = try library.openStream(
                stream.key,
                on: endpoint,
                formats: stream.formats(for: endpoint.device)
            ) { format in
                stream.makeStream(on: endpoint, format: format)
            }
            let isWanted = stream.withLife { life, _, _ in life.start(sampleRate: Int(format.sampleRate.rounded())) }
            if !isWanted { library.closeStream(stream.key) }
        } catch {
            stream.fail(error)
            if stream.wantsReopening {
                perform(after: Self.retryInterval) { library in self.reopen(stream, in: &library) }
            } else {
                watch.remove(stream)
            }
        }
    }

    /// Finds a stream lost whose driver says that it has ended. [control thread]
    func check(_ stream: any ControlledStream, in library: inout PortAudioLibrary) {
        guard library.streams[stream.key] != nil, !library.isAlive(stream.key) else { return }
        stream.withLife { life, _, device in life.lose(device: device) }
        release(stream, in: &library)
    }

    /// Closes a stream that has failed, and opens it again if that is its way. [control thread]
    func release(_ stream: any ControlledStream, in library: inout PortAudioLibrary) {
        library.closeStream(stream.key)
        if stream.wantsReopening {
            reopen(stream, in: &library)
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
        let answer = PulseServer.devices(within: Self.serverLimit)
        switch answer {
        case .silent:
            throw Self.silence
        case .devices(let devices, let isPipeWire):
            let device = try DeviceList(devices).device(stream.selection, stream.direction)
            try lookForDevices(in: &library, serverIsAbsent: false)
            guard let way = Self.wayToServer(stream.direction, library.endpoints()) else {
                throw AudioError.failed(
                    device: device.name,
                    reason: "ALSA has no way to the sound server: libasound2-plugins is missing"
                )
            }
            let isDefault = stream.selection == .systemDefault
            return PortAudioLibrary.Endpoint(
                index: way, device: device, isOfPipeWire: isPipeWire, pulseName: isDefault ? nil : device.name)
        case .absent:
            try lookForDevices(in: &library, serverIsAbsent: true)
            do throws(AudioError) {
                return try Self.endpoint(for: stream, among: library.endpoints())
            } catch {
                // It may have been plugged in since PortAudio looked. A microphone is not interrupted for that.
                guard interruptPlayback(in: &library) else { throw error }
                try lookForDevices(in: &library, serverIsAbsent: true)
                return try Self.endpoint(for: stream, among: library.endpoints())
            }
        }
    }

    /// Lets PortAudio look for devices if no stream runs that would end by it.
    func lookForDevices(in library: inout PortAudioLibrary, serverIsAbsent: Bool) throws(AudioError) {
        guard !library.streams.keys.contains(where: library.isAlive) else { return }
        try library.lookForDevices(serverIsAbsent: serverIsAbsent)
    }

    /// Closes what plays, to be opened again directly; false if nothing is gained, or a microphone runs.
    private func interruptPlayback(in library: inout PortAudioLibrary) -> Bool {
        let running = watch.streams.filter { library.isAlive($0.key) }
        guard !running.isEmpty, running.allSatisfy(\.reopensByItself) else { return false }
        for stream in running {
            library.closeStream(stream.key)
            stream.withLife { life, _, device in
                life.fail(.failed(device: device, reason: "devices are being looked for"))
            }
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

    /// PortAudio's number of ALSA's device that leads to the sound server.
    private static func wayToServer(
        _ direction: AudioDevice.Direction,
        _ endpoints: [PortAudioLibrary.Endpoint]
    ) -> Int32? {
        let candidates = endpoints.filter { $0.device.direction == direction }
        let way = candidates.first { $0.device.name == "pulse" } ?? candidates.first { $0.device.name == "default" }
        return way?.index
    }
}
