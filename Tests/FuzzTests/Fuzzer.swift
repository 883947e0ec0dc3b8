import Glibc

// The entry point for libFuzzer. Only the program that `tools/fuzz` builds contains it, not the tests.

/// The target that `STANDUP_FUZZ` names.
private let target: FuzzTarget = {
    let name = getenv("STANDUP_FUZZ").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        let names = FuzzTarget.allCases.map(\.rawValue).joined(separator: " ")
        print("fuzz: no such target, \(name), set STANDUP_FUZZ to one of: \(names)")
        exit(64)
    }
    return target
}()

/// Reads one input, and stops the program if that breaks a promise.
@_cdecl("LLVMFuzzerTestOneInput")
public func readInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    do {
        try target.read(Array(UnsafeBufferPointer(start: start, count: count)))
    } catch {
        fatalError("\(target.rawValue): \(error)")
    }
    return 0
}
