import Testing

@testable import standup

struct `Free memory` {
    private let meminfo = "MemTotal:       16333764 kB\nMemFree:  100 kB\nMemAvailable:    4194304 kB\n"

    private func bytes(_ files: [String: String]) -> Int? { FreeMemory.bytes { files[$0] } }

    @Test func `is the kernel's available memory`() {
        #expect(bytes(["/proc/meminfo": meminfo]) == 4 << 30)
        #expect(bytes(["/proc/meminfo": meminfo, "/proc/self/cgroup": "0::/\n"]) == 4 << 30)
        #expect(bytes([:]) == nil)
        #expect(bytes(["/proc/meminfo": "MemTotal: much", "/proc/self/cgroup": "x\n::\n0:"]) == nil)
    }

    @Test func `is no more than any control group around the program leaves`() {
        var files = [
            "/proc/meminfo": meminfo, "/proc/self/cgroup": "0::/user.slice/app:1.scope\n",
            "/sys/fs/cgroup/user.slice/app:1.scope/memory.max": "max\n",
            "/sys/fs/cgroup/user.slice/app:1.scope/memory.current": "5000\n",
            "/sys/fs/cgroup/user.slice/memory.max": "1000000\n",
            "/sys/fs/cgroup/user.slice/memory.current": "900000\n",
        ]
        #expect(bytes(files) == 100_000)
        files["/sys/fs/cgroup/user.slice/memory.stat"] = "anon 300000\ninactive_file 250000\nactive_file 9\n"
        #expect(bytes(files) == 350_000)
        files["/sys/fs/cgroup/user.slice/app:1.scope/memory.max"] = "4000\n"
        #expect(bytes(files) == 0)
        // A container sees its own group as the root.
        #expect(
            bytes([
                "/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/memory.max": "700",
                "/sys/fs/cgroup/memory.current": "200",
            ]) == 500)
    }

    @Test func `is found in the first version of control groups too`() {
        let files = [
            "/proc/meminfo": meminfo, "/proc/self/cgroup": "4:cpu,memory:/a/b\n1:cpu:/x\n0::/\n",
            "/sys/fs/cgroup/memory/a/b/memory.limit_in_bytes": "9223372036854771712\n",
            "/sys/fs/cgroup/memory/a/b/memory.usage_in_bytes": "500\n",
            "/sys/fs/cgroup/memory/a/memory.limit_in_bytes": "3000\n",
            "/sys/fs/cgroup/memory/a/memory.usage_in_bytes": "2500\n",
            "/sys/fs/cgroup/memory/a/memory.stat": "inactive_file 7\ntotal_inactive_file 1500\n",
        ]
        #expect(bytes(files) == 2000)
    }

    @Test func `is known on this machine`() throws {
        let free = try #require(FreeMemory.bytes { try? SmallFile.read($0) })
        #expect(free > 1 << 20)
    }
}
