package import Sound
import Synchronization

/// Renders silence with scheduled cues mixed in.
///
/// The callback renders; one thread at a time schedules and cancels, through a lock-free ring of commands.
@safe
package struct CueMixer: ~Copyable, @unchecked Sendable {
    // Unchecked: `samples` and `starts` never change after `init`, only the callback uses `voices`, and `ring` hands
    // the memory of `commands` to the callback.
    private let samples: UnsafeMutablePointer<Float>
    private let starts: UnsafeMutablePointer<Int>
    private let voices: UnsafeMutablePointer<Voice>
    private let commands: UnsafeMutablePointer<Command>
    private let ring = RingPositions(minimumCapacity: Self.voiceLimit)
    private let channels: Int
    private let sampleRate: Int

    private let latencyFilter: OutputLatencyFilter
    private let voiceCount = Atomic<Int>(0)
    private let rendered = Atomic<Int64>(0)

    /// The maximum number of scheduled and playing cues; further cues are dropped.
    static var voiceLimit: Int { 1024 }

    /// Creates a mixer for a device with a number of interleaved channels, at the cues' sample rate.
    ///
    /// `latencyIsEstimated` smooths the latency that the sound system reports.
    init(_ sounds: CueSounds, channels: Int, latencyIsEstimated: Bool = false) {
        precondition(channels > 0, "a device that plays has channels")
        let sequences = Cue.allCases.map { sounds.samples[$0] ?? [] }
        unsafe samples = .allocate(capacity: max(1, sequences.reduce(0) { $0 + $1.count }))
        unsafe starts = .allocate(capacity: sequences.count + 1)
        unsafe starts[0] = 0
        for (index, sequence) in sequences.enumerated() {
            for (offset, sample) in sequence.enumerated() {
                unsafe (samples + starts[index] + offset).initialize(to: sample)
            }
            unsafe starts[index + 1] = starts[index] + sequence.count
        }
        unsafe voices = .allocate(capacity: Self.voiceLimit)
        let none = Voice(ticket: 0, cue: 0, instant: 0, position: 0)
        unsafe voices.initialize(repeating: none, count: Self.voiceLimit)
        unsafe commands = .allocate(capacity: ring.capacity)
        unsafe commands.initialize(
            repeating: Command(ticket: 0),
            count: ring.capacity
        )
        self.channels = channels
        sampleRate = sounds.sampleRate
        latencyFilter = OutputLatencyFilter(sampleRate: sounds.sampleRate, smooths: latencyIsEstimated)
    }

    deinit {
        unsafe samples.deallocate()
        unsafe starts.deallocate()
        unsafe voices.deallocate()
        unsafe commands.deallocate()
    }

    // MARK: Scheduling thread

    /// Schedules a cue whose first frame is played at an instant, in ns; false if the command ring is full.
    ///
    /// A cue in the past is played at once. [one thread at a time]
    func schedule(_ cue: Cue, at instant: Int64, ticket: CueTicket) -> Bool {
        let index = Cue.allCases.firstIndex(of: cue) ?? 0
        return send(Command(ticket: ticket.number, cue: index, instant: instant))
    }

    /// Cancels a cue that has not started; false if the command ring is full. [one thread at a time]
    package func cancel(_ ticket: CueTicket) -> Bool {
        send(Command(isCancelling: true, ticket: ticket.number))
    }

    private func send(_ command: Command) -> Bool {
        guard ring.room > 0 else { return false }
        unsafe commands[ring.index(of: ring.end)] = command
        ring.publish(1)
        return true
    }

    /// The number of frames rendered. [any thread]
    var renderedFrames: Int64 { rendered.load(ordering: .acquiring) }

    // MARK: Audio thread

    /// Fills a buffer whose first frame is reported to be played at an instant, in ns. [audio thread]
    @_noLocks
    func render(into output: UnsafeMutablePointer<Float>, frames: Int, instant reported: Int64) {
        drainCommands()
        let instant = latencyFilter.observe(reported, frames: frames)
        let count = frames &* channels
        var sample = 0
        while sample < count {
            unsafe output[sample] = 0
            sample &+= 1
        }
        var isSounding = false
        var index = 0
        while index < voiceCount.load(ordering: .relaxed) {
            if unsafe voices[index].position < 0 {
                let offset = firstFrame(of: unsafe voices[index].instant, in: frames, from: instant)
                guard offset < frames else {
                    index &+= 1
                    continue
                }
                unsafe voices[index].position = 0
                unsafe mix(index, into: output + offset &* channels, frames: frames &- offset)
            } else {
                unsafe mix(index, into: output, frames: frames)
            }
            isSounding = true
            if unsafe voices[index].position >= length(of: voices[index].cue) {
                remove(index)
            } else {
                index &+= 1
            }
        }
        if isSounding {
            unsafe clip(output, count: count)
        }
        rendered.store(
            rendered.load(ordering: .relaxed) &+ Int64(truncatingIfNeeded: frames),
            ordering: .releasing
        )
    }

    @_noLocks
    private func drainCommands() {
        while ring.start != ring.end {
            let command = unsafe commands[ring.index(of: ring.start)]
            ring.release(1)
            let count = voiceCount.load(ordering: .relaxed)
            if command.isCancelling {
                var index = 0
                while index < count {
                    if unsafe voices[index].ticket == command.ticket && voices[index].position < 0 {
                        remove(index)
                        break
                    }
                    index &+= 1
                }
            } else if count < Self.voiceLimit {
                unsafe voices[count] = Voice(
                    ticket: command.ticket,
                    cue: command.cue,
                    instant: command.instant,
                    position: -1
                )
                voiceCount.store(count &+ 1, ordering: .relaxed)
            }
        }
    }

    /// The index of the frame played nearest to `target`: 0 for the past, `frames` if after this buffer.
    @_noLocks
    private func firstFrame(of target: Int64, in frames: Int, from instant: Int64) -> Int {
        let (ahead, overflow) = target.subtractingReportingOverflow(instant)
        if overflow { return target < instant ? 0 : frames }
        if ahead <= 0 { return 0 }
        let offset = Double(ahead) * Double(sampleRate) / 1e9 + 0.5
        return offset < Double(frames) ? Int(offset) : frames
    }

    @_noLocks
    private func mix(_ index: Int, into output: UnsafeMutablePointer<Float>, frames: Int) {
        let cue = unsafe voices[index].cue
        let position = unsafe voices[index].position
        let rest = length(of: cue) &- position
        let count = frames < rest ? frames : rest
        let source = unsafe samples + starts[cue] + position
        var target = unsafe output
        var frame = 0
        while frame < count {
            var channel = 0
            while channel < channels {
                unsafe target[channel] += unsafe source[frame]
                channel &+= 1
            }
            unsafe target += channels
            frame &+= 1
        }
        unsafe voices[index].position = position &+ count
    }

    @_noLocks
    private func length(of cue: Int) -> Int { unsafe starts[cue &+ 1] &- starts[cue] }

    /// Removes a voice, and moves the last voice to its index.
    @_noLocks
    private func remove(_ index: Int) {
        let last = voiceCount.load(ordering: .relaxed) &- 1
        unsafe voices[index] = unsafe voices[last]
        voiceCount.store(last, ordering: .relaxed)
    }

    @_noLocks
    private func clip(_ output: UnsafeMutablePointer<Float>, count: Int) {
        var index = 0
        while index < count {
            let sample = unsafe output[index]
            if sample > 1 {
                unsafe output[index] = 1
            } else if sample < -1 {
                unsafe output[index] = -1
            }
            index &+= 1
        }
    }
}

/// A scheduled (`position` below 0) or playing cue.
private struct Voice: BitwiseCopyable {
    var ticket: UInt64
    var cue: Int
    var instant: Int64
    var position: Int
}

/// A command from the scheduling thread to the callback.
private struct Command: BitwiseCopyable {
    var isCancelling = false
    var ticket: UInt64
    var cue = 0
    var instant: Int64 = 0
}
