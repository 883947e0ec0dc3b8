import Testing

@testable import Web

@Suite(.timeLimit(.minutes(10))) struct `A mailbox` {
    /// The next item, for which somebody waits when this returns.
    private func waiting(for mailbox: LiveMailbox) async -> Task<LiveMailbox.Item?, Never> {
        let next = Task { await mailbox.makeAsyncIterator().next() }
        while !mailbox.isAwaited { await Task.yield() }
        return next
    }

    @Test func `gives what was put in before it was closed, and then ends`() async {
        let mailbox = LiveMailbox()
        mailbox.ping()
        mailbox.close()
        let iterator = mailbox.makeAsyncIterator()
        #expect(await iterator.next() == nil)
        #expect(await iterator.next() == nil)
    }

    @Test func `wakes whoever waits`() async {
        let mailbox = LiveMailbox()
        let next = await waiting(for: mailbox)
        mailbox.ping()
        #expect(await next.value == .ping)
    }

    @Test func `ends when whoever waits is cancelled`() async {
        let mailbox = LiveMailbox()
        let next = await waiting(for: mailbox)
        next.cancel()
        #expect(await next.value == nil)
        #expect(!mailbox.isAwaited)
    }
}
