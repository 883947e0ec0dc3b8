import CPulse
import Glibc

/// Which sources the sound server lets this process record, asked again and again.
///
/// The server gives a recording another source when its own is unplugged or another becomes the default, and tells the
/// one that records nothing of it. No call here waits for the server. On one queue.
final class HeardSources {
    /// How many looks pass before a server that was not there is tried again.
    private static let looksBetweenTries = 16

    private var connection: Connection?
    private var looksUntilTry = 0

    /// Asks, and gives the last answer: the name of a source for each recording; nil if none came since the last look.
    func look() -> [String]? {
        if let connection {
            if connection.turn() { return connection.ask() }
            self.connection = nil
        } else if looksUntilTry > 0 {
            looksUntilTry -= 1
        } else {
            looksUntilTry = Self.looksBetweenTries
            connection = Connection()
        }
        return nil
    }

    /// Ends the connection until it is looked again.
    func rest() {
        connection = nil
        looksUntilTry = 0
    }
}

/// A connection with the server, and what it has told.
@safe
private final class Connection {
    private let loop: OpaquePointer
    private let context: OpaquePointer
    private var questions: [OpaquePointer] = unsafe []
    /// The index of the source of each recording of this process.
    private var recorded: [UInt32] = []
    private var names: [UInt32: String] = [:]
    private let process = "\(getpid())"

    init?() {
        guard let loop = unsafe pa_mainloop_new() else { return nil }
        guard let context = unsafe pa_context_new(pa_mainloop_get_api(loop), "standup"),
            unsafe pa_context_connect(context, nil, PA_CONTEXT_NOAUTOSPAWN, nil) >= 0
        else {
            unsafe pa_mainloop_free(loop)
            return nil
        }
        unsafe self.loop = loop
        unsafe self.context = context
    }

    deinit {
        endQuestions()
        unsafe pa_context_disconnect(context)
        unsafe pa_context_unref(context)
        unsafe pa_mainloop_free(loop)
    }

    /// Takes what the server has sent; false if it is not there any more.
    func turn() -> Bool {
        while unsafe pa_mainloop_iterate(loop, 0, nil) > 0 {}
        return unsafe PA_CONTEXT_IS_GOOD(pa_context_get_state(context)) != 0
    }

    /// Gives the answer if it is complete, and asks again.
    func ask() -> [String]? {
        guard unsafe pa_context_get_state(context) == PA_CONTEXT_READY,
            unsafe !questions.contains(where: { unsafe pa_operation_get_state($0) == PA_OPERATION_RUNNING })
        else { return nil }
        let answer = unsafe questions.isEmpty ? nil : recorded.compactMap { names[$0] }
        endQuestions()
        recorded = []
        names = [:]
        let data = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe questions = [
            pa_context_get_source_output_info_list(
                context, { _, info, _, data in unsafe Connection.at(data).note(info) }, data),
            pa_context_get_source_info_list(
                context, { _, info, _, data in unsafe Connection.at(data).note(info) }, data),
        ]
        .compactMap { unsafe $0 }
        return answer
    }

    private static func at(_ data: UnsafeMutableRawPointer?) -> Connection {
        guard let data = unsafe data else { preconditionFailure("libpulse returns the pointer that it was given") }
        return unsafe Unmanaged.fromOpaque(data).takeUnretainedValue()
    }

    private func note(_ info: UnsafePointer<pa_source_output_info>?) {
        guard let info = unsafe info?.pointee,
            let owner = unsafe pa_proplist_gets(info.proplist, PA_PROP_APPLICATION_PROCESS_ID),
            unsafe String(cString: owner) == process
        else { return }
        unsafe recorded.append(info.source)
    }

    private func note(_ info: UnsafePointer<pa_source_info>?) {
        guard let info = unsafe info?.pointee, let name = unsafe info.name else { return }
        unsafe names[info.index] = String(cString: name)
    }

    private func endQuestions() {
        while let question = unsafe questions.popLast() {
            unsafe pa_operation_cancel(question)
            unsafe pa_operation_unref(question)
        }
    }
}
