import ArgumentParser
import MeetingHistory
import MeetingModel

/// The words that a shell may offer for standups, meetings and attendees.
///
/// Titles and names hold anything. What cannot be typed, or could be taken for an option or for another standup, is
/// offered by its id, or not at all.
struct CompletionCandidates {
    /// The shell that asks.
    let shell: CompletionShell?

    /// Each standup, by its title if that means it alone.
    func standups(_ standups: [Standup]) -> [String] {
        standups.map { name(of: $0, among: standups) }
    }

    /// `latest`, and the newest meeting of each standup; of the standup that was typed already, all meetings.
    ///
    /// `counts` says how many each standup has, and `prefix` is what has been typed of one.
    func meetings(_ counts: [Standup.ID: Int], of standups: [Standup], prefix: String) -> [String] {
        guard !counts.isEmpty else { return [] }
        let title = prefix.lastIndex(of: "/").map { String(prefix[..<$0]) } ?? prefix
        let meant = prefix.isEmpty ? nil : try? StandupLookup.find(title, in: standups)
        return ["latest"]
            + standups.flatMap { standup in
                guard let count = counts[standup.id], count > 0 else { return [String]() }
                let name = name(of: standup, among: standups)
                return (1...(standup.id == meant?.id ? count : 1)).map { "\(name)/\($0)" }
            }
    }

    /// Each name, the second of two alike as `NAME#2`.
    func attendees(_ names: [String]) -> [String] {
        var counts: [String: Int] = [:]
        return names.compactMap { name in
            let folded = name.lowercased()
            counts[folded, default: 0] += 1
            guard isTypeable(name) else { return nil }
            let isAlone = names.count { $0.lowercased() == folded } == 1
            return isAlone ? name : "\(name)#\(counts[folded, default: 1])"
        }
    }

    /// A word as the shell's completion function wants it.
    ///
    /// The parser's scripts hand words over as they are. bash then expands them, `$(…)` included, unless they are quoted;
    /// zsh takes what follows a colon for a description.
    func escaped(_ word: String) -> String {
        switch shell {
        case .bash: "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
        case .zsh: String(word.flatMap { $0 == "\\" || $0 == ":" ? ["\\", $0] : [$0] })
        default: word
        }
    }

    /// Whether a word is one line without anything that a terminal, or a shell that quotes it badly, would obey.
    func isTypeable(_ word: String) -> Bool {
        // bash leaves dollar signs unquoted.
        !word.isEmpty && DisplayText(word).description == word && !(shell == .bash && word.contains("$"))
    }

    private func name(of standup: Standup, among standups: [Standup]) -> String {
        let title = standup.title
        let isClear = (try? StandupLookup.find(title, in: standups))?.id == standup.id
        return isClear && isTypeable(title) && !title.hasPrefix("-") ? title : standup.id.rawValue
    }
}
