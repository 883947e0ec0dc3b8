import Localization
import Testing

@testable import StandupFeatures

/// The letters and the key hints of dialogs.
struct DialogKeysTests {
    private func deletion(_ language: String) -> DialogScreen {
        Dialog<DeletionAnswer>.deletion.screen(title: "", message: "", .localizer(language))
    }

    @Test(arguments: [("en", ["d", "c"]), ("de", ["l", "c"]), ("ko", ["d", "c"])])
    func `the letters are in the texts of the answers, where these have letters`(_ language: String, _ keys: [String]) {
        #expect(deletion(language).withLettersOfTexts.answers.map(\.key) == keys)
    }

    @Test func `two answers have different letters`() {
        let answers = ["Meine", "Die andere", "Weiter bearbeiten"].map { DialogScreen.Answer(text: $0, key: "x") }
        let keys = DialogScreen(title: "", answers: answers).withLettersOfTexts.answers.map(\.key)
        #expect(Set(keys).count == 3)
        #expect(keys == ["m", "d", "w"])
    }

    @Test func `the key that cancels has the text of the answer that cancels`() {
        let hints = KeyTable.standard.hints(in: .dialog, .english).map { $0.naming(deletion("de")) }
        #expect(hints.first { $0.key == "Esc" }?.text == "Abbrechen")
        #expect(hints.first { $0.key == "Enter" }?.text == "choose")
    }
}
