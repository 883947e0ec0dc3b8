"""call: what happens to the sound of the far side, which other programs play, while the room and the countdown go on."""
import concurrent.futures
import itertools
import math
import random
import signal
import time

from standup_bench.program import virtual_sound

from . import signal_source
from .devices import BACK, ENDING, NOTICED, PLAYED, SETTLED, TOGETHER, Room
from .examine import ALLOWED, APART, Examination
from .folder import Folder, frames_of
from .meeting import Meeting
from .watched import SLOT, SLOTS, countdown_problems, lateness, length_problems, silence_by_side, until
from .witness import common

MOVED = 0.2  # seconds that may be lost, and not reported, where the stream is moved
REOPENED = 2.5  # seconds that may be lost where it has to be opened again
QUICKLY = 5  # so many have time on any machine
LOUD, HEADSET, HANDS_FREE = "loud", "headset", "hands_free"  # loudspeakers
SPEAKER = "speaker"  # that of the virtual sound, to which players move when theirs is gone
MIN_SAID = 10.0  # seconds, after which two sides with one sound are reported


class Trial:
    """A meeting of which the far side plays a tone without a pause, and what happens to that in its middle."""
    servers = ("pulseaudio", "pipewire")
    options = ("--call",)
    loudspeakers = (LOUD,)  # that play
    is_lost = False  # the source of the call is gone for a while, which is said
    is_away = True  # nothing can be heard of the call meanwhile
    since_start = False  # that is so from the beginning on
    now_heard = None  # the loudspeaker that is heard from then on, which is said
    most_lost = REOPENED  # seconds of the call that may be missing besides

    def prepare(self, room):
        """Before the meeting."""
        for sink in self.loudspeakers:
            room.add(sink)
            room.play(sink)
        if self.loudspeakers:
            room.pactl("set-default-sink", self.loudspeakers[0])

    def happen(self, room, meeting):
        pass

    def away(self, dice):
        return dice.uniform(2, 4)

    def end(self, room, meeting):
        pass

    def check(self, meeting, document, happened):
        """What else is wrong."""
        return []


class OtherDefault(Trial):
    name = "another loudspeaker becomes the default"
    loudspeakers = (LOUD, HEADSET)
    now_heard = HEADSET
    is_away = False
    most_lost = MOVED

    def away(self, dice):
        return 0

    def happen(self, room, meeting):
        room.pactl("set-default-sink", HEADSET)


class OtherDefaultInMidSentence(OtherDefault):
    """The player goes to the new one at once, and what it plays until the call follows is lost."""
    name = "another loudspeaker becomes the default, and the player is moved to it"

    def prepare(self, room):
        for sink in self.loudspeakers:
            room.add(sink)
        room.pactl("set-default-sink", LOUD)
        room.play(LOUD)

    def happen(self, room, meeting):
        super().happen(room, meeting)
        for line in room.pactl("list", "short", "sink-inputs").splitlines():
            room.pactl("move-sink-input", line.split()[0], HEADSET)


class OtherDefaultOfABusyServer(OtherDefault):
    """The server reports the change of its default, but answers questions late."""
    name = "another loudspeaker becomes the default, and the server answers late"

    def happen(self, room, meeting):
        super().happen(room, meeting)
        room.signal(signal.SIGSTOP)
        time.sleep(0.1)
        room.signal(signal.SIGCONT)


class Bluetooth(Trial):
    """The server lets the players, and the recorder, hear another loudspeaker meanwhile."""
    name = "the loudspeaker is gone, and comes back as another, with another rate"
    now_heard = HANDS_FREE
    is_away = False

    def happen(self, room, meeting):
        room.remove(LOUD)

    def end(self, room, meeting):
        room.add(HANDS_FREE, 16_000, 1)
        room.pactl("set-default-sink", HANDS_FREE)
        room.play(HANDS_FREE)


class OtherRate(Bluetooth):
    name = "the loudspeaker changes its rate"
    now_heard = LOUD

    def end(self, room, meeting):
        room.add(LOUD, 44_100)
        room.pactl("set-default-sink", LOUD)
        room.play(LOUD)


class Chosen(Trial):
    name = "the chosen loudspeaker is gone, the server takes another one, and it is back"
    options = ("--call", f"{LOUD}.monitor")
    loudspeakers = (LOUD, HEADSET)
    is_lost = True

    def happen(self, room, meeting):
        room.remove(LOUD)

    def end(self, room, meeting):
        room.add(LOUD)
        room.play(LOUD)


class Suspended(Trial):
    name = "the monitor is suspended, and resumed"
    servers = ("pulseaudio",)
    is_lost = True

    def happen(self, room, meeting):
        room.pactl("suspend-sink", LOUD, "1")

    def end(self, room, meeting):
        room.pactl("suspend-sink", LOUD, "0")


class Frozen(Trial):
    name = "the sound server freezes, and thaws, with a call"
    is_lost = True

    def happen(self, room, meeting):
        room.signal(signal.SIGSTOP)

    def end(self, room, meeting):
        room.signal(signal.SIGCONT)


