package import StandupFeatures
import Synchronization

/// Preferences in memory. [any thread]
package final class InMemoryPreferences: Preferences {
    private let values: Mutex<[PreferenceKey: String]>

    /// Creates preferences with initial values.
    package init(_ values: [PreferenceKey: String] = [:]) {
        self.values = Mutex(values)
    }

    /// The value for a key; nil if there is none.
    package func value(_ key: PreferenceKey) -> String? { values.withLock { $0[key] } }

    /// Stores a value.
    package func keep(_ value: String, for key: PreferenceKey) { values.withLock { $0[key] = value } }

    /// A path as if there were a file.
    package func path(of key: PreferenceKey) -> String? { "/data/remembered/\(key.rawValue)" }
}
