"""How long a history of many meetings takes to list, export and check, beside SQLite's shell on the same rows."""
import os
import time

from . import data
from .export import side_by_side
from .processes import Timing, timed
from .program import Program
from .table import Row, Section, megabytes, seconds

STANDUPS = 10
# What `meetings --json` says of each meeting, as far as it is in rows: the meeting and its attendees.
QUERY = """
SELECT id, standup, title, state, started_at, duration, language, note, recording_file,
    (SELECT json_group_array(json_object('id', p.id, 'name', name, 'slot', slot, 'used', used, 'overtime', overtime,
        'state', p.state, 'speech', (SELECT sum(end_at - start_at) FROM utterance AS u
            WHERE u.meeting = m.number AND u.transcript = m.transcript AND u.attendee = p.id)))
        FROM meeting_attendee AS p WHERE p.meeting = m.number) AS attendees
FROM meeting AS m ORDER BY started_at DESC, number DESC
"""


def written_by_hand(folder, texts):
    """How long so many small files take to be written and synced, one after the other."""
    os.makedirs(folder)
    started = time.perf_counter()
    for number in range(texts):
        with open(f"{folder}/{number}.txt", "w") as file:
            file.write("Daily\n" * 40)
            file.flush()
            os.fsync(file.fileno())
    return Timing(time.perf_counter() - started, 0, b"", 0)


def section(options):
    meetings = 10_000 if options.quick else 100_000
    times = 1 if options.quick else 3
    with Program(options.binary) as program:
        size = data.fill(program, STANDUPS, meetings)
        database = f"{program.folder}/data/standup.db"

        def run(*arguments):
            return lambda: timed([options.binary, *arguments], env=program.environment, watch=True)
        (wall, peak), (other, other_peak) = side_by_side(
            times, run("meetings", "--json"), lambda: timed(["sqlite3", "-json", database, QUERY], watch=True))
        rows = [
            Row(f"`meetings --json` of {meetings:,} meetings", seconds(wall), seconds(other), wall / other, "< 5 s",
                wall < 5),
            Row("its peak memory", megabytes(peak), megabytes(other_peak), peak / other_peak, "< 60 MB",
                peak < 60 * 1024),
        ]
        (wall, peak), (other, other_peak) = side_by_side(
            times, run("doctor", "--data"), lambda: timed(["sqlite3", database, "PRAGMA integrity_check"], watch=True))
        rows.append(Row(f"`doctor --data` of {meetings:,} meetings, beside SQLite's own check", seconds(wall),
                        seconds(other), wall / other, "< 15 s", wall < 15))
        target, count = f"{program.folder}/texts", meetings // STANDUPS
        os.makedirs(target)
        wall = timed([options.binary, "export", "--standup", "Standup 002", "--format", "txt", "--to", target],
                     env=program.environment).wall
        other = written_by_hand(f"{program.folder}/by-hand", len(os.listdir(target))).wall
        rows.append(Row(f"`export --standup` of {count:,} meetings as text, beside as many files written and synced",
                        seconds(wall), seconds(other), wall / other, "< 3 × the files", wall < 3 * other))
    return Section(f"A history of {meetings:,} meetings", "the peer", rows, [
        f"{STANDUPS} standups with 5 attendees each, {size / 1e6:.0f} MB. "
        f"{'Medians of 3 runs' if times > 1 else 'A run'} of the whole program, each in its turn; the most memory of any "
        "run (VmHWM). The peer of the list is `sqlite3 -json` with the same rows, without pauses and gaps.",
    ])
