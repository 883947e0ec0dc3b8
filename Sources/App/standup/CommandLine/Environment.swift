import Glibc
import MeetingModel

enum Environment {
    /// The value of a variable; nil if it is not set.
    static subscript(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// Throws if a named variable is not UTF-8: its folder would be another one.
    static func check(_ names: [String]) throws(Failure) {
        for name in names {
            guard let value = getenv(name), String(validatingCString: value) == nil else { continue }
            throw Failure(.usage, "\(name) is not UTF-8; choose a folder whose path is")
        }
    }

    /// The values of the named variables that are set.
    static func values(of names: [String]) -> [String: String] {
        Dictionary(uniqueKeysWithValues: names.compactMap { name in self[name].map { (name, $0) } })
    }
}
