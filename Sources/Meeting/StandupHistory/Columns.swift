internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import MeetingModel

/// The columns of a statement's current row.
///
/// GRDB's rows trap at an unexpected NULL, which a damaged file may contain, and cut text at a NUL character. These
/// columns convert each value as SQLite does, and read text to its end.
struct Columns {
    fileprivate let statement: SQLiteStatement

    /// An integer, 0 for NULL.
    func integer(_ index: CInt) -> Int64 {
        sqlite3_column_int64(statement, index)
    }

    /// A number, 0 for NULL.
    func double(_ index: CInt) -> Double {
        sqlite3_column_double(statement, index)
    }

    /// A text, empty for NULL.
    func text(_ index: CInt) -> String {
        guard let bytes = sqlite3_column_text(statement, index) else { return "" }
        return String(
            decoding: UnsafeBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(statement, index))),
            as: UTF8.self
        )
    }

    /// Bytes, none for NULL.
    func bytes(_ index: CInt) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: sqlite3_column_blob(statement, index),
            count: Int(sqlite3_column_bytes(statement, index))
        )
    }

    func isNull(_ index: CInt) -> Bool {
        sqlite3_column_type(statement, index) == SQLITE_NULL
    }

    /// A duration in nanoseconds.
    func duration(_ index: CInt) -> Duration {
        .nanoseconds(integer(index))
    }

    /// A duration in nanoseconds; nil for NULL.
    func optionalDuration(_ index: CInt) -> Duration? {
        isNull(index) ? nil : duration(index)
    }

    /// Durations in nanoseconds, separated by spaces.
    func durations(_ index: CInt) throws -> [Duration] {
        try text(index).split(separator: " ")
            .map { digits in
                guard let nanoseconds = Int64(digits) else {
                    throw DamagedRow(description: "a duration cannot be \(digits)")
                }
                return .nanoseconds(nanoseconds)
            }
    }

    func id<Owner>(_ index: CInt) -> Identifier<Owner> {
        Identifier(rawValue: text(index))
    }

    func value<Value: RawRepresentable>(_ index: CInt) throws -> Value where Value.RawValue == String {
        let word = text(index)
        guard let value = Value(rawValue: word) else {
            throw DamagedRow(description: "\(Value.self) cannot be \(word)")
        }
        return value
    }

    func json<Value: Decodable>(_ index: CInt) throws -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(bytes(index)))
        } catch {
            throw DamagedRow(description: "\(Value.self) cannot be \(text(index))")
        }
    }
}

extension Array where Element: Identifiable, Element.ID: CustomStringConvertible {
    func requireDifferentIDs() throws {
        var seen: Set<Element.ID> = []
        for element in self where !seen.insert(element.id).inserted {
            throw DamagedRow(description: "two attendees cannot both be \(element.id)")
        }
    }
}

extension Database {
    /// Calls `body` for each row of a query; its statement is cached.
    func forEachRow(
        _ sql: String,
        _ arguments: StatementArguments = [],
        _ body: (Columns) throws -> Void
    ) throws {
        let statement = try cachedStatement(sql: sql)
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        while try rows.next() != nil { try body(Columns(statement: statement.sqliteStatement)) }
    }

    /// Runs a statement that returns no rows; it is cached.
    func run(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}

/// Typed or spoken text, to be bound as `CAST(? AS TEXT)`.
///
/// GRDB binds a string only up to its first NUL, but binds all bytes of a blob.
struct FreeText: DatabaseValueConvertible {
    let text: String

    init(_ text: String) { self.text = text }

    var databaseValue: DatabaseValue { Data(text.utf8).databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> FreeText? {
        String.fromDatabaseValue(value).map(FreeText.init)
    }
}

/// A value as JSON text, with NUL characters escaped.
func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}
