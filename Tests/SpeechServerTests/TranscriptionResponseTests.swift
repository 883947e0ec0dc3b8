import Testing

@testable import StandupSpeech

/// Parsing of the JSON of servers, in each dialect as observed.
@Suite struct `The answer of a speech server` {
    private func words(_ json: String, duration: Double = 10) throws -> [ServerTranscript.Word] {
        try #require(TranscriptionResponse(Array(json.utf8))).transcript(duration: duration).words
    }

    private func shown(_ words: [ServerTranscript.Word]) -> [String] {
        words.map { "\($0.text) \(($0.start * 100).rounded() / 100)-\(($0.end * 100).rounded() / 100)" }
    }

    @Test func `of OpenAI has the text's punctuation in its words`() throws {
        let words = try words(
            """
            {"task": "transcribe", "language": "english", "duration": 3.5, "text": "Yesterday, I finished the log-in page.",
             "words": [{"word": "Yesterday", "start": 0.1, "end": 0.7}, {"word": "I", "start": 0.8, "end": 0.9},
              {"word": "finished", "start": 0.9, "end": 1.3}, {"word": "the", "start": 1.3, "end": 1.4},
              {"word": "log", "start": 1.4, "end": 1.6}, {"word": "in", "start": 1.6, "end": 1.7},
              {"word": "page", "start": 1.7, "end": 2.0}],
             "segments": [{"id": 0, "start": 0, "end": 3.5, "text": " Yesterday, I finished the log-in page.",
              "avg_logprob": -0.2231435, "no_speech_prob": 0.01}]}
            """)
        #expect(
            shown(words) == [
                "Yesterday, 0.1-0.7", "I 0.8-0.9", "finished 0.9-1.3", "the 1.3-1.4", "log-in 1.4-1.7", "page. 1.7-2.0",
            ])
        #expect(words.allSatisfy { abs($0.confidence - 0.8) < 0.001 })
    }

    @Test func `of OpenAI keeps its words if the text differs`() throws {
        let words = try words(
            #"{"text": "Twenty two.", "words": [{"word": "22", "start": 0, "end": 1}, {"word": "go", "start": 1, "end": 2}]}"#
        )
        #expect(shown(words) == ["22 0.0-1.0", "go 1.0-2.0"])
    }

    @Test func `of whisper.cpp has tokens joined to words`() throws {
        let words = try words(
            """
            {"task": "transcribe", "text": " Ask Americans, all.\\n", "segments": [
              {"id": 0, "text": " Ask Americans, all.", "start": 0.0, "end": 2.5, "tokens": [50364, 400, 370],
               "words": [{"word": "[_BEG_]", "start": 0, "end": 0, "probability": 1},
                {"word": " Ask", "start": 0.32, "end": 0.5, "t_dtw": -1, "probability": 0.9},
                {"word": " Amer", "start": 0.5, "end": 0.9, "probability": 0.8},
                {"word": "icans", "start": 0.9, "end": 1.2, "probability": 0.6},
                {"word": ",", "start": 1.2, "end": 1.25, "probability": 0.9},
                {"word": " all", "start": 1.3, "end": 1.5, "probability": 1},
                {"word": ".", "start": 1.5, "end": 1.6, "probability": 1},
                {"word": "[_TT_125]", "start": 2.5, "end": 2.5, "probability": 0.1}],
               "temperature": 0.0, "avg_logprob": -0.2, "no_speech_prob": 0.0}]}
            """)
        #expect(shown(words) == ["Ask 0.32-0.5", "Americans, 0.5-1.2", "all. 1.3-1.5"])
        #expect(abs(words[1].confidence - 0.7) < 0.1)
    }

    @Test func `uses a segment's text if its tokens are parts of characters`() throws {
        var bytes = Array(#"{"segments": [{"start": 1, "end": 2, "text": "회의 끝", "words": [{"word": " "#.utf8)
        bytes += [0xed, 0x9a]
        bytes += Array(#"", "start": 1, "end": 1.2}, {"word": ""#.utf8) + [0x8c]
        bytes += Array(#"의 끝", "start": 1.2, "end": 2}]}]}"#.utf8)
        let words = try #require(TranscriptionResponse(bytes)).transcript(duration: 10).words
        #expect(shown(words) == ["회의 1.0-1.6", "끝 1.6-2.0"])
    }

    @Test func `with whole words in its segments keeps them`() throws {
        let words = try words(
            """
            {"segments": [{"start": 0, "end": 2, "text": "good morning", "words": [
              {"word": "good", "start": 0.5, "end": 0.8}, {"word": "evening", "start": 0.8, "end": 1.2}]}]}
            """)
        #expect(shown(words) == ["good 0.5-0.8", "evening 0.8-1.2"])
    }

    @Test func `with segments only distributes the words over each segment`() throws {
        let words = try words(
            """
            {"text": "x", "segments": [{"start": 1, "end": 3, "text": " abcd efghi"}, {"start": "4.0", "end": "5", "text": "k"}]}
            """)
        #expect(shown(words) == ["abcd 1.0-1.91", "efghi 1.91-3.0", "k 4.0-5.0"])
    }

    @Test func `with text only distributes the words over the sound`() throws {
        let words = try words(#"{"text": " one three ", "usage": {"type": "tokens"}}"#, duration: 4)
        #expect(shown(words) == ["one 0.0-1.6", "three 1.6-4.0"])
        #expect(words.map(\.confidence) == [1, 1])
    }

    @Test func `has no words for silent segments`() throws {
        #expect(try words(#"{"text": ""}"#) == [])
        #expect(try words(#"{"text": "[BLANK_AUDIO]"}"#) == [])
        #expect(try words(#"{"text": " (silence)\n"}"#) == [])
        #expect(
            try words(
                """
                {"text": " Thank you.", "segments": [{"start": 0, "end": 2, "text": " Thank you.",
                 "no_speech_prob": 0.9, "avg_logprob": -1.3}]}
                """) == [])
        #expect(
            try words(
                """
                {"text": "Thank you. Hello.", "words": [{"word": "Thank", "start": 0, "end": 0.5},
                  {"word": "you", "start": 0.5, "end": 1}, {"word": "Hello", "start": 3, "end": 4}],
                 "segments": [{"start": 0, "end": 2, "text": "Thank you.", "no_speech_prob": 0.9, "avg_logprob": -1.3},
                  {"start": 2, "end": 5, "text": "Hello.", "no_speech_prob": 0.1, "avg_logprob": -0.1}]}
                """
            ).map(\.text) == ["Hello."])
        // Quiet but probable, and improbable but loud, are speech.
        #expect(try words(#"{"segments": [{"text": "a", "no_speech_prob": 0.9, "avg_logprob": -0.3}]}"#).count == 1)
        #expect(try words(#"{"segments": [{"text": "a", "no_speech_prob": 0.1, "avg_logprob": -1.5}]}"#).count == 1)
    }

    @Test func `is sorted and clamped to the segment`() throws {
        let words = try words(
            """
            {"words": [{"word": "a", "start": -5, "end": -1}, {"word": "b", "start": 3, "end": 2},
              {"word": "c", "start": 1, "end": 99}, {"word": "d", "start": 1e300, "end": 1e301},
              {"word": "  ", "start": 1, "end": 2}, {"word": "e\\u0007\\n", "start": 4}]}
            """, duration: 5)
        #expect(shown(words) == ["a 0.0-0.0", "b 3.0-3.0", "c 3.0-5.0", "d 5.0-5.0", "e 5.0-5.0"])
    }

    @Test func `tolerates unexpected types and fields`() throws {
        #expect(try words(#"{"text": "a b", "words": {"word": "x"}, "segments": "none"}"#, duration: 2).count == 2)
        #expect(
            try words(#"{"text": 7, "words": [3, null, {"start": 1}, {"word": "x", "start": "?", "end": []}]}"#)
                .map(\.text) == ["x"])
        #expect(TranscriptionResponse(Array(#"["a"]"#.utf8)) == nil)
        #expect(TranscriptionResponse([]) == nil)
        #expect(TranscriptionResponse(Array(String(repeating: "[", count: 100_000).utf8)) == nil)
        #expect(TranscriptionResponse(Array(#"{"transcription": []}"#.utf8))?.isTranscript == false)
    }

    @Test(
        arguments: [
            (#"{"error": {"message": "m", "type": "t", "code": "c"}}"#, "m", "c"),
            (#"{"error": {"message": "m", "code": 400}}"#, "m", "400"),
            (#"{"error": {"message": "m", "type": "t", "code": null}}"#, "m", "t"),
            (#"{"error": "m"}"#, "m", nil), (#"{"error": true}"#, "", nil), (#"{"error": {}}"#, "", nil),
            (#"{"error": null}"#, nil, nil), (#"{"error": false}"#, nil, nil), (#"{"text": ""}"#, nil, nil),
        ] as [(String, String?, String?)])
    func `contains each kind of error`(json: String, message: String?, code: String?) throws {
        let answer = try #require(TranscriptionResponse(Array(json.utf8)))
        #expect(answer.error == message)
        #expect(answer.errorCode == code)
    }
}
