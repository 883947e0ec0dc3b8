internal import MeetingHistory

extension TeamSchema {
    /// The functions through which members write.
    ///
    /// What is not known is not allowed; the login is who recorded, wrote and leads. After a restoration (an epoch above 1)
    /// members give back what others recorded: only then the row may name somebody else than the login, and the device says
    /// who sent it. No lock is one that others could take: the row of `server` is locked for each batch, which only the
    /// functions may do.
    static let functions = """
        -- The first change of an item that is stored: whose it is, who sent it, where it belongs, and what it says.
        CREATE FUNCTION standup.origin(
            of_kind text, of_item text, OUT member text, OUT sender text, OUT standup text, OUT meeting text, OUT content text
        ) LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
            SELECT coalesce(c.member, d.member), d.member, c.standup, c.meeting, c.content
            FROM standup.change AS c JOIN standup.device AS d ON d.id = c.device
            WHERE c.kind = of_kind AND c.item = of_item AND c.content IS NOT NULL ORDER BY c.arrival LIMIT 1
        $$;

        -- Whether an item, or what it belongs to, was deleted by one who may.
        CREATE FUNCTION standup.is_gone(
            of_kind text, of_item text, in_standup text, in_meeting text, of_transcript text
        ) RETURNS boolean LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
            SELECT EXISTS (
                SELECT FROM standup.change AS c
                WHERE c.content IS NULL AND (c.kind, c.item) IN (
                    (of_kind, of_item), ('standup', in_standup), ('meeting', in_meeting), ('transcript', of_transcript))
                AND NOT EXISTS (
                    SELECT FROM standup.early_deletion AS e WHERE e.device = c.device AND e.sequence = c.sequence))
        $$;

        -- Whether a login leads a standup.
        CREATE FUNCTION standup.leads(login text, of_standup text) RETURNS boolean
        LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
            SELECT EXISTS (SELECT FROM standup.lead AS l WHERE l.standup = of_standup AND l.member = login)
        $$;

        -- Whether a login may delete an item (SharedKind.deleter); null if the item has not come, so that nobody can tell yet.
        CREATE FUNCTION standup.decide_deletion(of_kind text, of_item text, login text) RETURNS boolean
        LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
        DECLARE
            stored record;
            recorded record;
        BEGIN
            IF standup.is_gone(of_kind, of_item, NULL, NULL, NULL) THEN
                RETURN of_kind IN ('standup', 'meeting', 'transcript');
            END IF;
            IF of_kind = 'standup' THEN
                IF EXISTS (SELECT FROM standup.lead AS l WHERE l.standup = of_item) THEN
                    RETURN standup.leads(login, of_item);
                END IF;
                SELECT * INTO stored FROM standup.origin('standup', of_item);
                RETURN stored.sender = login;
            END IF;
            IF of_kind NOT IN ('meeting', 'transcript') THEN
                RETURN false;
            END IF;
            SELECT * INTO stored FROM standup.origin(of_kind, of_item);
            IF of_kind = 'transcript' THEN
                -- A transcript on its way is decided by its meeting, if its id names one that is here.
                SELECT * INTO recorded FROM standup.origin(
                    'meeting', coalesce(stored.meeting, split_part(of_item, '/', 1)));
                IF recorded.member = login OR standup.leads(login, recorded.standup) THEN
                    RETURN true;
                END IF;
                IF right(of_item, 2) = '/1' AND recorded.member IS NOT NULL THEN
                    RETURN false; -- a live transcript is its meeting's
                END IF;
            END IF;
            IF stored.member IS NULL THEN
                RETURN NULL;
            END IF;
            RETURN stored.member = login OR standup.leads(login, stored.standup);
        END $$;

        -- Whether an early deletion of what comes now counts: it is of whose the item is, or of the lead of its standup.
        CREATE FUNCTION standup.settle_early_deletions(
            of_kind text, of_item text, in_standup text, in_meeting text, owner text
        ) RETURNS boolean LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
        DECLARE
            counts boolean;
        BEGIN
            SELECT bool_or(
                e.member = owner OR standup.leads(e.member, in_standup)
                OR of_kind = 'transcript' AND e.member = (SELECT o.member FROM standup.origin('meeting', in_meeting) AS o))
            INTO counts FROM standup.early_deletion AS e WHERE e.kind = of_kind AND e.item = of_item;
            IF counts IS NULL THEN
                RETURN false; -- there is none
            END IF;
            IF NOT counts THEN
                DELETE FROM standup.change AS c USING standup.early_deletion AS e
                WHERE e.kind = of_kind AND e.item = of_item AND c.device = e.device AND c.sequence = e.sequence;
            END IF;
            DELETE FROM standup.early_deletion AS e WHERE e.kind = of_kind AND e.item = of_item;
            IF counts THEN
                PERFORM standup.remove(of_kind, of_item);
            END IF;
            RETURN counts;
        END $$;

        -- Whether a change can be observed by the clocks of others, and has a title and names of the length that forms allow:
        -- HybridClock.isPossible, Standup.longestName. A meeting and a transcript never change, so their times order nothing.
        CREATE FUNCTION standup.is_possible(of_kind text, of_time bigint, of_counter bigint, content text) RETURNS boolean
        LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
        DECLARE
            latest numeric := floor(extract(epoch FROM clock_timestamp())::numeric * 1000000000) + 86400000000000;
            fields json;
        BEGIN
            IF of_kind IN ('meeting', 'transcript') AND content IS NOT NULL THEN
                RETURN true;
            END IF;
            IF of_time NOT BETWEEN 0 AND latest OR of_counter NOT BETWEEN 0 AND \(HybridClock.largestCounter) THEN
                RETURN false;
            END IF;
            IF content IS NULL OR of_kind = 'lead' THEN
                RETURN true;
            END IF;
            -- PostgreSQL reads no JSON with this letter.
            fields := regexp_replace(content, '(?<!\\\\)((?:\\\\\\\\)*)\\\\u0000', '\\1?', 'g')::json;
            RETURN NOT EXISTS (
                SELECT FROM json_each(fields) AS f
                WHERE NOT coalesce(
                    (f.value ->> 't')::numeric BETWEEN 0 AND latest
                    AND (f.value ->> 'c')::numeric BETWEEN 0 AND \(HybridClock.largestCounter)
                    AND (f.key NOT IN ('title', 'name') OR char_length(f.value ->> 'v') <= 8 * 200), false));
        EXCEPTION WHEN others THEN
            RETURN false; -- no fields
        END $$;

        """ + push

