"""kill: a meeting that dies at any instant, in every phase, and what the next start finds."""
import concurrent.futures
import contextlib
import itertools
import random
import time

from standup_bench.program import VOICES

from . import signal_source
from .examine import ALLOWED, Examination, words_not_covered
from .folder import Folder
from .jobs import JOBS
from .meeting import Meeting

WORKERS = 3
MEETINGS = 4  # in one folder, one after the other
ROUNDS = 4  # until words are transcribed again
POWER_CUTS = 0.3  # of those whose meeting ran
CALLS = 0.5  # of the meetings; one is switched off and on with a call only
RESUMED = 0.3  # of those that may be
CALL_SOURCES = 3  # that one meeting may have
ATTENDEES = 10  # each for a second
SECONDS = 10
SOURCE_SECONDS = 30
HEARING = 300.0  # seconds, in which what is left has been transcribed on any machine
SLOWEST = 8.0  # seconds; a machine that is so late shows nothing about a program


class Phases:
    """What a meeting is brought to before it dies, each a few seconds at most; `dice` rolls the instants."""

    def __init__(self, dice, opening):
        self.dice, self.opening_time = dice, opening

    def sleep(self, least, most):
        time.sleep(self.dice.uniform(least, most))

    def opening(self, meeting):
        self.sleep(0, 1.3 * self.opening_time)

    def running(self, meeting):
        meeting.wait("meeting.started")
        self.sleep(0, 4)

    def switching(self, meeting):
        meeting.wait("meeting.started")
        self.sleep(0, 1)
        for _ in range(self.dice.randint(1, 4)):
            meeting.send(self.dice.choice(("next", "next", "previous", "later", "extend 30s")))
            self.sleep(0, 0.06)

    def pausing(self, meeting):
        meeting.wait("meeting.started")
        self.sleep(0, 1.5)
        meeting.send("pause")
        if self.dice.random() < 0.7:
            self.sleep(0, 0.5)
            meeting.send("resume")
        self.sleep(0, 0.7)

    def calling(self, meeting):
        """The call is switched off and on, and to another source."""
        meeting.wait("meeting.started")
        self.sleep(0, 1.5)
        for line in self.dice.choice((("off", "{1}"), ("off", "{1}", "off"), ("{1}",), ("off", "{1}", "{2}"))):
            meeting.send(f"call {line.format(*meeting.calls)}")
            self.sleep(0, 1.2)

    def saving(self, meeting):
        meeting.wait("meeting.started")
        self.sleep(0, 1.5)
        meeting.send("end save")
        self.sleep(0, 0.25)

    def discarding(self, meeting):
        meeting.wait("meeting.started")
        self.sleep(0, 1.5)
        meeting.send("end discard")
        self.sleep(0, 0.1)


MEETING_PHASES = ("opening", "running", "switching", "pausing", "calling", "saving", "discarding")


