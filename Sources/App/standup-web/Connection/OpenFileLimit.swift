#if Web
import Glibc

/// The number of files, and so of connections, that this process may have open.
enum OpenFileLimit {
    /// Raises it as far as this user may.
    static func raise() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = limit.rlim_max
        _ = setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
}
#endif
