/// Which of the languages there are fits best what a user wants.
package struct Negotiation: Hashable, Sendable {
    /// The catalogues to look texts up in, the best first and the default last.
    package let chain: [LanguageTag]
    /// The language and region by which numbers and dates are written: what was asked for, if its texts are there.
    package let locale: LanguageTag

    /// The language of the texts.
    package var language: LanguageTag { chain.first ?? locale }
}

extension Negotiation {
    /// Chooses among the languages there are; the first wish that can be met counts, down to the default. [any thread]
    ///
    /// A wish is met by its own language or a more general one: `zh-Hant-TW` by `zh-Hant` or `zh`. `C` and `POSIX` ask
    /// for the default.
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

    /// What a user wants the interface to speak, the most wanted first. [any thread]
    ///
    /// The configured language wins. Behind it the environment counts as in other programs: the first of `LC_ALL`,
    /// `LC_MESSAGES` and `LANG` that is set names the locale, and the list in `LANGUAGE` goes before it unless it is
    /// `C` or `POSIX`.
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
    /// Whether this names the locale of programs that speak to no one in particular.
    fileprivate var isPlainLocale: Bool {
        ["C", "POSIX"].contains(prefix { $0 != "." && $0 != "@" }.uppercased())
    }
}
