@testable import StandupFeatures
import Testing

struct MouseDragTests {
    @Test func `a click is performed on release over the same area`() {
        var drag = MouseDrag()
        #expect(drag.press(on: .select(2)) == [])
        #expect(drag.move(to: .select(2)) == [])
        #expect(drag.release(over: .select(2)) == [.select(2)])
        _ = drag.press(on: .help)
        #expect(drag.release(over: nil) == [])
        #expect(drag.release(over: .help) == [])
    }

    @Test func `a dragged row is grabbed once and moved to every row on its way`() {
        var drag = MouseDrag()
        _ = drag.press(on: .select(1))
        #expect(drag.move(to: .select(2)) == [.grab(1), .moveRow(to: 2)])
        #expect(drag.move(to: nil) == [])
        #expect(drag.move(to: .select(2)) == [])
        #expect(drag.move(to: .select(0)) == [.moveRow(to: 0)])
        #expect(drag.release(over: .select(0)) == [])
        #expect(drag.move(to: .select(3)) == [])
    }

    @Test func `a seek bar follows the mouse from the press on`() {
        var drag = MouseDrag()
        #expect(drag.press(on: .seekTo(100)) == [.seekTo(100)])
        #expect(drag.move(to: .seekTo(100)) == [])
        #expect(drag.move(to: .seekTo(250)) == [.seekTo(250)])
        #expect(drag.move(to: .select(1)) == [])
        #expect(drag.release(over: .seekTo(250)) == [])
    }
}
