/// The memory that new processes can use without harm to others.
enum FreeMemory {
    /// The available memory in bytes, limited by the control groups; nil if the system does not report it. [any thread]
    ///
    /// `read` returns the contents of a file, or nil if it cannot be read.
    static func bytes(read: (String) -> String?) -> Int? {
        let system = read("/proc/meminfo").flatMap { value(of: "MemAvailable", in: $0) }.map { $0 * 1024 }
        let groups = read("/proc/self/cgroup")?.split(separator: "\n") ?? []
        return ([system] + groups.flatMap { left(inGroup: $0, read) }).compactMap { $0 }.min().map { max($0, 0) }
    }

    /// The remaining memory in a control group and in each of its ancestors.
    ///
    /// `line` is a line of `/proc/self/cgroup`, such as `0::/user.slice`.
    private static func left(inGroup line: Substring, _ read: (String) -> String?) -> [Int] {
        let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        guard fields.count == 3 else { return [] }
        let files: Files
        switch fields[1] {
        case "": files = .unified
        case let names where names.split(separator: ",").contains("memory"): files = .memory
        default: return []
        }
        var group = fields[2]
        var left: [Int] = []
        while true {
            if group.last == "/" { group.removeLast() }
            let folder = files.root + group + "/"
            if let limit = read(folder + files.limit).flatMap(number),
                let used = read(folder + files.used).flatMap(number)
            {
                // The kernel reclaims this part of the page cache before it refuses memory.
                let cache = read(folder + "memory.stat").flatMap { value(of: files.cache, in: $0) } ?? 0
                left.append(limit - (used - cache))
            }
            guard let slash = group.lastIndex(of: "/") else { return left }
            group = group[..<slash]
        }
    }

    /// The file names in a version of control groups.
    private struct Files {
        let root, limit, used, cache: String

        static let unified = Files(
            root: "/sys/fs/cgroup", limit: "memory.max", used: "memory.current", cache: "inactive_file")
        static let memory = Files(
            root: "/sys/fs/cgroup/memory", limit: "memory.limit_in_bytes", used: "memory.usage_in_bytes",
            cache: "total_inactive_file")
    }

    /// The number in a file; nil if it has none, such as `max`.
    private static func number(_ text: String) -> Int? { text.split(separator: "\n").first.flatMap { Int($0) } }

    /// The number in the line that begins with a name.
    private static func value(of name: String, in text: String) -> Int? {
        for line in text.split(separator: "\n") {
            let fields = line.split { $0 == " " || $0 == ":" }
            if fields.count >= 2, fields[0] == name { return Int(fields[1]) }
        }
        return nil
    }
}
