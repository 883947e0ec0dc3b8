import ArgumentParser
import CSocket
import Glibc
import MeetingEngine
import MeetingHistory
import MeetingModel
import MeetingSocket
import StandupFeatures
import StandupSpeech
import StandupTerminal

/// Holds a meeting for another process, which sends the order on standard input, a socket, and shows the meeting.
///
/// `standup` starts it by itself. It has no terminal, and goes on when the other process ends.
struct HoldCommand: AsyncParsableCommand {
    static let name = "hold"

    static let configuration = CommandConfiguration(
        commandName: name, abstract: "Hold a meeting for another process.", shouldDisplay: false)

    @OptionGroup var data: DataOption

    func run() async throws {
        ProcessSignals.ignore(SIGPIPE)
        guard let request = Self.readRequest() else {
            throw Failure(
                .usage, "standup starts this command by itself; to hold a meeting, use: standup start STANDUP")
        }
        let control = Self.moveStandardInput()
        do throws(StartFailure) {
            try await hold(request, control)
        } catch {
            StartResult.send(error.result, to: control)
        }
    }

    private struct StartFailure: Error {
        let result: StartResult
    }

    private func hold(_ request: HostRequest, _ control: CInt) async throws(StartFailure) {
        let order = request.order
        do {
            let composition = try Composition(data: data)
            let history = try composition.openHistory()
            let standupLock: LiveLock
            switch try StandupLock.claim(
                order.standup.id, concurrently: order.allowsConcurrent, in: history.folder)
            {
            case .claimed(let lock): standupLock = lock
            case .held(let holder): throw StartFailure(result: .held(process: holder.process, since: holder.since))
            }
            defer { standupLock.release() }
            guard let lock = try LiveMeetingLock.acquire(order.meeting, in: history.folder) else {
                throw StartFailure(result: .taken(order.meeting))
            }
            defer { lock.release() }
            let localizer = try await composition.makeLocalizer()
            let meeting = try composition.makeHeadlessMeeting(
                Self.plan(order, in: history), history: history,
                recognizer: order.usesRecognizer
                    ? try RecognizerChoice(
                        flag: request.recognizer, language: order.standup.language,
                        configuration: composition.configuration) : nil,
                presentation: .hosted(control: control), wording: TurnWording(localizer))
            do {
                let outcome = try await meeting.hold()
                // The next meeting may start while the minutes are completed and sent.
                lock.release()
                standupLock.release()
                await composition.shareEnd(of: order.standup, order.meeting)
                if outcome.exitCode == 0, outcome.ended.reason != .discarded {
                    await composition.completeMinutes(of: order.meeting, in: history.store)
                }
            } catch  where meeting.hasServed {
                // The other process has been told, and the socket is closed.
            }
        } catch let error as StartFailure {
            throw error
        } catch let error as MeetingStartError {
            throw StartFailure(result: .failed(error))
        } catch let error as HistoryError {
            throw StartFailure(result: .failed(.history(error)))
        } catch is ExitCode {
            throw StartFailure(result: .failed(.interrupted))
        } catch {
            throw StartFailure(result: .failed(.outside(Failure(error).message)))
        }
    }

    private static func plan(_ order: MeetingOrder, in history: History) throws -> MeetingPlan {
        guard order.isResumed else { return order.plan }
        guard let interrupted = try InterruptedMeeting(order.meeting, in: history.store) else {
            throw HistoryError.noMeeting(order.meeting)
        }
        return MeetingPlan(
            resuming: interrupted, input: order.input, call: order.call, output: order.output, seed: order.seed)
    }

    /// Reads the request; nil if standard input is not a socket with one.
    private static func readRequest() -> HostRequest? {
        guard FileStatus(STDIN_FILENO)?.kind == .socket else { return nil }
        var line: [UInt8] = []
        var byte: UInt8 = 0
        // One byte at a time, because what follows the line is for the meeting.
        while line.count < HostRequest.longestLine, read(STDIN_FILENO, &byte, 1) == 1 {
            if byte == UInt8(ascii: "\n") { return HostRequest(line: line) }
            line.append(byte)
        }
        return nil
    }

    /// Moves the socket away from standard input, so that no hook inherits it.
    private static func moveStandardInput() -> CInt {
        let control = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        let nothing = open("/dev/null", O_RDONLY)
        dup2(nothing, STDIN_FILENO)
        close(nothing)
        _ = standup_socket_unblock(control)
        return control
    }
}
