import ArgumentParser
import MeetingHistory
import MeetingModel

/// The completion words for standups, meetings and attendees.
///
/// Titles and names may contain any character. A title or name is replaced by an id, or left out, if it cannot be
/// typed, or if the program could take it for an option or for another standup.
struct CompletionCandidates {
    let shell: CompletionShell?

    /// The words for standups: the title if it is unambiguous, else the id.
    func standups(_ standups: [Standup]) -> [String] {
        standups.map { name(of: $0, among: standups) }
    }

    /// The words for meetings.
    ///
    /// Offers `latest` and the newest meeting of each standup. If a standup has already been typed, offers all of its
    /// meetings. `counts` holds the number of meetings of each standup; `prefix` is the word typed so far.
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

    /// The words for attendees; the second of two equal names is `NAME#2`.
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

    /// Escapes a word for the shell's completion function.
    ///
    /// The parser's scripts pass words on unchanged. bash then expands unquoted words, including `$(…)`; zsh takes the
    /// text after a colon for a description.
    func escaped(_ word: String) -> String {
        switch shell {
        case .bash: "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
        case .zsh: String(word.flatMap { $0 == "\\" || $0 == ":" ? ["\\", $0] : [$0] })
        default: word
        }
    }

    /// Whether a word is one line without characters that a terminal or a shell with faulty quoting would interpret.
    func isTypeable(_ word: String) -> Bool {
        // bash does not escape dollar signs.
        !word.isEmpty && DisplayText(word).description == word && !(shell == .bash && word.contains("$"))
    }

    private func name(of standup: Standup, among standups: [Standup]) -> String {
        let title = standup.title
        let isClear = (try? StandupLookup.find(title, in: standups))?.id == standup.id
        return isClear && isTypeable(title) && !title.hasPrefix("-") ? title : standup.id.rawValue
    }
}
