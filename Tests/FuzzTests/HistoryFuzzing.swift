import Foundation
import GRDB
import MeetingHistory

@testable import StandupHistory

/// Histories that were damaged, or made to do damage.
enum HistoryFuzzing {
    private static let sample = Result { try HistorySample() }

    /// Overwrites bytes of a whole history and reads all of it: three bytes give the offset, one the number.
    ///
    /// Where that one byte has its highest bit, the file ends there.
    static func readChangedFile(_ bytes: [UInt8]) throws {
        let sample = try sample.get()
        var file = sample.bytes
        var changes = FuzzBytes(bytes)
        while !changes.isAtEnd, !file.isEmpty {
            let offset = Int(changes.number(bytes: 3)) % file.count
            let count = changes.byte()
            if count & 0x80 != 0 {
                file.removeSubrange(offset...)
            } else {
                let new = changes.bytes(Int(count % 16) + 1)
                for (index, byte) in new.enumerated() where offset + index < file.count { file[offset + index] = byte }
            }
        }
        try HistorySample.withHistory(of: file) { store in try HistoryReading(store, sample).readAll() }
    }

    /// Sets values of a history, then reads it; one byte picks the column, one the value.
    static func readChangedRows(_ bytes: [UInt8]) throws {
        let sample = try sample.get()
        var changes = FuzzBytes(bytes)
        try HistorySample.withHistory(of: sample.bytes) { store in
            for _ in 0..<100 where !changes.isAtEnd {
                let column = sample.columns[Int(changes.byte()) % sample.columns.count]
                let value = value(from: &changes)
                // A value that the table rejects changes nothing.
                try? store.write { database in
                    try database.execute(
                        sql: "UPDATE \(column.table) SET \(column.name) = \(column.isText ? "CAST(? AS TEXT)" : "?")",
                        arguments: [value])
                }
            }
            try HistoryReading(store, sample).readAll()
        }
    }

    private static func value(from changes: inout FuzzBytes) -> DatabaseValue {
        let kind = changes.byte()
        switch kind % 8 {
        case 0: return DatabaseValue.null
        case 1: return Int64.max.databaseValue
        case 2: return Int64.min.databaseValue
        case 3: return Int64(Int8(bitPattern: changes.byte())).databaseValue
        case 4: return Int64(bitPattern: changes.number(bytes: 8)).databaseValue
        case 5: return (Int64(1) << Int64(changes.byte() % 63)).databaseValue
        // Bytes are bound whole, past a NUL in them.
        default: return Data(changes.bytes(Int(kind >> 3))).databaseValue
        }
    }
}
