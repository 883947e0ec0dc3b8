// One import for all that a test of a meeting needs.

@_exported public import MeetingEngine
