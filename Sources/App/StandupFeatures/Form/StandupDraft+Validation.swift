package import Localization
import MeetingModel

package typealias FieldErrors = [FormFocus: Message]

extension StandupDraft {
    /// The standup described by the draft, and its errors.
    ///
    /// It may be saved only if there are no errors.
    func standup(id: Standup.ID) -> (standup: Standup, errors: FieldErrors) {
        var errors: FieldErrors = [:]
        var standup = Standup(
            id: id, title: title, theme: theme,
            attendees: rows.map { Attendee(id: $0.id, name: $0.name, isRemote: $0.isRemote) },
            settings: MeetingSettings(
                atSlotEnd: atSlotEnd, timeSharing: timeSharing, warnings: parsedWarnings(&errors),
                warningSounds: warningSounds),
            language: parsedLanguage(&errors), vocabulary: parsedVocabulary,
            isShared: isShared, learnsVoices: learnsVoices)
        if let length = parsedLength(&errors) { standup.length = length }
        return (validated(standup, &errors), errors)
    }

    /// Collects all errors, not only the first: each invalid value is reported and replaced, then validation continues.
    private func validated(_ standup: Standup, _ errors: inout FieldErrors) -> Standup {
        var standup = standup
        while true {
            do throws(StandupError) {
                return try standup.validated()
            } catch {
                switch error {
                case .noTitle, .titleTooLong:
                    errors[.title] = Message(error)
                    standup.title = "-"
                case .lengthOutOfRange:
                    errors[.length] = errors[.length] ?? Message(error)
                    standup.length = Standup.lengthRange.lowerBound
                case .nameTooLong(let name):
                    for row in standup.attendees.indices where standup.attendees[row].name.trimmedName == name {
                        errors[.attendee(row)] = Message(error)
                        standup.attendees[row].name = "-"
                    }
                case .tooManyAttendees:
                    errors[.attendee(rows.count - 1)] = Message(error)
                    standup.attendees = []
                }
            }
        }
    }

    private func parsedLength(_ errors: inout FieldErrors) -> Duration? {
        do throws(LengthError) {
            return try Length(parsing: length, allowsMinutes: true).duration
        } catch {
            switch error {
            case .malformed, .noUnit: errors[.length] = Message.formErrorLength(text: .text(length))
            case .notPositive, .tooLong: errors[.length] = Message(StandupError.lengthOutOfRange(.zero))
            }
            return nil
        }
    }

    private func parsedLanguage(_ errors: inout FieldErrors) -> String {
        if let tag = SpokenLanguage.tag(language) { return tag }
        let text = language.trimmedName
        errors[.language] = Message.formErrorLanguage(text: .text(text))
        return text
    }

    private func parsedWarnings(_ errors: inout FieldErrors) -> [Duration] {
        var parsed: Set<Duration> = []
        for text in warnings.split(whereSeparator: Standup.termSeparators.contains).map({ String($0).trimmedName })
        where !text.isEmpty {
            do throws(LengthError) {
                parsed.insert(try Length(parsing: text).duration)
            } catch {
                errors[.warnings] = Message.formErrorWarnings(text: .text(text))
            }
        }
        return parsed.sorted(by: >)
    }

    private var parsedVocabulary: [String] {
        var seen: Set<String> = []
        return vocabulary.split(whereSeparator: { ",;、，".contains($0) })
            .map { String($0).trimmedName }
            .filter { !$0.isEmpty && seen.insert($0).inserted }
    }
}
