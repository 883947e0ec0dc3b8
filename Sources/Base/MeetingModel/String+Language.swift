extension String {
    /// The language of a BCP 47 tag without its variant: `en` of `en-GB`.
    package var primaryLanguage: String { prefix { $0 != "-" && $0 != "_" }.lowercased() }
}
