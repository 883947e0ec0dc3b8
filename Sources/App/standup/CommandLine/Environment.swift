import Glibc

/// The process's environment variables.
enum Environment {
    /// The value of a variable; nil if it is not set.
    static subscript(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// The values of the named variables that are set.
    static func values(of names: [String]) -> [String: String] {
        Dictionary(uniqueKeysWithValues: names.compactMap { name in self[name].map { (name, $0) } })
    }
}
