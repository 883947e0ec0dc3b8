import Glibc
package import StandupHistory
import Synchronization

extension SQLiteMeetingStore {
    /// An empty history in a folder of its own, which is removed after its last connection. [any thread]
    package static func temporary() -> SQLiteMeetingStore {
        do {
            return try TemporaryHistories.open(makeTemporaryFolder() + "/standup.db")
        } catch {
            fatalError("no temporary history: \(error)")
        }
    }

    /// Another connection to the same temporary history, like that of another process.
    package func anotherConnection() throws -> SQLiteMeetingStore {
        try TemporaryHistories.open(path)
    }
}

/// The folders of temporary histories; unused ones are removed when another is made, and at exit.
private enum TemporaryHistories {
    private struct Connection {
        weak var store: SQLiteMeetingStore?
        let path: String
    }

    private static let all = Mutex<[Connection]>([])
    private static let removal: Void = { _ = atexit { TemporaryHistories.removeUnused(isLast: true) } }()

    static func open(_ path: String) throws -> SQLiteMeetingStore {
        _ = removal
        removeUnused(isLast: false)
        let store = try SQLiteMeetingStore(path: path)
        all.withLock { $0.append(Connection(store: store, path: path)) }
        return store
    }

    private static func removeUnused(isLast: Bool) {
        let unused = all.withLock { all in
            let used = Set(isLast ? [] : all.filter { $0.store != nil }.map(\.path))
            let unused = Set(all.map(\.path)).subtracting(used)
            all.removeAll { unused.contains($0.path) }
            return unused
        }
        for path in unused { removeFolder(String(path.dropLast("/standup.db".count))) }
    }
}
