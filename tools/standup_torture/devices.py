"""devices: microphones and sound servers that go away, come back, freeze and change."""
import concurrent.futures
import contextlib
import itertools
import os
import random
import signal
import subprocess
import tempfile
import time

from standup_bench.processes import running
from standup_bench.program import ROOT, virtual_sound

from . import signal_source
from .folder import Folder
from .meeting import Meeting
from .watched import ENDING, SLOT, SLOTS, countdown_problems, lateness, length_problems, until
from .witness import Witness, common, union

NOTICED = 1.5  # seconds
MOVED = 0.5  # seconds of silence while the server moves the stream to another microphone
BACK = 10.0  # seconds, after the device is there again
PLAYED = 60  # seconds, longer than any of these meetings
SOUNDING = 5.0  # seconds, until another microphone has sound
SETTLED = 5.5  # seconds; until then a stream is still being opened
TOGETHER = 3


class Room:
    """A private sound server, and what can be done to it."""

    def __init__(self, environment):
        self.environment = environment
        self.folder = environment["STANDUP_SOUND"]
        self.played, self.witnesses, self.before = 0, {}, []

    def tool(self, *arguments):
        subprocess.run([f"{ROOT}/tools/virtual-sound", *arguments, self.folder], check=True, env=self.environment,
                       stdout=subprocess.DEVNULL)

    def pactl(self, *arguments):
        return subprocess.run(["pactl", *arguments], check=True, env=self.environment, timeout=20,
                              stdout=subprocess.PIPE).stdout.decode().strip()

    def servers(self):
        with open(f"{self.folder}/lock") as lock:
            supervisor = lock.read().split()[0]
        with open(f"/proc/{supervisor}/task/{supervisor}/children") as children:
            return [int(word) for word in children.read().split()]

    def signal(self, number):
        for pid in self.servers():
            os.kill(pid, number)

    def heard(self):
        """The names of the sources that are recorded, as the server tells it."""
        names = dict(line.split()[:2] for line in self.pactl("list", "short", "sources").splitlines())
        return {names.get(line.split()[1]) for line in self.pactl("list", "short", "source-outputs").splitlines()}

    def module_of(self, sink):
        return next(line.split()[0] for line in self.pactl("list", "short", "modules").splitlines()
                    if f"sink_name={sink}" in line)


    def add(self, sink, rate=48_000, channels=2):
        self.pactl("load-module", "module-null-sink", f"sink_name={sink}", f"rate={rate}", f"channels={channels}")
        if self.witnesses:
            self.witness(sink)

    def remove(self, sink):
        if witness := self.witnesses.get(sink):
            witness.stop()
        self.pactl("unload-module", self.module_of(sink))

    @contextlib.contextmanager
    def playing(self):
        """Other programs that play on the sinks of `play`."""
        with tempfile.TemporaryDirectory(prefix="standup-torture.") as self.scratch, \
                contextlib.ExitStack() as self.players:
            yield

    def play(self, sink, frames=None, channels=1):
        """Plays frames, by default a tone of this player's own."""
        path = f"{self.scratch}/{self.played}.wav"
        signal_source.write(path, frames or signal_source.tone(PLAYED, self.played), channels=channels)
        self.played += 1
        # PulseAudio's null sinks otherwise play two seconds at once, more than a player has ready.
        command = ["paplay", "--latency-msec=100", f"--device={sink}", path]
        self.players.enter_context(running(command, env=self.environment, stdout=subprocess.DEVNULL,
                                           stderr=subprocess.DEVNULL))

    @contextlib.contextmanager
    def witnessed(self, *sinks):
        """Records what these sinks play, and those that are added, beside standup."""
        try:
            for sink in sinks:
                self.witness(sink)
            yield
        finally:
            for witness in self.witnesses.values():
                witness.stop()

    def witness(self, sink):
        if earlier := self.witnesses.get(sink):
            self.before += earlier.heard()
        self.witnesses[sink] = Witness(f"{sink}.monitor", self.environment)

    def heard_beside(self):
        """When any of the witnesses had sound, as instants of the monotonic clock."""
        return union(self.before, *(witness.heard() for witness in self.witnesses.values()))


