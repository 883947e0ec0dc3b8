"""When the ding is heard, against the instant of the change of speaker."""
import contextlib
import json
import math
import os
import statistics
import subprocess
import time

from .listeners import JackListener, PulseListener
from .processes import hogs, running, timed
from .program import Program, onsets, samples_in, virtual_sound
from .table import Row, Section, milliseconds

PERIOD = 256  # frames of the JACK server
SLOT = 1.5  # seconds


class Heard:
    """A meeting's dings: how long after the change of speaker each was heard, in seconds."""

    def __init__(self, turns, instants):
        near = [min(turns, key=lambda turn, instant=instant: abs(instant - turn)) for instant in instants]
        self.offsets = [instant - turn for instant, turn in zip(instants, near)]
        self.expected = len(turns)

    @property
    def within(self):
        """How many dings were heard within 10 ms."""
        return sum(abs(value) < 0.01 for value in self.offsets)

    @property
    def are_on_time(self):
        return self.within == len(self.offsets) == self.expected

    @property
    def spread(self):
        """The least, the median and the greatest, for reading."""
        values = self.offsets
        if len(values) != self.expected:
            return f"{self.expected} changes of speaker, but {len(values)} dings were heard"
        return " / ".join(milliseconds(value) for value in (min(values), statistics.median(values), max(values)))

    def row(self, name, has_aim=True):
        if len(self.offsets) != self.expected:
            return Row(name, self.spread, met=False)
        return Row(f"{name}, {self.within} of {self.expected} within 10 ms", self.spread, "", None,
                   "< 10 ms" if has_aim else "", self.are_on_time if has_aim else None)


def hold(program, count, listener, *options, during=None):
    """Holds a meeting of many short turns that a listener hears; its start, and the changes of speaker, monotonic.

    A meeting says when something happened in its own time. Its start on the clock is the earliest that any of its
    events' arrivals allows: the least of arrival less meeting time.
    """
    program.create("Dings", count + 1, round((count + 1) * SLOT))
    start, turns = float("inf"), []
    with listener, program.hold("Dings", "--recognizer", "none", "--events", *options) as process:
        if during:
            during(listener)
        for line in process.stdout:
            arrival = time.monotonic()
            event = json.loads(line)
            if event["event"] == "turn.started":
                start = min(start, arrival - event["at"])
                turns.append(event["at"])
        time.sleep(0.3)
    return start, [start + turn for turn in turns[1:]]


def by_listener(program, count, listener, *options, during=None):
    _, turns = hold(program, count, listener, *options, during=during)
    frames, rate, instant = listener.frames()
    return Heard(turns, [instant(frame) for frame in onsets(frames, rate)])


def by_recording(program, count):
    """The same by the place of each ding in the meeting's own recording of its loudspeaker."""
    start, turns = hold(program, count, contextlib.nullcontext(), "--input", "speaker.monitor")
    frames, rate = samples_in(program.latest()["recording"]["file"])
    return Heard(turns, [start + frame / rate for frame in onsets(frames, rate)])


@contextlib.contextmanager
def jack_server(environment):
    """A JACK server without hardware, under a name of its own; the environment in which programs find it."""
    name = f"standup-bench-{os.getpid()}"
    environment = {**environment, "JACK_DEFAULT_SERVER": name, "PULSE_SERVER": "unix:/nonexistent"}
    with running(["jackd", "--name", name, "--no-realtime", "-d", "dummy", "-r", "48000", "-p", str(PERIOD)],
                 env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        deadline = time.monotonic() + 10
        while timed(["jack_lsp"], env=environment, check=False).code != 0:
            if server.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("the JACK server did not start")
            time.sleep(0.1)
        yield environment


def through_jack(options, count):
    def connect(listener):
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            ports = timed(["jack_lsp"], env=environment, check=False).output.decode().split("\n")
            if port := next((port for port in ports if ":out_" in port), None):
                return listener.listen_to(port)
            time.sleep(0.02)
        raise RuntimeError("PortAudio's port did not appear in JACK")

    with virtual_sound() as sound, jack_server(sound) as environment, Program(options.binary, environment) as program:
        # The library takes the server's name from this process.
        os.environ.update(JACK_DEFAULT_SERVER=environment["JACK_DEFAULT_SERVER"], JACK_NO_START_SERVER="1")
        return by_listener(program, count, JackListener(), during=connect)


def section(options):
    count = 20 if options.quick else 60
    rows = []
    with virtual_sound() as environment:
        def listen(name, load):
            with Program(options.binary, environment) as program, load():
                listener = PulseListener(environment["PULSE_SERVER"], "speaker.monitor")
                rows.append(by_listener(program, count, listener).row(name))

        listen("PulseAudio, idle: least / median / most", contextlib.nullcontext)
        listen("PulseAudio, two CPU hogs (which hold up the server too)", hogs)
        with Program(options.binary, environment) as program:
            rows.append(by_recording(program, count).row("PulseAudio, idle, by the meeting's own recording",
                                                            has_aim=False))
    notes = [
        "The delay is the time at which the first frame of a ding is heard, minus the time of the change of speaker. A recorder beside the meeting "
        "listens to the virtual loudspeaker and asks the sound server at which instant each frame is heard, so neither "
        "the latency of the recording nor the sound that the server has rendered ahead is in the figure. The meeting's "
        "start is taken from its events as they arrive, which is late by the fastest of them, a few tenths of a "
        "millisecond.",
        "By its own recording: the same from the ding's place in the recording of `speaker.monitor`. This figure has "
        "in it what the server renders ahead (it makes dings early) and the latency of the capture (it makes them "
        "late): a frame of the recording bears the time at which it was delivered.",
    ]
    try:
        rows.append(through_jack(options, count).row("JACK, idle"))
        notes.append(f"JACK: its dummy driver, {PERIOD} frames a period, no real-time priority. The listener is a client "
                     "in the same cycles, so the figure is sample-exact but for JACK's own estimate of when a cycle began.")
    except (RuntimeError, OSError) as error:
        notes.append(f"JACK was not measured: {error}.")
    return Section("The ding's first audible frame against its deadline", "", rows, notes)
