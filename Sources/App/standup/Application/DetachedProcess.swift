import CChildProcess
import Dispatch
import Glibc
import MeetingHistory
import Synchronization

/// A command of this program in a process of its own, which goes on when this one ends. [any thread]
final class DetachedProcess: Sendable {
    struct StartError: Error {
        /// The value of `errno`.
        let code: CInt
    }

    /// A blocking socket to the process's standard input; whoever starts the process closes it.
    let socket: CInt
    private let ended = Atomic(false)

    init(_ command: String, in folder: DataFolder) throws(StartError) {
        let options = ["--data", folder.path] + (folder.isShared ? ["--shared-folder"] : [])
        let arguments = (["standup", command] + options).map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        socket = standup_child_start_detached("/proc/self/exe", arguments, &process)
        guard socket >= 0 else { throw StartError(code: -socket) }
        reap(process)
    }

    var hasEnded: Bool { ended.load(ordering: .relaxed) }

    /// Collects the exit status, so that the process does not remain as a zombie.
    private func reap(_ process: pid_t) {
        DispatchQueue(label: "standup.reaper").async {
            var status: CInt = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
            self.ended.store(true, ordering: .relaxed)
        }
    }
}
