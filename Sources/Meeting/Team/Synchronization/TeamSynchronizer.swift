internal import Glibc
package import MeetingHistory
package import MeetingModel
package import StandupHistory

/// Synchronizes the history of a data folder with its team's, and removes what others have deleted.
///
/// One program at a time does so for a folder, by a lock. It waits for the network: nothing that is live calls it.
package struct TeamSynchronizer: Sendable {
    package let store: SQLiteMeetingStore
    /// Makes a connection to the server of an address.
    package let connect: @Sendable (_ address: String) throws -> any TeamServer
    private let folder: DataFolder

    private static let lock = "team-sync"

    package init(
        store: SQLiteMeetingStore, folder: DataFolder, connect: @escaping @Sendable (String) throws -> any TeamServer
    ) {
        self.store = store
        self.folder = folder
        self.connect = connect
    }

    /// Sends and receives everything.
    ///
    /// - Throws: `TeamError.busy` if another program is doing it, and does not end while `patience` lasts, or has just left
    ///   this server.
    package func run(
        consent: TeamSync.Consent = [], patience: Duration = .seconds(10)
    ) throws -> TeamSync.Summary {
        try connected { server, address in
            try exchange(with: server, at: address, patience: patience) { try $0.run(consent: consent) }
        }
    }

    /// Makes another member the lead of a standup, for all.
    ///
    /// - Throws: `TeamError.noMember`, `.notShared` or `.notLead`; `TeamError.busy` as `run` does.
    package func handOn(_ standup: Standup, to member: String) throws {
        try connected { server, address in
            try exchange(with: server, at: address, patience: .seconds(10)) { try $0.handOn(standup, to: member) }
        }
    }

    /// Sends and receives everything over a connection to the server at an address, after `first`; returns what was done.
    ///
    /// - Throws: `TeamError.busy` if another program is doing it, or the history has left that server.
    package func run(
        with server: any TeamServer, at address: String, first: () throws -> Void = {}
    ) throws -> TeamSync.Summary {
        try exchange(with: server, at: address, patience: .zero) { sync in
            try first()
            return try sync.run()
        }
    }

    /// Does something while no program exchanges anything.
    ///
    /// - Throws: `TeamError.busy` if another program does, and does not end while `patience` lasts.
    package func alone<Result>(patience: Duration = .seconds(10), _ body: () throws -> Result) throws -> Result {
        let end = ContinuousClock.now + patience
        while true {
            if let lock = try LiveLock.acquire(Self.lock, in: folder) {
                defer { lock.release() }
                return try body()
            }
            guard .now < end else { throw TeamError.busy }
            usleep(100_000)
        }
    }

    private func connected<Result>(_ body: (any TeamServer, _ address: String) throws -> Result) throws -> Result {
        guard let membership = try store.membership() else { throw TeamError.notJoined }
        let server = try connect(membership.address)
        defer { server.close() }
        return try body(server, membership.address)
    }

    private func exchange<Result>(
        with server: any TeamServer, at address: String, patience: Duration, _ body: (TeamSync) throws -> Result
    ) throws -> Result {
        try alone(patience: patience) {
            // Another program may have left the team since, or joined it at another address.
            guard try store.membership()?.address == address else { throw TeamError.busy }
            let result = try body(TeamSync(store, with: server))
            try PermanentDeletion.finish(in: store, folder: folder)
            return result
        }
    }
}
