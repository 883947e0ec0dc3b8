/// Frequent English words, which a vocabulary replaces only with caution.
enum CommonWords {
    static let function = words(
        """
        a about above after again all also am an and any are aren't as at be because been before being below between both
        but by can can't could did didn't do does doesn't doing don't down each few for from further get got had has have
        having he he's her here hers him his how i i'd i'll i'm i've if in into is isn't it it's its just let's me more
        most my no nor not now of off oh on once one only or other our out over own really same she she's should so some
        such than that that's the their them then there there's these they they're this those through to too two under
        until up us very was wasn't we we'll we're we've were what when where which while who whom why will with won't
        would yes yet you you're your
        """)

    /// Words that are frequent at work.
    static let frequent = words(
        """
        able account actually add added afternoon ago agree agreed almost alone along already always another answer
        anyone anything around ask asked away back bad became become been began begin behind believe best better big
        bit block blocked blocker blocking book both branch break bring broke broken brought budget bug bugs build built
        business busy call called came case change changed changes check checked clean clear client close closed code
        come coming company complete continue cost couple course customer customers data date day days deal decided deploy
        deployed design different difficult discuss document done door draft early easy edit eight either email end ended
        enough error even evening every everyone everything example expect far fast feature feedback feel felt few field
        file files final finally find finish finished first five fix fixed follow form forward found four free friday
        friend full fun game gave getting give given go goes going gone good great group guess half hand happen
        happened happy hard head hear heard help high hold holiday home hope hour hours house idea image important issue
        issues its job keep kept kind knew know known large last late later lead learn leave left less let letter level
        life light like line list listen little live log login long look looked looking lot low made mail main make
        making man manager many mark mark's matter may maybe mean means meet meeting meetings member memory merge merged
        message might mind minute minutes miss missing moment monday money month months morning move moved much must name
        near need needed needs never new next nice night nine nothing number numbers office often old open opened order
        others page pages paper part parts past pay people perhaps person phone pick place plan planned planning play
        please point possible post press pretty probably problem problems product project pull push put question quick
        quickly quite ran rather read ready real reason release released remember remove removed report request
        requests rest result results review reviewed reviewing right room rose run running said sale same saturday saw say
        saying school search second see seem seems seen send sent server service set seven several ship short show
        shown side simple since sit site six slow small something soon sorry sort sound spend spent sprint staging start
        started starting state status stay step still stop stopped story stuck stuff sunday support sure system table take
        taken taking talk talked talking task tasks team tell ten term test tested testing tests text thank thanks thing
        things think third thought three thursday ticket tickets time times today together told tomorrow tonight took
        top toward town tried true try trying tuesday turn turned under understand update updated upgrade use used user
        users using usual version wait waited waiting walk want wanted watch water way web wednesday week weekend weeks
        well went white whole wish without woman wonder word words work worked working works world worry write writing
        written wrong wrote year years yesterday young
        """)

    private static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}
