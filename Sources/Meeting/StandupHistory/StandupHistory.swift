// One import for all that a program needs to keep meetings, find what was said in them, and hand it on.

@_exported public import MeetingExport
@_exported public import MeetingHistory
@_exported public import MeetingModel
@_exported public import SQLiteHistory
