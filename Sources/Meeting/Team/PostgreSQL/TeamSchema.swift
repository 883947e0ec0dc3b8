/// The tables of a team on a PostgreSQL server.
///
/// Members read the tables, and write only through functions, which decide by the name of the login. Row security is a second
/// wall: without a policy for writing, even a `GRANT` by mistake lets nobody write past the functions.
enum TeamSchema {
    /// What brings the tables from each version to the next; the first makes them.
    ///
    /// A released one never changes.
    static let migrations = [first, ownership]

    /// The version of the tables that this program makes.
    static var version: Int64 { Int64(migrations.count) }

    /// The oldest server that has all that the statements use (`gen_random_uuid`), as libpq counts.
    static let oldestServer: CInt = 130_000

    /// The lock of those who change tables, until the end of their transaction; only the owner of the tables can take it.
    static let lock = "LOCK TABLE standup.server IN SHARE ROW EXCLUSIVE MODE"

    /// Makes the roles, which belong to all databases of a server.
    ///
    /// Another team may have made them, or make them at the same time: a lock is of one database. Only if they are there, this
    /// needs no `CREATEROLE`.
    static let roles = """
        DO $$
        BEGIN
            BEGIN
                IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'standup_reader') THEN
                    CREATE ROLE standup_reader NOLOGIN;
                END IF;
                IF NOT EXISTS (SELECT FROM pg_catalog.pg_roles WHERE rolname = 'standup_member') THEN
                    CREATE ROLE standup_member NOLOGIN;
                    GRANT standup_reader TO standup_member;
                END IF;
            EXCEPTION WHEN duplicate_object OR unique_violation THEN
                NULL; -- a team in another database made them at the same time
            END;
            -- Since PostgreSQL 16, who makes a role may grant it, but does not have its rights.
            IF NOT pg_catalog.pg_has_role(session_user, 'standup_member', 'usage') THEN
                BEGIN
                    EXECUTE pg_catalog.format('GRANT standup_member TO %I', session_user);
                EXCEPTION WHEN insufficient_privilege THEN
                    NULL; -- the administrator of the roles grants it
                END;
            END IF;
        END $$
        """

