internal import Glibc

/// What the system knows of a file. [any thread]
package struct FileStatus: Sendable {
    package enum Kind: Sendable { case file, folder, link, socket, pipe, device }

    /// Tells a file from all others, whatever their names.
    package struct Identity: Hashable, Sendable {
        private let device: UInt64
        private let number: UInt64

        fileprivate init(_ status: stat) {
            device = UInt64(status.st_dev)
            number = UInt64(status.st_ino)
        }
    }

    package let kind: Kind
    package let identity: Identity
    /// The size in bytes.
    package let size: Int
    package let modified: Timestamp
    package let used: Timestamp
    /// The user to whom the file belongs.
    package let owner: UInt32
    /// Who may do what, as for `chmod`.
    package let mode: UInt32

    package var isFile: Bool { kind == .file }
    package var isFolder: Bool { kind == .folder }
    /// Whether users other than the owner may do anything with the file.
    package var isOpenToOthers: Bool { mode & 0o077 != 0 }

    /// The file at a path; nil, and why in `errno`, if it cannot be found.
    package init?(_ path: String, followingLinks: Bool = true) {
        var status = stat()
        guard fstatat(AT_FDCWD, path, &status, followingLinks ? 0 : AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        self.init(status)
    }

    /// The file that a name in an open folder, or a link with that name, leads to; nil, and why in `errno`, if it cannot
    /// be found.
    package init?(_ name: UnsafePointer<CChar>, in folder: CInt) {
        var status = stat()
        guard fstatat(folder, name, &status, 0) == 0 else { return nil }
        self.init(status)
    }

    /// An open file; nil, and why in `errno`, if there is none.
    package init?(_ descriptor: CInt) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Sets when an open file was last used to now, and leaves when it was modified.
    package static func markUsed(_ descriptor: CInt) {
        // The special times of `futimens`, macros that Swift does not import: the present, and no change.
        futimens(descriptor, [(1 << 30) - 1, (1 << 30) - 2].map { timespec(tv_sec: 0, tv_nsec: $0) })
    }

    private init(_ status: stat) {
        kind =
            switch status.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .folder
            case S_IFLNK: .link
            case S_IFSOCK: .socket
            case S_IFIFO: .pipe
            default: .device
            }
        identity = Identity(status)
        size = status.st_size
        modified = Timestamp(status.st_mtim)
        used = Timestamp(status.st_atim)
        owner = status.st_uid
        mode = status.st_mode & 0o7777
    }
}
