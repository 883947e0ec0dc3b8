import Localization
import MeetingHistory
import MeetingModel
import Presentation
import StandupSpeech

// Making a term of a word that has been corrected more than once.

extension PastMeeting {
    /// Looks for such a word after the corrections of the meeting have been saved.
    func proposeTerm(after meeting: Meeting) -> Effect {
        call {
            try $0.store.termProposals(after: meeting, isCommon: Vocabulary.isCommon).first
        } show: {
            $0.proposal = $1
            guard let proposal = $1 else { return }
            $0.noticeMessage = NoticeMessage(
                .information,
                .meetingTermProposal(
                    term: .text(proposal.term), count: .count(proposal.count),
                    heard: .list(proposal.heard.prefix(3).map { "“\($0)”" })))
        }
    }

    /// Makes the proposed word a term of the standup.
    mutating func addTerm() -> Reply {
        guard let proposal, let standup = loaded?.meeting.standupID else { return Reply() }
        self.proposal = nil
        noticeMessage = NoticeMessage(.information, .meetingTermAdded(term: .text(proposal.term)))
        return Reply(
            change(standup) { standup in
                let isKnown = standup.vocabulary.contains { $0.lowercased() == proposal.term.lowercased() }
                if !isKnown { standup.vocabulary.append(proposal.term) }
            })
    }
}
