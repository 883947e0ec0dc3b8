import CSocket
import Dispatch
import Glibc
internal import MeetingModel
package import MeetingTiming

/// Accepts connections at a path, and binds it again if somebody removes it.
package actor SocketListener {
    package nonisolated let queue: WorkQueue
    package nonisolated var unownedExecutor: UnownedSerialExecutor { queue.asUnownedSerialExecutor() }

    private let socket: MeetingSocketPath
    private let accept: @Sendable (CInt) -> Void
    private let fail: @Sendable (String) -> Void
    private var path: String { socket.path }
    private var timer: (any DispatchSourceTimer)?
    private var source: (any DispatchSourceRead)?
    /// The file of the bound socket.
    private var file: FileStatus.Identity?
    private var isSuspended = false
    private var hasFailed = false

    /// A listener that is not bound yet.
    ///
    /// The caller holds a lock that no other process holds, so whatever is at the path is stale. `accept` gets each
    /// non-blocking connection of this user, and closes it. `fail` gets one line when the path cannot be bound, once
    /// until it can. [the queue]
    init(
        _ socket: MeetingSocketPath, queue: WorkQueue, accept: @escaping @Sendable (CInt) -> Void,
        fail: @escaping @Sendable (String) -> Void
    ) {
        self.socket = socket
        self.queue = queue
        self.accept = accept
        self.fail = fail
    }

    isolated deinit {
        unbind()
        timer?.cancel()
    }

    /// Binds the path; it is tried again every second. [the queue]
    package func open() {
        bind()
        let timer = DispatchSource.makeTimerSource(queue: queue.dispatchQueue)
        timer.schedule(deadline: .now() + .seconds(1), repeating: .seconds(1), leeway: .milliseconds(500))
        timer.setEventHandler { [weak self] in self?.assumeIsolated { $0.check() } }
        timer.activate()
        self.timer = timer
    }

    /// Stops listening and removes the path. [the queue]
    package func close() {
        timer?.cancel()
        timer = nil
        // Whatever socket is there is stale, even if the folder was away for a while and came back with an older one.
        unlinkStale()
        unbind()
    }

    private func check() {
        if isSuspended {
            isSuspended = false
            source?.resume()
        }
        guard file == nil || FileStatus(path, followingLinks: false)?.identity != file else { return }
        unbind()
        bind()
    }

    private func bind() {
        unlinkStale()
        let listener = standup_socket_listen(path)
        guard listener >= 0 else {
            if !hasFailed { fail(SocketError.obstacle(-listener, at: path)) }
            hasFailed = true
            return
        }
        hasFailed = false
        file = FileStatus(path, followingLinks: false)?.identity
        let source = DispatchSource.makeReadSource(fileDescriptor: listener, queue: queue.dispatchQueue)
        source.setEventHandler { [weak self] in self?.assumeIsolated { $0.acceptAll(from: listener) } }
        source.setCancelHandler { _ = Glibc.close(listener) }
        source.activate()
        self.source = source
    }

    /// Removes a socket at the path; anything else there stays.
    private func unlinkStale() {
        if FileStatus(path, followingLinks: false)?.kind == .socket { unlink(path) }
    }

    private func unbind() {
        if isSuspended { source?.resume() }
        isSuspended = false
        source?.cancel()
        source = nil
        file = nil
    }

    private func acceptAll(from listener: CInt) {
        while true {
            let connection = standup_socket_accept(listener)
            switch -connection {
            case ...0:
                guard standup_socket_is_own(connection) else {
                    _ = Glibc.close(connection)
                    continue
                }
                accept(connection)
            case EINTR, ECONNABORTED: continue
            case EMFILE, ENFILE, ENOMEM, ENOBUFS:
                // The connections wait until descriptors are free again; `check` resumes.
                source?.suspend()
                isSuspended = true
                return
            default: return
            }
        }
    }
}
