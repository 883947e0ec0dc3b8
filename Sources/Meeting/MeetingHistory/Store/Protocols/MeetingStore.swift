/// All parts of a history, for the code that assembles the program.
///
/// All other code uses only the protocols that it needs.
package typealias MeetingStore =
    MeetingJournal & StandupStore & MeetingCatalogue & TranscriptStore & TranscriptionStore & MeetingSearch
    & DeletionStore & PointStore & UpdateStore & PostStore
