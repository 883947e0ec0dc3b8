package import MeetingModel

/// The interface's language: its texts and its formats for numbers, dates and durations. [any thread]
///
/// The value is cheap to copy. A text that is missing in all its languages is shown as its key.
package struct Localizer: Sendable {
    /// The language of the texts.
    package let language: LanguageTag
    /// The locale for formatting numbers and dates.
    package let locale: LanguageTag
    package let zone: TimeZoneChoice
    /// The present, for dates as people say them; nil to show every date whole.
    package var now: (@Sendable () -> Timestamp)?

    private let texts: [String: LocalizedText]
    let formats: FormatStyles
    let written = FormattedValueCache()

    /// A localizer for catalogues in order of preference.
    ///
    /// The locale defaults to that of the first catalogue.
    package init(catalogues: [Catalogue] = [], locale: LanguageTag? = nil, zone: TimeZoneChoice = .machine) {
        let locale = locale ?? catalogues.first?.language ?? .english
        self.init(catalogues: catalogues, locale: locale, formats: FormatStyles(locale), zone: zone)
    }

    private init(catalogues: [Catalogue], locale: LanguageTag, formats: FormatStyles, zone: TimeZoneChoice) {
        var texts: [String: LocalizedText] = [:]
        for catalogue in catalogues.reversed() {
            texts.merge(catalogue.entries.lazy.map { ($0.key, $0.value.text) }) { $1 }
        }
        self.texts = texts
        self.language = catalogues.first?.language ?? .english
        self.locale = locale
        self.zone = zone
        self.formats = formats
    }

    /// Reads the negotiated catalogues.
    package init(
        _ negotiation: Negotiation, folder: CatalogueFolder, zone: TimeZoneChoice = .machine
    ) throws(CatalogueError) {
        var catalogues: [Catalogue] = []
        for language in negotiation.chain { catalogues.append(try folder.catalogue(of: language)) }
        self.init(catalogues: catalogues, locale: negotiation.locale, zone: zone)
    }

    /// Reads the negotiated catalogues concurrently while preparing the format styles.
    ///
    /// - Throws: A `CatalogueError` with the file and, if known, the line and the key.
    package static func warmed(_ negotiation: Negotiation, folder: CatalogueFolder) async throws -> Localizer {
        async let formats = FormatStyles.warmed(negotiation.locale)
        let readings = negotiation.chain.map { language in Task { try folder.catalogue(of: language) } }
        var catalogues: [Catalogue] = []
        for reading in readings { catalogues.append(try await reading.value) }
        return Localizer(catalogues: catalogues, locale: negotiation.locale, formats: await formats, zone: .machine)
    }

    /// The text of a message with its substitutions filled in; `count` selects the plural form.
    package func callAsFunction(_ message: Message) -> String {
        var count: Int?
        if case .count(let number) = message.substitutions["count"] { count = number }
        guard let template = texts[message.key]?.template(count: count) else { return message.key }
        return template.filled { name in message.substitutions[name].map(text) }
    }

    private func text(of substitution: Substitution) -> String {
        switch substitution {
        case .text(let text): DisplayText(text).description
        case .count(let count): number(count)
        case .number(let number, let fractionDigits): self.number(number, fractionDigits: fractionDigits)
        case .percent(let ratio): percent(ratio)
        case .duration(let duration, let style): self.duration(duration, style)
        case .date(let instant): date(instant)
        case .time(let instant): time(instant)
        case .dateAndTime(let instant): dateAndTime(instant)
        case .list(let texts): list(texts)
        case .phrase(let message): self(message)
        }
    }
}
