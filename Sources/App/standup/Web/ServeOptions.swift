import ArgumentParser
import MeetingModel
import Web

/// How `standup serve` can be reached.
struct ServeOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The address and port to listen on.", valueName: "address:port"))
    var listen = "\(WebServerSettings.defaultHost):\(WebServerSettings.defaultPort)"

    @Option(help: ArgumentHelp("The address that browsers use, if it is another one.", valueName: "url"))
    var url: String?

    @Option(
        help: ArgumentHelp("The certificate for TLS, with its chain, in PEM.", valueName: "file"), completion: .file())
    var tlsCert: String?

    @Option(help: ArgumentHelp("The key of the certificate in PEM.", valueName: "file"), completion: .file())
    var tlsKey: String?

    @Option(
        help: ArgumentHelp(
            "Serve to a proxy with this address; repeatable. Needs --url.", valueName: "address"))
    var behindProxy: [String] = []

    /// The server's settings for a data folder; throws for options that do not fit together.
    func settings(data: String, isShared: Bool) throws(Failure) -> WebServerSettings {
        guard let authority = Authority(listen), let port = authority.port else {
            throw Failure(
                .usage,
                "'\(DisplayText(quoting: listen))' is no address to listen on; write it like 127.0.0.1:7810 or [::1]:7810"
            )
        }
        var settings = WebServerSettings(
            version: StandupCommand.version, data: data, isShared: isShared, host: authority.host, port: port)
        settings.url = try origin()
        settings.certificate = try certificate()
        settings.proxies = try proxies()
        let address = IPAddress(authority.host.filter { $0 != "[" && $0 != "]" })
        let isLoopback = address?.isLoopback ?? (authority.host == "localhost")
        if !isLoopback, settings.proxies.isEmpty, settings.certificate == nil { settings.certificate = .own }
        return try checked(settings)
    }

    private func checked(_ settings: WebServerSettings) throws(Failure) -> WebServerSettings {
        guard let url = settings.url else {
            if !settings.proxies.isEmpty {
                throw Failure(.usage, "--behind-proxy needs the address that browsers use: --url https://HOST")
            }
            return settings
        }
        guard settings.certificate != nil || !settings.proxies.isEmpty || url.isSecure || url.isLoopback else {
            throw Failure(
                .usage,
                "--url with http is for browsers on this machine, such as http://localhost:\(settings.port); for others "
                    + "use https with --tls-cert and --tls-key, or --behind-proxy")
        }
        guard !settings.proxies.isEmpty || url.isSecure == (settings.certificate != nil) else {
            throw Failure(
                .usage,
                url.isSecure
                    ? "--url with https needs --tls-cert and --tls-key, or --behind-proxy"
                    : "--url with http does not fit TLS; use https")
        }
        return settings
    }

    private func origin() throws(Failure) -> WebOrigin? {
        guard let url else { return nil }
        guard let origin = WebOrigin(url) else {
            throw Failure(
                .usage,
                "'\(DisplayText(quoting: url))' is no address of a server; write it like https://standup.example.org")
        }
        return origin
    }

    private func certificate() throws(Failure) -> WebServerSettings.Certificate? {
        switch (tlsCert, tlsKey) {
        case (nil, nil): return nil
        case (let certificate?, let key?):
            guard behindProxy.isEmpty else {
                throw Failure(.usage, "--behind-proxy leaves TLS to the proxy; leave out --tls-cert and --tls-key")
            }
            return .files(certificate: absolutePath(certificate), key: absolutePath(key))
        case (_?, nil): throw Failure(.usage, "--tls-cert needs the certificate's key: --tls-key FILE")
        case (nil, _?): throw Failure(.usage, "--tls-key needs the key's certificate: --tls-cert FILE")
        }
    }

    private func proxies() throws(Failure) -> [String] {
        var proxies: [String] = []
        for text in behindProxy.flatMap({ $0.split(separator: ",") }) {
            guard let address = IPAddress(text) else {
                throw Failure(
                    .usage, "'\(DisplayText(quoting: String(text)))' is no address of a proxy; write it like 127.0.0.1")
            }
            proxies.append(address.description)
        }
        return proxies
    }

    /// The same options as arguments, for the unit of systemd.
    var arguments: [String] {
        var arguments = ["--listen", listen]
        if let url { arguments += ["--url", url] }
        if let tlsCert { arguments += ["--tls-cert", absolutePath(tlsCert)] }
        if let tlsKey { arguments += ["--tls-key", absolutePath(tlsKey)] }
        for proxy in behindProxy { arguments += ["--behind-proxy", proxy] }
        return arguments
    }
}
