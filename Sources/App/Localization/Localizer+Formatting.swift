import Foundation
import MeetingModel

extension Localizer {
    /// An integer with thousands separators.
    package func number(_ number: Int) -> String {
        written.text(of: .integer(number)) { plain(formats.integer.format(number)) }
    }

    package func number(_ number: Double, fractionDigits: Int = 0) -> String {
        plain(formats.number.precision(.fractionLength(max(0, fractionDigits))).format(number))
    }

    /// A ratio as a percentage: 0.25 is 25 %.
    package func percent(_ ratio: Double, fractionDigits: Int = 0) -> String {
        plain(formats.percent.precision(.fractionLength(max(0, fractionDigits))).format(ratio))
    }

    /// A duration in words, such as 15 minutes.
    ///
    /// It is rounded to whole seconds as a clock rounds, and below ten seconds to tenths.
    package func duration(_ duration: Duration, _ style: DurationStyle = .abbreviated) -> String {
        written.text(of: .duration(duration, style)) { plain(formats.duration(duration, style)) }
    }

    /// A list of texts, each sanitised for the terminal: Ann, Ben and Cem.
    package func list(_ texts: [String]) -> String {
        written.text(of: .list(texts)) { plain(formats.list.format(texts.map { DisplayText($0).description })) }
    }
}

/// Foundation's format styles for numbers, lists and durations in a locale.
struct FormatStyles: Sendable {
    let locale: Locale
    let integer: IntegerFormatStyle<Int>
    let number: FloatingPointFormatStyle<Double>
    let percent: FloatingPointFormatStyle<Double>.Percent
    let list: ListFormatStyle<StringStyle, [String]>
    let date: Date.FormatStyle
    let time: Date.FormatStyle
    let dateAndTime: Date.FormatStyle
    let weekday: Date.FormatStyle

    init(_ tag: LanguageTag) {
        let locale = Locale(identifier: tag.description)
        self.locale = locale
        integer = .number.locale(locale)
        number = .number.locale(locale)
        percent = .percent.locale(locale)
        list = .list(type: .and).locale(locale)
        // Instants are shifted to the displayed time zone beforehand, so the calendar uses UTC.
        let calendar = Calendar(identifier: .gregorian)
        // Foundation writes 9:40 where CLDR specifies 09:40.
        let hour: Date.FormatStyle.Symbol.Hour =
            switch locale.hourCycle {
            case .zeroToTwentyThree, .oneToTwentyFour: .twoDigits(amPM: .omitted)
            default: .defaultDigits(amPM: .abbreviated)
            }
        date = Date.FormatStyle(
            date: .abbreviated, time: .omitted, locale: locale, calendar: calendar, timeZone: .gmt)
        time = Date.FormatStyle(locale: locale, calendar: calendar, timeZone: .gmt).hour(hour).minute(.twoDigits)
        weekday = Date.FormatStyle(locale: locale, calendar: calendar, timeZone: .gmt).weekday(.abbreviated)
        dateAndTime = date.hour(hour).minute(.twoDigits)
    }

    /// The styles after one use of each: Foundation's setup for the first text is slower than all that follow.
    static func warmed(_ tag: LanguageTag) -> FormatStyles {
        let styles = FormatStyles(tag)
        _ = styles.integer.format(1)
        _ = styles.list.format(["", ""])
        _ = styles.date.format(Date(timeIntervalSince1970: 0))
        _ = styles.duration(.seconds(1), .abbreviated)
        return styles
    }

    func duration(_ duration: Duration, _ style: DurationStyle) -> String {
        // Foundation traps on values close to the maximum duration.
        let duration = Duration.nanoseconds(duration.nanoseconds)
        let tenths = duration.rounded(toMultipleOf: .milliseconds(100))
        let showsTenths = tenths.magnitude < .seconds(10) && tenths.components.attoseconds != 0
        let width: Duration.UnitsFormatStyle.UnitWidth =
            switch style {
            case .full: .wide
            case .abbreviated: .abbreviated
            case .narrow: .narrow
            }
        return Duration.UnitsFormatStyle(
            allowedUnits: [.hours, .minutes, .seconds], width: width,
            fractionalPart: showsTenths ? .show(length: 1) : .hide(rounded: .towardZero)
        )
        .locale(locale).format(showsTenths ? tenths : .seconds(duration.wholeSeconds(.length)))
    }
}

extension Duration {
    fileprivate var magnitude: Duration { self < .zero ? .zero - self : self }

    fileprivate func rounded(toMultipleOf unit: Duration) -> Duration {
        unit * (self / unit).rounded()
    }
}

/// Replaces typographic spaces with plain ones: terminals do not draw them narrower, and some draw a box.
func plain(_ text: String) -> String {
    guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
    return String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.isSpace ? " " : $0 }))
}

extension Unicode.Scalar.Properties {
    fileprivate var isSpace: Bool { generalCategory == .spaceSeparator }
}
