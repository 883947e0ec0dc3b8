import MeetingModel
import StandupSpeech

/// The partial results that are shown until the final results arrive, by frame of the recording.
struct PendingWords {
    private struct Piece {
        let start: Int64
        let end: Int64
        let text: String
    }

    /// How far before the end of the final results a pending utterance may begin: half a second.
    private let tolerance: Int64
    /// Utterances that have ended, in order.
    private var ended: [Piece] = []
    /// The utterance that has not ended yet.
    private var open: (start: Int64, text: String)?
    /// The words before this frame are final.
    private var final: Int64 = 0
    /// The latest emitted partial text of each attendee.
    private var emitted: [(attendee: Attendee.ID, text: String)] = []

    /// `sampleRate` is the recording's, in Hz.
    init(sampleRate: Int) {
        tolerance = Int64(sampleRate / 2)
    }

    /// Sets the partial result of the utterance that began at a frame.
    mutating func hear(_ text: String, from start: Int64) {
        open = text.isEmpty || start + tolerance < final ? nil : (start, text)
    }

    /// Adds an ended utterance that has no final result yet.
    mutating func hear(_ utterance: RecognizedUtterance) {
        open = nil
        ended.append(Piece(start: utterance.start, end: utterance.end, text: utterance.text))
        pass(final)
    }

    /// Marks the words before a frame as final.
    mutating func pass(_ frame: Int64) {
        final = max(final, frame)
        ended.removeAll { ($0.start + $0.end) / 2 < final }
        if let open, open.start + tolerance < final { self.open = nil }
    }

    /// Records that a final result of an attendee was emitted; it replaces the partial text.
    mutating func noteFinal(of attendee: Attendee.ID) {
        emitted.removeAll { $0.attendee == attendee }
    }

    mutating func clear() {
        (ended, open) = ([], nil)
    }

    /// The partial text of each attendee for whom it has changed since the last call; "" removes it.
    mutating func changes(speaker: (Int64) -> Attendee.ID) -> [(attendee: Attendee.ID, text: String)] {
        var now: [(attendee: Attendee.ID, text: String)] = []
        for (start, text) in ended.map({ ($0.start, $0.text) }) + (open.map { [($0.start, $0.text)] } ?? []) {
            let attendee = speaker(start)
            if let index = now.firstIndex(where: { $0.attendee == attendee }) {
                now[index].text += " " + text
            } else {
                now.append((attendee, text))
            }
        }
        let gone = emitted.filter { old in !now.contains { $0.attendee == old.attendee } }.map { ($0.attendee, "") }
        let changed = now.filter { now in !emitted.contains { $0 == now } }
        emitted = now
        return gone + changed
    }
}