    private static let first =
        tables + """
            CREATE FUNCTION standup.register(new_device text, new_name text) RETURNS void
            LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
                INSERT INTO standup.device (id, member, name)
                SELECT new_device, session_user, left(new_name, 100) WHERE octet_length(new_device) <= 200
                ON CONFLICT DO NOTHING
            $$;

            -- Whether a member may delete an item: SharedKind.deleter.
            CREATE FUNCTION standup.may_delete(of_kind text, of_item text, login text) RETURNS boolean
            LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
            DECLARE
                stored record;
            BEGIN
                IF of_kind = 'standup' THEN
                    RETURN coalesce((SELECT member = login FROM standup.lead WHERE standup = of_item), true);
                END IF;
                IF of_kind NOT IN ('meeting', 'transcript') THEN
                    RETURN false;
                END IF;
                IF of_kind = 'transcript' AND right(of_item, 2) = '/1' THEN
                    -- A live transcript is its meeting's, also while it is on its way.
                    SELECT * INTO stored FROM standup.first_change('meeting', left(of_item, -2));
                ELSE
                    SELECT * INTO stored FROM standup.first_change(of_kind, of_item);
                    IF stored.member IS NULL AND of_kind = 'transcript' THEN
                        -- Another transcript of a meeting that is here may be on its way too.
                        SELECT * INTO stored FROM standup.first_change('meeting', split_part(of_item, '/', 1));
                    END IF;
                END IF;
                RETURN stored.member IS NULL OR stored.member = login
                    OR EXISTS (SELECT FROM standup.first_change('meeting', stored.meeting) AS f WHERE f.member = login)
                    OR EXISTS (SELECT FROM standup.lead AS l WHERE l.standup = stored.standup AND l.member = login);
            END $$;

            -- Stores a batch: 'stored', 'known' if it is stored already, or 'notNext' if it does not follow the last one.
            CREATE FUNCTION standup.push(
                batch_device text, batch_first bigint, batch_previous text, batch_hash text, kinds text[], items text[],
                standups text[], meetings text[], transcripts text[], members text[], times bigint[], counters bigint[],
                writers text[], contents text[], OUT outcome text, OUT refused bigint[]
            ) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
            DECLARE
                own standup.device;
                change record;
                last bigint := batch_first + cardinality(kinds) - 1;
            BEGIN
                -- One batch at a time: a change is never stored beside the deletion of what it belongs to.
                PERFORM pg_advisory_xact_lock(7305804402567);
                SELECT * INTO own FROM standup.device AS d
                WHERE d.id = batch_device AND d.member = session_user FOR UPDATE;
                IF own.sequence = last AND own.hash = batch_hash THEN
                    outcome := 'known';
                    refused := own.refused;
                    RETURN;
                END IF;
                IF octet_length(batch_hash) > 64 OR own.sequence IS DISTINCT FROM batch_first - 1
                    OR own.hash IS DISTINCT FROM batch_previous
                THEN
                    outcome := 'notNext';
                    RETURN;
                END IF;
                outcome := 'stored';
                refused := '{}';
                FOR change IN
                    SELECT * FROM unnest(
                        kinds, items, standups, meetings, transcripts, members, times, counters, writers, contents)
                    WITH ORDINALITY AS t (
                        kind, item, standup, meeting, transcript, member, time, counter, writer, content, position)
                LOOP
                    -- No program writes longer ones.
                    IF octet_length(change.item) > 200 OR octet_length(change.standup) > 200
                        OR octet_length(change.meeting) > 200 OR octet_length(change.transcript) > 200
                        OR octet_length(change.member) > 200 OR octet_length(change.writer) > 200
                        OR octet_length(change.content) > 64000000
                    THEN
                        refused := refused || (batch_first + change.position - 1);
                        CONTINUE;
                    END IF;
                    IF change.content IS NULL THEN
                        -- The collation of a login's name would be that of all comparisons, which then use no index.
                        IF NOT standup.may_delete(
                            change.kind, change.item, session_user::text COLLATE "default")
                        THEN
                            refused := refused || (batch_first + change.position - 1);
                            CONTINUE;
                        END IF;
                        PERFORM standup.remove(change.kind, change.item);
                    ELSE
                        IF change.kind = 'lead' AND EXISTS (
                            SELECT FROM standup.lead AS l WHERE l.standup = change.item AND l.member <> session_user)
                        THEN
                            refused := refused || (batch_first + change.position - 1);
                            CONTINUE;
                        END IF;
                        CONTINUE WHEN EXISTS (
                            SELECT FROM standup.change AS c
                            WHERE c.content IS NULL AND (c.kind, c.item) IN (
                                (change.kind, change.item), ('standup', change.standup), ('meeting', change.meeting),
                                ('transcript', change.transcript)));
                        CONTINUE WHEN change.kind IN ('meeting', 'transcript') AND (
                            SELECT f.member <> session_user::text COLLATE "default"
                            FROM standup.first_change(change.kind, change.item) AS f);
                        -- Who gives a restored server back what it lost may have a live transcript of another's.
                        CONTINUE WHEN change.kind = 'transcript' AND right(change.item, 2) = '/1'
                            AND (SELECT s.epoch = 1 FROM standup.server AS s) AND (
                                SELECT session_user::text COLLATE "default" NOT IN (f.member, f.sender)
                                FROM standup.first_change('meeting', left(change.item, -2)) AS f);
                        IF change.kind = 'lead' THEN
                            INSERT INTO standup.lead VALUES (change.item, coalesce(change.member, session_user))
                            ON CONFLICT (standup) DO UPDATE SET member = excluded.member;
                        END IF;
                    END IF;
                    INSERT INTO standup.change (
                        device, sequence, kind, item, standup, meeting, transcript, member, time, counter, writer, content)
                    VALUES (
                        batch_device, batch_first + change.position - 1, change.kind, change.item, change.standup,
                        change.meeting, change.transcript, change.member, change.time, change.counter, change.writer,
                        change.content);
                END LOOP;
                UPDATE standup.device AS d
                SET sequence = last, hash = batch_hash, refused = push.refused, last_seen = clock_timestamp()
                WHERE d.id = batch_device;
                -- Only a doorbell: a payload would be another thing to read.
                PERFORM pg_notify('standup', '');
            END $$;

            CREATE FUNCTION standup.announce(
                of_meeting text, of_standup text, on_machine text, since bigint, is_over boolean
            ) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
            BEGIN
                DELETE FROM standup.holding AS h
                WHERE h.meeting = of_meeting AND h.member = session_user OR h.announced_at < now() - interval '1 day';
                IF NOT is_over AND octet_length(of_meeting) <= 200 AND octet_length(of_standup) <= 200 THEN
                    INSERT INTO standup.holding (meeting, standup, member, machine, started_at)
                    VALUES (of_meeting, of_standup, session_user, left(on_machine, 100), since) ON CONFLICT DO NOTHING;
                END IF;
                PERFORM pg_notify('standup', '');
            END $$;

            -- For the administrator, after the server was restored from a backup.
            CREATE FUNCTION standup.restored() RETURNS bigint LANGUAGE sql
            SET search_path = pg_catalog, pg_temp AS $$
                UPDATE standup.server SET epoch = epoch + 1 RETURNING epoch
            $$;

            REVOKE ALL ON ALL FUNCTIONS IN SCHEMA standup FROM PUBLIC;
            GRANT USAGE ON SCHEMA standup TO standup_reader;
            GRANT SELECT ON ALL TABLES IN SCHEMA standup TO standup_reader;
            GRANT EXECUTE ON FUNCTION standup.register, standup.push, standup.announce TO standup_member;
            """

