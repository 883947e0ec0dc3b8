import Glibc

/// A program that is not installed on this machine.
package struct MissingProgram: Error, CustomStringConvertible {
    package var name: String
    package var description: String { "\(name) is not installed; tools/test installs what the tests need" }
}

/// The path of an installed program.
///
/// Pass the name as a literal: tools/tests/test_packages.py searches for it, and checks that a package provides the
/// program.
package func installed(_ name: StaticString) throws -> String {
    let paths = ["/usr/local/bin", "/usr/bin", "/bin"].map { "\($0)/\(name)" }
    guard let path = paths.first(where: { access($0, X_OK) == 0 }) else {
        throw MissingProgram(name: "\(name)")
    }
    return path
}
