import CRealtimeAudio

/// A PortAudio stream and the memory that its callback uses.
@safe
final class OpenStream: @unchecked Sendable {
    // Unchecked: one control thread at a time owns it; a replaced thread detaches its streams.

    /// Nil until it is opened.
    @unsafe var handle: UnsafeMutableRawPointer?
    /// The user data of the callback.
    @unsafe let context: UnsafeMutablePointer<standup_stream>
    /// The `Preallocated` state that the callback uses.
    let memory: AnyObject
    let buffering: Buffering

    init(_ memory: Preallocated<CaptureState>) {
        self.memory = memory
        buffering = .capture
        unsafe context = .allocate(capacity: 1)
        unsafe context.initialize(to: memory.callbackContext)
    }

    init(_ memory: Preallocated<CueMixer>) {
        self.memory = memory
        buffering = .cues
        unsafe context = .allocate(capacity: 1)
        unsafe context.initialize(to: memory.callbackContext)
    }

    init(_ memory: Preallocated<PCMPlaybackRing>) {
        self.memory = memory
        buffering = .recordings
        unsafe context = .allocate(capacity: 1)
        unsafe context.initialize(to: memory.callbackContext)
    }

    deinit {
        unsafe context.deallocate()
    }
}

/// The latency between device and callback, and its number of periods, which only ALSA uses.
struct Buffering {
    /// In seconds.
    var latency: Double
    var periods: Int

    /// Long, to survive late callbacks on a busy machine; periods of 25 ms deliver the sound soon if they are on time.
    static let capture = Buffering(latency: 1, periods: 40)
    /// Short, because it delays a cue that is due now; periods of 50 ms, because each costs wake-ups.
    static let cues = Buffering(latency: 0.15, periods: 3)
    /// Shorter, because it delays what a key starts; a recording that stutters on a busy machine loses nothing.
    static let recordings = Buffering(latency: 0.06, periods: 3)
}
