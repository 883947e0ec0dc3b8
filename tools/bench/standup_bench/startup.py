"""How long the short commands take, and a meeting whose time passes at once."""
import os
import statistics
import subprocess

from .boundaries import measure
from .processes import timed
from .program import Program
from .table import ROUNDS, Row, Section, milliseconds, paired


def evict(*paths):
    """Puts files out of the page cache, as far as no other process has them mapped."""
    for path in paths:
        if os.path.isfile(path):
            descriptor = os.open(path, os.O_RDONLY)
            os.fsync(descriptor)
            os.posix_fadvise(descriptor, 0, 0, os.POSIX_FADV_DONTNEED)
            os.close(descriptor)


def libraries(binary):
    lines = subprocess.run(["ldd", binary], stdout=subprocess.PIPE, check=True).stdout.decode().splitlines()
    return [os.path.realpath(word) for line in lines for word in line.split() if word.startswith("/")]


def alternately(times, *calls):
    """The median wall time of each of some commands that run in turn."""
    walls = [[] for _ in calls]
    for _ in range(times):
        for call, wall in zip(calls, walls):
            wall.append(call().wall)
    return [statistics.median(wall) for wall in walls]


# What `standup list` asks for.
LIST = """SELECT title, length, theme, group_concat(name, ', '), standup.id FROM standup
LEFT JOIN attendee ON standup = number WHERE deleted_by IS NULL GROUP BY number ORDER BY number"""


def meetings(options, program):
    rows = []
    program.create("Quarter", 10, 900)
    for name, extra, times in (("without sound", ["--input", "none"], 11),
                               ("silence, recorded (86 MB)", ["--input", "silence"], 1 if options.quick else 3)):
        arguments = ["start", "Quarter", "--clock", "virtual", "--recognizer", "none", "--output", "none", "--headless",
                     *extra]
        walls = [program.call(*arguments).wall for _ in range(times)]
        wall = statistics.median(walls)
        rows.append(Row(f"15 min, 10 attendees, the whole program, {name}", milliseconds(wall), "", None,
                        "< 50 ms" if "none" in extra else "", wall < 0.05 if "none" in extra else None))
    walls = measure(options.engine, "meeting", 900, 10, 11)["wall"]
    rows.append(Row("15 min, 10 attendees, the library, in memory", milliseconds(statistics.median(walls)), "", None,
                    "< 50 ms", statistics.median(walls) < 0.05))
    return rows


def section(options):
    with Program(options.binary) as program:
        rows = meetings(options, program)
        for number in range(9):
            program.create(f"Team {number}", 5, 900)
        database = next(f"{folder}/{name}" for folder, _, names in os.walk(f"{program.folder}/data")
                        for name in names if name.endswith((".sqlite", ".db", ".sqlite3")))
        times = 5 if options.quick else 21
        standup, true, ratio = paired(lambda: alternately(times, lambda: program.call("list"), lambda: timed(["true"])))
        rows.append(Row("`standup list`, 10 standups, files in the page cache", milliseconds(standup),
                        milliseconds(true), ratio, "< 20 ms", standup < 0.02))
        peer = ["sqlite3", database, LIST]
        standup, other, ratio = paired(lambda: alternately(times, lambda: program.call("list"), lambda: timed(peer)))
        rows.append(Row("the same, beside `sqlite3` with its query", milliseconds(standup), milliseconds(other), ratio,
                        "≤ 2.5 of the peer's", ratio <= 2.5))
        mapped = [options.binary, database, *libraries(options.binary)]

        def from_disk():
            evict(*mapped)
            return program.call("list")

        cold, = alternately(5 if options.quick else 21, from_disk)
        rows.append(Row("the same, its files put out of the page cache first", milliseconds(cold), "", None, "< 20 ms",
                        cold < 0.02))
        meeting, = alternately(ROUNDS * times, lambda: program.call("meeting", "latest", "--json"))
        rows.append(Row("`standup meeting latest --json`", milliseconds(meeting)))
        stripped = f"{program.folder}/stripped"
        subprocess.run(["objcopy", "--strip-all", options.binary, stripped], check=True)
        sizes = [os.path.getsize(path) / 1e6 for path in (stripped, options.binary)]
    return Section("Short commands, and a meeting on the virtual clock", "`true`, or as named", rows, [
        f"Wall time of the whole process, medians; beside a peer {ROUNDS} runs of both in turn, each run {times} starts of "
        "each, and the median of the runs' ratios. Libraries that other processes have mapped stay in memory, so the "
        "third row of `list` is only as cold as the machine's other programs let it be.",
        f"The binary is {sizes[0]:.0f} MB, {sizes[1]:.0f} MB with its symbols; {len(mapped) - 2} shared libraries are loaded "
        "with it.",
    ])