    private static let tables = """
        CREATE SCHEMA standup;

        CREATE TABLE standup.server (
            is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
            id text NOT NULL DEFAULT gen_random_uuid(),
            epoch bigint NOT NULL DEFAULT 1, -- one more after each restoration
            version bigint NOT NULL -- of these tables
        );
        INSERT INTO standup.server (version) VALUES (0);

        CREATE TABLE standup.device (
            id text PRIMARY KEY,
            number bigint GENERATED ALWAYS AS IDENTITY, -- the order in which they joined
            member text NOT NULL, -- the login
            name text NOT NULL,
            sequence bigint NOT NULL DEFAULT 0, -- of its last change
            hash text NOT NULL DEFAULT '', -- of its last batch
            refused bigint[] NOT NULL DEFAULT '{}', -- in its last batch
            last_seen timestamptz
        );

        -- What was left out, or removed by a deletion, is a gap in the sequence numbers. A deletion has no content.
        CREATE TABLE standup.change (
            device text NOT NULL REFERENCES standup.device,
            sequence bigint NOT NULL,
            arrival bigint GENERATED ALWAYS AS IDENTITY,
            kind text NOT NULL,
            item text NOT NULL,
            standup text,
            meeting text,
            transcript text,
            member text,
            time bigint NOT NULL,
            counter bigint NOT NULL,
            writer text NOT NULL,
            content text,
            PRIMARY KEY (device, sequence)
        );
        CREATE INDEX change_item ON standup.change (kind, item);
        CREATE INDEX change_deletion ON standup.change (kind, item) WHERE content IS NULL;
        CREATE INDEX change_standup ON standup.change (standup) WHERE standup IS NOT NULL;
        CREATE INDEX change_meeting ON standup.change (meeting) WHERE meeting IS NOT NULL;
        CREATE INDEX change_transcript ON standup.change (transcript) WHERE transcript IS NOT NULL;

        CREATE TABLE standup.lead (standup text PRIMARY KEY, member text NOT NULL);

        CREATE TABLE standup.holding (
            meeting text PRIMARY KEY,
            standup text NOT NULL,
            member text NOT NULL,
            machine text NOT NULL,
            started_at bigint NOT NULL, -- nanoseconds since 1970
            announced_at timestamptz NOT NULL DEFAULT now()
        );

        ALTER TABLE standup.server ENABLE ROW LEVEL SECURITY;
        ALTER TABLE standup.device ENABLE ROW LEVEL SECURITY;
        ALTER TABLE standup.change ENABLE ROW LEVEL SECURITY;
        ALTER TABLE standup.lead ENABLE ROW LEVEL SECURITY;
        ALTER TABLE standup.holding ENABLE ROW LEVEL SECURITY;
        CREATE POLICY reading ON standup.server FOR SELECT TO standup_reader USING (true);
        CREATE POLICY reading ON standup.device FOR SELECT TO standup_reader USING (true);
        CREATE POLICY reading ON standup.change FOR SELECT TO standup_reader USING (true);
        CREATE POLICY reading ON standup.lead FOR SELECT TO standup_reader USING (true);
        CREATE POLICY reading ON standup.holding FOR SELECT TO standup_reader USING (true);

        -- Who wrote an item first, who sent it, and where it belongs; who recorded a meeting is what its first change says.
        CREATE FUNCTION standup.first_change(
            of_kind text, of_item text, OUT member text, OUT sender text, OUT standup text, OUT meeting text
        ) LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
            SELECT coalesce(c.member, d.member), d.member, c.standup, c.meeting
            FROM standup.change AS c JOIN standup.device AS d ON d.id = c.device
            WHERE c.kind = of_kind AND c.item = of_item AND c.content IS NOT NULL ORDER BY c.arrival LIMIT 1
        $$;

        -- Removes an item, and what belongs to it.
        CREATE FUNCTION standup.remove(of_kind text, of_item text) RETURNS void
        LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
        BEGIN
            DELETE FROM standup.change AS c WHERE c.kind = of_kind AND c.item = of_item AND c.content IS NOT NULL;
            IF of_kind = 'standup' THEN
                DELETE FROM standup.change AS c WHERE c.standup = of_item;
                DELETE FROM standup.lead AS l WHERE l.standup = of_item;
                DELETE FROM standup.holding AS h WHERE h.standup = of_item;
            ELSIF of_kind = 'meeting' THEN
                DELETE FROM standup.change AS c WHERE c.meeting = of_item;
            ELSIF of_kind = 'transcript' THEN
                DELETE FROM standup.change AS c WHERE c.transcript = of_item;
            END IF;
        END $$;


        """
}
