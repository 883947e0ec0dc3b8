import MeetingHistory
import Team

/// Connects to the server of an address as its environment says, and prints its name, and the user or the error.
@main
enum Probe {
    static func main() {
        do {
            let address = try PostgreSQLAddress(CommandLine.arguments.dropFirst().first ?? "")
            print(address.server)
            print(try PostgreSQLTeamServer(at: address).identity().member)
        } catch {
            print(error)
        }
    }
}
