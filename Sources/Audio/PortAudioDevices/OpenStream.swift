import CRealtimeAudio
import RealtimeAudio

/// A stream of PortAudio's, with the memory that its callback uses.
@safe
final class OpenStream: @unchecked Sendable {
    // Unchecked: one control thread at a time has it; a thread that gives up its streams keeps none.

    /// PortAudio's handle.
    @unsafe var handle: UnsafeMutableRawPointer?
    /// What the callback is given.
    @unsafe let context: UnsafeMutablePointer<standup_stream>
    /// What the callback uses: the `Preallocated` state that the stream was made with.
    let memory: AnyObject

    /// A stream that is to be opened, and captures into this memory.
    init(_ memory: Preallocated<CaptureState>) {
        self.memory = memory
        unsafe context = .allocate(capacity: 1)
        unsafe context.initialize(to: memory.callbackContext)
    }

    /// A stream that is to be opened, and plays what is rendered from this memory.
    init(_ memory: Preallocated<CueMixer>) {
        self.memory = memory
        unsafe context = .allocate(capacity: 1)
        unsafe context.initialize(to: memory.callbackContext)
    }

    /// A stream that is to be opened, and plays what is written into this memory.
    init(_ memory: Preallocated<SoundRing>) {
        self.memory = memory
        unsafe context = .allocate(capacity: 1)
        unsafe context.initialize(to: memory.callbackContext)
    }

    deinit {
        unsafe context.deallocate()
    }
}
