import Foundation
import MeetingModel
import Testing

@testable import MeetingHistory

@Suite struct `Subtitles` {
    @Test func `srt has numbers, times with a comma and names`() throws {
        #expect(
            try Sample.text(.srt)
                == """
                1
                00:00:00,400 --> 00:00:02,300
                Ann: the login page works

                2
                00:00:03,000 --> 00:00:04,400
                Ann: nothing blocks me

                3
                00:00:09,000 --> 00:00:10,000
                Bob: search works


                """.replacing("\n", with: "\r\n"))
    }

    @Test func `vtt has a header, times with a point and a voice for each speaker`() throws {
        #expect(
            try Sample.text(.vtt) == """
                WEBVTT

                NOTE
                Daily
                2026-02-04 09:30
                Ann, Bob

                00:00:00.400 --> 00:00:02.300
                <v Ann>the login page works

                00:00:03.000 --> 00:00:04.400
                <v Ann>nothing blocks me

                00:00:09.000 --> 00:00:10.000
                <v Bob>search works

                """)
    }

    @Test func `vtt escapes its own marks in texts and names`() throws {
        let meeting = Sample.meeting(
            title: "a --> b", names: ("Ann\n<x> & --> co", "Bob"), [Sample.utterance(Sample.ann, 0, "1 < 2 & --> x")])
        let text = try Sample.text(.vtt, meeting)
        #expect(text.contains("<v Ann &lt;x&gt; &amp; --&gt; co>1 &lt; 2 &amp; --&gt; x\n"))
        #expect(text.contains("NOTE\na -> b\n"))
    }

    @Test func `srt, which cannot escape, shows marks that look alike`() throws {
        let text = try Sample.text(.srt, Sample.meeting([Sample.utterance(Sample.ann, 0, "<i>x</i> {\\an8} --> y")]))
        #expect(text.contains("\r\nAnn: ‹i›x‹/i› (\\an8) --› y\r\n"))
    }

    @Test(arguments: nastyTexts)
    func `both satisfy a strict reader with any words`(text: String) throws {
        let meeting = Sample.meeting(
            title: text, names: (text, "Bob"),
            [Sample.utterance(Sample.ann, 0, text), Sample.utterance(Sample.bob, 20, "end")])
        for format in [TranscriptFormat.srt, .vtt] {
            let cues = try StrictSubtitles(try Sample.text(format, meeting), format: format).cues
            #expect(cues.last?.text.hasSuffix("end") == true)
            #expect(cues.last?.start == 20_000)
        }
    }

    @Test(arguments: [
        (1...60).map { "word\($0)" }.joined(separator: " "), String(repeating: "언어학자", count: 40),
        String(repeating: "x", count: 300), "short " + String(repeating: "y", count: 100) + " end",
        Array(repeating: "supercalifragilistic", count: 9).joined(separator: " "),
    ])
    func `a long utterance becomes cues of two lines at most, in its time, and loses nothing`(text: String) throws {
        let utterance = Sample.utterance(Sample.ann, 5, text)
        for format in [TranscriptFormat.srt, .vtt] {
            let cues = try StrictSubtitles(try Sample.text(format, Sample.meeting([utterance])), format: format).cues
            #expect(cues.count > 1)
            for cue in cues {
                let lines = cue.text.split(separator: "\n")
                #expect(lines.count <= 2)
                #expect(lines.allSatisfy { DisplayText(String($0)).width <= 42 })
            }
            #expect(zip(cues, cues.dropFirst()).allSatisfy { $0.end <= $1.start && $0.start < $0.end })
            #expect(cues.first?.start == 5000)
            let end = Int((utterance.end.nanoseconds + 500_000) / 1_000_000)
            #expect(cues.last?.end == max(end, (cues.last?.start ?? 0) + 1000))
            func letters(_ text: String) -> String { text.filter { $0 != " " && $0 != "\n" } }
            let shown = letters(cues.map(\.text).joined())
            #expect(shown == (format == .srt ? "Ann:" : "") + letters(text))
        }
    }

    @Test func `cues of one utterance are about as long as each other, and cut where the words are`() throws {
        let text = (1...20).map { "word\($0)" }.joined(separator: " ")
        let cues = try StrictSubtitles(
            try Sample.text(.vtt, Sample.meeting([Sample.utterance(Sample.ann, 0, text)])), format: .vtt
        ).cues
        #expect(cues.map { $0.text.count } == [67, 62])
        #expect(cues.map(\.start) == [0, 5500])
        #expect(cues.map(\.end) == [5400, 9900])
    }

    @Test func `a text that was corrected without its words has times by its length`() throws {
        let heard = Sample.utterance(Sample.ann, 0, "a b")
        let corrected = Utterance(
            attendee: Sample.ann, start: .zero, end: .seconds(10),
            text: Array(repeating: "abcd", count: 30).joined(separator: " "),
            recognizer: "x", words: heard.words)
        let cues = try StrictSubtitles(try Sample.text(.vtt, Sample.meeting([corrected])), format: .vtt).cues
        #expect(cues.map(\.start) == [0, 5000])
        #expect(cues.map(\.end) == [5000, 10_000])
    }

    @Test func `a flash stays for a second, but not into the next`() throws {
        let cues = try StrictSubtitles(
            try Sample.text(
                .srt,
                Sample.meeting([
                    Sample.utterance(Sample.ann, 0, "yes"), Sample.utterance(Sample.bob, 0.7, "no"),
                    Sample.utterance(Sample.bob, 9, "maybe"),
                ])),
            format: .srt
        ).cues
        #expect(cues.map(\.start) == [0, 700, 9000])
        #expect(cues.map(\.end) == [700, 1700, 10_000])
    }

    @Test func `hours are counted on, and a meeting without words is a file without cues`() throws {
        let late = try Sample.text(.srt, Sample.meeting([Sample.utterance(Sample.ann, 36_061.5, "late")]))
        #expect(late.contains("10:01:01,500 --> 10:01:02,500"))
        #expect(try Sample.text(.srt, Sample.meeting([])) == "")
        #expect(try Sample.text(.vtt, Sample.meeting([])).hasPrefix("WEBVTT\n\nNOTE\n"))
    }
}

