internal import Foundation
internal import GRDB
public import MeetingHistory

extension SQLiteMeetingStore {
    /// The learned state of a recognizer for a microphone; nil if nothing is stored under this key.
    public func recognizerState(_ key: String) throws(HistoryError) -> [Float]? {
        try read { database in
            var state: [Float]?
            try database.forEachRow("SELECT state FROM recognizer_state WHERE key = CAST(? AS TEXT)", [FreeText(key)]) {
                let bytes = $0.bytes(0)
                state = stride(from: 0, to: bytes.count / 4 * 4, by: 4)
                    .map { offset in
                        Float(
                            bitPattern: UInt32(
                                littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
                            )
                        )
                    }
            }
            return state
        }
    }

    /// Stores the learned state of a recognizer for a microphone, as little-endian 32-bit floats.
    public func saveRecognizerState(_ state: [Float], for key: String) throws(HistoryError) {
        let bytes = state.flatMap { value in withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) } }
        try write { database in
            try database.run(
                "INSERT OR REPLACE INTO recognizer_state (key, state) VALUES (CAST(? AS TEXT), ?)",
                [FreeText(key), Data(bytes)]
            )
        }
    }
}
