import Testing
import TestSupport

/// The names of devices, which their makers choose.
@Suite(.needsSound, .onOwnThread, .timeLimit(.minutes(10)))
struct `A device's own name` {
    @Test func `never reaches a terminal raw`() async throws {
        let (program, server) = (try Program(), try await SoundServer())
        let loaded = try program.run(
            program: "/usr/bin/pactl",
            [
                "load-module", "module-null-sink", "sink_name=evil",
                "sink_properties=device.description='ev\u{1B}[31mil\u{85}\u{7}'",
            ], environment: server.environment)
        #expect(loaded.status == 0, "\(loaded.errors)")
        for command in [["devices"], ["devices", "--json"], ["doctor"]] {
            let result = try program.run(command, environment: server.environment)
            #expect(command == ["doctor"] || result.output.contains("ev"))
            let raw = (result.output + result.errors).unicodeScalars
                .filter { $0 != "\n" && $0.properties.generalCategory == .control }
            #expect(raw.isEmpty, "\(command) \(result.output.debugDescription)")
        }
    }
}
