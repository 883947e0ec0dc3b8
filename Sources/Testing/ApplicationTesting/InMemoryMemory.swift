package import StandupFeatures
import Synchronization

/// Remembers until the test ends. [any thread]
package final class InMemoryMemory: Memory {
    private let values: Mutex<[MemoryKey: String]>

    /// A memory that begins with some values.
    package init(_ values: [MemoryKey: String] = [:]) {
        self.values = Mutex(values)
    }

    /// What is kept under a key.
    package func value(_ key: MemoryKey) -> String? { values.withLock { $0[key] } }

    /// Keeps a text.
    package func keep(_ value: String, for key: MemoryKey) { values.withLock { $0[key] = value } }
}
