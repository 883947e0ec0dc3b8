"""How long histories of a team take to meet in PostgreSQL, beside COPY of the same rows."""
import contextlib
import os
import shutil
import sqlite3
import statistics
import subprocess
import time
import uuid

from .boundaries import INTERVAL, measure
from .postgres import Server
from .processes import die_with_parent
from .program import Program
from .search import ATTENDEES, MEETINGS, STANDUPS, UTTERANCES, WORDS, prepared
from .table import Row, Section, milliseconds, percentile, seconds, spread

DAY = 20  # meetings
CROWD, CROWD_MEETINGS = 200, 20
LARGE, LARGE_UTTERANCES = 100_000, 5  # meetings, and utterances in each
LOGINS = [f"member{number}" for number in range(20)]
WORDS_OF_A_MEETING = UTTERANCES * WORDS
MANY = 10_000_000
LONGEST_PUSH, LONGEST_DAY, LONGEST_OF_CROWD = 180, 1, 5  # seconds


class Device:
    """A device of a member, in a process of its own."""

    def __init__(self, bench, history, server, database, number=0):
        address = f"{server.address(database)} user={LOGINS[number % len(LOGINS)]}"
        self.process = subprocess.Popen([bench, "team", history, address], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        preexec_fn=die_with_parent)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()

    def begin(self, command):
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()

    def end(self):
        """The seconds that the command took, then what else it says."""
        while (line := self.process.stdout.readline()).startswith("open "):
            pass
        if not line:
            raise RuntimeError(f"a device ended with {self.process.wait()}")
        return [float(word) for word in line.split()]

    def do(self, command):
        self.begin(command)
        return self.end()


def begin(server, database, bench, source, history):
    """A team, and a device that shares all of a copied history."""
    server.create(database)
    shutil.copy(f"{source}/data/standup.db", history)
    device = Device(bench, history, server, database)
    for command in ("create", "share", "join"):
        device.do(command)
    return device


def copied(server, database, file):
    """The seconds that COPY takes to store the rows again, in a table with the same indexes."""
    def psql(command):
        subprocess.run(["psql", "--no-psqlrc", "--quiet", "--set", "ON_ERROR_STOP=1", "--command", command, database], check=True,
                       env=server.environment, stdout=subprocess.DEVNULL)
    psql(f"\\copy standup.change TO '{file}' (FORMAT binary)")
    psql("CREATE TABLE public.peer (LIKE standup.change INCLUDING ALL)")
    begun = time.monotonic()
    psql(f"\\copy public.peer FROM '{file}' (FORMAT binary)")
    took = time.monotonic() - begun
    psql("DROP TABLE public.peer")
    os.unlink(file)
    return took


def sizes(server, database):
    """Rows, the bytes of what was sent, of the table, and of its indexes."""
    return [int(value) for value in server.sql(
        "SELECT count(*), sum(octet_length(content)), pg_table_size('standup.change'), pg_indexes_size('standup.change') "
        "FROM standup.change", database).split("|")]


def crowd(server, bench, source, folder, count):
    """The seconds of each device when all receive a meeting at once, when all send a change and receive those that are there, and
    when they then receive those that they lack."""
    with contextlib.ExitStack() as stack:
        first = stack.enter_context(begin(server, "crowd", bench, source, f"{folder}/crowd.db"))
        first.do("sync")
        original = f"{folder}/crowd-new.db"
        with Device(bench, original, server, "crowd", 1) as member:
            member.do("join")
            member.do("sync")
        devices = []
        for number in range(count):
            path = shutil.copy(original, f"{folder}/crowd-{number}.db")
            database = sqlite3.connect(path)
            with database:
                database.execute("UPDATE team SET device = ?, member = ?", (str(uuid.uuid4()), LOGINS[number % len(LOGINS)]))
            database.close()
            devices.append(stack.enter_context(Device(bench, path, server, "crowd", number)))
            # It connects, and the server notes the device.
            devices[-1].do("sync")

        def all_at_once():
            for device in devices:
                device.begin("sync")
            return [device.end() for device in devices]
        first.do("hold 1")
        first.do("sync")
        meeting = all_at_once()
        for number, device in enumerate(devices):
            device.do(f"edit {number}")
        rounds = [meeting, all_at_once(), all_at_once()]
        if any(received == 0 for _, _, received in meeting) or \
                sum(received for lines in rounds[1:] for _, _, received in lines) < count * (count - 1):
            raise RuntimeError("devices did not receive what the others sent")
    return [[line[0] for line in lines] for lines in rounds]


