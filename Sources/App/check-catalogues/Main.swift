import Foundation
import Localization

/// Checks the catalogues against each other and against the sources, for those who translate.
///
///     swift run check-catalogues [PACKAGE]
@main
enum CheckCatalogues {
    static func main() {
        do {
            let findings = try CatalogueCheck(package: CommandLine.arguments.dropFirst().first ?? ".").findings
            for finding in findings { print(finding) }
            guard findings.isEmpty else { exit(1) }
        } catch {
            FileHandle.standardError.write(Data("check-catalogues: \(error)\n".utf8))
            exit(1)
        }
    }
}
