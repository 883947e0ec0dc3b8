import MeetingModel

extension SavedDrafts {
    /// What a text holds that this version cannot read, and writes again as it was.
    struct Unread: Hashable, Sendable {
        /// A draft whose place a later one has taken, or a text that is not JSON.
        struct Replaced: Hashable, Sendable, Codable {
            /// The key of its form or standup; nil if it has none.
            var key: String?
            let content: StoredJSON
        }

        /// The drafts by form name.
        var forms: [String: StoredJSON] = [:]
        /// The updates by the ids of their standups.
        var updates: [String: StoredJSON] = [:]
        /// What has no place of its own.
        var replaced: [Replaced] = []
        /// The members that this version does not know.
        var others: [String: StoredJSON] = [:]

        var isEmpty: Bool { self == Unread() }

        /// Removes what belongs to a form or a standup.
        mutating func remove(_ key: String) {
            (forms[key], updates[key]) = (nil, nil)
            replaced.removeAll { $0.key == key }
        }
    }

    /// The members of the text.
    private enum Member: String, CaseIterable {
        case forms
        case updates
        case replaced
    }

    /// Reads a text written by `text`, also by that of an earlier version, and keeps what it cannot read.
    package init(text: String?) {
        self.init(drafts: [:])
        guard let text, !text.allSatisfy(\.isWhitespace) else { return }
        guard var members = (try? StoredJSON(parsing: text))?.members else {
            unread.replaced = [Unread.Replaced(content: .text(text))]
            return
        }
        // The first versions wrote nothing but forms.
        if !members.isEmpty, !Member.allCases.contains(where: { members.keys.contains($0.rawValue) }) {
            members = [Member.forms.rawValue: .object(members)]
        }
        func take(_ member: Member) -> StoredJSON? { members.removeValue(forKey: member.rawValue) }
        let replaced = take(.replaced)
        unread.replaced = replaced?.decoded(as: [Unread.Replaced].self) ?? []
        if let replaced, unread.replaced.isEmpty, replaced != .list([]) {
            unread.replaced = [Unread.Replaced(content: replaced)]
        }
        for (name, json) in entries(of: take(.forms)) {
            if let draft = SavedDraft(json) { drafts[name] = draft } else { unread.forms[name] = json }
        }
        for (name, json) in entries(of: take(.updates)) {
            if let update = json.decoded(as: SavedUpdate.self), update.text.isTypeable {
                updates[name] = update
            } else {
                unread.updates[name] = json
            }
        }
        unread.others = members
    }

    /// The members of an object; another value is kept unread.
    private mutating func entries(of json: StoredJSON?) -> [String: StoredJSON] {
        guard let json else { return [:] }
        if json.members == nil { unread.replaced.append(Unread.Replaced(content: json)) }
        return json.members ?? [:]
    }

    /// The drafts encoded as one text.
    package var text: String {
        var replaced = unread.replaced
        func object<Value: Encodable>(_ read: [String: Value], _ unread: [String: StoredJSON]) -> StoredJSON {
            let taken = unread.filter { read[$0.key] != nil }.sorted { $0.key < $1.key }
            replaced += taken.map { Unread.Replaced(key: $0.key, content: $0.value) }
            return .object(unread.merging(read.compactMapValues { StoredJSON(encoding: $0) }) { $1 })
        }
        var members = unread.others
        members[Member.forms.rawValue] = object(drafts, unread.forms)
        members[Member.updates.rawValue] = object(updates, unread.updates)
        if !replaced.isEmpty { members[Member.replaced.rawValue] = StoredJSON(encoding: replaced) }
        return StoredJSON.object(members).encoded
    }
}

extension SavedDraft {
    /// Reads a draft of this version or an earlier one; nil if no form could produce it.
    fileprivate init?(_ json: StoredJSON) {
        guard var members = json.members else { return nil }
        // Before standups were shared and learned voices, none did.
        for part in ["draft", "unchanged", "original"] {
            guard var standup = members[part]?.members else { continue }
            for mark in ["isShared", "learnsVoices"] where standup[mark] == nil { standup[mark] = .bool(false) }
            members[part] = .object(standup)
        }
        guard let draft = StoredJSON.object(members).decoded(as: SavedDraft.self),
            draft.draft.isTypeable, draft.unchanged.isTypeable
        else { return nil }
        self = draft
    }
}

extension StandupDraft {
    /// Whether a form could produce this draft: it has at least one row and no control characters.
    fileprivate var isTypeable: Bool {
        !rows.isEmpty && ([title, length, language, warnings, vocabulary] + rows.map(\.name)).allSatisfy(\.isTypeable)
    }
}

extension String {
    /// Whether it has no control characters.
    var isTypeable: Bool { unicodeScalars.allSatisfy { $0.properties.generalCategory != .control } }
}
