import MeetingEngine
import MeetingModel
import MeetingTiming
import Sound

/// A microphone captured only to show its level.
struct MicrophonePreview {
    let stream: any CaptureStream
    /// The level meter, created once the sample rate is known.
    var meter: LevelMeter?
    /// The timer of the next poll.
    let timer: any DeadlineTimer
    /// Whether the capture failed and will be retried.
    var isLost = false
}

/// A loudspeaker opened to test the ding.
struct DingTest {
    let stream: any CuePlaybackStream
    /// The timer of the next poll.
    let timer: any DeadlineTimer
    /// The deadline for opening the loudspeaker.
    let limit: Duration
    /// When the ding will have been played; nil until the loudspeaker is open.
    var end: Duration?
}

extension ApplicationRunner {
    /// The delay before a failed microphone is retried: it may have been plugged in.
    private static let lookAgain = Duration.seconds(2)
    /// The deadline for opening a loudspeaker; longer than a sound system's own timeout.
    private static let loudspeakerOpens = Duration.seconds(10)
    /// The maximum latency between playing the ding and hearing it.
    private static let dingTravels = Duration.seconds(1)

    /// Lists the devices on their own queue, because it can take seconds.
    func loadDevices() {
        beginEffect()
        let audio = dependencies.audio
        devices.async {
            let result: Result<[AudioDevice], AudioError>
            do throws(AudioError) { result = .success(try audio.devices()) } catch { result = .failure(error) }
            self.perform { runner in
                let roles = DeviceRole.allCases
                let chosen = Dictionary(uniqueKeysWithValues: roles.map { ($0, runner.selection($0)) })
                runner.take([.devices(result, chosen: chosen)], answers: 1)
            }
        }
    }

    /// Checks which devices and recognizer are available for a meeting.
    func checkEquipment(for standup: Standup) {
        beginEffect()
        let (audio, recognizers, library) = (dependencies.audio, dependencies.recognizers, dependencies.library)
        let (input, output, call) = (selection(.input), selection(.output), selection(.call))
        let ownCall = standup.callSource(else: call)
        devices.async {
            let availability = recognizers.choice(for: standup.language)
            let found = (try? audio.devices()) ?? []
            let equipment = Equipment(
                input: input, inputLabel: Self.label(of: input, .input, in: found),
                call: call, callLabel: Self.label(of: ownCall, .input, in: found),
                hasMonitor: found.contains { $0.monitorOf != nil },
                output: output, outputLabel: Self.label(of: output, .output, in: found),
                recognizer: availability.name, understood: availability.understood,
                isLesserRecognizer: availability.source?.shortcoming != nil,
                recognizerProblem: availability.problem,
                sentTo: availability.sentTo,
                room: library.recordings.availableDuration(sampleRate: 48_000, channels: 1),
                holder: library.holder(of: standup))
            self.perform { $0.take([.equipment(equipment)], answers: 1) }
        }
    }

    private static func label(
        of selection: DeviceSelection, _ direction: AudioDevice.Direction, in devices: [AudioDevice]
    ) -> String? {
        let devices = devices.filter { $0.direction == direction }
        switch selection {
        case .systemDefault: return (devices.first { $0.isDefault } ?? devices.first)?.label
        case .named(let name): return devices.first { $0.name == name || String($0.number) == name }?.label
        case .none, .silence, .file, .loudspeakerMonitor: return selection.description
        }
    }

    /// Stores the choice of a device.
    func choose(_ selection: DeviceSelection, _ role: DeviceRole) {
        dependencies.preferences.keep(selection.description, for: role.preference)
    }

    /// Captures a microphone for its level; nil stops the capture.
    func listen(to selection: DeviceSelection?) {
        microphonePreview?.stream.close()
        microphonePreview = nil
        guard let selection, selection != .none, meeting == nil else { return }
        let stream = dependencies.audio.openCapture(selection)
        let timer = clock.makeTimer(on: queue) { [weak self] in self?.assumeIsolated { $0.measureLevel() } }
        microphonePreview = MicrophonePreview(stream: stream, timer: timer)
        timer.arm(clock.now + .milliseconds(100))
    }

    private func measureLevel() {
        guard let stream = microphonePreview?.stream else { return }
        switch stream.state {
        case .opening: break
        case .running(let rate):
            var meter = microphonePreview?.meter ?? LevelMeter(sampleRate: rate)
            var newest: AudioLevel?
            withUnsafeTemporaryAllocation(of: Float.self, capacity: 4096) { buffer in
                while case let count = stream.read(into: buffer), count > 0 {
                    guard let level = meter.measure(UnsafeBufferPointer(rebasing: buffer[..<count])) else { continue }
                    newest = newest?.merged(with: level) ?? level
                }
            }
            microphonePreview?.meter = meter
            if let newest { take(.level(newest)) }
        case .failed(let error):
            if microphonePreview?.isLost == true {
                listen(to: nil)
                loadDevices()
            } else {
                microphonePreview?.isLost = true
                take(.listenFailed(error))
                microphonePreview?.timer.arm(clock.now + Self.lookAgain)
            }
            return
        case .closed: return
        }
        microphonePreview?.timer.arm(clock.now + .milliseconds(100))
    }

    /// Plays the ding once the loudspeaker is open; reports `dingFailed` if that fails.
    func testDing(on selection: DeviceSelection) {
        testedDing?.stream.close()
        let stream = dependencies.audio.openCuePlayback(selection, cues: dependencies.cues)
        let timer = clock.makeTimer(on: queue) { [weak self] in self?.assumeIsolated { $0.followDing() } }
        testedDing = DingTest(stream: stream, timer: timer, limit: clock.now + Self.loudspeakerOpens)
        followDing()
    }

    private func followDing() {
        guard let ding = testedDing else { return }
        let now = clock.now
        switch ding.stream.state {
        case .opening where now >= ding.limit:
            finishDing(.noSystem(reason: "the loudspeaker does not open"))
        case .failed(let error):
            finishDing(error)
        case .closed:
            finishDing(nil)
        case .running where ding.end.map { now >= $0 } == true:
            finishDing(nil)
        case .opening, .running:
            if ding.end == nil, case .running = ding.stream.state {
                ding.stream.schedule(.ding, at: now)
                testedDing?.end = now + dependencies.cues.duration(of: .ding) + Self.dingTravels
            }
            ding.timer.arm(now + .milliseconds(100))
        }
    }

    private func finishDing(_ error: AudioError?) {
        testedDing?.stream.close()
        testedDing = nil
        if let error { take(.dingFailed(error)) }
    }
}
