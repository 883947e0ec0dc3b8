internal import Foundation
internal import GRDB
internal import MeetingHistory

/// The SQL function by which the triggers of the index bring a text into the form in which it is compared.
///
/// The index keeps what it was given. A later version of the function does no harm to what is in it.
enum SearchFunction {
    /// Its name; it takes the text as a blob, because a NUL ends a text.
    static let name = "search_text"

    /// Makes the function known to a connection.
    static func add(to database: Database) {
        database.add(
            function: DatabaseFunction(name, argumentCount: 1, pure: true) { values in
                let data = Data.fromDatabaseValue(values[0]) ?? Data()
                return SearchText.indexed(String(decoding: data, as: UTF8.self))
            }
        )
    }
}
