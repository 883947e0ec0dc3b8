"""What the page of a running meeting and the history in a browser take, and what they take from the meeting."""
import contextlib
import json
import os
import statistics
import time

from . import ding
from .data import fill
from .listeners import PulseListener
from .processes import cpu_time, memory, timed
from .program import VOICES, Program, onsets, spoken, virtual_sound
from .table import Row, Section, megabytes, milliseconds, percent, percentile, spread
from .webserver import Held, Requests, WebServer, chromium

WATCHERS, STUCK = 500, 10
MEETINGS = 1_000
RATE = 50  # requests a second
HOURS = 5  # how wrong a browser's clock is


def standup_of(program, title):
    """The id of a standup."""
    return json.loads(program.call("show", title, "--json").output)["id"]


# From the engine to the page

def followed(options, program, hours=0):
    """A meeting in Chromium in which turns end at once and then nothing happens for a while, on the page's clock.

    The turns by name and instant, what the page showed by instant, and by how many seconds the page's `Date` was wrong."""
    changes, calm = (100, 10) if options.quick else (400, 30)
    with WebServer(program, options.web) as server, Held(program, "Page") as meeting:
        with chromium(server.link("Page"), hours) as seen:
            if not hours:
                for number in range(changes):
                    # At no instant that could suit a timer of the page.
                    time.sleep(0.08 + number % 7 * 0.011)
                    meeting.tell("later")
            time.sleep(calm)
        meeting.end()
    page, = seen
    texts = [(name, page["offset"] + at / 1000, text) for name, at, text in page["texts"]]
    return meeting.instants(), texts, page["wrong"]


def delays(turns, texts):
    """From each turn's start to the text of the page that names its speaker, in seconds, and how many turns were over first.

    A page that is so late shows the next turn, which counts as the text. Turns from before the page was open are left out."""
    shown = [(at, text) for name, at, text in texts if name == "turn-text"]
    turns = [turn for turn in turns if turn[1] > shown[0][0] - 0.05]
    found, overtaken = [], 0
    for (name, start, _), (_, following, _) in zip(turns, [*turns[1:], ("", float("inf"), 0)]):
        # A turn's start is told a moment late, see Held.instants.
        at = next((at for at, text in shown if at > start - 0.002 and (text.startswith(f"{name} ") or at > following)), None)
        if at is None:
            raise RuntimeError(f"the page never showed {name}'s turn")
        overtaken += at > following
        found.append(at - start)
    return found, overtaken


def distances(turns, texts):
    """How far each change of the page's clock is from the instant at which the meeting's own clock shows that time."""
    found = []
    for name, at, text in texts:
        turn = next((turn for turn in reversed(turns) if turn[1] < at), None)
        # The text that comes with a turn is late by what `delays` measures.
        if name != "clock" or turn is None or at - turn[1] < 0.5:
            continue
        minutes, _, seconds = text.partition(":")
        found.append(at - (turn[2] - int(minutes) * 60 - int(seconds)))
    if len(found) < 5:
        raise RuntimeError("the page's clock stood still")
    return found


def page_rows(options, program):
    program.create("Page", 5, 1500)
    turns, texts, _ = followed(options, program)
    (waits, overtaken), clock = delays(turns, texts), distances(turns, texts)
    p50, p99 = statistics.median(waits), percentile(waits, 0.99)
    rows = [Row(f"event in the engine to text on the page: p50 / p99 / max ({len(waits)} changes of speaker, "
                f"{overtaken} overtaken by the next)", spread(waits), "", None, "p50 < 5 ms, p99 < 30 ms", p50 < 0.005 and p99 < 0.03)]
    measured = [("", clock)]
    turns, texts, wrong = followed(options, program, HOURS)
    if abs(wrong - HOURS * 3600) > 60:
        raise RuntimeError(f"the page's clock should be {HOURS} h ahead, and is {wrong:.0f} s")
    measured.append((f", on a page whose clock is {HOURS} h ahead", distances(turns, texts)))
    for where, found in measured:
        most = max(map(abs, found))
        rows.append(Row(f"the page's clock against the meeting's{where}: median / most ({len(found)} seconds)",
                        f"{milliseconds(statistics.median(found))} / {milliseconds(max(found, key=abs))}", "", None,
                        "within 100 ms", most < 0.1))
    return rows


# Many who watch

