import Synchronization

/// What waits for one browser: the newest state, and whether it is to be told that the connection is alive.
///
/// It holds at most one of each, whatever happens and however slow the browser is. [any thread]
package final class LiveMailbox: AsyncSequence, Sendable {
    package enum Item: Hashable, Sendable {
        case state(LiveFrame)
        /// Nothing new.
        case ping
    }

    private struct Contents {
        var frame: LiveFrame?
        var isPingDue = false
        var isClosed = false
        var waiter: CheckedContinuation<Item?, Never>?

        mutating func next() -> Item?? {
            if let frame {
                self.frame = nil
                return .some(.state(frame))
            }
            if isClosed { return .some(nil) }
            guard isPingDue else { return nil }
            isPingDue = false
            return .some(.ping)
        }
    }

    private let contents = Mutex(Contents())

    package init() {}

    /// Puts a state in, in place of one that was not taken.
    func put(_ frame: LiveFrame) {
        change { $0.frame = frame }
    }

    package func ping() {
        change { $0.isPingDue = true }
    }

    /// Ends the sequence once the state in it was taken.
    package func close() {
        change { $0.isClosed = true }
    }

    var isAwaited: Bool { contents.withLock { $0.waiter != nil } }

    private func change(_ body: (inout Contents) -> Void) {
        let ready = contents.withLock { contents -> (CheckedContinuation<Item?, Never>, Item?)? in
            body(&contents)
            guard let waiter = contents.waiter, let item = contents.next() else { return nil }
            contents.waiter = nil
            return (waiter, item)
        }
        ready?.0.resume(returning: ready?.1)
    }

    /// Takes items out; of several iterators, only one may wait at a time.
    package struct AsyncIterator: AsyncIteratorProtocol {
        let mailbox: LiveMailbox

        /// The next item; nil at the end, and when the task is canceled.
        package func next() async -> Item? {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    let item = mailbox.contents.withLock { contents -> Item?? in
                        if let item = contents.next() { return item }
                        contents.waiter = continuation
                        return nil
                    }
                    if let item { continuation.resume(returning: item) }
                }
            } onCancel: {
                mailbox.close()
            }
        }
    }

    package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(mailbox: self) }
}
