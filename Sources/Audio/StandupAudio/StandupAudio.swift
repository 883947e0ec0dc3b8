// One import for all that a program needs to record and play sound.

@_exported public import MeetingTiming
@_exported public import Sound

extension AudioSystem where Self == FileAudioSystem {
    /// The devices of this machine, through PortAudio, and the devices without hardware: `file:PATH`, `silence` and `none`.
    ///
    /// With a `VirtualClock` the devices without hardware follow that clock; those of the machine cannot. [any thread]
    public static func machine(clock: any MeetingClock = SystemClock()) -> FileAudioSystem {
        FileAudioSystem(hardware: PortAudioSystem(), now: { clock.now })
    }
}
