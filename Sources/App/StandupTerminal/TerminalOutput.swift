import Glibc

/// Output to a terminal beside what ncurses draws.
enum TerminalOutput {
    /// Writes all of a text; gives up if the terminal is gone.
    static func write(_ text: String, to descriptor: CInt) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}
