extension Meeting {
    /// Whether the whole recording is transcribed, or is not to be transcribed.
    ///
    /// It compares frames, because a meeting may end between two of them, and only those that were recorded.
    package var isWhollyTranscribed: Bool {
        guard let transcribedUpTo else { return true }
        let rate = recording?.sampleRate ?? 48_000
        return transcribedUpTo.frames(at: rate) >= min(duration.frames(at: rate), recording?.frames ?? .max)
    }

    /// Whether an ended meeting has recorded sound that is still to be transcribed.
    package var awaitsTranscription: Bool { state != .live && recording != nil && !isWhollyTranscribed }
}
