import StandupAudio

/// Records the default microphone for ten seconds.
func record(to path: String) async throws {
    let recorder = try AudioRecorder(to: path)
    try await recorder.start()
    try await Task.sleep(for: .seconds(10))
    print("recorded", try await recorder.stop())
}

/// Prints the machine's microphones.
func listMicrophones() throws {
    let devices = try PortAudioSystem().devices()
    for device in devices where device.direction == .input {
        print(device.isDefault ? "*" : " ", device.name, device.label)
    }
}

/// Shows how loud it is while something is recorded.
func showLevels(of recorder: AudioRecorder) async {
    for await level in recorder.levels {
        // From a quiet room, at some -60 dBFS, to the loudest possible sound.
        let length = Int(max(level.peak, -60) + 60)
        print(level.end, String(repeating: "#", count: length))
    }
}

/// Says when it pauses, what goes wrong, and when it is well again.
func showProblems(of recorder: AudioRecorder) async {
    for await event in recorder.events {
        switch event {
        case .deviceLost(let device): print(device, "is gone")
        case .deviceRestored(let device, _): print(device, "is back")
        case .deviceChanged(let device): print("now from", device)
        case .diskRefused(let error): print(error)
        case .paused(let time): print("paused at", time)
        case .resumed: print("records again")
        default: break
        }
    }
}

/// Opens the recording of a program that was killed, to append to it.
func reopen(_ path: String) throws -> WAVRecording {
    try WAVRecording(reopening: path)
}
