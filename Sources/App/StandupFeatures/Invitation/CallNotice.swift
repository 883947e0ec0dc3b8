/// The sentence that tells a call that it is recorded.
package enum CallNotice {
    package static var languages: [String] { texts.keys.sorted() }

    /// The sentence in a language, by its tag, such as `de-CH`; nil if it does not exist in it.
    package static func text(in language: String) -> String? {
        texts[language.split(separator: "-").first.map { $0.lowercased() } ?? ""]
    }

    /// The sentence in a language, else in English.
    static func text(for language: String) -> String? { text(in: language) ?? text(in: "en") }

    private static let texts = [
        "en": "This standup is recorded and transcribed on our computer: everybody in the room and on this call. "
            + "If you do not want that, please say so now; we can pause the recording.",
        "de": "Dieses Standup wird auf unserem Rechner aufgenommen und mitgeschrieben: alle im Raum und alle in diesem "
            + "Anruf. Wer das nicht möchte, sagt es bitte jetzt; wir können die Aufnahme anhalten.",
        "ko": "이 스탠드업은 저희 컴퓨터에서 녹음되고 받아쓰기됩니다. 회의실에 있는 사람과 이 통화에 참여한 모든 사람이 "
            + "대상입니다. 원하지 않으시면 지금 말씀해 주세요. 녹음을 멈출 수 있습니다.",
    ]
}
