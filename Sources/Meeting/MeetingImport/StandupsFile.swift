import Foundation
package import MeetingModel

/// The standups and meetings in another app's JSON file.
///
/// It reads files of the apps Standups and SyncUps (`standups.json`, `sync-ups.json`: `duration`, `meetings`) and of
/// Scrumdinger (`scrums.data`: `lengthInMinutes`, `history`). Ids are kept, in lower case, so that a repeated import
/// is detected.
package struct StandupsFile: Hashable, Sendable {
    /// The standups, in the order of the file.
    package private(set) var standups: [Standup] = []
    /// The meetings, in the order of their standups.
    ///
    /// Each has the attendees from the file; its words belong to the unknown speaker.
    package private(set) var meetings: [Meeting] = []

    /// The largest accepted file, in bytes: years of meetings.
    package static let largest = 16 << 20

    /// Parses a file's content; an error names the faulty place.
    package init(_ bytes: [UInt8]) throws(ImportError) {
        let document = Data(bytes)
        let entries: [StandupEntry]
        do {
            entries = try JSONDecoder().decode([StandupEntry].self, from: document)
        } catch {
            throw ImportError(decoding: document, failedWith: error)
        }
        var ids: Set<String> = []
        for (index, entry) in entries.enumerated() {
            let standup: Standup
            do {
                standup = try entry.standup()
            } catch {
                throw ImportError("[\(index)]: \(error)")
            }
            let meetings = entry.meetings(of: standup)
            for id in [standup.id.rawValue] + meetings.map(\.id.rawValue) where !ids.insert(id).inserted {
                throw ImportError("[\(index)]: the id \(id) is used twice")
            }
            standups.append(standup)
            self.meetings += meetings
        }
    }
}
