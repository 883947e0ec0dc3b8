/// Turns what the main mouse button does into commands.
///
/// A click is performed when the button is released over the area in which it was pressed. A row that is dragged is moved
/// to each row it is dragged over; a seek bar follows the mouse at once.
struct MouseDrag {
    private var pressed: Command?
    private var isDragging = false

    /// The commands of a press on the area of a command, or outside of all areas.
    mutating func press(on command: Command?) -> [Command] {
        pressed = command
        isDragging = false
        guard case .seekTo? = command else { return [] }
        isDragging = true
        return [command].compactMap(\.self)
    }

    /// The commands of a movement, with the button pressed, to the area of a command.
    mutating func move(to command: Command?) -> [Command] {
        switch (pressed, command) {
        case (.seekTo(let old)?, .seekTo(let place)?) where place != old:
            pressed = command
            return [.seekTo(place)]
        case (.select(let row)?, .select(let target)?) where target != row:
            let grab: [Command] = isDragging ? [] : [.grab(row)]
            isDragging = true
            pressed = command
            return grab + [.moveRow(to: target)]
        default: return []
        }
    }

    /// The commands of a release over the area of a command.
    mutating func release(over command: Command?) -> [Command] {
        defer { self = MouseDrag() }
        return isDragging || pressed != command ? [] : [command].compactMap(\.self)
    }
}
