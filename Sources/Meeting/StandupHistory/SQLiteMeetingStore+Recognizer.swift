internal import Foundation
internal import GRDB
public import MeetingHistory
package import MeetingModel

extension SQLiteMeetingStore {
    /// The learned state of a recognizer for a microphone; nil if nothing is stored under this key.
    public func recognizerState(_ key: String) throws(HistoryError) -> [Float]? {
        try read { database in
            var state: [Float]?
            try database.forEachRow("SELECT state FROM recognizer_state WHERE key = CAST(? AS TEXT)", [FreeText(key)]) {
                state = $0.floats(0)
            }
            return state
        }
    }

    /// Stores the learned state of a recognizer for a microphone, as little-endian 32-bit floats.
    ///
    /// A voice that is never to be learned is not stored.
    public func saveRecognizerState(_ state: [Float], for key: String) throws(HistoryError) {
        let bytes = state.flatMap { value in withUnsafeBytes(of: value.bitPattern.littleEndian) { Array($0) } }
        try write { database in
            try database.run(
                """
                INSERT OR REPLACE INTO recognizer_state (key, state)
                SELECT CAST(?1 AS TEXT), ?2 WHERE NOT EXISTS (
                    SELECT 1 FROM recognizer_state
                    WHERE key GLOB 'voice/*/never' AND substr(CAST(?1 AS TEXT), 1, length(key) - 5) = substr(key, 1, length(key) - 5))
                """,
                [FreeText(key), Data(bytes)]
            )
        }
    }

    package func voices(of attendee: Attendee.ID) throws(HistoryError) -> [String: [Float]] {
        let prefix = LearnedVoice.prefix(of: attendee)
        return try read { database in
            var states: [String: [Float]] = [:]
            try database.forEachRow(
                "SELECT key, state FROM recognizer_state WHERE substr(key, 1, length(?1)) = ?1", [prefix]
            ) { states[String($0.text(0).dropFirst(prefix.count))] = $0.floats(1) }
            return states
        }
    }

    package func forgetVoice(of attendee: Attendee.ID, never: Bool) throws(HistoryError) {
        let prefix = LearnedVoice.prefix(of: attendee)
        try delete { database in
            try database.run("DELETE FROM recognizer_state WHERE substr(key, 1, length(?1)) = ?1", [prefix])
            guard never else { return }
            try database.run(
                "INSERT INTO recognizer_state (key, state) VALUES (?, x'')", [prefix + LearnedVoice.refusal])
        }
    }

    package func allowVoice(of attendee: Attendee.ID) throws(HistoryError) {
        try write { database in
            try database.run(
                "DELETE FROM recognizer_state WHERE key = ?", [LearnedVoice.prefix(of: attendee) + LearnedVoice.refusal]
            )
        }
    }
}

extension Database {
    /// Deletes what is known of the voices of people who are in no standup any more.
    func forgetVoicesOfNobody() throws {
        try run(
            """
            DELETE FROM recognizer_state WHERE key GLOB 'voice/*' AND NOT EXISTS (
                SELECT 1 FROM attendee WHERE substr(key, 7, length(id) + 1) = id || '/')
            """,
            [])
        if changesCount > 0 { try requestErasure() }
    }
}

extension Columns {
    fileprivate func floats(_ column: CInt) -> [Float] {
        let bytes = bytes(column)
        return stride(from: 0, to: bytes.count / 4 * 4, by: 4)
            .map { Float(bitPattern: UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: $0, as: UInt32.self))) }
    }
}
