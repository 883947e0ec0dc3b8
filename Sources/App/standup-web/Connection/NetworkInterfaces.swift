#if Web
import NIOCore
import Web

enum NetworkInterfaces {
    /// Those of all interfaces, without link-local ones, which need a zone.
    static func addresses() -> [IPAddress] {
        ((try? System.enumerateDevices()) ?? []).compactMap { device in
            device.address?.ipAddress.flatMap { IPAddress($0) }
        }
        .filter { !$0.isVersion6 || !($0.bytes[0] == 0xfe && $0.bytes[1] & 0xc0 == 0x80) }
    }
}
#endif
