import Foundation

/// A JSON value, for tests.
struct JSONObject {
    private let value: Any?

    /// Parses a text; nil if it is not JSON.
    init?(_ json: String) {
        guard let value = try? JSONSerialization.jsonObject(with: Data(json.utf8), options: .fragmentsAllowed)
        else { return nil }
        self.value = value
    }

    private init(value: Any?) {
        self.value = value
    }

    subscript(key: String) -> JSONObject { JSONObject(value: (value as? [String: Any])?[key]) }

    subscript(index: Int) -> JSONObject {
        let array = value as? [Any] ?? []
        return JSONObject(value: array.indices.contains(index) ? array[index] : nil)
    }

    /// The keys of an object, sorted.
    var keys: [String] { ((value as? [String: Any])?.keys).map { $0.sorted() } ?? [] }
    /// The text, if it is one.
    var text: String? { value as? String }
    /// The number, if it is one.
    var number: Int? { value as? Int }
}
