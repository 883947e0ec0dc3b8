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

/// The kept drafts by form.
package struct SavedDrafts: Hashable, Sendable {
    /// A form that can have a draft.
    package enum Form: Hashable, Sendable {
        /// The form of a new standup.
        case new
        /// The form of an existing standup.
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
    private(set) var drafts: [String: SavedDraft]

    /// No drafts.
    package init() { drafts = [:] }

    /// A set of drafts.
    init(drafts: [String: SavedDraft]) { self.drafts = drafts }

    /// The draft of a form; nil if there is none.
    package subscript(form: Form) -> SavedDraft? {
        get { drafts[form.name] }
        set { drafts[form.name] = newValue }
    }

    /// Removes the drafts of standups that no longer exist.
    mutating func keepOnly(_ standups: [Standup]) {
        let names = Set(standups.map { Form.edit($0.id).name } + [Form.new.name])
        drafts = drafts.filter { names.contains($0.key) }
    }

    /// Applies the changes between two states of one process to these drafts.
    ///
    /// Another process may have stored drafts in the meantime.
    package func merging(from old: SavedDrafts, to new: SavedDrafts) -> SavedDrafts {
        var merged = self
        for name in Set(old.drafts.keys).union(new.drafts.keys) where old.drafts[name] != new.drafts[name] {
            merged.drafts[name] = new.drafts[name]
        }
        return merged
    }
}
