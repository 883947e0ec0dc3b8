package import MeetingModel

/// A form that was left before it was saved or cancelled, as it is kept for the next start.
package struct KeptDraft: Hashable, Sendable, Codable {
    /// What was typed.
    let draft: StandupDraft
    /// The draft without the user's changes.
    let unchanged: StandupDraft
    /// The standup's id, a new one for a new standup.
    let id: Standup.ID
    /// The standup as it was last known to be in the history; nil for a new one.
    let original: Standup?
}

/// The kept drafts, by the form that they belong to.
package struct KeptDrafts: Hashable, Sendable {
    /// Which form.
    package enum Form: Hashable, Sendable {
        /// The form of a new standup.
        case new
        /// The form of an existing standup.
        case edit(Standup.ID)

        /// As it stands in the text.
        fileprivate var name: String {
            switch self {
            case .new: ""
            case .edit(let id): id.rawValue
            }
        }
    }

    /// All of them, by the names of their forms.
    private(set) var drafts: [String: KeptDraft]

    /// No drafts.
    package init() { drafts = [:] }

    /// These drafts.
    init(drafts: [String: KeptDraft]) { self.drafts = drafts }

    /// The draft of a form, nil if there is none.
    package subscript(form: Form) -> KeptDraft? {
        get { drafts[form.name] }
        set { drafts[form.name] = newValue }
    }

    /// Drops the drafts of standups that are not among these.
    mutating func keepOnly(_ standups: [Standup]) {
        let names = Set(standups.map { Form.edit($0.id).name } + [Form.new.name])
        drafts = drafts.filter { names.contains($0.key) }
    }

    /// These drafts with what changed between two states of one process: another may have kept drafts meanwhile.
    package func merging(from old: KeptDrafts, to new: KeptDrafts) -> KeptDrafts {
        var merged = self
        for name in Set(old.drafts.keys).union(new.drafts.keys) where old.drafts[name] != new.drafts[name] {
            merged.drafts[name] = new.drafts[name]
        }
        return merged
    }
}
