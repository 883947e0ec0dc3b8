import CMalloc
import Glibc

/// This process's address space limit, which a shell can set with `ulimit -v`.
enum AddressSpace {
    /// The address space that a meeting with a transcript needs, in bytes, with a margin.
    private static let needed: rlim_t = 256 << 20

    /// Throws if the limit is too low. [main thread, before any other thread starts]
    ///
    /// Dispatch retries for ever if there is no room for another thread's stack, so the program would hang silently.
    static func check() throws(Failure) {
        // Each thread would reserve 64 MB of address space for its malloc arena and use almost none of it.
        mallopt(M_ARENA_MAX, 2)
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur < needed else { return }
        throw Failure(
            .failed,
            "the limit of \(limit.rlim_cur >> 20) MB of address space is too low, standup needs "
                + "\(needed >> 20) MB; raise it with: ulimit -v unlimited")
    }
}
