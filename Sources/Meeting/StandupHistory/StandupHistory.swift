// One import for all that a program needs to keep meetings, find what was said in them, and hand it on.

@_exported public import MeetingHistory
@_exported public import MeetingModel
