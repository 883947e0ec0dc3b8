"""Commands other than a meeting that write, killed in the middle: creating, exporting, importing, transcribing."""
import os
import shutil
import threading
import time

from standup_bench.program import VOICES

from . import signal_source
from .examine import STARTED
from .folder import Folder, frames_of

FORMATS = ("wav", "flac", "ogg", "mp3", "md", "json", "srt", "csv")


def killed(process, dice, most):
    """Kills a process at an instant within so many seconds; whether it still ran."""
    time.sleep(dice.uniform(0, most))
    is_running = process.poll() is None
    process.kill()
    process.wait()
    return is_running


class Job:
    """A folder in which the same thing is begun, and killed, again and again."""

    def __init__(self, binary, source_path):
        self.binary, self.source_path = binary, source_path
        self.template, self.seconds, self.lock = None, {}, threading.Lock()

    def close(self):
        if self.template:
            self.template.__exit__()

    def timed(self, key, action):
        """How long a thing takes that is left alone, measured once."""
        if key not in self.seconds:
            begun = time.monotonic()
            action()
            self.seconds[key] = time.monotonic() - begun
        return self.seconds[key]

    def done(self, account, problems, was_running):
        account.done("kill", self.name, broken=problems, count={"{} were over before": int(not was_running)})


class Creating(Job):
    name = "creating the first standup"

    def kill(self, dice, account):
        with Folder(self.binary) as folder:
            def whole():
                with Folder(self.binary) as other:
                    other.create("Torture", 3, 60)
            seconds = self.timed("", whole)
            was_running = killed(folder.start("create", "Torture", "Ann", "Ben", "--length", "60s"), dice, seconds)
            standups = folder.json("list")
            problems = []
            if len(standups) > 1 or any(len(standup["attendees"]) != 2 for standup in standups):
                problems.append(f"half a standup is there: {standups}")
            folder.create("Other", 2, 60)
            problems += folder.problems()
            self.done(account, problems, was_running)


class Exporting(Job):
    name = "exporting"

    def kill(self, dice, account):
        if self.template is None:
            template = Folder(self.binary)
            template.create("Torture", 3, 20)
            template.call("start", "Torture", "--clock", "virtual", "--input", f"file:{self.source_path}", "--headless",
                          "--recognizer", "none")
            template.reference = {}
            self.template = template
        folder, form = self.template, dice.choice(FORMATS)
        target = f"{folder.scratch}/exported-{os.getpid()}-{time.monotonic_ns()}"
        os.mkdir(target)

        def whole():
            folder.call("export", "latest", "--to", f"{folder.scratch}/whole.{form}")
            folder.reference[form] = os.path.getsize(f"{folder.scratch}/whole.{form}")
        seconds = self.timed(form, whole)
        recording = folder.json("meeting", "latest")["recording"]["file"]
        before = frames_of(recording)
        # There is another file of that name, as there often is.
        path = f"{target}/meeting.{form}"
        with open(path, "w") as file:
            file.write("before")
        was_running = killed(folder.start("export", "latest", "--to", path, "--force"), dice, 1.2 * seconds)
        problems, size = [], os.path.getsize(path) if os.path.exists(path) else None
        if size not in (len("before"), folder.reference[form]):
            problems.append(f"half a {form} is there, {size} of {folder.reference[form]} bytes")
        if frames_of(recording) != before:
            problems.append("the recording was changed by an export")
        left = len(os.listdir(target)) - 1
        shutil.rmtree(target)
        problems += folder.problems()
        account.done("kill", self.name, broken=problems,
                     count={"{} were over before": int(not was_running), "{} left a hidden file beside it": left})


class Importing(Job):
    name = "importing"

    def kill(self, dice, account):
        if self.template is None:
            self.template = Folder(self.binary)
            self.short = f"{self.template.scratch}/short.wav"
            signal_source.write(self.short, signal_source.noise(1))
        with Folder(self.binary) as folder:
            def whole():
                with Folder(self.binary) as other:
                    other.call("import", self.source_path, "--title", "Brought", "--no-transcribe")
            seconds = self.timed("", whole)
            process = folder.start("import", self.source_path, "--title", "Brought", "--no-transcribe")
            was_running = killed(process, dice, 1.2 * seconds)
            problems = []
            for meeting in folder.json("meetings"):
                frames, wrong = frames_of(meeting["recording"]["file"])
                problems += wrong
                if len(frames) // 2 != meeting["recording"]["frames"]:
                    problems.append("half a recording came in")
            # What was left lying is removed by the next that brings something in, a lock once it is old enough.
            time.sleep(STARTED)
            folder.call("import", self.short, "--title", "Brought", "--no-transcribe")
            problems += folder.problems()
            self.done(account, problems, was_running)


class Transcribing(Job):
    name = "transcribing a recording again"

    def kill(self, dice, account):
        if self.template is None:
            template = Folder(self.binary)
            template.call("import", f"{VOICES}/ann.wav", "--title", "Spoken", "--no-transcribe")
            self.template = template

        def whole():
            with self.template.copy() as folder:
                self.reference = self.heard(folder)
        seconds = self.timed("", whole)
        with self.template.copy() as folder:
            was_running = killed(folder.start("transcribe", "latest", "--jobs", "1"), dice, seconds)
            # The same command goes on from there, to the same result.
            problems = [] if self.heard(folder) == self.reference else ["the words are others than without a kill"]
            self.done(account, problems + list(folder.problems()), was_running)

    def heard(self, folder):
        folder.call("transcribe", "latest", "--jobs", "1")
        transcript = folder.json("meeting", "latest")["transcript"]
        return [(utterance["start"], utterance["text"]) for utterance in transcript]


JOBS = (Creating, Exporting, Importing, Transcribing)
