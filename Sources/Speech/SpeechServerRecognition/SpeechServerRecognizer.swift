import AudioDevices
import AudioFiles
import Dispatch
package import SpeechRecognition

/// A speech server as a recogniser of whole stretches: one request after the other, on a thread that may wait.
package final class SpeechServerRecognizer: StretchRecognizer {
    /// The name under which its utterances are kept.
    package let name: String

    private let client: SpeechServerClient
    private let queue = DispatchQueue(label: "standup.speech-server", qos: .utility)

    /// A recogniser that asks through a client.
    package init(_ client: SpeechServerClient) {
        self.client = client
        name = client.server.name
    }

    /// A server as a way to recognise whole recordings; it is asked turn by turn, and for one at a time.
    package static func recognition(by server: SpeechServer) -> StretchRecognition {
        let habits = ServerHabits(server)
        return StretchRecognition(
            name: server.name, key: "\(server.address.text) \(server.model)", cutting: .atTurns(limit: longestStretch),
            atMost: 1
        ) { _ throws(RecognizerError) in SpeechServerRecognizer(SpeechServerClient(server, habits: habits)) }
    }

    /// What is sent at once: OpenAI takes 25 MB, and a server that fails is to lose no more than this.
    private static let longestStretch = Duration.seconds(600)

    /// Recognises a stretch.
    ///
    /// - Throws: `RecognizerError.noAnswer`.
    package func recognize(_ stretch: SpeechStretch) async throws(RecognizerError) -> [RecognizedUtterance] {
        do throws(SpeechServerError) {
            return try await hear(stretch)
        } catch {
            throw RecognizerError(error)
        }
    }

    /// Recognises a stretch and says what went wrong in the server's words; the client ends with the task.
    package func hear(_ stretch: SpeechStretch) async throws(SpeechServerError) -> [RecognizedUtterance] {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation {
                (done: CheckedContinuation<Result<[RecognizedUtterance], SpeechServerError>, Never>) in
                queue.async { done.resume(returning: self.ask(stretch)) }
            }
        } onCancel: {
            client.cancel()
        }
        return try result.get()
    }

    private func ask(_ stretch: SpeechStretch) -> Result<[RecognizedUtterance], SpeechServerError> {
        guard !stretch.samples.isEmpty else { return .success([]) }
        let rate = Self.sampleRate
        do throws(AudioError) {
            let flac = try FLACData.encode(stretch.samples, sampleRate: rate)
            let form = TranscriptionForm(
                model: client.server.model, language: stretch.language, prompt: stretch.prompt)
            do throws(SpeechServerError) {
                let heard = try client.transcribe(
                    flac, duration: Double(stretch.samples.count) / Double(rate), form: form)
                return .success(heard.utterances(sampleRate: rate, recognizer: name))
            } catch {
                return .failure(error)
            }
        } catch {
            return .failure(SpeechServerError(client.server.address.text, .answer("\(error)")))
        }
    }

    /// Samples per second of a stretch, in Hz.
    private static let sampleRate = 16_000
}

extension ServerTranscript {
    /// A silence longer than this ends an utterance, in seconds.
    private static let pause = 0.8
    /// An utterance does not get longer than this, in seconds, if there is a full stop before.
    private static let long = 15.0

    /// The words as utterances, cut at pauses and, where it gets long, after a sentence; places are samples.
    func utterances(sampleRate: Int, recognizer: String) -> [RecognizedUtterance] {
        var groups: [[RecognizedUtterance.Word]] = []
        var last: Word?
        var groupStart = 0.0
        for word in words {
            let isSentenceOver = last?.text.last.map { ".?!。？！".contains($0) } ?? false
            let isCut = last.map { word.start - $0.end > Self.pause } ?? true
            if isCut || (isSentenceOver && word.start - groupStart > Self.long) {
                groups.append([])
                groupStart = word.start
            }
            groups[groups.count - 1].append(
                RecognizedUtterance.Word(
                    text: word.text, start: Int64(word.start * Double(sampleRate)),
                    end: Int64(word.end * Double(sampleRate)), confidence: word.confidence))
            last = word
        }
        return groups.compactMap { RecognizedUtterance(words: $0, recognizer: recognizer) }
    }
}
