import MeetingModel
import Testing

@testable import StandupFeatures

struct ScrollWindowTests {
    @Test(arguments: [
        (count: 3, focus: 0, height: 10, rows: [0, 1, 2]),
        (count: 10, focus: 0, height: 4, rows: [0, 1, 2, 3]),
        (count: 10, focus: 5, height: 5, rows: [3, 4, 5, 6, 7]),
        (count: 10, focus: 9, height: 4, rows: [6, 7, 8, 9]),
        (count: 10, focus: 8, height: 4, rows: [6, 7, 8, 9]),
        (count: 1, focus: 0, height: 1, rows: [0]),
        (count: 0, focus: 0, height: 4, rows: []),
        (count: 4, focus: 2, height: 0, rows: []),
    ])
    func `rows of one line are seen around the one in focus`(
        _ sample: (count: Int, focus: Int, height: Int, rows: [Int])
    ) {
        let window = ScrollWindow(count: sample.count, focus: sample.focus, height: sample.height) { _ in 1 }
        #expect(window.items.map(\.index) == sample.rows)
        #expect(window.items.map(\.row) == Array(sample.rows.indices))
        #expect(window.isComplete == (sample.rows.count == sample.count))
    }

    @Test func `an item that is cut at the top begins above the window`() {
        let window = ScrollWindow(count: 10, focus: 5, height: 9) { _ in 5 }
        #expect(window.items.map(\.index) == [4, 5, 6])
        #expect(window.items.map(\.row) == [-3, 2, 7])
    }

    @Test func `an item that is higher than the window begins at its top`() {
        let window = ScrollWindow(count: 3, focus: 1, height: 4) { $0 == 1 ? 9 : 1 }
        #expect(window.items.first == ScrollWindow.Item(index: 1, row: 0, rows: 9))
    }

    @Test(arguments: UInt64(0)..<200)
    func `items follow each other without a gap, and the focus is among them`(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let heights = (0..<Int.random(in: 1...40, using: &random)).map { _ in Int.random(in: 1...6, using: &random) }
        let focus = Int.random(in: 0..<heights.count, using: &random)
        let height = Int.random(in: 1...30, using: &random)
        let window = ScrollWindow(count: heights.count, focus: focus, height: height) { heights[$0] }
        let total = heights.reduce(0, +)
        for (item, next) in zip(window.items, window.items.dropFirst()) {
            #expect(next.index == item.index + 1)
            #expect(next.row == item.row + item.rows)
        }
        #expect(window.items.contains { $0.index == focus && 0..<height ~= $0.row })
        let end = window.items.last.map { $0.row + $0.rows } ?? 0
        #expect(total <= height ? window.isComplete && window.items.first?.row == 0 : end >= height)
        #expect((window.items.first?.row ?? 1) <= 0)
    }

    @Test func `ten thousand items cost no more than those that are seen`() {
        var asked = 0
        let window = ScrollWindow(count: 10_000, focus: 5000, height: 20) { _ in
            asked += 1
            return 2
        }
        #expect(window.items.count == 11)
        #expect(asked < 50)
    }
}
