import CMalloc
import Glibc

/// The address space of this process, which a shell can limit (`ulimit -v`).
enum AddressSpace {
    /// What a meeting with a transcript takes, in bytes, with room to spare.
    private static let needed: rlim_t = 256 << 20

    /// Refuses to begin with too little. [main thread, before there is another one]
    ///
    /// Where there is no room for another thread's stack, Dispatch retries for ever: the program would hang without a word.
    static func check() throws(Failure) {
        // Each thread would take 64 MB of address space for what it allocates, and use next to nothing of it.
        mallopt(M_ARENA_MAX, 2)
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur < needed else { return }
        throw Failure(
            .failed,
            "too little memory may be used, \(limit.rlim_cur >> 20) MB of address space where standup needs "
                + "\(needed >> 20), raise the limit: ulimit -v unlimited")
    }
}
