import CMalloc
import Glibc
import MeetingModel

/// What a process needs to run at all: its arguments, open files, and address space.
enum ProcessLimits {
    /// The address space that a meeting with a transcript needs, in bytes, with a margin.
    private static let addressSpace: rlim_t = 256 << 20
    /// The files that the application opens at once, with a margin.
    private static let openFiles: rlim_t = 32

    /// Throws if something is missing. [main thread, before any other thread starts]
    static func check() throws(Failure) {
        // Swift reads them from /proc; without, every command would be none.
        guard !CommandLine.arguments.isEmpty else {
            throw Failure(.failed, "the arguments of the command cannot be read; mount /proc")
        }
        if let limit = limit(RLIMIT_NOFILE), limit < openFiles {
            throw Failure(
                .failed,
                "the limit of \(limit) open files is too low, standup needs \(openFiles); "
                    + "raise it with: ulimit -n 1024")
        }
        // Each thread would reserve 64 MB of address space for its malloc arena and use almost none of it.
        mallopt(M_ARENA_MAX, 2)
        // Dispatch retries for ever if there is no room for another thread's stack, so the program would hang silently.
        if let limit = limit(RLIMIT_AS), limit < addressSpace {
            throw Failure(
                .failed,
                "the limit of \(limit >> 20) MB of address space is too low, standup needs \(addressSpace >> 20) MB; "
                    + "raise it with: ulimit -v unlimited")
        }
    }

    private static func limit(_ resource: __rlimit_resource) -> rlim_t? {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 ? limit.rlim_cur : nil
    }
}
