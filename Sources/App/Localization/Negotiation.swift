/// Selects the available languages that best match the user's preferences.
package struct Negotiation: Hashable, Sendable {
    /// The catalogues for look-ups, the best match first and the default last.
    package let chain: [LanguageTag]
    /// The locale for numbers and dates: the requested one, if its texts are available.
    package let locale: LanguageTag

    package var language: LanguageTag { chain.first ?? locale }
}

extension Negotiation {
    /// Chooses the first preference with available texts, or else the default. [any thread]
    ///
    /// A preference is matched by its own tag or a more general one: `zh-Hant-TW` by `zh-Hant` or `zh`. `C` and `POSIX`
    /// select the default.
    package static func negotiate(
        preferred: [String], available: some Collection<LanguageTag>, default fallback: LanguageTag = .english
    ) -> Negotiation {
        for wish in preferred {
            if wish.isPlainLocale { break }
            guard let tag = LanguageTag(wish) else { continue }
            let chain = tag.fallbacks.filter { available.contains($0) }
            guard !chain.isEmpty else { continue }
            return Negotiation(chain: chain.contains(fallback) ? chain : chain + [fallback], locale: tag)
        }
        return Negotiation(chain: [fallback], locale: fallback)
    }

    /// The user's preferred interface languages, in order. [any thread]
    ///
    /// The configured language comes first, followed by the environment's as in other programs. The first of `LC_ALL`,
    /// `LC_MESSAGES` and `LANG` that is set names the locale. The list in `LANGUAGE` takes precedence over the locale,
    /// unless the locale is `C` or `POSIX`.
    package static func preferredLanguages(configured: String?, environment: [String: String]) -> [String] {
        let configured = configured.map { [$0] } ?? []
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        guard let locale else { return configured }
        if locale.isPlainLocale { return configured + [locale] }
        let languages = environment["LANGUAGE"]?.split(separator: ":").map(String.init) ?? []
        return configured + languages + [locale]
    }
}

extension String {
    fileprivate var isPlainLocale: Bool {
        ["C", "POSIX"].contains(prefix { $0 != "." && $0 != "@" }.uppercased())
    }
}
