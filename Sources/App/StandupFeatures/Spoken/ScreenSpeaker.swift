package import Localization
import MeetingModel
import Presentation

/// Turns successive screens into lines for a screen reader: each says what has changed.
///
/// A line is never changed later. While a text is typed, its letters are appended to the last line.
package struct ScreenSpeaker {
    private let localizer: Localizer
    private var screen: Screen?
    private var spoken: SpokenScreen?
    /// Whether the last line is a text field, to which letters are appended.
    private var isLineOpen = false
    /// Whether no place has been said yet.
    private var isFirst = true
    private var output = ""

    package init(_ localizer: Localizer) {
        self.localizer = localizer
    }

    /// Whether keys are letters of a text.
    package var isTyping: Bool { spoken?.field != nil && screen?.dialog == nil && screen?.help == nil }

    /// The text to append to the output for a new screen; empty if nothing worth saying has changed.
    package mutating func say(_ new: Screen) -> String {
        let spoken = SpokenScreen(new.content, localizer)
        let (before, old) = (self.spoken, screen)
        (self.spoken, screen) = (spoken, new)
        if let before, before.place == spoken.place {
            sayChanges(from: before, to: spoken, isCovered: old?.dialog != nil || old?.help != nil)
        } else {
            sayWhole(spoken)
        }
        if let task = new.task, task.milestone != old?.task?.milestone { say(task) }
        if new.notice != old?.notice, let notice = new.notice, !spoken.state.contains(where: { $0.text == notice.text })
        {
            say(notice)
        }
        if new.help != nil, old?.help == nil { sayHelp(new) }
        sayDialog(new.dialog, before: old?.dialog)
        sayField(before: before?.field)
        return take()
    }

    /// The text that says the whole screen, with the time.
    package mutating func sayAgain() -> String {
        guard let screen, let spoken else { return "" }
        sayWhole(spoken)
        if let task = screen.task { say(task) }
        if let notice = screen.notice { say(notice) }
        sayDialog(screen.dialog, before: nil)
        sayField(before: nil)
        return take()
    }

    /// The text that ends an unfinished line.
    package mutating func finish() -> String {
        closeLine()
        return take()
    }

    private mutating func take() -> String {
        defer { output = "" }
        return output
    }

    private mutating func say(_ line: String) {
        closeLine()
        output += DisplayText(line).description + "\n"
    }

    private mutating func closeLine() {
        if isLineOpen { output += "\n" }
        isLineOpen = false
    }

    private mutating func say(_ notice: Notice) {
        say((notice.kind == .information ? "" : Mark.attention + " ") + notice.text)
    }

    private mutating func say(_ task: TaskScreen) {
        say(SpokenScreen.row([task.title, task.percent, task.detail]))
    }

    private mutating func sayWhole(_ spoken: SpokenScreen) {
        // An empty line separates places.
        closeLine()
        output += "\n"
        for line in spoken.introduction { say(line) }
        for item in spoken.state { say(item.text) }
        saySelection(spoken)
        if isFirst { say(localizer(.plainHint)) }
        isFirst = false
    }

    private mutating func saySelection(_ spoken: SpokenScreen) {
        guard let selection = spoken.selection, !selection.isEmpty else { return }
        say(selection)
    }

    /// Says the text field that is typed in: the whole line, or the letters that were appended to it.
    private mutating func sayField(before: FieldScreen?) {
        guard isTyping, let field = spoken?.field else { return }
        let text = DisplayText(field.text).description
        if isLineOpen, let before, before.label == field.label {
            let old = DisplayText(before.text).description
            if text.hasPrefix(old) {
                output += text.dropFirst(old.count)
                return
            }
        }
        closeLine()
        output += DisplayText(field.label).description + ": " + text
        isLineOpen = true
    }

    /// `isCovered` says that a dialog or the help was in front of the screen.
    private mutating func sayChanges(from old: SpokenScreen, to new: SpokenScreen, isCovered: Bool) {
        let known = Set(old.state.map(\.key))
        for item in new.state where !known.contains(item.key) { say(item.text) }
        if new.selection != old.selection || (isCovered && screen?.dialog == nil && screen?.help == nil) {
            saySelection(new)
        }
        if new.field == nil { closeLine() }
    }

    private mutating func sayDialog(_ dialog: DialogScreen?, before: DialogScreen?) {
        guard let dialog, dialog != before else { return }
        if dialog.title != before?.title || dialog.message != before?.message || dialog.answers != before?.answers {
            say(dialog.title)
            if !dialog.message.isEmpty { say(dialog.message) }
            for answer in dialog.answers { say("\(answer.key): \(answer.text)") }
        }
        guard dialog.answers.indices.contains(dialog.selected) else { return }
        say(localizer(.plainSelected(text: .text(dialog.answers[dialog.selected].text))))
    }

    private mutating func sayHelp(_ screen: Screen) {
        guard let help = screen.help else { return }
        say(help.title)
        for section in help.sections {
            say(section.title)
            for key in section.keys { say("\(key.key): \(key.text)") }
        }
    }
}

extension TaskScreen {
    /// What is worth saying again: another task, each tenth of it, or its being put in front or behind.
    fileprivate var milestone: [String] {
        [title, isInFront ? "front" : "behind", fraction.map { String(Int($0.fraction * 10)) } ?? ""]
    }
}
