import Glibc
import MeetingModel
import MeetingTiming
import StandupFeatures
import StandupTerminal
import Synchronization

/// A program for tests of the terminal: it shows what happens there and writes it to a file, line by line.
///
/// Some keys make it end in ways that a program should not.
@main
enum Probe {
    struct Content: Equatable, Sendable {
        var events: [String] = []
    }

    static func main() async {
        let log = CommandLine.arguments.dropFirst().first.map { open($0, O_WRONLY | O_CREAT | O_APPEND, 0o600) } ?? -1
        let content = Mutex(Content())
        let application = Mutex<TerminalApplication<Content>?>(nil)
        let terminal = TerminalApplication<Content>(
            renderer: NCursesRenderer(), clock: SystemClock(), tooSmall: "the window is too small: at least 40×12",
            draw: { Picture.draw($0.events, $1) },
            handle: { event in
                if case .opened = event { return }
                note(event, log)
                let new = content.withLock {
                    $0.events.append("\(event)")
                    return $0
                }
                let terminal = application.withLock { $0 }
                terminal?.show(new)
                act(on: event, finish: { terminal?.finish() })
            })
        application.withLock { $0 = terminal }
        let signals = ProcessSignals.handle { signal in
            note("signal \(signal)", log)
            terminal.finish()
        }
        terminal.show(Content())
        do {
            try await terminal.run()
        } catch {
            note(error, STDERR_FILENO)
            exit(2)
        }
        // A hang-up may be noticed twice, by the terminal and by the signal; nothing is written after "bye".
        signals.end()
        note("bye", log)
    }

    private static func act(on event: TerminalEvent, finish: () -> Void) {
        switch event {
        case .key(.character("q")): finish()
        case .key(.character("E")): exit(3)
        case .key(.character("W")): note("chatter of a library", STDERR_FILENO)
        case .key(.character("T")): fatalError("a trap on purpose")
        case .key(.character("A")): abort()
        case .key(.character("S")): unsafe UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
        case .key(.character("K")): kill(getpid(), SIGKILL)
        default: break
        }
    }

    private static func note(_ what: some Any, _ descriptor: Int32) {
        let line = "\(what)\n"
        write(descriptor, line, line.utf8.count)
    }
}

/// The probe's screen: every theme and style, characters of every width, and the last events.
enum Picture {
    static func draw(_ events: [String], _ size: Size) -> Canvas {
        var canvas = Canvas(size)
        var area = canvas.box(canvas.bounds, style: .accent, title: "Probe 스탠드업", titleStyle: .accent.bold)
        for (index, text) in [
            "가나다|ab", "👨‍👩‍👧👍🏽❤️|ab", "e\u{301}ñ🇩🇪|ab", "1️⃣क्षि|ab",
        ].enumerated() {
            let point = Point(area.column + index * 10, area.row)
            canvas.write(text, at: point, width: 9)
            canvas.write("!", at: Point(point.column + 9, point.row))
        }
        _ = area.takeTop(1)
        for (index, theme) in Theme.allCases.enumerated() {
            let place = Point(area.column + index % 4 * 13, area.row + index / 4)
            canvas.write(theme.rawValue, at: place, style: .theme(theme), width: 12, alignment: .center)
            canvas.addRegion(Rect(column: place.column, row: place.row, columns: 12, rows: 1), .select(index))
        }
        _ = area.takeTop(4)
        var styles = area.takeTop(1)
        for style in [Style.plain, .dim, .accent, .good, .warning, .alarm, .error, .selection] {
            let name = "\(style)"
            canvas.write(name, in: styles.takeLeft(min(name.count, 9)), style: style)
            _ = styles.takeLeft(1)
        }
        var grounds = area.takeTop(1)
        for style in [
            Style(on: .warning), Style(on: .alarm), Style(.theme(.poppy), on: .track), .plain.bold, .plain.underlined,
        ] {
            let field = grounds.takeLeft(12)
            canvas.write("\(style)", in: field, style: style)
        }
        canvas.bar(area.takeTop(1), fraction: 0.37, style: Style(.theme(.teal), on: .track))
        canvas.write(Canvas.sparkline([0, 0.1, 0.3, 0.5, 0.9, 1]), in: area.takeTop(1), style: .good)
        canvas.horizontalLine(area.takeTop(1))
        for (index, event) in events.suffix(area.rows).enumerated() {
            canvas.write(event, at: Point(area.column, area.row + index), width: area.columns)
        }
        canvas.cursor = Point(area.column, area.row)
        return canvas
    }
}
