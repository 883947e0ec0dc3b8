internal import Foundation
internal import GRDB
internal import GRDBSQLite
internal import MeetingModel

/// The columns of the row at which a statement stands.
///
/// Unlike GRDB's rows, which stop the program at a NULL where none may be, it takes whatever a damaged file holds as
/// SQLite converts it; and it reads text to its end, past a NUL in it.
struct Columns {
    fileprivate let statement: SQLiteStatement

    /// A whole number, 0 for NULL.
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

    /// Whether there is no value.
    func isNull(_ index: CInt) -> Bool {
        sqlite3_column_type(statement, index) == SQLITE_NULL
    }

    /// A duration in nanoseconds.
    func duration(_ index: CInt) -> Duration {
        .nanoseconds(integer(index))
    }

    /// A duration in nanoseconds, or none.
    func optionalDuration(_ index: CInt) -> Duration? {
        isNull(index) ? nil : duration(index)
    }

    /// Durations in nanoseconds, with spaces between them.
    func durations(_ index: CInt) throws -> [Duration] {
        try text(index).split(separator: " ")
            .map { digits in
                guard let nanoseconds = Int64(digits) else {
                    throw DamagedRow(description: "a duration cannot be \(digits)")
                }
                return .nanoseconds(nanoseconds)
            }
    }

    /// An id.
    func id<Owner>(_ index: CInt) -> Identifier<Owner> {
        Identifier(rawValue: text(index))
    }

    /// One of the words that stand for a value.
    func value<Value: RawRepresentable>(_ index: CInt) throws -> Value where Value.RawValue == String {
        let word = text(index)
        guard let value = Value(rawValue: word) else {
            throw DamagedRow(description: "\(Value.self) cannot be \(word)")
        }
        return value
    }

    /// A value in JSON.
    func json<Value: Decodable>(_ index: CInt) throws -> Value {
        do {
            return try JSONDecoder().decode(Value.self, from: Data(bytes(index)))
        } catch {
            throw DamagedRow(description: "\(Value.self) cannot be \(text(index))")
        }
    }
}

extension Array where Element: Identifiable, Element.ID: CustomStringConvertible {
    /// Throws if two have the same id.
    func requireDifferentIDs() throws {
        var seen: Set<Element.ID> = []
        for element in self where !seen.insert(element.id).inserted {
            throw DamagedRow(description: "two attendees cannot both be \(element.id)")
        }
    }
}

extension Database {
    /// Calls `body` for each row that a query gives; its statement is kept for the next time.
    func forEachRow(
        _ sql: String,
        _ arguments: StatementArguments = [],
        _ body: (Columns) throws -> Void
    ) throws {
        let statement = try cachedStatement(sql: sql)
        let rows = try Row.fetchCursor(statement, arguments: arguments)
        while try rows.next() != nil { try body(Columns(statement: statement.sqliteStatement)) }
    }

    /// Runs a statement that gives no rows, and keeps it for the next time.
    func run(_ sql: String, _ arguments: StatementArguments) throws {
        try cachedStatement(sql: sql).execute(arguments: arguments)
    }
}

/// Text that someone typed or said, to be bound as `CAST(? AS TEXT)`.
///
/// GRDB binds a string up to its first NUL; bytes are bound whole.
struct FreeText: DatabaseValueConvertible {
    let text: String

    init(_ text: String) { self.text = text }

    var databaseValue: DatabaseValue { Data(text.utf8).databaseValue }

    static func fromDatabaseValue(_ value: DatabaseValue) -> FreeText? {
        String.fromDatabaseValue(value).map(FreeText.init)
    }
}

/// A value as JSON text; a NUL in it is escaped.
func json(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
}