/// A reader that takes nothing but what the format allows.
private struct StrictSubtitles {
    private(set) var cues: [(start: Int, end: Int, text: String)] = []

    init(_ file: String, format: TranscriptFormat) throws {
        let isVTT = format == .vtt
        if !isVTT { try #require(!file.replacing("\r\n", with: "").contains { $0.isNewline }) }
        let plain = file.replacing("\r\n", with: "\n")
        var blocks = plain.split(separator: "\n\n", omittingEmptySubsequences: false).map(String.init)
        if isVTT {
            try #require(blocks.removeFirst() == "WEBVTT")
            let note = blocks.removeFirst()
            try #require(note.hasPrefix("NOTE\n") && !note.contains("-->"))
        } else {
            try #require(blocks.popLast() == "")
        }
        for (index, block) in blocks.enumerated() {
            var lines = block.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            if isVTT, index == blocks.count - 1 { try #require(lines.popLast() == "") }
            if !isVTT { try #require(lines.removeFirst() == String(index + 1)) }
            let times = lines.removeFirst().components(separatedBy: " --> ")
            try #require(times.count == 2)
            var text = lines.joined(separator: "\n")
            try #require(!text.contains("-->"))
            if isVTT {
                let voice = try #require(text.firstMatch(of: #/^<v ([^<>\n]*)>/#))
                text = String(text[voice.range.upperBound...])
                try #require(text.firstMatch(of: #/[<>]|&(?!(amp|lt|gt);)/#) == nil)
            } else {
                try #require(!text.contains { "<>{}".contains($0) })
            }
            cues.append((try Self.time(times[0], isVTT), try Self.time(times[1], isVTT), text))
        }
    }

    private static func time(_ text: String, _ isVTT: Bool) throws -> Int {
        let form = isVTT ? #/(\d\d+):([0-5]\d):([0-5]\d)\.(\d{3})/# : #/(\d\d+):([0-5]\d):([0-5]\d),(\d{3})/#
        let parts = try #require(text.wholeMatch(of: form)).output
        let numbers = [parts.1, parts.2, parts.3, parts.4].compactMap { Int($0) }
        return ((numbers[0] * 60 + numbers[1]) * 60 + numbers[2]) * 1000 + numbers[3]
    }
}
