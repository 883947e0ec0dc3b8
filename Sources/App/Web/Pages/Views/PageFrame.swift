import Localization
import MeetingModel
import MeetingSocket

extension PageReader {
    /// A page with the header that all pages have, and its content in the element `main`.
    ///
    /// `hasSearch` says whether the header has a search field, if the reader may search.
    func page(
        title: String, theme: Theme? = nil, hasSearch: Bool = true, @HTMLBuilder content: () -> [HTMLNode]
    ) -> HTMLDocument {
        let main = content()
        return HTMLDocument(
            language: localizer.language.description, title: title + " · standup",
            bodyClass: theme.map { "theme-" + $0.rawValue } ?? "",
            body: [
                HTMLTag.a(.class("skip"), .link(.href, .fragment("main"))) { localizer(.webSkip) },
                HTMLTag.header(.class("top")) {
                    brand
                    if hasSearch, may(.readHistory) { search }
                },
                HTMLTag.main(.id("main")) { main },
            ])
    }

    private var brand: HTMLNode {
        guard role != nil else { return HTMLTag.span(.class("brand")) { "standup" } }
        return HTMLTag.a(.class("brand"), .link(.href, .list)) { "standup" }
    }

    private var search: HTMLNode {
        HTMLTag.form(.set(.role, "search"), .link(.action, .search())) {
            HTMLTag.input(
                .set(.type, "search"), .set(.name, "q"), .set(.maxlength, "1000"),
                .set(.label, localizer(.webSearchLabel)), .set(.placeholder, localizer(.webSearchLabel)),
                .set(.enterkeyhint, "search"))
            HTMLTag.button(.set(.type, "submit")) { localizer(.webSearchButton) }
        }
    }

    /// A heading in the standup's color, with links below it.
    func banner(_ title: String, @HTMLBuilder links: () -> [HTMLNode] = { [] }) -> HTMLNode {
        HTMLTag.div(.class("banner")) {
            HTMLTag.h1(.set(.dir, "auto")) { title }
            let links = links()
            if !links.isEmpty { HTMLTag.p(.class("links")) { links } }
        }
    }

    func link(_ text: String, to route: WebRoute, _ attributes: HTMLAttribute...) -> HTMLNode {
        HTMLTag.a.with([.link(.href, route)] + attributes) { text }
    }

    func facts(_ facts: [(label: String, value: String)]) -> [HTMLNode] {
        guard !facts.isEmpty else { return [] }
        return [
            HTMLTag.dl(.class("facts")) {
                for fact in facts {
                    HTMLTag.div {
                        HTMLTag.dt { fact.label }
                        HTMLTag.dd(.set(.dir, "auto")) { fact.value }
                    }
                }
            }
        ]
    }

    /// A table that scrolls sideways where it does not fit.
    func table(_ label: String, _ name: String = "", @HTMLBuilder content: () -> [HTMLNode]) -> HTMLNode {
        HTMLTag.div(.class("scroll"), .set(.tabindex, "0"), .set(.role, "group"), .set(.label, label)) {
            HTMLTag.table.with(name.isEmpty ? [] : [.class(name)]) { content() }
        }
    }

    func form(
        _ route: WebRoute, _ fields: [(name: String, value: String)], button text: String,
        _ attributes: [HTMLAttribute] = [], buttonClass: String = "", label: String? = nil, key: String? = nil
    ) -> HTMLNode {
        HTMLTag.form.with([.set(.method, "post"), .link(.action, route)] + attributes) {
            for field in fields {
                HTMLTag.input(.set(.type, "hidden"), .set(.name, field.name), .set(.value, field.value))
            }
            HTMLTag.button.with(
                [.set(.type, "submit")] + (buttonClass.isEmpty ? [] : [.class(buttonClass)])
                    + (label.map { [.set(.label, $0)] } ?? [])
                    + (key.map { [.set(.keys, $0), .set(.title, $0)] } ?? [])
            ) { text }
        }
    }
}
