#if Web
import CCrypto
import Glibc
import MeetingHistory
import MeetingModel
import NIOSSL
import Web

/// The certificate and the key with which the server speaks TLS.
struct ServerCertificate {
    let configuration: TLSConfiguration
    /// The SHA-256 fingerprint of a certificate that the server made itself; nil for others.
    let ownFingerprint: String?

    /// Loads a certificate, or makes one for these origins; one that was made before is kept if it names the required
    /// hosts.
    init(
        _ certificate: WebServerSettings.Certificate, folder: DataFolder, for origins: [WebOrigin], required: [String]
    ) throws {
        switch certificate {
        case .files(let path, let keyPath):
            (configuration, _) = try Self.load(path, keyPath)
            ownFingerprint = nil
        case .own:
            let path = folder.path + "/" + DataFolder.certificateName
            if !Self.isUsable(path, for: required) { try Self.make(path, for: origins.map(\.host)) }
            let certificate: NIOSSLCertificate
            (configuration, certificate) = try Self.load(path, path)
            let digits = try SHA256.digits(of: certificate.toDERBytes())
            ownFingerprint = stride(from: 0, to: 64, by: 2)
                .map { digits.dropFirst($0).prefix(2).uppercased() }.joined(separator: ":")
        }
    }

    private static func load(_ path: String, _ keyPath: String) throws -> (TLSConfiguration, NIOSSLCertificate) {
        for file in [path, keyPath] where access(file, R_OK) != 0 {
            throw Failure(
                .notFound, "cannot read \(file) (\(systemMessage(errno))); check --tls-cert and --tls-key"
            )
        }
        guard let chain = try? NIOSSLCertificate.fromPEMFile(path), let first = chain.first else {
            throw Failure(.notFound, "\(path) holds no certificate in PEM; check --tls-cert")
        }
        guard let key = try? NIOSSLPrivateKey(file: keyPath, format: .pem) else {
            throw Failure(
                .notFound, "\(keyPath) holds no private key in PEM without a password; check --tls-key")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        guard (try? NIOSSLContext(configuration: configuration)) != nil else {
            throw Failure(.notFound, "the key in \(keyPath) is not that of the certificate in \(path)")
        }
        return (configuration, first)
    }

    /// Whether the kept certificate names all hosts, is valid and lasts for another month.
    ///
    /// One that was made while the clock was ahead is not valid yet.
    private static func isUsable(_ path: String, for hosts: [String]) -> Bool {
        guard !DataFolder.isLink(path), let certificate = try? NIOSSLCertificate.fromPEMFile(path).first,
            certificate.notValidBefore <= time(nil), certificate.notValidAfter > time(nil) + 30 * 24 * 3600
        else { return false }
        let names = certificate._subjectAlternativeNames().map { name in
            name.contents.withUnsafeBufferPointer { Array($0) }
        }
        return hosts.allSatisfy { names.contains(bytes(of: $0)) }
    }

    private static func make(_ path: String, for hosts: [String]) throws {
        let names = hosts.map { host in IPAddress(host: host).map { "IP:\($0)" } ?? "DNS:\(host)" }.joined(
            separator: ",")
        var buffer = [CChar](repeating: 0, count: 32 << 10)
        let count = standup_make_certificate(names, 397, &buffer, UInt(buffer.count))
        guard count > 0 else {
            throw Failure(
                .unavailable, "libcrypto cannot make a certificate; install the package libssl3, or use --tls-cert")
        }
        let pem = buffer[..<Int(count)].map { UInt8(bitPattern: $0) }
        try AtomicFile.write(pem, to: path, mode: 0o600)
    }

    /// What a certificate holds for a host.
    private static func bytes(of host: String) -> [UInt8] { IPAddress(host: host)?.bytes ?? Array(host.utf8) }
}
#endif