def watcher_rows(options):
    seconds = 20 if options.quick else 60
    rows = []
    with virtual_sound() as environment, Program(options.binary, environment) as program:
        program.create("Watched", 5, 1500)
        standup = standup_of(program, "Watched")
        for what, recognizer in (("in which the words come as they are spoken", "pocketsphinx"), ("in silence", "none")):
            with contextlib.ExitStack() as stack:
                if recognizer != "none":
                    stack.enter_context(spoken(environment, f"{VOICES}/demo.wav"))
                server = stack.enter_context(WebServer(program, options.web))
                meeting = stack.enter_context(program.hold("Watched", "--recognizer", recognizer))
                time.sleep(3)
                alone = cpu_of(server.pid, seconds / 2)
                with server.watched(standup, "Watched", WATCHERS) as received:
                    time.sleep(1)
                    cpu = cpu_of(server.pid, seconds)
                peak = memory(server.pid)[1]
                meeting.send_signal(2)
                meeting.communicate(timeout=60)
            if received[0]["closed"]:
                raise RuntimeError(f"{received[0]['closed']} of {WATCHERS} watchers were cut off")
            states = received[0]["least"]
            rows += [Row(f"a meeting {what} ({states} states for each of {WATCHERS}): CPU of standup-web", percent(cpu),
                         percent(alone), None, "< 5 % of a core", cpu < 0.05),
                     Row(f"a meeting {what}: its peak memory", megabytes(peak), "", None, "< 80 MB", peak < 80 * 1024)]
    return rows


def cpu_of(pid, seconds):
    """The CPU that a process uses, of one core."""
    before, started = cpu_time(pid), time.monotonic()
    time.sleep(seconds)
    return (cpu_time(pid) - before) / (time.monotonic() - started)


# The history

def history_rows(options):
    seconds = 20 if options.quick else 60
    with Program(options.binary) as program:
        size = fill(program, 1, MEETINGS)
        page = f"/standup/{standup_of(program, 'Standup 001')}"
        with WebServer(program, options.web) as server:
            requests = Requests(server, server.cookies("Standup 001", 1, "--role", "lead")[0])
            # As a server that has run for a while.
            requests.times([page, "/clock", "/style.css"], RATE, 2)
            before = cpu_time(server.pid)
            times, _ = requests.times([page], RATE, seconds)
            own = (cpu_time(server.pid) - before) / len(times[page])
            beside, sizes = requests.times([page, "/clock", "/style.css"], RATE / 2, seconds)
    p99 = percentile(times[page], 0.99)
    rows = [Row(f"a standup's page, {MEETINGS:,} meetings, {RATE} requests a second: p50 / p99 / max ({len(times[page])})",
                spread(times[page]), "", None, "p99 < 20 ms", p99 < 0.02),
            Row("the same: CPU of a request", milliseconds(own))]
    for peer, name in (("/clock", "an answer of 12 bytes"), ("/style.css", f"a file of {sizes['/style.css'] // 1000} kB")):
        rows.append(Row(f"the same, {RATE // 2} a second, beside {name} in turn", spread(beside[page]), spread(beside[peer]),
                        percentile(beside[page], 0.99) / percentile(beside[peer], 0.99)))
    return rows, (size, sizes[page])


# What the meeting feels of it

def held(options, watchers=0, stuck=0):
    """A meeting of many short turns on virtual sound: how late its events arrive, its dings, and its lost frames."""
    count = 20 if options.quick else 60
    with virtual_sound() as environment, Program(options.binary, environment) as program, contextlib.ExitStack() as stack:
        program.create("Dings", count + 1, round((count + 1) * ding.SLOT))
        listener = stack.enter_context(PulseListener(environment["PULSE_SERVER"], "speaker.monitor"))
        if watchers:
            server = stack.enter_context(WebServer(program, options.web))
            stack.enter_context(server.watched(standup_of(program, "Dings"), "Dings", watchers, stuck))
        turns = []
        with program.hold("Dings", "--recognizer", "none", "--events") as meeting:
            for line in meeting.stdout:
                arrival, event = time.monotonic(), json.loads(line)
                if event["event"] == "turn.started":
                    turns.append((arrival, event["at"]))
            time.sleep(0.3)
        start = min(arrival - at for arrival, at in turns)
        lateness = [arrival - start - at for arrival, at in turns[1:]]
        frames, rate, instant = listener.frames()
        heard = ding.Heard([start + at for _, at in turns[1:]],
                           [instant(frame) for frame in onsets(frames, rate)])
        kept = program.latest()
    lost = sum(gap["end"] - gap["start"] for gap in kept["gaps"])
    return lateness, heard, round(lost * kept["recording"]["sampleRate"])


