import Glibc

/// A program that is not on this machine.
package struct MissingProgram: Error, CustomStringConvertible {
    package var name: String
    package var description: String { "\(name) is not installed; tools/test installs what the tests need" }
}

/// The path of a program that is not ours.
///
/// The name is a literal: tools/tests/test_packages.py looks for it, and checks that a package has the program.
package func installed(_ name: StaticString) throws -> String {
    let paths = ["/usr/local/bin", "/usr/bin", "/bin"].map { "\($0)/\(name)" }
    guard let path = paths.first(where: { access($0, X_OK) == 0 }) else {
        throw MissingProgram(name: "\(name)")
    }
    return path
}
