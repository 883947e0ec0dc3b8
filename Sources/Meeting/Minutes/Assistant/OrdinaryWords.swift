import MeetingModel

/// Words that may have a capital letter although nobody said them: they begin a point, or are German nouns of meetings.
///
/// None of them is mainly a name: not "may" or "mark".
enum OrdinaryWords {
    /// The ordinary words of a language, in lower case, without accents; none if it has no list.
    static func words(of language: String) -> Set<String> { lists[language.primaryLanguage] ?? [] }

    private static let lists = [
        "en": english, "de": german,
    ].mapValues { Set($0.split(whereSeparator: \.isWhitespace).map(String.init)) }

    private static let english = """
        a about after again agree agreed agrees all already also am an and another any are as ask asked asking asks at
        attend attended attending automate automated await awaiting be because been before began begin being block
        blocked blocker blocking both broken build building built but by call called can cannot change changed changing
        check checked checking clean cleaned close closed complete completed completes completing configure configured
        continue continued continues continuing could couldn create created creating cut debug debugged debugging decide
        decided decision delete deleted deliver delivered deploy deployed deploying design designed designing did didn
        discuss discussed discussing do document documented does doesn doing don done down draft drafted drafting drop
        dropped each everybody everyone explore finalize find finding finish finished finishing first fix fixed fixing
        follow for found from gave get gets getting give go goes going got had has have haven having he help helped
        helping her here his how i if implement implemented implementing improve improved improving in install installed
        into investigate investigated investigating is issue issues it its just keep keeping lack lacking lacks last
        later learn let look looked looking made make making meet meeting merge merged merging met migrate migrated
        migrating missing more move moved moving must my need needed needing needs new next no nobody none not nothing
        now of off on once one only open opened or other our out over paired pairing pending plan planned planning plans
        postpone postponed prepare prepared preparing present presented problem progress publish published push pushed
        put question ran read ready refactor refactored refactoring release released releasing remove removed repair
        repaired replace replaced replacing report reported reporting request requested require required requires
        research resolve resolved resolving resume review reviewed reviewing rewrite rewrote run running said say see
        send sending sent set setting setup shall she ship shipped should show since so solve solved solving some start
        started starting still stop stopped struggling stuck support switch switched take taken taking talk talked
        talking task team test tested testing tests than that the their then there these they this those to today
        tomorrow took track tried try trying two unable under until up update updated updating upgrade upgraded
        upgrading use used uses using wait waited waiting waits want wanted wants was we were what when where whether
        which while who whose why will with without work worked working works would write writing written wrote
        yesterday you your monday tuesday wednesday thursday friday saturday sunday january february march july
        september october november december
        """

    private static let german = """
        ab aber abend abgeschlossen absprache alle allem aller alles als am an anfrage angebot anpassung arbeit arbeiten
        arbeitet auch auf aufgabe aufgaben aus bearbeitet bearbeiten bedarf beginn beginnen behebt behoben bei beim
        beitrag bericht bis bitte blocker blockade blockiert bleibt braucht da dabei damit danach dann das dass dazu dem
        den denn der des die diese diesem diesen dieser dieses durch eigene ein eine einem einen einer eines einfuhrung
        ende entscheidet entscheidung entschieden er erfolg ergebnis erledigt erst erstellt es fehler fehlen fehlende
        fehlt fertig fertiggestellt fortsetzung frage fragen freigabe freitag fur gab gemeinsam gesprach
        gestern getestet gibt grund hat hatte haben heute hilfe hier hindernis ich ihr im in ins ist jetzt kann kein
        keine keinen klarung konnen konnte losung macht meldung mit mitte mittwoch dienstag donnerstag montag
        samstag sonntag monat morgen muss mussen nach nachmittag nachste nachsten nachster nicht nichts noch nun nur ob
        oder offen offene ohne plan planen plant planung probleme problem prufen pruft punkt rest ruckmeldung schreiben
        schreibt schritt seit sich sie sind soll sollen stand start startet stunde stunden tag tage team teil termin
        test testen testet tests thema uber uberarbeitung uhr um und uns unser unsere unter unterstutzung ursache
        verantwortung verschoben version vom von vor vormittag vorschlag wann war waren warten wartet warum was weg
        wegen weil weiter weiterhin wenn wer werden wie wieder will wir wird wo woche wochen wollen wunsch wurde wurden
        zeit ziel zu zugang zugriff zum zur zustimmung zwei januar februar marz juli september oktober
        november dezember
        """
}
