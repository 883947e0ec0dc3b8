internal import Foundation
internal import GRDB
internal import MeetingHistory

/// The SQL function with which the triggers fold a text for the search index.
///
/// Rows of the index are not folded again, so that a later version of the function does not change them.
enum SearchFunction {
    /// Its name.
    ///
    /// It takes the text as a blob, because a NUL character ends a text.
    static let name = "search_text"

    /// Adds the function to a connection.
    static func add(to database: Database) {
        database.add(
            function: DatabaseFunction(name, argumentCount: 1, pure: true) { values in
                let data = Data.fromDatabaseValue(values[0]) ?? Data()
                return SearchText.indexed(String(decoding: data, as: UTF8.self))
            }
        )
    }
}