class Late(Trial):
    name = "the source of the call comes seconds after the microphone"
    options = ("--call", f"{HEADSET}.monitor")
    loudspeakers = ()
    since_start = True

    def end(self, room, meeting):
        room.add(HEADSET)
        room.play(HEADSET)

    def check(self, meeting, document, happened):
        if not meeting.all("error"):
            yield "nobody was told that the call has no source"
        if not any(gap.get("channel") == "call" and gap["start"] == 0 for gap in document["gaps"]):
            yield "no gap from the beginning is reported"


class Switched(Trial):
    name = "the call is switched off, and on"
    most_lost = 2 * REOPENED

    def happen(self, room, meeting):
        meeting.send("call none")

    def end(self, room, meeting):
        meeting.send("call auto")

    def check(self, meeting, document, happened):
        if silence_by_side(document)["call"] > NOTICED:
            yield f"what was switched off is reported as a gap: {document['gaps']}"


class SameDevice(Trial):
    name = "the microphone and the call are the same device"
    options = ("--input", f"{LOUD}.monitor", "--call")

    def away(self, dice):
        return 0

    def check(self, meeting, document, happened):
        told = [event for _, event in meeting.all("error")]
        if len(told) != 1 or told[0]["at"] > MIN_SAID:
            yield f"it was said {len(told)} times: {told}"


class WithoutMicrophone(Trial):
    name = "a call without a microphone"
    options = tuple("--input none --call".split())

    def away(self, dice):
        return 0


TRIALS = (OtherDefault(), OtherDefaultInMidSentence(), OtherDefaultOfABusyServer(), Bluetooth(), OtherRate(), Chosen(),
          Suspended(), Frozen(), Late(), Switched(), SameDevice(), WithoutMicrophone())


def try_one(options, account, slowness, server, trial, dice):
    begun, problems = time.monotonic(), []
    with virtual_sound(server) as environment, Folder(options.binary, environment) as folder:
        room = Room(environment)
        with room.playing(), room.witnessed(SPEAKER):
            trial.prepare(room)
            folder.create("Torture", SLOTS, SLOTS * SLOT)
            with Meeting(folder, "Torture", "--recognizer", "none", *trial.options) as meeting:
                until(meeting, dice.uniform(SETTLED, SETTLED + 2))
                before = len(meeting.all("device.lost"))
                happened = time.monotonic()
                trial.happen(room, meeting)
                away = trial.away(dice)
                time.sleep(max(0.0, happened + away - time.monotonic()))
                trial.end(room, meeting)
                back = time.monotonic()
                code = meeting.finish(SLOTS * SLOT + 60)
                took = time.monotonic() - meeting.all("meeting.ended")[-1][0]
        heard = room.heard_beside()
        late = slowness.since(begun)
        found = Examination(folder, meeting, time.monotonic(), None, {}, 1 + late, ("finished",), call=[]).run()
        document = found.document
        problems += [*countdown_problems(meeting), *length_problems(document), *found.problems,
                     *trial.check(meeting, document, happened)]
        frames, _ = frames_of(document["recording"]["file"])
    figures = {"the end took {:.2f} s": took, "changes of speaker up to {:.3f} s late": lateness(meeting)}

    def promise(seconds, limit, text):
        figures[text] = seconds
        if seconds > limit + late:
            problems.append(text.format(seconds))
    if code != 0:
        problems.append(f"it ended with {code}: {meeting.errors()}")
    promise(took, ENDING, "the end took {:.2f} s")

    def said(name):
        return [arrival for arrival, event in meeting.all(name) if event.get("channel") == "call" and arrival >= happened]
    if trial.is_lost:
        if not said("device.lost"):
            problems.append("nobody noticed")
        if not said("device.restored"):
            problems.append("it did not come back")
        else:
            promise(said("device.restored")[-1] - back, BACK, "back after {:.2f} s")
    changed = [event["device"] for _, event in meeting.all("device.changed") if event.get("channel") == "call"]
    if trial.now_heard and changed[-1:] != [f"{trial.now_heard}.monitor"]:
        problems.append(f"nobody said that {trial.now_heard} is heard: {changed}")
    if trial.name != Frozen.name:
        promise(silence_by_side(document)["room"], NOTICED, "{:.2f} s of the room missing")
    origin = min(arrival - event["at"] for arrival, event in meeting.events)
    call = signal_source.channel(frames, 1, 2) if document["recording"]["channels"] == 2 else b""
    since = origin if trial.since_start else happened
    silences = [(start, end) for start, end in signal_source.silences(call) if end > since - origin]
    # What no witness heard either was not there to be recorded.
    lost = common([(origin + start, origin + end) for start, end in silences], heard)
    figures["{:.2f} s of silence that a witness heard too"] = sum(
        end - start for start, end in silences) - sum(end - start for start, end in lost)
    if not heard:
        problems.append("the witness heard nothing at all")
    if silences and silences[-1][1] >= document["duration"] - 0.2 and silences[-1][1] - silences[-1][0] > 2 \
            and sum(end - start for start, end in lost if start >= origin + silences[-1][0]) > 2:
        problems.append(f"the call is silent from {silences[-1][0]:.2f} s to the end")
    if trial.is_away:
        lost = common(lost, [(back, math.inf)])
    reported = common(lost, [(origin + gap["start"], origin + gap["end"]) for gap in document["gaps"]
                             if gap.get("channel") == "call"])
    seconds_lost, seconds_reported = (sum(end - start for start, end in some) for some in (lost, reported))
    # PipeWire takes a stream apart to move it, and a busy one takes its time: that is reported, not prevented.
    promise(seconds_lost, REOPENED if server == "pipewire" else trial.most_lost, "{:.2f} s of the call lost")
    promise(seconds_lost - seconds_reported, trial.most_lost, "{:.2f} s of that not reported")
    account.done("call", f"{trial.name} ({server})", broken=problems, at_most=figures)


