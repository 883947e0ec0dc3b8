import Foundation
package import MeetingModel

/// The standups and meetings in a JSON file of this program or of another app.
///
/// Of this program it reads what `export --format json` and `meeting --json` write: a meeting, or a list of meetings.
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

    /// Whether this program has written the file.
    package private(set) var isExport = false

    /// The largest accepted file, in bytes: years of meetings.
    package static let largest = 16 << 20

    /// Parses a file's content; an error names the faulty place.
    package init(_ bytes: [UInt8]) throws(ImportError) {
        let document = Data(bytes)
        if Self.isExport(document) {
            isExport = true
            try readExport(document)
            return
        }
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

    /// A document, or a list of documents, of which the first has the start of a meeting.
    private static func isExport(_ document: Data) -> Bool {
        struct Probe: Decodable { let startedAt: String }
        let decoder = JSONDecoder()
        return (try? decoder.decode(Probe.self, from: document)) != nil
            || ((try? decoder.decode([Probe].self, from: document)) ?? []).first != nil
    }

    private mutating func readExport(_ document: Data) throws(ImportError) {
        let isList = document.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "[")
        let exported: [ExportedMeeting]
        do {
            exported =
                isList
                ? try JSONDecoder().decode([ExportedMeeting].self, from: document)
                : [try JSONDecoder().decode(ExportedMeeting.self, from: document)]
        } catch DecodingError.keyNotFound(let key, _) where ["turns", "transcript"].contains(key.stringValue) {
            throw ImportError("a meeting without its \(key.stringValue); write it with: standup export --format json")
        } catch {
            throw ImportError(decoding: document, failedWith: error)
        }
        var ids: Set<String> = []
        var known: Set<Standup.ID> = []
        for (index, document) in exported.enumerated() {
            do {
                let standup = try document.heldStandup()
                let meeting = try document.meeting(of: standup)
                if known.insert(standup.id).inserted { standups.append(standup) }
                guard ids.insert(meeting.id.rawValue).inserted else {
                    throw ImportError("the id \(meeting.id) is used twice")
                }
                meetings.append(meeting)
            } catch {
                throw isList ? ImportError("[\(index)]: \(error)") : ImportError("\(error)")
            }
        }
    }
}
