extension Standup {
    /// Three sample standups, with ids from `generator`.
    public static func samples(using generator: inout some RandomNumberGenerator) -> [Standup] {
        func standup(_ title: String, minutes: Int, _ theme: Theme, _ names: [String]) -> Standup {
            Standup(
                id: ID(using: &generator),
                title: title,
                length: .seconds(minutes * 60),
                theme: theme,
                attendees: names.map { Attendee(id: Attendee.ID(using: &generator), name: $0) }
            )
        }
        var design = standup("Design", minutes: 10, .poppy, ["Maya", "Jonas", "Priya", "Tomás", "Hana", "Luca"])
        design.settings.timeSharing = .shared
        var engineering = standup("Engineering", minutes: 15, .periwinkle, ["Ann", "Ben", "Chidi", "Dora", "Minjun"])
        engineering.vocabulary = ["Kubernetes", "rollback", "pull request"]
        var product = standup("Product", minutes: 5, .seafoam, ["Sofia", "Oskar", "Yuna"])
        product.settings.atSlotEnd = .overtime
        return [design, engineering, product]
    }
}
