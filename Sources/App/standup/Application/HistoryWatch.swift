import Dispatch
import Glibc
import Synchronization

/// Reports when a process has written files of a folder, through inotify.
final class HistoryWatch: Sendable {
    private let source: Mutex<any DispatchSourceRead>

    /// Watches the files whose names begin with `prefix`; nil if the system does not allow it.
    ///
    /// `report` is called on a queue of the watch, several times for one write.
    init?(folder: String, prefix: String, report: @escaping @Sendable () -> Void) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let events = UInt32(IN_MODIFY | IN_CREATE | IN_DELETE | IN_MOVED_TO)
        guard inotify_add_watch(descriptor, folder, events) >= 0 else {
            close(descriptor)
            return nil
        }
        let source = DispatchSource.makeReadSource(
            fileDescriptor: descriptor, queue: DispatchQueue(label: "standup.history-watch"))
        source.setEventHandler {
            if Self.names(from: descriptor).contains(where: { $0.isEmpty || $0.hasPrefix(prefix) }) { report() }
        }
        source.setCancelHandler { close(descriptor) }
        source.activate()
        self.source = Mutex(source)
    }

    deinit { source.withLock { $0.cancel() } }

    /// The names in the events that wait; an empty one stands for events that were lost.
    private static func names(from descriptor: Int32) -> [String] {
        var names: [String] = []
        let header = MemoryLayout<inotify_event>.size
        withUnsafeTemporaryAllocation(byteCount: 1 << 14, alignment: 8) { buffer in
            while true {
                let count = unsafe read(descriptor, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                var offset = 0
                while offset + header <= count {
                    let event = unsafe buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    let start = offset + header
                    let name = unsafe buffer[start..<start + Int(event.len)].prefix { $0 != 0 }
                    names.append(unsafe String(decoding: name, as: UTF8.self))
                    offset = start + Int(event.len)
                }
            }
        }
        return names
    }
}
