"""load: eight hours, five hundred attendees, busy cores, little memory."""
import contextlib
import os
import statistics
import time

from standup_bench.processes import hogs, memory
from standup_bench.program import VOICES, virtual_sound

from . import signal_source
from .examine import Examination
from .folder import Folder
from .meeting import Meeting
from .watched import SLOT, SLOTS, countdown_problems, lateness, length_problems

HOURS, HOURS_QUICKLY = 8, 0.1
ATTENDEES = 500
LONG_RATE = 8_000
GROWTH = 1.10  # of what is resident, from the second quarter to the last
SPARE = 4 * 1024  # kilobytes, by which it may grow nevertheless
LITTLE = 200  # MB
SPOKEN, SPOKEN_QUICKLY = 60.0, 12.0  # seconds


def long_meeting(options, account, slowness):
    """As fast as the machine can, on silence: what matters is what grows with time."""
    hours = HOURS_QUICKLY if options.quick else HOURS
    what = f"a meeting of {hours:g} hours with {ATTENDEES} attendees"
    resident, problems = [], []
    with Folder(options.binary) as folder:
        folder.create("Torture", ATTENDEES, int(hours * 3600))
        begun = time.monotonic()
        with Meeting(folder, "Torture", "--clock", "virtual", "--input", "silence", "--recognizer", "none",
                     "--sample-rate", str(LONG_RATE)) as meeting:
            while meeting.process.poll() is None:
                with contextlib.suppress(OSError, KeyError):
                    resident.append(memory(meeting.process.pid)[0])
                time.sleep(0.1)
            code = meeting.finish()
        took = time.monotonic() - begun
        if code != 0:
            problems.append(f"it ended with {code}: {meeting.errors()}")
        document = folder.json("meeting", "latest")
        expected = int(hours * 3600) * LONG_RATE
        frames = document["recording"]["frames"]
        if frames != expected or document["gaps"]:
            problems.append(f"{frames} of {expected} frames, {len(document['gaps'])} gaps")
        dings = len(meeting.all("ding"))
        if dings != ATTENDEES - 1 or len(document["turns"]) != ATTENDEES:
            problems.append(f"{dings} dings and {len(document['turns'])} turns of {ATTENDEES} attendees")
        problems += folder.problems()
    quarter = len(resident) // 4
    if quarter:
        early, late = statistics.median(resident[quarter:2 * quarter]), statistics.median(resident[-quarter:])
        if late > early * GROWTH + SPARE:
            problems.append(f"it grew from {early / 1024:.0f} to {late / 1024:.0f} MB")
        account.done("load", what, 0.0, None, problems, at_most={
            "{:.1f} MB resident in the second quarter": early / 1024, "{:.1f} MB in the last": late / 1024,
            "passed in {:.0f} s": took})
    else:
        account.done("load", what, 0.0, None, problems)


def busy(options, account, slowness):
    """Both cores wanted by others: a microphone that keeps its time loses nothing, and what a sound server could not
    bring is reported."""
    begun, problems = time.monotonic(), []
    source, call = (signal_source.noise(int(SLOTS * SLOT) + 10, seed) for seed in (1, 2))
    with virtual_sound() as environment, Folder(options.binary, environment) as folder, \
            Folder(options.binary) as other:
        paths = [f"{other.scratch}/{name}.wav" for name in ("source", "call")]
        for path, frames in zip(paths, (source, call)):
            signal_source.write(path, frames)
        for place in (folder, other):
            place.create("Torture", SLOTS, SLOTS * SLOT)
        with hogs(), Meeting(folder, "Torture", "--recognizer", "none") as one, \
                Meeting(other, "Torture", "--input", f"file:{paths[0]}", "--call", f"file:{paths[1]}", "--output", "none",
                        "--recognizer", "none") as two:
            codes = [meeting.finish(SLOTS * SLOT + 120) for meeting in (one, two)]
        for meeting, place, code in ((one, folder, codes[0]), (two, other, codes[1])):
            document = place.json("meeting", "latest")
            problems += [*countdown_problems(meeting), *length_problems(document), *place.problems()]
            if code != 0:
                problems.append(f"it ended with {code}: {meeting.errors()}")
        problems += Examination(other, two, time.monotonic(), source, {}, 0.1, ("finished",), call=[call]).run().problems
        gaps = folder.json("meeting", "latest")["gaps"]
    silent = sum(gap["end"] - gap["start"] for gap in gaps)
    account.done("load", "both cores busy, a sound server and two files side by side", silent, None, problems, at_most={
        "{} gaps reported": len(gaps), "changes of speaker up to {:.3f} s late": max(lateness(one), lateness(two))})


class LittleMemory:
    """A control group that lets its processes have so many megabytes, the disk's cache included."""

    def __init__(self, megabytes):
        is_second = os.path.exists("/sys/fs/cgroup/cgroup.controllers")
        base = "/sys/fs/cgroup" if is_second else "/sys/fs/cgroup/memory"
        self.path = f"{base}/standup-torture-{os.getpid()}"
        self.limit, self.peak = ("memory.max", "memory.peak") if is_second else \
            ("memory.limit_in_bytes", "memory.max_usage_in_bytes")
        self.megabytes = megabytes

    def __enter__(self):
        os.mkdir(self.path)
        try:
            self.write(self.limit, self.megabytes << 20)
        except OSError:
            os.rmdir(self.path)
            raise
        return self

    def __exit__(self, *_):
        with contextlib.suppress(OSError):
            os.rmdir(self.path)

    def write(self, name, value):
        with open(f"{self.path}/{name}", "w") as file:
            file.write(str(value))

    def add(self, pid):
        self.write("cgroup.procs", pid)

    def most(self):
        try:
            with open(f"{self.path}/{self.peak}") as file:
                return int(file.read()) / (1 << 20)
        except OSError:
            return 0.0


def little_memory(options, account, slowness):
    what = f"{LITTLE} MB of memory, words recognized"
    problems, seconds = [], SPOKEN_QUICKLY if options.quick else SPOKEN
    try:
        with LittleMemory(LITTLE) as group, Folder(options.binary) as folder:
            folder.create("Torture", 4, seconds)
            with Meeting(folder, "Torture", "--input", f"file:{VOICES}/demo.wav", "--output", "none") as meeting:
                group.add(meeting.process.pid)
                code = meeting.finish(seconds + 120)
            most = group.most()
            if code != 0:
                problems.append(f"it ended with {code}: {meeting.errors()}")
            document = folder.json("meeting", "latest")
            problems += [*length_problems(document), *folder.problems()]
            heard = len(document["transcript"])
            if not heard:
                problems.append("no word was recognized")
            silent = sum(gap["end"] - gap["start"] for gap in document["gaps"])
        account.done("load", what, silent, 0.0 if heard else None, problems,
                     at_most={"{:.0f} MB used, with the disk's cache": most, "{} utterances": heard})
    except PermissionError as error:
        account.note("load", what, f"not done: {error}")
    except FileNotFoundError as error:
        account.note("load", what, f"not done: no control groups ({error})")


def run(options, account, slowness, seconds):
    """Each once: what is long here is long."""
    for what, action in (("long", long_meeting), ("busy", busy), ("memory", little_memory)):
        account.attempt("load", what, lambda action=action: action(options, account, slowness))
