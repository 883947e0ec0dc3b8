package import MeetingHistory
package import MeetingModel
package import Sound

/// Opens the history and manages its files. [one queue at a time]
package protocol MeetingLibrary: Sendable {
    /// Opens the history, creating it if necessary, and completes meetings whose process crashed.
    func open() throws(HistoryError) -> any MeetingStore

    /// Moves an unreadable history aside unchanged and returns its new path.
    ///
    /// Nil if the history turns out to be readable.
    func setAside() throws(HistoryError) -> String?

    /// Deletes an item; it can be restored until the history is closed.
    func delete(_ item: DeletedItem) throws(HistoryError)

    /// Restores an item that is in the trash; a discarded meeting is completed as an interrupted one.
    ///
    /// - Returns: False if there is no such item, because another program has deleted it for good.
    func restore(_ item: DeletedItem) throws(HistoryError) -> Bool

    /// Makes the points of a meeting again after another transcript became current, if its rules are to do that.
    func transcriptChanged(of meeting: Meeting.ID)

    /// Calls `report` each time that a process may have written the history, until it is closed; false if it cannot
    /// tell, so that one has to look from time to time.
    ///
    /// [`report`: any thread, several times for one write, perhaps a moment before the write can be read]
    func watch(_ report: @escaping @Sendable () -> Void) -> Bool

    /// Permanently removes deleted items.
    ///
    /// The history must not be used afterwards.
    ///
    /// - Returns: A line for each item that could not be removed yet; the next program to open the history tries again.
    @discardableResult
    func close() -> [String]

    /// Who of the team holds a standup elsewhere, as far as is known: a name and a device; nil if nobody.
    func holder(of standup: Standup) -> String?

    var recordings: any RecordingFolder { get }
}
