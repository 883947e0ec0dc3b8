"""A data folder with many standups and meetings, made in a second or two."""
import os
import sqlite3
import uuid

DAY = 86_400 * 10**9


def columns(database, table):
    return [row[1] for row in database.execute(f"PRAGMA table_info({table})")]


def copies(database, table, rows):
    """Inserts rows, each a dictionary of all the columns."""
    names = columns(database, table)
    database.executemany(f"INSERT INTO {table} ({', '.join(names)}) VALUES ({', '.join('?' for _ in names)})",
                         ([row[name] for name in names] for row in rows))


def rows_of(database, table, where="1", arguments=()):
    names = columns(database, table)
    return [dict(zip(names, row)) for row in database.execute(f"SELECT * FROM {table} WHERE {where}", arguments)]


def fill(program, standups=200, meetings=10_000):
    """Fills a program's data folder: a standup and a meeting that it made itself, copied so many times.

    Whatever columns a version of the program has, the copies have them as it wrote them."""
    program.create("Standup 001", 5, 900)
    program.call("start", "Standup 001", "--clock", "virtual", "--input", "none", "--output", "none", "--recognizer",
                 "none", "--headless")
    database = sqlite3.connect(f"{program.folder}/data/standup.db")
    # What the triggers of the search index call; for ASCII it is the text itself.
    database.create_function("search_text", 1, lambda text: bytes(text).decode(), deterministic=True)
    standup, = rows_of(database, "standup")
    meeting, = rows_of(database, "meeting")
    attendees = rows_of(database, "attendee")
    parts, turns = rows_of(database, "meeting_attendee"), rows_of(database, "turn")
    # A standup's row refers to itself by number, a meeting's to it by id.
    people = {row["id"]: row["name"] for row in attendees}
    made = [standup]
    with database:
        for number in range(2, standups + 1):
            made.append({**standup, "number": number, "id": str(uuid.uuid4()), "title": f"Standup {number:03}"})
        copies(database, "standup", made[1:])
        copies(database, "attendee", ({**row, "standup": copy["number"], "id": str(uuid.uuid4())}
                                      for copy in made[1:] for row in attendees))
        held = []
        for number in range(2, meetings + 1):
            owner = made[number % standups]
            held.append({**meeting, "number": number, "id": str(uuid.uuid4()), "standup": owner["id"],
                         "title": owner["title"], "started_at": meeting["started_at"] - number * DAY // 40})
        copies(database, "meeting", held)
        copies(database, "meeting_attendee", ({**row, "meeting": copy["number"]} for copy in held for row in parts))
        first = max(row["number"] for row in turns) + 1
        copies(database, "turn", ({**row, "number": first + index, "meeting": copy["number"]} for index, (copy, row) in
                                  enumerate((copy, row) for copy in held for row in turns)))
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    assert len(people) == 5
    return os.path.getsize(f"{program.folder}/data/standup.db")
