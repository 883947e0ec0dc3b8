import CSpeexDSP

/// Removes from the room's sound what the loudspeaker played, as the microphone heard it. [one thread at a time]
///
/// It is libspeexdsp's adaptive filter (a multidelay block filter, Soo and Pang 1990, with the learning rate of Valin
/// 2007). The filter needs seconds of the call's sound to learn the room. So the first seconds are held back, learnt
/// from several times, and then cleaned: otherwise their echo would remain. Until the call makes a sound, nothing is
/// changed.
///
/// Samples are mono at 16 kHz. The result does not depend on the number of samples per call.
package final class EchoCanceller {
    /// Whether libspeexdsp is installed. [any thread]
    package static var isInstalled: Bool { standup_speexdsp_is_installed() != 0 }

    /// The samples that are cleaned at once: 20 ms.
    private static let frame = 320
    /// How much earlier than the call's sample its echo may come, because the monitor delivers late: 50 ms.
    private static let lead = 800
    /// The longest echo, from there to its last trace in the room: 512 ms.
    private static let longestEcho: Int32 = 8192
    /// The frames of the call's sound to learn from, 4 s, and the frames to hold back at most, 6 s.
    private static let learntFrames = 200
    private static let heldFrames = 300
    /// How often the filter learns from the first frames.
    private static let passes = 6
    /// The mean square below which a frame is silent: -60 dBFS.
    private static let silence: Int64 = 1000
    /// By how much less energy a frame has if it had echo alone: 20 dB.
    private static let rest: Int64 = 100

    private enum Phase {
        /// The call has made no sound yet.
        case silent
        /// Frames are held back to learn from.
        case learning
        case learnt
    }

    private let state: OpaquePointer
    private var phase = Phase.silent
    /// The samples that are not cleaned yet.
    private var room = [Int16](repeating: 0, count: lead)
    private var call: [Int16] = []
    /// The samples of the lead that are still to be left out.
    private var surplus = lead
    /// The samples at the beginning of those that are held back to learn from, and the frames with the call's sound in them.
    private var held = 0
    private var heldSounds = 0

    /// Creates a canceller; nil if libspeexdsp is missing.
    init?() {
        guard Self.isInstalled, let state = speex_echo_state_init(Int32(Self.frame), Self.longestEcho)
        else { return nil }
        self.state = state
        var rate = Int32(SpeechConverter.sampleRate)
        speex_echo_ctl(state, SPEEX_ECHO_SET_SAMPLING_RATE, &rate)
    }

    deinit {
        speex_echo_state_destroy(state)
    }

    /// Takes samples of both channels at the same time, and returns the room's completed samples without echo.
    ///
    /// With `isLast` all samples are completed. Missing samples of the call are silence.
    func clean(_ room: [Int16], call: [Int16], isLast: Bool = false) -> [Int16] {
        self.room += room
        self.call += call.prefix(room.count) + [Int16](repeating: 0, count: max(room.count - call.count, 0))
        if isLast { self.call += [Int16](repeating: 0, count: Self.lead) }
        var cleaned: [Int16] = []
        var done = 0
        // The room is later than the call by the lead.
        let available = self.call.count
        while done + held + Self.frame <= available {
            let frame = done + held..<done + held + Self.frame
            switch phase {
            case .silent where isSilent(frame):
                cleaned += self.room[frame]
                done += Self.frame
            case .silent:
                phase = .learning
            case .learning:
                held += Self.frame
                if !isSilent(frame) { heldSounds += 1 }
                if heldSounds == Self.learntFrames || held == Self.heldFrames * Self.frame { learn(from: done) }
            case .learnt:
                cleaned += cancelled(frame)
                done += Self.frame
            }
        }
        if isLast {
            if phase == .learning { learn(from: done) }
            while done + Self.frame <= available {
                cleaned += cancelled(done..<done + Self.frame)
                done += Self.frame
            }
            cleaned += self.room[done..<available]
            done = available
        }
        self.room.removeFirst(done)
        self.call.removeFirst(done)
        let left = min(surplus, cleaned.count)
        surplus -= left
        return Array(cleaned.dropFirst(left))
    }

    /// Learns from the samples that are held back, which begin at an index.
    private func learn(from start: Int) {
        for _ in 0..<Self.passes {
            for frame in stride(from: start, to: start + held, by: Self.frame) {
                _ = cancelled(frame..<frame + Self.frame)
            }
        }
        held = 0
        phase = .learnt
    }

    private func isSilent(_ frame: Range<Int>) -> Bool {
        Self.energy(call[frame]) < Self.silence * Int64(frame.count)
    }

    private static func energy(_ samples: some Sequence<Int16>) -> Int64 {
        samples.reduce(0) { $0 + Int64($1) * Int64($1) }
    }

    /// A frame without echo.
    ///
    /// It stays as it was if that is quieter: then the echo has gone, and the filter would add it. It is silent if hardly
    /// anything is left: then nobody speaks in the room, and a recognizer would make words of the rest.
    private func cancelled(_ frame: Range<Int>) -> [Int16] {
        let cleaned = [Int16](unsafeUninitializedCapacity: frame.count) { cleaned, count in
            room.withUnsafeBufferPointer { room in
                call.withUnsafeBufferPointer { call in
                    speex_echo_cancellation(
                        state, room.baseAddress! + frame.lowerBound, call.baseAddress! + frame.lowerBound,
                        cleaned.baseAddress)
                }
            }
            count = frame.count
        }
        let (before, after) = (Self.energy(room[frame]), Self.energy(cleaned))
        if after > before + before / 4 { return Array(room[frame]) }
        return after < before / Self.rest ? [Int16](repeating: 0, count: frame.count) : cleaned
    }
}
