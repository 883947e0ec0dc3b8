import ArgumentParser
import Glibc
import MeetingModel
import StandupFeatures
import StandupTerminal

/// Shows a picker below the prompt of the terminal.
enum PickerTerminal {
    /// Lets the user pick a row, and returns its index; nil if the terminal cannot show the picker.
    ///
    /// - Throws: Exit code 130 if the user leaves, or that of the signal that ended the picker.
    static func pick(_ picker: Picker) throws(ExitCode) -> Int? {
        guard let terminal = InlineTerminal() else { return nil }
        defer { terminal.close() }
        var picker = picker
        while true {
            draw(&picker, on: terminal)
            switch terminal.read() {
            case .redraw: break
            case .ended(let signal): throw ExitCode(128 + signal)
            case .key(let key):
                switch picker.press(key) {
                case .changed: break
                case .picked(let index): return index
                case .left: throw ExitCode(Failure.Code.interrupted.rawValue)
                case .suspend: terminal.suspend()
                }
            }
        }
    }

    private static func draw(_ picker: inout Picker, on terminal: InlineTerminal) {
        let frame = picker.frame(in: terminal.size)
        let styles = Terminal.standardError
        let lines = frame.lines.map { line in
            switch line.kind {
            case .prompt: styles.styled(line.text.description, .bold)
            case .row: line.text.description
            case .selected: styles.styled(line.text.description, .lit)
            case .note: styles.styled(line.text.description, .dim)
            }
        }
        terminal.show(lines, cursor: frame.cursor)
    }
}
