import Sound

/// What a recognizer hears of a recording: 16 kHz, without the echo of the call and without the program's own cues.
///
/// Sample n corresponds to frame n × rate / 16000 from the start frame.
struct SpeechInput {
    private let sampleRate: Int
    private var converter: SpeechConverter?
    /// The conversion of the call's frames, and what removes them from the room.
    private var echo: (converter: SpeechConverter, canceller: EchoCanceller)?
    private var mask: CueMask

    init(sampleRate: Int, cues: CueSounds?) {
        self.sampleRate = sampleRate
        mask = CueMask(cues: SpeechConverter.convert(cues))
    }

    /// Marks a cue that started at a position, before the samples from there on are taken.
    mutating func mark(_ cue: Cue, at position: Int64) { mask.mark(cue, at: position) }

    /// Takes frames and passes the completed samples to `sink`; with `isLast` all of them.
    ///
    /// `reference` has the call's frames at the same time; nil without a call. Some seconds of sound may be held back.
    mutating func take(
        _ frames: UnsafeBufferPointer<Int16>, reference: UnsafeBufferPointer<Int16>?, isLast: Bool,
        to sink: (UnsafeBufferPointer<Int16>) -> Void
    ) throws(RecognizerError) {
        if converter == nil {
            converter = try SpeechConverter(sampleRate: sampleRate)
            if reference != nil, let canceller = EchoCanceller() {
                echo = (try SpeechConverter(sampleRate: sampleRate), canceller)
            }
        }
        var samples = converter?.convert(frames, endOfInput: isLast) ?? []
        if let canceller = echo?.canceller {
            let call = echo?.converter.convert(
                reference ?? UnsafeBufferPointer(start: nil, count: 0), endOfInput: isLast)
            samples = canceller.clean(samples, call: call ?? [], isLast: isLast)
        }
        mask.pass(samples, flush: isLast, to: sink)
    }
}