def sides(options, account, slowness, server, dice):
    """Both sides play the same file by one sound card, so that what is at once in it is at once in the recording."""
    what, problems, begun = f"both sides begin a sound at once ({server})", [], time.monotonic()
    with virtual_sound(server) as environment, Folder(options.binary, environment) as folder:
        room = Room(environment)
        room.pactl("load-module", "module-null-sink", "sink_name=hall", "rate=48000", "channels=2",
                   "channel_map=front-left,front-right")
        for name, position in (("near", "front-left"), ("far", "front-right")):
            room.pactl("load-module", "module-remap-source", f"source_name={name}", "master=hall.monitor", "channels=1",
                       "channel_map=mono", f"master_channel_map={position}", "remix=no")
        clicks = signal_source.together(*(signal_source.clicks(PLAYED, seed) for seed in (1, 2)))
        with room.playing():
            room.play("hall", clicks, 2)
            folder.create("Torture", SLOTS, SLOTS * SLOT)
            with Meeting(folder, "Torture", "--recognizer", "none", "--input", "near", "--call", "far") as meeting:
                code = meeting.finish(SLOTS * SLOT + 60)
        late = slowness.since(begun)
        document = folder.json("meeting", "latest")
        frames, _ = frames_of(document["recording"]["file"])
    near, far = (signal_source.onsets(signal_source.channel(frames, number, 2)) for number in range(2))
    apart = [min((abs(frame - other) for other in far), default=signal_source.RATE) / signal_source.RATE for frame in near
             if frame < len(frames) / 4 - APART * signal_source.RATE]
    if code != 0 or len(apart) < SLOTS * SLOT - 3:
        problems.append(f"it ended with {code}, {len(near)} and {len(far)} sounds")
    elif max(apart) > APART + late:
        problems.append(f"the sides are {1000 * max(apart):.1f} ms apart")
    account.done("call", what, broken=problems, at_most={"{:.1f} ms apart": 1000 * max(apart, default=0)})


def die(options, account, slowness, dice):
    """The program dies while the call delivers nothing and the room goes on: its sound must not wait for the call."""
    what, begun = "the program dies while the monitor is suspended (pulseaudio)", time.monotonic()
    with virtual_sound() as environment, Folder(options.binary, environment) as folder:
        room, trial = Room(environment), Suspended()
        with room.playing():
            trial.prepare(room)
            folder.create("Torture", SLOTS, SLOTS * SLOT)
            with Meeting(folder, "Torture", "--recognizer", "none", *trial.options) as meeting:
                until(meeting, dice.uniform(1, SETTLED + 2))
                trial.happen(room, meeting)
                time.sleep(dice.uniform(0, 3.5))
                died = meeting.kill()
        found = Examination(folder, meeting, died, None, {}, ALLOWED + slowness.since(begun), call=[]).run()
    account.done("call", what, found.sound, None, found.problems)


def run(options, account, slowness, seconds):
    """Each once with each server, then again until the time is over; the short version some, with PulseAudio alone."""
    dice, until_when = random.Random(f"{options.seed} call"), time.monotonic() + seconds
    servers = ("pulseaudio",) if options.quick else ("pulseaudio", "pipewire")
    everything = [(f"{trial.name} ({server})", lambda roll, trial=trial, server=server: try_one(
        options, account, slowness, server, trial, roll))
                  for trial in TRIALS for server in servers if server in trial.servers]
    everything += [(f"both sides begin a sound at once ({server})", lambda roll, server=server: sides(
        options, account, slowness, server, roll)) for server in servers]
    everything.append(("the program dies while the monitor is suspended (pulseaudio)", lambda roll: die(
        options, account, slowness, roll)))
    everything = [(what, action) for what, action in everything if options.only in what]
    if options.quick:
        everything = dice.sample(everything, min(QUICKLY, len(everything)))
    if not everything:
        return
    with concurrent.futures.ThreadPoolExecutor(len(everything) if options.quick else TOGETHER) as pool:
        for times in itertools.count(1):
            for future in [pool.submit(account.attempt, "call", what,
                                       lambda action=action, roll=random.Random(dice.random()): action(roll))
                           for what, action in everything]:
                future.result()
            if times >= options.repeat if options.repeat else time.monotonic() >= until_when:
                return
