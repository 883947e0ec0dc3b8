import Dispatch
import Sound

/// A segment recognizer on a speech server: one request at a time, on a thread that may block.
package final class SpeechServerRecognizer: SegmentRecognizer {
    package let name: String

    private let client: SpeechServerClient
    private let queue = DispatchQueue(label: "standup.speech-server", qos: .utility)

    init(_ client: SpeechServerClient) {
        self.client = client
        name = client.server.name
    }

    /// Transcription by a server, turn by turn, one request at a time.
    package static func recognition(by server: SpeechServer) -> SegmentRecognition {
        let capabilities = ServerCapabilities(server)
        return SegmentRecognition(
            name: server.name, key: "\(server.address.text) \(server.model)",
            segmentation: .atTurns(limit: longestSegment),
            atMost: 1
        ) { _ throws(RecognizerError) in SpeechServerRecognizer(SpeechServerClient(server, capabilities: capabilities))
        }
    }

    /// The maximum per request: OpenAI accepts 25 MB, and a failure loses no more than this.
    private static let longestSegment = Duration.seconds(600)

    /// Throws `RecognizerError.noAnswer`.
    package func recognize(_ segment: SpeechSegment) async throws(RecognizerError) -> [RecognizedUtterance] {
        do throws(SpeechServerError) {
            return try await hear(segment)
        } catch {
            throw RecognizerError(error)
        }
    }

    /// Recognizes a segment, with the server's error; cancelling the task cancels the client.
    package func hear(_ segment: SpeechSegment) async throws(SpeechServerError) -> [RecognizedUtterance] {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation {
                (done: CheckedContinuation<Result<[RecognizedUtterance], SpeechServerError>, Never>) in
                queue.async { done.resume(returning: self.ask(segment)) }
            }
        } onCancel: {
            client.cancel()
        }
        return try result.get()
    }

    private func ask(_ segment: SpeechSegment) -> Result<[RecognizedUtterance], SpeechServerError> {
        guard !segment.samples.isEmpty else { return .success([]) }
        let rate = Self.sampleRate
        do throws(AudioError) {
            let flac = try FLACData.encode(segment.samples, sampleRate: rate)
            let form = TranscriptionForm(
                model: client.server.model, language: segment.language, prompt: segment.prompt)
            do throws(SpeechServerError) {
                let heard = try client.transcribe(
                    flac, duration: Double(segment.samples.count) / Double(rate), form: form)
                return .success(heard.utterances(sampleRate: rate, recognizer: name))
            } catch {
                return .failure(error)
            }
        } catch {
            return .failure(SpeechServerError(client.server.address.text, .answer("\(error)")))
        }
    }

    /// The sample rate of a segment, in Hz.
    private static let sampleRate = 16_000
}

extension ServerTranscript {
    /// The minimum pause between utterances, in seconds.
    private static let pause = 0.8
    /// The length from which an utterance ends at a sentence, in seconds.
    private static let long = 15.0

    /// Groups words into utterances, split at pauses and, above `long`, at sentences; positions are samples.
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
