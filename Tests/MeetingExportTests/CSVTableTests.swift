import MeetingExport
import Testing

@Suite struct CSVTableTests {
    @Test("Lines end in CRLF, and a field is in quotes if it holds a comma, a quote or a line break")
    func quotes() {
        var table = CSVTable(["name", "said, or not", "count"])
        table.append(["Ann", "she said \"yes\"", nil])
        table.append(["", "two\nlines\r\nor three", "0"])
        #expect(
            table.text
                == "name,\"said, or not\",count\r\nAnn,\"she said \"\"yes\"\"\",\r\n,\"two\nlines\r\nor three\",0\r\n")
    }

    @Test("A quote with an accent behind it is a quote still")
    func accents() {
        var table = CSVTable(["text"])
        table.append(["a\"\u{301}b"])
        #expect(table.text.unicodeScalars.elementsEqual("text\r\n\"a\"\"\u{301}b\"\r\n".unicodeScalars))
    }
}