@contextlib.contextmanager
def confined(cores):
    """What is started meanwhile runs on these cores."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, cores)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def beside_a_push(options, source, folder, cores):
    """How late changes of speaker are alone, and while a history is pushed on some cores beside the meeting, in seconds."""
    count = 20 if options.quick else 200
    alone = measure(options.engine, "boundaries", count, INTERVAL)["meeting"]
    with contextlib.ExitStack() as stack:
        with confined(cores):
            server = stack.enter_context(Server(LOGINS))
            device = stack.enter_context(begin(server, "beside", options.history, source, f"{folder}/beside.db"))
        device.begin("sync")
        during = measure(options.engine, "boundaries", count, INTERVAL)["meeting"]
        push, *_ = device.end()
    if push < count * INTERVAL / 1000:
        raise RuntimeError("the push was over before the meeting")
    return alone, during


def large(server, options, folder):
    """How many short meetings there are, the seconds of their push and of sending a day then, and the rows on the server with the
    bytes of their table and of its indexes."""
    meetings = LARGE // 10 if options.quick else LARGE
    source = prepared(options.binary, meetings, LARGE_UTTERANCES)
    with begin(server, "large", options.history, source, f"{folder}/large.db") as one:
        push, *_ = one.do("sync")
        rows, _, table, indexes = sizes(server, "large")
        one.do(f"hold {DAY}")
        day, *_ = one.do("sync")
    return meetings, push, day, rows, table, indexes


def section(options):
    meetings = 1_000 if options.quick else MEETINGS
    count = CROWD // 5 if options.quick else CROWD
    words = meetings * WORDS_OF_A_MEETING
    source = prepared(options.binary, meetings)
    with Program(options.binary) as program, Server(LOGINS, "--connections", str(count + 20)) as server:
        bench, folder = options.history, program.folder
        with begin(server, "team", bench, source, f"{folder}/one.db") as one, \
                Device(bench, f"{folder}/other.db", server, "team", 1) as other:
            push, sent, _ = one.do("sync")
            rows, content, table, indexes = sizes(server, "team")
            peer = copied(server, "team", f"{folder}/change.copy")
            other.do("join")
            pull, _, received = other.do("sync")
            if received < sent:
                raise RuntimeError(f"{received:.0f} of {sent:.0f} changes were received")
            one.do(f"hold {DAY}")
            day, day_sent, _ = one.do("sync")
            day_pull, _, day_received = other.do("sync")
            if day_received < day_sent:
                raise RuntimeError(f"{day_received:.0f} of {day_sent:.0f} changes of a day were received")
            idle = statistics.median(one.do("sync")[0] for _ in range(5))
        meeting, changes, rest = crowd(server, bench, prepared(options.binary, CROWD_MEETINGS), folder, count)
        many, many_push, many_day, many_rows, many_table, many_indexes = large(server, options, folder)
        cores = os.sched_getaffinity(0)
        beside = [("on one of the cores", beside_a_push(options, source, folder, {max(cores)})),
                  ("on all cores", beside_a_push(options, source, folder, cores))]
    more = MANY / words
    section_rows = [
        Row(f"the first push: {meetings:,} meetings, {words / 1e6:g} million words, {sent:,.0f} changes, beside COPY", seconds(push),
            seconds(peer), push / peer, "< 3 min", push < LONGEST_PUSH),
        Row("all of it received by a new device", seconds(pull)),
        Row(f"a day, {DAY} meetings of {WORDS_OF_A_MEETING} words: sent", milliseconds(day), "", None, "< 1 s", day < LONGEST_DAY),
        Row("the same day received by another device", milliseconds(day_pull), "", None, "< 1 s", day_pull < LONGEST_DAY),
        Row("nothing new", milliseconds(idle)),
        *(Row(f"{count} devices at once, {what}: p50 / p99 / max", spread(times), "", None, "p99 < 5 s",
              percentile(times, 0.99) < LONGEST_OF_CROWD)
          for what, times in (("each receives a meeting", meeting),
                              ("each sends a change, and receives those of others that are there", changes),
                              ("each receives the changes that were sent after it looked", rest))),
        *(Row(f"lateness of {len(during)} changes of speaker while device and server are at such a push {where}, beside a meeting "
              "alone: p50 / p99 / max", spread(during), spread(alone), percentile(during, 0.99) / percentile(alone, 0.99),
              "p99 < 1 ms", percentile(during, 0.99) < 0.001)
          for where, (alone, during) in beside),
        Row("rows on the server", f"{rows:,}"),
        Row("what was sent, as text", megabytes(content)),
        Row("the table, which PostgreSQL compresses, beside that text", megabytes(table), megabytes(content), table / content),
        Row("its indexes, beside that text", megabytes(indexes), megabytes(content), indexes / content),
        Row(f"a push of {many:,} meetings of {LARGE_UTTERANCES * WORDS} words", seconds(many_push)),
        Row(f"a day after that, {DAY} meetings of {WORDS_OF_A_MEETING} words: sent", milliseconds(many_day), "", None, "< 1 s",
            many_day < LONGEST_DAY),
        Row("rows on the server then; its table; its indexes",
            f"{many_rows:,}; {megabytes(many_table)}; {megabytes(many_indexes)}"),
        Row("extrapolated, not measured: a push of ten million words", seconds(push * more)),
        Row("extrapolated, not measured: table and indexes of ten million words", megabytes((table + indexes) * more)),
        Row("extrapolated, not measured: table and indexes of ten million meetings of this length",
            megabytes((table + indexes) * MANY / meetings)),
        Row(f"extrapolated, not measured: rows, table and indexes of ten million meetings of {LARGE_UTTERANCES * WORDS} words",
            f"{many_rows * MANY / many:,.0f}; {megabytes(many_table * MANY / many)}; {megabytes(many_indexes * MANY / many)}"),
    ]
    debug = " **A debug build**, which is slower than a release build." if "/debug/" in options.history else ""
    return Section(f"A team of histories in PostgreSQL, {meetings:,} meetings, {count} devices", "as named", section_rows, [
        f"Server and devices are processes on this machine, on the same disk; a device connects over a Unix socket.{debug} The data "
        f"is that of the search: {STANDUPS} standups of {ATTENDEES} people, {UTTERANCES} utterances of {WORDS} words a meeting, each "
        "word with its times. A time is that of a whole synchronization, `standup team sync` without the start of the program.",
        "COPY stores the rows that were pushed, in binary format, in one transaction, in a second table with the same indexes; it "
        "reads no history, checks no rights and compares no item with deletions.",
        f"{count} devices: a process each, {len(LOGINS)} logins, a history of {CROWD_MEETINGS} meetings. All begin at once on "
        f"{os.cpu_count()} cores, which they share with the server.",
        "The lateness is that of the section on turn boundaries, whose aim for an idle machine this is. A laptop whose team's server is "
        "another machine has less to do than device and server on one core here.",
        "An extrapolation multiplies what was measured; it assumes that nothing grows faster than the number of words.",
    ])


def megabytes(count):
    return f"{count / 1e6:,.1f} MB"