class Disturbance:
    """What happens to the sound in the middle of a meeting, and what puts it right again."""
    servers = ("pulseaudio", "pipewire")
    options = ()
    side = "room"  # to which it happens
    is_lost = True  # the microphone is gone for a while
    comes_back = True
    changes = False  # another microphone is heard from then on
    most_silent = None  # seconds of silence in its place

    def instant(self, dice):
        """At which meeting time it happens: when the stream is no longer being opened."""
        return dice.uniform(SETTLED, SETTLED + 2)

    def away(self, dice):
        """For how many seconds."""
        return dice.uniform(2, 4)

    def happen(self, room):
        raise NotImplementedError

    def end(self, room):
        pass


class Killed(Disturbance):
    name = "the sound server is killed, and started again"

    def happen(self, room):
        room.signal(signal.SIGKILL)

    def end(self, room):
        room.tool("plug")


class Frozen(Disturbance):
    name = "the sound server freezes, and thaws"

    def happen(self, room):
        room.signal(signal.SIGSTOP)

    def end(self, room):
        room.signal(signal.SIGCONT)


class FrozenAtTheEnd(Frozen):
    name = "the sound server is frozen while the meeting ends"
    comes_back = False

    def instant(self, dice):
        # The end may come before anybody noticed, or while the microphone is being opened again.
        return SLOTS * SLOT - dice.uniform(0.2, 4)

    def away(self, dice):
        return 0

    def end(self, room):
        pass


class Gone(Disturbance):
    name = "all devices are gone, and back"
    servers = ("pulseaudio",)
    options = ("--input", "room.monitor")
    rate = 48_000

    def happen(self, room):
        for sink in ("room", "speaker"):
            room.pactl("unload-module", room.module_of(sink))

    def end(self, room):
        for sink, channels in (("speaker", 2), ("room", 1)):
            room.pactl("load-module", "module-null-sink", f"sink_name={sink}", f"rate={self.rate}", f"channels={channels}")


class OtherRate(Gone):
    name = "all devices come back with another rate"
    rate = 44_100


class OtherDefault(Disturbance):
    name = "another microphone becomes the default"
    is_lost = comes_back = False
    changes = True

    most_silent = MOVED

    def away(self, dice):
        return 0

    def happen(self, room):
        room.add("second", channels=1)
        room.play("second")
        room.witness("second")
        # A new null sink of PulseAudio's delivers nothing, to any program, for two seconds.
        until_when = time.monotonic() + SOUNDING
        while not room.witnesses["second"].heard() and time.monotonic() < until_when:
            time.sleep(0.1)
        room.pactl("set-default-source", "second.monitor")


class Moved(OtherDefault):
    """PulseAudio lets the recorder hear another microphone, and says so to nobody."""
    name = "the default microphone is gone, the server takes another one"
    most_silent = None
    servers = ("pulseaudio",)

    def happen(self, room):
        room.pactl("unload-module", room.module_of("room"))


class Replaced(Moved):
    """That is not what somebody wants who chose one."""
    name = "the chosen microphone is gone, the server takes another one, and it is back"
    options = ("--input", "room.monitor")
    is_lost = comes_back = True
    changes = False

    def away(self, dice):
        return dice.uniform(2, 4)

    def end(self, room):
        room.pactl("load-module", "module-null-sink", "sink_name=room", "rate=48000", "channels=1")


DISTURBANCES = (Killed(), Frozen(), FrozenAtTheEnd(), Gone(), OtherRate(), OtherDefault(), Moved(), Replaced())


