import StandupAudio

/// Prints the machine's microphones.
func listMicrophones() throws {
    for device in try PortAudioSystem().devices() where device.direction == .input {
        print(device.isDefault ? "*" : " ", device.name, "-", device.label)
    }
}

/// Shows how loud it is while something is recorded, and what goes wrong.
func watch(_ recorder: AudioRecorder) async {
    async let problems: Void = {
        for await event in recorder.events {
            switch event {
            case .deviceLost(let device): print("\(device) is gone; it is recorded again when it is back")
            case .diskRefused(let error): print(error)
            default: break
            }
        }
    }()
    for await level in recorder.levels { print(String(repeating: "#", count: Int(level.peak + 60).clamped(to: 0...60))) }
    await problems
}

extension Int {
    func clamped(to range: ClosedRange<Int>) -> Int { Swift.min(Swift.max(self, range.lowerBound), range.upperBound) }
}

/// Continues the recording of a program that was killed.
func rescue(_ path: String) throws -> WAVRecording {
    try WAVRecording(reopening: path)
}
