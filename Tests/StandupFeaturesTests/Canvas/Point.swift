import StandupFeatures

/// In these tests a point is a cell of a canvas, not a point of a meeting.
typealias Point = StandupFeatures.Point