class Killer:
    """Kills meetings and other commands, and puts down what became of them."""

    def __init__(self, options, account, slowness, until):
        self.options, self.account, self.slowness, self.until = options, account, slowness, until
        self.source = signal_source.noise(SOURCE_SECONDS)
        self.scratch = Folder(options.binary)
        self.source_path = f"{self.scratch.scratch}/source.wav"
        signal_source.write(self.source_path, self.source)
        self.calls = [signal_source.noise(SOURCE_SECONDS, seed=2 + number) for number in range(CALL_SOURCES)]
        self.call_paths = [f"{self.scratch.scratch}/call-{number}.wav" for number in range(CALL_SOURCES)]
        for path, frames in zip(self.call_paths, self.calls):
            signal_source.write(path, frames)
        self.words = []
        self.jobs = [job(self.scratch.binary, self.source_path) for job in JOBS]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for job in self.jobs:
            job.close()
        self.scratch.__exit__()

    def time_is_up(self):
        return time.monotonic() >= self.until

    def run(self, number):
        """One of those that work side by side: meetings, and in between everything else that writes."""
        dice = random.Random(f"{self.options.seed} {number}")
        for turn in itertools.count(number):
            if self.time_is_up():
                return
            with Folder(self.scratch.binary) as folder:
                self.meetings(folder, dice)
            job = self.jobs[turn % len(self.jobs)]
            if not self.time_is_up() and job.lock.acquire(blocking=False):
                with contextlib.ExitStack() as stack:
                    stack.callback(job.lock.release)
                    self.attempt("kill", job.name, lambda job=job: job.kill(dice, self.account))
            if not self.time_is_up() and self.words and turn % ROUNDS == 0:
                self.attempt("kill", "transcribing a meeting that runs", lambda: self.spoken(dice))

    def attempt(self, part, what, action):
        """What hangs or fails is a promise that did not hold, not the end of all; false if it did."""
        return self.account.attempt(part, what, action)

    def meetings(self, folder, dice):
        folder.create("Torture", ATTENDEES, SECONDS)
        opening = self.opening_time(folder)
        phases = Phases(dice, opening)
        for name in dice.sample(MEETING_PHASES, MEETINGS):
            if self.time_is_up() or not self.attempt("kill", name,
                                                     lambda name=name: self.meeting(folder, name, phases, dice)):
                return

    def opening_time(self, folder):
        with Meeting(folder, "Torture", *self.sound(), "--recognizer", "none") as meeting:
            arrival, _ = meeting.wait("meeting.started")
            meeting.send("end discard")
            meeting.finish()
            return arrival - meeting.began

    def sound(self, has_call=False):
        call = f"file:{self.call_paths[0]}" if has_call else "none"
        return "--input", f"file:{self.source_path}", "--output", "none", "--call", call

    def meeting(self, folder, name, phases, dice):
        before = folder.kept()
        begun = time.monotonic()
        has_call = name == "calling" or dice.random() < CALLS
        with Meeting(folder, "Torture", *self.sound(has_call), "--recognizer", "none") as meeting:
            meeting.calls = [f"file:{path}" for path in self.call_paths]
            getattr(phases, name)(meeting)
            is_cut = name not in ("opening", "discarding") and dice.random() < POWER_CUTS
            copy = None
            if is_cut:
                died = meeting.stop()
                copy = folder.copy()
                meeting.kill()
            else:
                died = meeting.kill()
        late = self.slowness.since(begun)
        call = self.calls if has_call else None
        what = f"{name} with a call" if has_call and name != "calling" else name
        if copy:
            with copy:
                self.look(f"{what}, power cut", late, copy, meeting, died, self.source, before, call=call)
        found = self.look(what, late, folder, meeting, died, self.source, before, call=call)
        is_open = found.document and found.document["state"] == "interrupted" and found.document["recording"]
        if is_open and meeting.id and not found.ended_how() and dice.random() < RESUMED:
            what = f"resuming{' with a call' * has_call}"
            self.attempt("kill", what, lambda: self.resume(folder, meeting, what, before, has_call, dice))

    def resume(self, folder, earlier, what, before, has_call, dice):
        """The meeting that died is resumed, with the call it had, and ends or dies again."""
        begun = time.monotonic()
        with Meeting(folder, "Torture", "--resume", *self.sound()[:4], "--recognizer", "none") as meeting:
            meeting.wait("meeting.started")
            time.sleep(dice.uniform(0.5, 2.5))
            if dice.random() < 0.5:
                died, states = meeting.kill(), ("interrupted", "finished")
            else:
                meeting.send("end save")
                meeting.finish()
                died, states = time.monotonic(), ("finished",)
        # The standup remembers the first source, which is heard from its beginning again.
        self.look(what, self.slowness.since(begun), folder, meeting, died, self.source, before, states=states,
                  call=[*self.calls, self.calls[0]] if has_call else None, earlier=earlier)

    def look(self, what, late, folder, meeting, died, source, before, **further):
        found = Examination(folder, meeting, died, source, before, ALLOWED + late, **further).run()
        if late > SLOWEST:
            self.account.note("kill", what, f"not judged where the machine was more than {SLOWEST:.0f} s late")
        else:
            self.account.done("kill", what, found.sound, found.words, found.problems)
        return found

    def listen(self):
        """Hears the demo's voices without a kill, to know which words there are."""
        spoken = self.scratch.json("transcribe", f"{VOICES}/demo.wav")
        self.words = [word for utterance in spoken["transcript"] for word in utterance["words"]]

    def spoken(self, dice):
        """Words are recognized, the meeting dies, the next start hears the rest."""
        what = "transcribing a meeting that runs"
        with Folder(self.scratch.binary) as folder:
            folder.create("Torture", ATTENDEES, 60)
            begun = time.monotonic()
            with Meeting(folder, "Torture", "--input", f"file:{VOICES}/demo.wav", "--output", "none") as meeting:
                meeting.wait("meeting.started")
                time.sleep(dice.uniform(1, 12))
                died = meeting.kill()
            late = self.slowness.since(begun)
            found = Examination(folder, meeting, died, None, {}, ALLOWED + late).run()
            # One that can be gone on with hears the rest itself then; this one is to stay as it is.
            folder.call("keep-meeting", meeting.id)
            folder.create("Next", 1, 10)
            with Meeting(folder, "Next", "--input", "none", "--output", "none") as other:
                other.wait("meeting.started")
                other.send("end save")
                other.finish(HEARING)
            document = folder.json("meeting", meeting.id)
            heard = document["transcript"]
            length = document["recording"]["duration"]
            lost = words_not_covered(self.words, heard, length - 0.5)
            problems = found.problems + list(folder.problems())
            kept = {utterance["text"] for utterance in heard}
            problems += [f"an utterance is gone after the rest was transcribed: {utterance['text']}"
                         for utterance in found.document["transcript"] if utterance["text"] not in kept]
            problems += [f"two utterances at once, at {other['start']:.2f} s"
                         for one, other in zip(heard, heard[1:]) if other["start"] < one["end"] - 0.05]
            if lost > ALLOWED:
                problems.append(f"{lost:.2f} s of words were not transcribed by the next start")
            self.account.done("kill", what, found.sound, lost, problems)


def run(options, account, slowness, seconds):
    """Kills until the time is over."""
    with Killer(options, account, slowness, time.monotonic() + seconds) as killer:
        killer.attempt("kill", "transcribing a meeting that runs", killer.listen)
        killer.until = max(killer.until, time.monotonic() + seconds / 2)
        with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
            for future in [pool.submit(killer.run, number) for number in range(WORKERS)]:
                future.result()