    private static let push = """
        -- Stores a batch: 'stored', 'known' if it is stored already, or 'notNext' if it does not follow the last one.
        CREATE FUNCTION standup.push(
            batch_device text, batch_first bigint, batch_previous text, batch_hash text, kinds text[], items text[],
            standups text[], meetings text[], transcripts text[], members text[], times bigint[], counters bigint[],
            writers text[], contents text[], OUT outcome text, OUT refused bigint[]
        ) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
        DECLARE
            -- The collation of a login's name would be that of all comparisons, which then use no index.
            login text := session_user::text COLLATE "default";
            own standup.device;
            change record;
            first record;
            owner text;
            may_delete boolean;
            is_restored boolean;
            taken text[] := '{}'; -- the meetings of this batch whose ids are others'
            last bigint := batch_first + cardinality(kinds) - 1;
        BEGIN
            -- An older snapshot would show leads and deletions as they were.
            IF current_setting('transaction_isolation') <> 'read committed' THEN
                RAISE EXCEPTION 'batches are stored with the isolation read committed' USING ERRCODE = '25000';
            END IF;
            -- One batch at a time: a change is never stored beside the deletion of what it belongs to.
            SELECT s.epoch > 1 INTO is_restored FROM standup.server AS s FOR UPDATE;
            SELECT * INTO own FROM standup.device AS d WHERE d.id = batch_device AND d.member = login FOR UPDATE;
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
                    OR NOT standup.is_possible(change.kind, change.time, change.counter, change.content)
                THEN
                    refused := refused || (batch_first + change.position - 1);
                    CONTINUE;
                END IF;
                IF change.content IS NULL THEN
                    may_delete := standup.decide_deletion(change.kind, change.item, login);
                    IF NOT may_delete THEN
                        refused := refused || (batch_first + change.position - 1);
                        CONTINUE;
                    END IF;
                    IF may_delete THEN
                        PERFORM standup.remove(change.kind, change.item);
                    ELSE
                        INSERT INTO standup.early_deletion (device, sequence, kind, item, member) VALUES (
                            batch_device, batch_first + change.position - 1, change.kind, change.item, login);
                    END IF;
                ELSE
                    CONTINUE WHEN change.kind <> 'lead' AND standup.is_gone(
                        change.kind, change.item, change.standup, change.meeting, change.transcript);
                    IF change.meeting = ANY (taken) THEN
                        refused := refused || (batch_first + change.position - 1);
                        CONTINUE;
                    END IF;
                    -- Only who gives a restored server back what it lost speaks for others.
                    owner := CASE WHEN is_restored THEN coalesce(change.member, login) ELSE login END;
                    IF change.kind = 'lead' THEN
                        IF EXISTS (SELECT FROM standup.lead AS l WHERE l.standup = change.item) THEN
                            IF NOT standup.leads(login, change.item) THEN
                                refused := refused || (batch_first + change.position - 1);
                                CONTINUE;
                            END IF;
                            -- The lead hands it on.
                            owner := coalesce(change.member, login);
                        ELSE
                            CONTINUE WHEN standup.is_gone('standup', change.item, change.item, NULL, NULL);
                            -- The first lead is who shared the standup first.
                            SELECT * INTO first FROM standup.origin('standup', change.item);
                            IF NOT is_restored AND (
                                coalesce(change.member, login) <> login
                                OR first.sender IS DISTINCT FROM login)
                            THEN
                                refused := refused || (batch_first + change.position - 1);
                                CONTINUE;
                            END IF;
                            CONTINUE WHEN standup.settle_early_deletions(
                                'standup', change.item, NULL, NULL, owner);
                        END IF;
                        INSERT INTO standup.lead VALUES (change.item, owner)
                        ON CONFLICT (standup) DO UPDATE SET member = excluded.member;
                    ELSIF change.kind IN ('meeting', 'transcript') THEN
                        SELECT * INTO first FROM standup.origin(change.kind, change.item);
                        IF first.sender <> login AND (first.member <> login OR first.content <> change.content) THEN
                            -- It never changes. What is sent again as whose it is, is known; anything else took its id.
                            IF first.member = login OR coalesce(change.member, login) <> first.member THEN
                                refused := refused || (batch_first + change.position - 1);
                                taken := taken || change.item;
                            END IF;
                            CONTINUE;
                        END IF;
                        IF change.kind = 'transcript' THEN
                            SELECT * INTO first FROM standup.origin('meeting', change.meeting);
                            -- The words of a meeting that nobody has recorded are nobody's; its live transcript is its recorder's.
                            IF first.member IS NULL
                                OR right(change.item, 2) = '/1' AND (
                                    change.item <> change.meeting || '/1' OR owner NOT IN (first.member, first.sender))
                            THEN
                                IF first.member IS NULL OR change.member IS DISTINCT FROM first.member THEN
                                    refused := refused || (batch_first + change.position - 1);
                                END IF;
                                CONTINUE;
                            END IF;
                        END IF;
                        CONTINUE WHEN standup.settle_early_deletions(
                            change.kind, change.item, change.standup, change.meeting, owner);
                        IF change.member IS NOT NULL THEN
                            change.member := owner;
                        END IF;
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

        """
}
