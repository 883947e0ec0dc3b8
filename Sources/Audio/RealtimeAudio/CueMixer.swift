package import AudioDevices
import Synchronization

/// What a playback callback renders: silence, with each cue mixed in from the frame that is heard at its instant.
///
/// The callback renders; one thread at a time schedules and cancels. The two meet in a ring, so neither waits.
@safe
package struct CueMixer: ~Copyable, @unchecked Sendable {
    // Unchecked: `samples` and `starts` never change after `init`, `voices` is touched by the callback only, and what
    // `commands` points to is handed to it by `ring`.
    private let samples: UnsafeMutablePointer<Float>
    private let starts: UnsafeMutablePointer<Int>
    private let voices: UnsafeMutablePointer<Voice>
    private let commands: UnsafeMutablePointer<Command>
    private let ring = RingPositions(minimumCapacity: Self.voiceLimit)
    private let channels: Int
    private let sampleRate: Int

    private let clock: HeardClock
    private let voiceCount = Atomic<Int>(0)
    private let rendered = Atomic<Int64>(0)

    /// How many cues can be scheduled or sounding at once; one beyond that stays silent.
    package static var voiceLimit: Int { 1024 }

    /// Renders these cues at their rate to a device with so many interleaved channels.
    ///
    /// With `latencyIsGuessed`, what the sound system says of the instants at which frames are heard is smoothed.
    package init(_ sounds: CueSounds, channels: Int, latencyIsGuessed: Bool = false) {
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
        clock = HeardClock(sampleRate: sounds.sampleRate, smooths: latencyIsGuessed)
    }

    deinit {
        unsafe samples.deallocate()
        unsafe starts.deallocate()
        unsafe voices.deallocate()
        unsafe commands.deallocate()
    }

    // MARK: What is asked for

    /// Sounds a cue so that its first frame is heard at an instant, in ns; false if too much waits for the callback.
    ///
    /// An instant that is past is too late for that: the cue sounds at once. [one thread at a time]
    package func schedule(_ cue: Cue, at instant: Int64, ticket: CueTicket) -> Bool {
        let index = Cue.allCases.firstIndex(of: cue) ?? 0
        return send(Command(ticket: ticket.number, cue: index, instant: instant))
    }

    /// Takes back a cue that has not begun to sound; false if too much waits for the callback. [one thread at a time]
    package func cancel(_ ticket: CueTicket) -> Bool {
        send(Command(isCancelling: true, ticket: ticket.number))
    }

    private func send(_ command: Command) -> Bool {
        guard ring.room > 0 else { return false }
        unsafe commands[ring.index(of: ring.end)] = command
        ring.publish(1)
        return true
    }

    /// How many frames have been rendered. [any thread]
    package var renderedFrames: Int64 { rendered.load(ordering: .acquiring) }

    // MARK: What is rendered

    /// Fills a buffer whose first frame is said to be heard at an instant, in ns. [audio thread]
    @_noLocks
    package func render(into output: UnsafeMutablePointer<Float>, frames: Int, instant said: Int64) {
        obey()
        let instant = clock.observe(said, frames: frames)
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

    /// Takes in what was scheduled and cancelled since the last buffer.
    @_noLocks
    private func obey() {
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

    /// The frame of a buffer that is heard nearest to `target`: 0 for what is past, `frames` for what lies behind.
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

    /// Puts the last voice in the place of this one.
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

/// A cue that waits (position below 0) or sounds.
private struct Voice: BitwiseCopyable {
    var ticket: UInt64
    var cue: Int
    var instant: Int64
    var position: Int
}

/// What the callback is asked to do.
private struct Command: BitwiseCopyable {
    var isCancelling = false
    var ticket: UInt64
    var cue = 0
    var instant: Int64 = 0
}
