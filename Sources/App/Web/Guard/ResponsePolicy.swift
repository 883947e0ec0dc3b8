package enum ResponsePolicy {
    /// The names and values, for pages, errors, files and streams alike.
    package static let headers: [(name: String, value: String)] = [
        ("Content-Security-Policy", contentSecurity),
        ("X-Content-Type-Options", "nosniff"),
        // With no-referrer, browsers would send `Origin: null` with forms.
        ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
        ("Cross-Origin-Embedder-Policy", "require-corp"),
        ("X-Frame-Options", "DENY"),
        ("Permissions-Policy", permissions),
        ("Origin-Agent-Cluster", "?1"),
        ("X-Robots-Tag", "noindex, nofollow"),
    ]

    /// The header of responses that say nothing about being kept.
    package static let notKept = (name: "Cache-Control", value: "no-store")

    /// What pages may load: nothing from anywhere else, and no script or style but the two files.
    static let contentSecurity = [
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'", "media-src 'self'",
        "connect-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'",
        "require-trusted-types-for 'script'", "trusted-types 'none'",
    ].joined(separator: "; ")

    private static let permissions =
        ([
            "accelerometer", "camera", "display-capture", "geolocation", "gyroscope", "hid",
            "local-fonts", "magnetometer", "microphone", "midi", "payment", "publickey-credentials-get", "serial",
            "usb",
            "xr-spatial-tracking",
        ].map { "\($0)=()" } + ["autoplay=(self)", "fullscreen=(self)", "screen-wake-lock=(self)"])
        .joined(separator: ", ")
}
