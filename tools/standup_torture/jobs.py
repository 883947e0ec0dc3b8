"""Commands other than a meeting that write, killed in the middle: creating, exporting, importing, transcribing, writing
an update, posting."""
import http.server
import itertools
import json
import os
import random
import shutil
import threading
import time

from standup_bench.program import VOICES

from . import signal_source
from .examine import STARTED
from .folder import Folder, frames_of
from .meeting import Meeting

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
            heard = self.heard(folder)
            problems = [f"the words are others than without a kill: {one}, not {other}" for one, other in
                        itertools.zip_longest(heard, self.reference) if one != other]
            self.done(account, problems[:1] + list(folder.problems()), was_running)

    def heard(self, folder):
        folder.call("transcribe", "latest", "--jobs", "1")
        transcript = folder.json("meeting", "latest")["transcript"]
        return [(utterance["start"], utterance["text"]) for utterance in transcript]


class Updating(Job):
    name = "writing an update"

    def kill(self, dice, account):
        if self.template is None:
            self.template = Folder(self.binary)
            self.template.create("Torture", 3, 60)
            self.write(self.template, "P1", "before")
            self.write(self.template, "P2", "another's")
        text = "\n".join(str(dice.random()) for _ in range(100))
        with self.template.copy() as folder:
            def whole():
                with self.template.copy() as other:
                    self.write(other, "P1", text)
            seconds = self.timed("", whole)
            process = folder.start("update", "Torture", "--as", "P1", text)
            was_running = killed(process, dice, 1.2 * seconds)
            problems, waiting = [], self.waiting(folder)
            if waiting.get("P1") not in ("before", text) or waiting.get("P2") != "another's" or len(waiting) != 2:
                problems.append(f"neither the old update nor the new one is there: {waiting}")
            self.write(folder, "P1", text)
            if self.waiting(folder).get("P1") != text:
                problems.append("the same update, written again, is not there")
            self.done(account, problems + list(folder.problems()), was_running)

    def write(self, folder, name, text):
        folder.call("update", "Torture", "--as", name, text)

    def waiting(self, folder):
        return {update["name"]: update["text"] for update in json.loads(
            folder.call("update", "Torture", "--show", "--json").stdout)}


class Deliveries(http.server.ThreadingHTTPServer):
    """A server that takes minutes, each as slowly as a network does, and keeps what it got."""

    def __init__(self, dice):
        self.dice, self.meetings, self.guard = dice, [], threading.Lock()
        super().__init__(("127.0.0.1", 0), Delivery)
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def count(self, meeting):
        with self.guard:
            return self.meetings.count(meeting)

    def close(self):
        self.shutdown()
        self.server_close()


class Delivery(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with self.server.guard:
            self.server.meetings.append(json.loads(body)["meeting"])
            delay = self.server.dice.uniform(0, 0.1)
        time.sleep(delay)
        try:
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()
        except OSError:
            pass  # the program was killed

    def log_message(self, *_):
        pass


class Posting(Job):
    name = "posting minutes"
    server = None

    def close(self):
        if self.server:
            self.server.close()
        super().close()

    def kill(self, dice, account):
        if self.server is None:
            self.server = Deliveries(random.Random(dice.random()))
            with self.held() as folder:
                self.timed("", lambda: self.post(folder))
        seconds = self.seconds[""]
        with self.held() as folder:
            meeting = folder.json("meeting", "latest")["id"]
            was_running = killed(folder.start("post", meeting), dice, 1.2 * seconds)
            # What may have arrived is sent again neither by the same command nor after a later meeting.
            if dice.random() < 0.5:
                self.post(folder, meeting, statuses=(0, 69))
            else:
                self.hold(folder)
            problems, state, count = [], self.state(folder, meeting), self.server.count(meeting)
            if count > 1:
                problems.append(f"minutes were sent {count} times")
            if state == "sent" and count != 1:
                problems.append(f"minutes that were sent {count} times are listed as sent")
            if state not in (None, "sent", "unknown"):
                problems.append(f"minutes that nobody sends are {state}")
            self.post(folder, meeting, *["--again"] * (state == "unknown"))
            if self.state(folder, meeting) != "sent" or self.server.count(meeting) != count + (state != "sent"):
                problems.append(f"minutes that were {state} cannot be sent")
            account.done("kill", self.name, broken=problems + list(folder.problems()),
                         count={"{} were over before": int(not was_running),
                                "{} may have arrived": int(state == "unknown")})

    def held(self):
        """A folder with a meeting that has ended, and with a destination for its minutes."""
        folder = Folder(self.binary)
        folder.create("Torture", 3, 20)
        # Meetings on the virtual clock are not sent by themselves.
        folder.call("start", "Torture", "--clock", "virtual", "--input", "none", "--headless", "--recognizer", "none")
        address = f"{folder.scratch}/address"
        with open(os.open(address, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
            file.write(f"http://127.0.0.1:{self.server.server_port}/\n")
        os.makedirs(f"{folder.scratch}/config/standup")
        with open(f"{folder.scratch}/config/standup/config.yaml", "w") as file:
            file.write(f"post: {{Torture: {{to: json, name: team, address-file: {address}}}}}\n")
        return folder

    def hold(self, folder):
        """Another meeting, whose end sends what waits."""
        with Meeting(folder, "Torture", "--input", "none", "--output", "none", "--recognizer", "none") as meeting:
            meeting.wait("meeting.started")
            meeting.send("end save")
            meeting.finish()

    def post(self, folder, meeting="latest", *options, statuses=(0,)):
        result = folder.call("post", meeting, *options, check=False)
        if result.returncode not in statuses:
            raise RuntimeError(f"standup post ended with {result.returncode}: {result.stderr.decode(errors='replace')}")

    def state(self, folder, meeting):
        """What became of the minutes; None if they were never queued."""
        result = folder.call("post", "--list", "--json", check=False)
        posts = json.loads(result.stdout) if result.returncode == 0 else []
        return next((post["state"] for post in posts if post["meeting"] == meeting), None)


JOBS = (Creating, Exporting, Importing, Transcribing, Updating, Posting)