def try_one(options, account, slowness, server, disturbance, dice):
    begun, problems = time.monotonic(), []
    with virtual_sound(server) as environment, Folder(options.binary, environment) as folder:
        room = Room(environment)
        folder.create("Torture", SLOTS, SLOTS * SLOT)
        with room.playing(), room.witnessed(), \
                Meeting(folder, "Torture", "--recognizer", "none", *disturbance.options) as meeting:
            until(meeting, disturbance.instant(dice))
            before = len(meeting.all("device.lost"))
            heard = room.heard() if disturbance.changes else None
            disturbance.happen(room)
            happened = time.monotonic()
            time.sleep(disturbance.away(dice))
            disturbance.end(room)
            back = time.monotonic()
            if disturbance.changes:
                time.sleep(NOTICED)
                is_changed = room.heard() != heard
            code = meeting.finish(SLOTS * SLOT + 60)
            took = time.monotonic() - meeting.all("meeting.ended")[-1][0]
        late = slowness.since(begun)
        document = folder.json("meeting", "latest")
        problems += [*countdown_problems(meeting), *length_problems(document), *folder.problems()]
    figures = {"the end took {:.2f} s": took, "changes of speaker up to {:.3f} s late": lateness(meeting)}

    def promise(seconds, limit, text):
        figures[text] = seconds
        if seconds > limit + late:
            problems.append(text.format(seconds))
    if code != 0:
        problems.append(f"it ended with {code}: {meeting.errors()}")
    promise(took, ENDING, "the end took {:.2f} s")
    lost, restored = meeting.all("device.lost")[before:], meeting.all("device.restored")
    if lost and disturbance.is_lost:
        promise(lost[0][0] - happened, NOTICED, "noticed after {:.2f} s")
    elif disturbance.comes_back:
        problems.append("nobody noticed")
    changed = [arrival for arrival, _ in meeting.all("device.changed") if arrival >= happened]
    counted = {}
    if disturbance.changes:
        counted["{} were not moved by the server"] = int(not is_changed)
        if changed:
            promise(changed[0] - happened, NOTICED, "told after {:.2f} s")
        elif is_changed:
            problems.append("nobody said that another microphone is heard")
    if disturbance.comes_back:
        if restored:
            promise(restored[-1][0] - back, BACK, "back after {:.2f} s")
        else:
            problems.append("it did not come back")
        if not any(gap["reason"] == "device" for gap in document["gaps"]):
            problems.append("no gap is reported")
    silent = sum(gap["end"] - gap["start"] for gap in document["gaps"])
    if disturbance.most_silent is None:
        figures["{:.1f} s of silence in its place"] = silent
    else:
        figures["{:.2f} s of silence in its place"] = silent
        # What no witness heard either was not there to be recorded.
        heard = room.heard_beside()
        if not heard:
            problems.append("the witness heard nothing at all")
        origin = min(arrival - event["at"] for arrival, event in meeting.events)
        lost = common([(origin + gap["start"], origin + gap["end"]) for gap in document["gaps"]], heard)
        promise(sum(end - start for start, end in lost), disturbance.most_silent,
                "{:.2f} s of it lost, which a witness heard")
        if any(gap["reason"] != "device" for gap in document["gaps"]):
            problems.append(f"the gap is not the device's: {document['gaps']}")
    account.done("devices", f"{disturbance.name} ({server})", broken=problems, at_most=figures,
                 count=counted)


def run(options, account, slowness, seconds):
    """Each once with each server, the short version with PulseAudio alone; then again until the time is over."""
    dice, until_when = random.Random(f"{options.seed} devices"), time.monotonic() + seconds
    servers = ("pulseaudio",) if options.quick else ("pulseaudio", "pipewire")
    everything = [(server, disturbance) for disturbance in DISTURBANCES for server in servers
                  if server in disturbance.servers and options.only in f"{disturbance.name} ({server})"]
    if not everything:
        return
    with concurrent.futures.ThreadPoolExecutor(len(everything) if options.quick else TOGETHER) as pool:
        for times in itertools.count(1):
            for future in [pool.submit(account.attempt, "devices", f"{disturbance.name} ({server})",
                                       lambda server=server, disturbance=disturbance, roll=random.Random(dice.random()):
                                       try_one(options, account, slowness, server, disturbance, roll))
                           for server, disturbance in everything]:
                future.result()
            if times >= options.repeat if options.repeat else time.monotonic() >= until_when:
                return
