#if Web
import Web

/// The cookie of a browser that was let in.
struct SessionCookie: Sendable {
    let origin: WebOrigin

    /// The name, with the port, since browsers send a host's cookies to all its ports.
    ///
    /// Under TLS, browsers accept a name with this prefix only from the host itself, with `Secure` and for all paths.
    var name: String { (origin.isSecure ? "__Host-" : "") + "standup-\(origin.port)" }

    func header(_ secret: Secret) -> String {
        "\(name)=\(secret.text); Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000"
            + (origin.isSecure ? "; Secure" : "")
    }
}
#endif
