/// A file that all pages use.
package enum WebAsset: String, CaseIterable, Hashable, Sendable {
    case style = "style.css"
    case script = "script.js"
    case icon = "icon.svg"

    /// The path among the assets, for `AssetFolder.locate`.
    package var path: String { "Web/" + rawValue }

    package var mediaType: String {
        switch self {
        case .style: "text/css; charset=utf-8"
        case .script: "text/javascript; charset=utf-8"
        case .icon: "image/svg+xml"
        }
    }
}
