import Glibc

/// The two streams of the program: results go to standard output, everything else to standard error.
enum StandardOutput {
    /// Writes a result, the text as it is, to standard output.
    ///
    /// A reader that has gone away (`standup list | head -1`) ends the program quietly: by SIGPIPE, or, where that
    /// signal is ignored, by the error it leaves behind.
    static func write(_ text: String) throws(Failure) {
        var text = text
        let written = text.withUTF8 { writeAll(UnsafeRawBufferPointer($0), to: STDOUT_FILENO) }
        try check(written.code)
    }

    /// Writes bytes to standard output.
    static func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
        try check(writeAll(bytes, to: STDOUT_FILENO).code)
    }

    /// Writes a line of a result to standard output.
    static func writeLine(_ line: String) throws(Failure) {
        try write(line + "\n")
    }

    /// Tells the user something that is not the result, on standard error; what cannot be written is dropped.
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
                "cannot write the output, standard output (\(systemMessage(code))), "
                    + "make room or send it elsewhere")
        }
    }

    /// Writes all of it, however long its reader takes; returns how many bytes that were, and 0 or the error number at
    /// which it stopped.
    ///
    /// A descriptor that does not block, which another program may have made so, is waited for like any other.
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

/// What an error number of the system means, such as "No such file or directory".
func systemMessage(_ code: CInt) -> String {
    String(cString: strerror(code))
}
