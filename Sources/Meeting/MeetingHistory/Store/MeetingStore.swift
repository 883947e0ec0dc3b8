/// A whole history, for the place where the program is put together.
///
/// Everything else asks for the parts that it uses.
package typealias MeetingStore =
    MeetingJournal & StandupStore & MeetingCatalogue & TranscriptStore & TranscriptionStore & MeetingSearch
    & DeletionStore
