package import MeetingModel

/// The draft of a form that was left unsaved, stored for the next start.
package struct SavedDraft: Hashable, Sendable, Codable {
    /// The draft as edited.
    let draft: StandupDraft
    /// The draft without the user's changes.
    let unchanged: StandupDraft
    /// The standup's id; a new id for a new standup.
    let id: Standup.ID
    /// The standup as last read from the history; nil for a new one.
    let original: Standup?
}

/// The update of a standup that was being typed, stored for the next start.
package struct SavedUpdate: Hashable, Sendable, Codable {
    /// Whose update it is.
    let attendee: Attendee.ID
    /// The update that it replaces; nil if none waits.
    let before: UpdateEdit.Version?
    let text: String
}

/// The kept drafts by form, and the updates that were being typed.
package struct SavedDrafts: Hashable, Sendable {
    package enum Form: Hashable, Sendable {
        case new
        case edit(Standup.ID)

        /// The key in the stored text.
        fileprivate var name: String {
            switch self {
            case .new: ""
            case .edit(let id): id.rawValue
            }
        }
    }

    /// The drafts by form name.
    var drafts: [String: SavedDraft]
    /// The updates by the ids of their standups.
    var updates: [String: SavedUpdate]
    /// What this version cannot read.
    var unread = Unread()

    var hasUnread: Bool { !unread.isEmpty }

    package init() { self.init(drafts: [:]) }

    init(drafts: [String: SavedDraft], updates: [String: SavedUpdate] = [:]) {
        self.drafts = drafts
        self.updates = updates
    }

    /// The draft of a form; nil if there is none.
    package subscript(form: Form) -> SavedDraft? {
        get { drafts[form.name] }
        set { drafts[form.name] = newValue }
    }

    /// The update of a standup that was being typed; nil if there is none.
    package subscript(updateFor standup: Standup.ID) -> SavedUpdate? {
        get { updates[standup.rawValue] }
        set { updates[standup.rawValue] = newValue }
    }

    /// Removes what belongs to a standup.
    package mutating func remove(_ standup: Standup.ID) {
        self[.edit(standup)] = nil
        self[updateFor: standup] = nil
        unread.remove(standup.rawValue)
    }

    /// Removes what belongs to standups that no longer exist.
    mutating func keepOnly(_ standups: [Standup]) {
        let names = Set(standups.map { Form.edit($0.id).name } + [Form.new.name])
        drafts = drafts.filter { names.contains($0.key) }
        updates = updates.filter { names.contains($0.key) }
    }

    /// Applies the changes between two states of one process to these drafts.
    ///
    /// Another process may have stored drafts in the meantime.
    func merging(from old: SavedDrafts, to new: SavedDrafts) -> SavedDrafts {
        var merged = self
        for name in Set(old.drafts.keys).union(new.drafts.keys) where old.drafts[name] != new.drafts[name] {
            merged.drafts[name] = new.drafts[name]
        }
        for name in Set(old.updates.keys).union(new.updates.keys) where old.updates[name] != new.updates[name] {
            merged.updates[name] = new.updates[name]
        }
        return merged
    }
}