def meeting_rows(options):
    runs = held(options, WATCHERS + STUCK, STUCK), held(options)
    late, heard, lost = zip(*runs)
    p99 = percentile(late[0], 0.99)
    what = f"a meeting with {WATCHERS} watchers and {STUCK} that read nothing"
    return [
        Row(f"{what}: an event after its turn's boundary, p50 / p99 / max ({len(late[0])})", spread(late[0]), spread(late[1]),
            p99 / percentile(late[1], 0.99), "p99 < 5 ms", p99 < 0.005),
        Row(f"{what}: its dings, least / median / most ({heard[0].within} and {heard[1].within} of {heard[0].expected} within "
            "10 ms)", heard[0].spread, heard[1].spread, None, "< 10 ms", heard[0].are_on_time),
        Row(f"{what}: frames lost", str(lost[0]), str(lost[1]), None, "0", lost[0] == 0),
    ]


# Commands, and what is built

def status_rows(options):
    times = 50 if options.quick else 200
    with Program(options.binary) as program:
        program.create("Daily", 5, 900)
        with Held(program, "Daily"):
            if b"P1" not in program.call("status").output:
                raise RuntimeError("`standup status` shows no meeting")
            rows = []
            for name, peer in (("`true`", ["true"]), ("`tmux -V`", ["tmux", "-V"])):
                own, other = [], []
                for _ in range(times):
                    own.append(program.call("status").wall)
                    other.append(timed(peer).wall)
                p50, p99 = statistics.median(own), percentile(own, 0.99)
                rows.append(Row(f"`standup status`, beside {name}: p50 / p99 / max ({times})", spread(own), spread(other),
                                p50 / statistics.median(other), "p50 and p99 < 20 ms", p50 < 0.02 and p99 < 0.02))
    return rows


def build_rows(options):
    """Whether the build of the program has anything of SwiftNIO in it."""
    folder = os.path.dirname(options.binary)
    built = [name for name in os.listdir(folder) if name.endswith(".build")]
    found = [name for name in built if name.startswith(("NIO", "CNIO", "Hummingbird"))]
    return [Row(f"modules of SwiftNIO among the {len(built)} that are built for the program", str(len(found)), "", None, "0",
                not found and len(built) > 10)]


def section(options):
    if not options.web:
        raise RuntimeError("the web server was not built")
    with Program(options.binary) as program:
        rows = page_rows(options, program)
    rows += watcher_rows(options)
    (history, (size, bytes_of_page)) = history_rows(options)
    rows += history + meeting_rows(options) + status_rows(options) + build_rows(options)
    return Section("In the browser, and from elsewhere", "as named", rows, [
        "Event to text: turns of a meeting with 5 attendees are ended by `later` every 80 to 150 ms. An event has the "
        "meeting's time of when it happened; the meeting's start is taken from the events as they arrive, which is late by "
        "the fastest of them, a few tenths of a millisecond. The text is on the page when a MutationObserver of the "
        "page, in headless Chromium, sees it. Chromium tells at which instant of the machine's monotonic clock the page's "
        "own clock began, and the answers of the page confirm it to about a millisecond.",
        "The page's clock: each second that it shows, against the instant at which the meeting's deadline is that many seconds "
        f"away. {HOURS} h ahead: the page's `Date` and `performance.timeOrigin` are replaced by such a clock's.",
        f"Watchers: {WATCHERS} connections, each with a cookie of its own, read by one process on the same two cores. A spoken "
        "meeting has the demo's voices on a virtual microphone and PocketSphinx, which shows words as they come. Beside the "
        "CPU stands that without watchers. Memory is VmHWM.",
        f"History: 5 attendees, {size / 1e6:.1f} MB; the page has 100 meetings and {bytes_of_page // 1000} kB. Requests are due at "
        f"equal distances over {Requests.CONNECTIONS} connections, and a time counts from when the request was due. What stands "
        "beside it goes through the same server, over the same connections, in the same seconds: it has the machine's and "
        "the server's delays in it, without the page.",
        "The meeting with watchers: on virtual sound, a turn every 1.5 s, beside it the same without a web server. How late its "
        "events are is measured where a script reads them, from the fastest on.",
    ])
