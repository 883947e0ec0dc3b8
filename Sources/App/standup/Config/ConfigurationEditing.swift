import Glibc
import MeetingModel

/// `standup config edit`: the user's editor on a copy, which replaces the file once it is good.
struct ConfigurationEditing {
    private let file: ConfigurationFile

    init() throws(Failure) {
        file = try ConfigurationFile()
    }

    /// Edits until the text is good or the user gives up; what was written then stays in the copy.
    func run() throws {
        guard Terminal.canAsk else {
            throw Failure(.usage, "cannot open an editor without a terminal; use: standup config set KEY VALUE")
        }
        let before = try file.read()
        let editor = try TextEditor(before.isEmpty ? Self.template : before, suffix: ".yaml")
        while true {
            let text: String
            do {
                text = try editor.edit()
                guard text != before, !(before.isEmpty && text == Self.template) else {
                    editor.remove()
                    return StandardOutput.note("standup: note: nothing changed")
                }
                _ = try Configuration(yaml: text, path: file.name)
            } catch {
                try offerEditing(after: Failure(error), editor)
                continue
            }
            try keep(text, insteadOf: before, editor)
            return
        }
    }

    /// Asks whether to edit the text again; throws if not.
    private func offerEditing(after failure: Failure, _ editor: TextEditor) throws {
        StandardOutput.note("standup: " + failure.message)
        StandardOutput.note("Edit it again? [Y/n] ", terminator: "")
        let answer = readLine()?.lowercased()
        guard let answer, !["n", "no"].contains(answer) else {
            throw Failure(failure.code, "\(file.name) stays as it was; your text is kept in \(editor.path)")
        }
    }

    private func keep(_ text: String, insteadOf before: String, _ editor: TextEditor) throws {
        do {
            try file.change { current in
                guard current == before else {
                    throw Failure(.failed, "another program has changed \(file.name) meanwhile")
                }
                current = text
            }
        } catch {
            let failure = Failure(error)
            throw Failure(failure.code, failure.message + "; your text is kept in \(editor.path)")
        }
        editor.remove()
    }

    /// What a new file begins with.
    private static let template = """
        # The configuration of standup: one `key: value` per line. What the keys mean: standup help config
        # \(Setting.names.joined(separator: ", "))

        """
}
