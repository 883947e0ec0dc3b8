internal import Foundation
internal import GRDB
internal import MeetingHistory

/// The SQL function that the triggers use to fold text for the search index.
///
/// Index rows are not folded again, so that a later version of the function does not change them.
enum SearchFunction {
    /// It takes the text as a blob, because SQLite ends text at a NUL character.
    static let name = "search_text"

    static func add(to database: Database) {
        database.add(
            function: DatabaseFunction(name, argumentCount: 1, pure: true) { values in
                let data = Data.fromDatabaseValue(values[0]) ?? Data()
                return SearchText.indexed(String(decoding: data, as: UTF8.self))
            }
        )
    }
}
