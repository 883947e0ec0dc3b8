#if Web
import Glibc

/// The number of files, and so of connections, that this process may have open.
enum OpenFileLimit {
    /// Raises it as far as this user may, and returns it.
    static func raise() -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return 1024 }
        var highest = limit
        highest.rlim_cur = limit.rlim_max
        return Int(clamping: setrlimit(resource, &highest) == 0 ? highest.rlim_cur : limit.rlim_cur)
    }
}
#endif
