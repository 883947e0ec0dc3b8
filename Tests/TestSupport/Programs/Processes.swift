package import Glibc
import MeetingModel

/// A failed system call.
package struct SystemError: Error, CustomStringConvertible {
    /// The errno.
    package var code: Int32
    /// The system's text for it.
    package var description: String { systemMessage(code) }

    /// Creates the error from errno or a given number.
    package init(code: Int32 = errno) {
        self.code = code
    }
}

/// Throws if the result of a call is an error.
package func mustSucceed(_ result: Int32) throws {
    if result != 0 { throw SystemError() }
}

/// Starts a program with the given standard input, output and error.
package func spawn(
    _ path: String, _ arguments: [String], environment: [String: String], descriptors: [Int32]
) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, descriptor) in descriptors.enumerated() {
        posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
    }
    // Dispatch's threads, on which tests run, block signals, and a process would inherit that.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let argv = ([path] + arguments).map { strdup($0) } + [nil]
    let envp = environment.map { strdup($0 + "=" + $1) } + [nil]
    defer { for pointer in argv + envp { free(pointer) } }
    var process = pid_t()
    let code = posix_spawn(&process, path, &actions, &attributes, argv, envp)
    guard code == 0 else { throw SystemError(code: code) }
    return process
}

/// Waits for a process and returns its exit code, or 128 plus the signal's number.
package func wait(for process: pid_t) -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
}

/// Reads to the end, or to the first error.
package func readAll(_ descriptor: Int32) -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = Glibc.read(descriptor, &chunk, chunk.count)
        if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
        bytes += chunk[..<count]
    }
}

/// Opens a pseudoterminal: the controlling side, and the program's side.
package func openTerminal() throws -> (terminal: Int32, line: Int32) {
    // TIOCSPTLCK and TIOCGPTN, macros that Swift does not import.
    let (unlock, getNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))
    let terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { throw SystemError() }
    var (locked, number) = (Int32(0), Int32(0))
    try mustSucceed(ioctl(terminal, unlock, &locked))
    try mustSucceed(ioctl(terminal, getNumber, &number))
    let line = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard line >= 0 else { throw SystemError() }
    return (terminal, line)
}
