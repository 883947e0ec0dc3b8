package struct HTMLDocument: Sendable {
    /// The BCP 47 tag of its language.
    let language: String
    let title: String
    /// The class of the body: the theme.
    let bodyClass: String
    /// The seconds after which a browser without scripts loads the page again; nil for never.
    var reload: Int?
    let body: [HTMLNode]

    /// The page in UTF-8.
    ///
    /// Other servers get no referrer. The page's own does, because a browser that sends none posts forms with the origin
    /// `null`.
    package var bytes: [UInt8] {
        var writer = HTMLWriter()
        writer.write("<!DOCTYPE html>\n<html lang=\"")
        writer.writeEscaped(language)
        writer.write(
            """
            ">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="referrer" content="same-origin">
            <meta name="robots" content="noindex">
            <title>
            """)
        writer.writeEscaped(title)
        writer.write("</title>\n")
        writer.write("<link rel=\"icon\" type=\"image/svg+xml\" href=\"")
        writer.writeEscaped(WebRoute.asset(.icon).url.description)
        writer.write("\">\n<link rel=\"stylesheet\" href=\"")
        writer.writeEscaped(WebRoute.asset(.style).url.description)
        writer.write("\">\n<script defer src=\"")
        writer.writeEscaped(WebRoute.asset(.script).url.description)
        writer.write("\"></script>\n")
        if let reload {
            writer.write("<noscript><meta http-equiv=\"refresh\" content=\"")
            writer.writeEscaped("\(reload)")
            writer.write("\"></noscript>\n")
        }
        writer.write("</head>\n<body class=\"")
        writer.writeEscaped(bodyClass)
        writer.write("\">\n")
        for node in body { node.write(to: &writer) }
        writer.startLine()
        writer.write("</body>\n</html>\n")
        return writer.bytes
    }

    package static let mediaType = "text/html; charset=utf-8"
}
