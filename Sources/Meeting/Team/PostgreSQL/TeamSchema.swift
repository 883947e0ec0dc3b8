/// The tables of a team on a PostgreSQL server.
///
/// Members read the tables, and write only through functions, which decide by the name of the login. Row security is a second
/// wall: without a policy for writing, even a `GRANT` by mistake lets nobody write past the functions.
enum TeamSchema {
    /// The version of the first release; older tables are refused.
    static let firstVersion: Int64 = 2

    /// What brings the tables from each version to the next, from the first on.
    ///
    /// A released one never changes.
    static let migrations: [String] = []

    /// The version of the tables that this program makes.
    static var version: Int64 { firstVersion + Int64(migrations.count) }

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

    /// Makes the tables of the first version.
    static let first =
        tables + functions + """
            CREATE FUNCTION standup.register(new_device text, new_name text) RETURNS void
            LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
                INSERT INTO standup.device (id, member, name)
                SELECT new_device, session_user, left(new_name, 100) WHERE octet_length(new_device) <= 200
                ON CONFLICT DO NOTHING
            $$;

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
        INSERT INTO standup.server (version) VALUES (\(firstVersion));

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

        -- A deletion of what has not come; whether it counts is decided when the item comes.
        CREATE TABLE standup.early_deletion (
            device text NOT NULL,
            sequence bigint NOT NULL,
            kind text NOT NULL,
            item text NOT NULL,
            member text NOT NULL, -- the login that sent it
            PRIMARY KEY (device, sequence)
        );
        CREATE INDEX early_deletion_item ON standup.early_deletion (kind, item);

        ALTER TABLE standup.server ENABLE ROW LEVEL SECURITY;
        ALTER TABLE standup.device ENABLE ROW LEVEL SECURITY;
        ALTER TABLE standup.change ENABLE ROW LEVEL SECURITY;
        ALTER TABLE standup.lead ENABLE ROW LEVEL SECURITY;
        ALTER TABLE standup.holding ENABLE ROW LEVEL SECURITY;
        ALTER TABLE standup.early_deletion ENABLE ROW LEVEL SECURITY;
        CREATE POLICY reading ON standup.server FOR SELECT TO standup_reader USING (true);
        CREATE POLICY reading ON standup.device FOR SELECT TO standup_reader USING (true);
        CREATE POLICY reading ON standup.change FOR SELECT TO standup_reader USING (true);
        CREATE POLICY reading ON standup.lead FOR SELECT TO standup_reader USING (true);
        CREATE POLICY reading ON standup.holding FOR SELECT TO standup_reader USING (true);
        CREATE POLICY reading ON standup.early_deletion FOR SELECT TO standup_reader USING (true);

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
