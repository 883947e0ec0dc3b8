import Glibc
import MeetingModel

/// Writes results to standard output, and everything else to standard error.
enum StandardOutput {
    /// Writes a result unchanged to standard output.
    ///
    /// If the reader has closed its end (`standup list | head -1`), the program exits silently: by SIGPIPE, or by the
    /// write error if that signal is ignored.
    static func write(_ text: String) throws(Failure) {
        var text = text
        let written = text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: STDOUT_FILENO) }
        try check(written.code)
    }

    static func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        try check(writeAll(bytes, to: STDOUT_FILENO).code)
    }

    static func writeLine(_ line: String) throws(Failure) {
        try write(line + "\n")
    }

    /// Writes a note to standard error; ignores write errors.
    static func note(_ line: String, terminator: String = "\n") {
        var line = line + terminator
        _ = line.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: STDERR_FILENO) }
    }

    private static func check(_ code: CInt) throws(Failure) {
        switch code {
        case 0: return
        case EPIPE: exit(128 + SIGPIPE)
        default:
            throw Failure(
                .cannotWrite,
                "cannot write standard output (\(systemMessage(code))); "
                    + WriteRemedy.text(
                        for: code, elsewhere: "redirect it elsewhere",
                        other: "free some disk space or redirect it elsewhere"))
        }
    }

    /// Writes all bytes, without a time limit.
    ///
    /// Returns the number of bytes written, and 0 or the error number of the write that failed. Waits for a
    /// non-blocking descriptor too, because another program may have set that mode.
    static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: CInt) -> (count: Int, code: CInt) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var reader = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&reader, 1, -1)
            } else if errno != EINTR {
                return (bytes.count - rest.count, errno)
            }
        }
        return (bytes.count, 0)
    }
}
