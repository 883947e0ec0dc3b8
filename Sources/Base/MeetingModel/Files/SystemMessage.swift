internal import Glibc

/// The system's text for an error number, such as "No space left on device".
package func systemMessage(_ code: CInt) -> String {
    String(cString: strerror(code))
}
