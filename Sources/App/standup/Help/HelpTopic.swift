import ArgumentParser
import Assets
import Glibc
import Localization
import MeetingHistory
import MeetingModel
import StandupFeatures

/// A topic of `standup help` that is not a command: a part of docs/cli.md, or the application's keys.
enum HelpTopic {
    /// The topic whose text is made from the table of keys.
    static let keys = "keys"

    /// The names of all topics, in alphabetical order.
    static var names: [String] {
        guard let folder = try? AssetFolder.locate("Manual"), let entries = opendir(folder) else { return [keys] }
        defer { closedir(entries) }
        var names = [keys]
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(".md") { names.append(String(name.dropLast(3))) }
        }
        return names.sorted()
    }

    /// Prints `standup help` with these words; false if the words name a command, or nothing.
    static func print(_ words: [String]) async throws -> Bool {
        var words = words
        var data: [String] = []
        if let option = words.firstIndex(of: "--data"), option + 1 < words.count {
            data = Array(words[option...option + 1])
            words.removeSubrange(option...option + 1)
        }
        let names = words.filter { !$0.hasPrefix("-") }
        guard let name = names.first else { return false }
        let isCommand = StandupCommand.commands.contains { $0.answers(to: name) } || name == "help"
        guard let topic = Self.names.first(where: { $0 == name.lowercased() }) else {
            guard isCommand else { throw unknown(name) }
            return false
        }
        var lines = try await lines(of: topic, data)
        if isCommand, let command = StandupCommand.commands.first(where: { $0.answers(to: name) }) {
            lines = [StandupCommand.helpMessage(for: command)] + lines
        }
        try StandardOutput.write(lines.map { $0 + "\n" }.joined())
        return true
    }

    private static func unknown(_ name: String) -> Failure {
        let commands = StandupCommand.configuration.subcommands.filter { $0.configuration.shouldDisplay }
            .map { $0._commandName }
        let question = Misspelling.question(
            Misspelling.suggestions(for: name, among: names + commands).map { "'\($0)'" })
        let advice = question ?? "the topics are \(names.joined(separator: ", "));"
        return Failure(
            .usage,
            "no command or topic '\(DisplayText(quoting: name))'; \(advice) "
                + "\(question == nil ? "see" : "See"): standup --help")
    }

    private static func lines(of topic: String, _ data: [String]) async throws -> [String] {
        guard topic == keys else {
            let path = try AssetFolder.locate("Manual/\(topic).md")
            return ManualPage(try SmallFile.read(path) ?? "").lines(for: .standardOutput)
        }
        let composition = try Composition(data: DataOption.parse(data))
        return keyLines(composition.configuration.keyTable, try await composition.makeLocalizer(), for: .standardOutput)
    }

    /// The keys of each place of the application, with the names that the configuration uses.
    static func keyLines(_ table: KeyTable, _ localizer: Localizer, for terminal: Terminal) -> [String] {
        var lines: [String] = []
        for context in KeyContext.allCases {
            let bindings = table.bindings.filter { $0.contexts.contains(context) && $0.text != nil }
            guard !bindings.isEmpty else { continue }
            if !lines.isEmpty { lines.append("") }
            var rows = Table([context.rawValue, "", ""])
            for binding in bindings {
                let keys = binding.keys(in: context).compactMap(\.configurationName).joined(separator: " ")
                rows.append([keys, binding.name ?? "", binding.text.map { localizer($0) } ?? ""])
            }
            lines += rows.lines(for: terminal)
        }
        return lines
    }
}
