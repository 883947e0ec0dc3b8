import CRealtimeAudio
import RealtimeAudio

/// A PortAudio stream and the memory that its callback uses.
@safe
final class OpenStream: @unchecked Sendable {
    // Unchecked: one control thread at a time owns it; a replaced thread detaches its streams.

    /// The PortAudio handle.
    @unsafe var handle: UnsafeMutableRawPointer?
    /// The user data of the callback.
    @unsafe let context: UnsafeMutablePointer<standup_stream>
    /// The `Preallocated` state that the callback uses.
    let memory: AnyObject

    /// Creates a capture stream, not yet opened.
    init(_ memory: Preallocated<CaptureState>) {
        self.memory = memory
        unsafe context = .allocate(capacity: 1)
        unsafe context.initialize(to: memory.callbackContext)
    }

    /// Creates a cue playback stream, not yet opened.
    init(_ memory: Preallocated<CueMixer>) {
        self.memory = memory
        unsafe context = .allocate(capacity: 1)
        unsafe context.initialize(to: memory.callbackContext)
    }

    /// Creates a PCM playback stream, not yet opened.
    init(_ memory: Preallocated<PCMPlaybackRing>) {
        self.memory = memory
        unsafe context = .allocate(capacity: 1)
        unsafe context.initialize(to: memory.callbackContext)
    }

    deinit {
        unsafe context.deallocate()
    }
}
