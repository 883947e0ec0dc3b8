import CRealtimeAudio

extension Preallocated<CaptureState> {
    /// The user data of the C capture callback, valid as long as this object.
    var callbackContext: standup_stream {
        unsafe standup_stream(state: pointer, deliver: deliverToCaptureState, render: nil)
    }
}

extension Preallocated<CueMixer> {
    /// The user data of the C cue playback callback, valid as long as this object.
    var callbackContext: standup_stream {
        unsafe standup_stream(state: pointer, deliver: nil, render: renderFromCueMixer)
    }
}

extension Preallocated<PCMPlaybackRing> {
    /// The user data of the C PCM playback callback, valid as long as this object.
    var callbackContext: standup_stream {
        unsafe standup_stream(state: pointer, deliver: nil, render: renderFromPCMPlaybackRing)
    }
}

@_noLocks
private func deliverToCaptureState(
    _ state: UnsafeMutableRawPointer?,
    _ input: UnsafePointer<Float>?,
    _ frames: Int,
    _ instant: Int64,
    _ overflowed: UInt32
) {
    guard let state = unsafe state?.assumingMemoryBound(to: CaptureState.self) else { return }
    unsafe state.pointee.deliver(input, frames: frames, instant: instant, overflowed: overflowed != 0)
}

@_noLocks
private func renderFromCueMixer(
    _ state: UnsafeMutableRawPointer?,
    _ output: UnsafeMutablePointer<Float>?,
    _ frames: Int,
    _ instant: Int64
) {
    guard let state = unsafe state?.assumingMemoryBound(to: CueMixer.self), let output = unsafe output else { return }
    unsafe state.pointee.render(into: output, frames: frames, instant: instant)
}

@_noLocks
private func renderFromPCMPlaybackRing(
    _ state: UnsafeMutableRawPointer?,
    _ output: UnsafeMutablePointer<Float>?,
    _ frames: Int,
    _ instant: Int64
) {
    guard let state = unsafe state?.assumingMemoryBound(to: PCMPlaybackRing.self), let output = unsafe output else {
        return
    }
    unsafe state.pointee.render(into: output, frames: frames, instant: instant)
}
