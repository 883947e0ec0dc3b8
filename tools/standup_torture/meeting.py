"""A running `standup start`, and what can be known of it from outside."""
import json
import os
import signal
import subprocess
import threading
import time

PATIENCE = 60.0  # seconds; nothing waited for takes so long, or the meeting is as good as dead


class Hung(RuntimeError):
    """The program did not do what was waited for."""


def known_time(events, instant):
    """The meeting time that had at least been reached at an instant, by the events that had come until then.

    An event comes after what it tells of, so the time between can only make this less than it was."""
    reached, base, runs = 0.0, None, True
    for arrival, event in events:
        if arrival > instant:
            break
        reached = max(reached, event["at"])
        if event["event"] in ("paused", "meeting.ended"):
            runs, base = False, None
        elif event["event"] == "resumed":
            runs, base = True, None
        if runs:
            begun = arrival - event["at"]
            base = begun if base is None else min(base, begun)
    return reached if base is None else max(reached, instant - base)


class Meeting:
    """A meeting without a screen, that is ended at the end of the block if it has not ended by then."""

    def __init__(self, folder, title, *options):
        # A meeting that is resumed keeps its warnings.
        options = [*options] if "--resume" in options else ["--warning", "none", *options]
        command = ["setpriv", "--pdeathsig", "KILL", folder.binary, "start", title, "--headless", "--events", "--levels",
                   *options]
        self.errors_path = f"{folder.scratch}/errors"
        with open(self.errors_path, "wb") as errors:
            self.process = subprocess.Popen(command, env=folder.environment, stdin=subprocess.PIPE,
                                            stdout=subprocess.PIPE, stderr=errors)
        self.began = time.monotonic()
        self.events, self.commands, self.changed, self.is_over = [], [], threading.Condition(), False
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGCONT)
            self.kill()
        self.process.stdin.close()
        self.reader.join(PATIENCE)

    def read(self):
        for line in self.process.stdout:
            arrival = time.monotonic()
            try:
                event = json.loads(line)
            except ValueError:
                continue  # cut off by a kill
            with self.changed:
                self.events.append((arrival, event))
                self.changed.notify_all()
        self.process.stdout.close()
        with self.changed:
            self.is_over = True
            self.changed.notify_all()

    def errors(self):
        with open(self.errors_path, errors="replace") as file:
            return file.read().strip()

    def all(self, name):
        with self.changed:
            return [(arrival, event) for arrival, event in self.events if event["event"] == name]

    def wait(self, name, patience=PATIENCE, count=1):
        """The count-th event of a name, with the instant of its arrival."""
        deadline = time.monotonic() + patience
        with self.changed:
            while True:
                found = [pair for pair in self.events if pair[1]["event"] == name]
                if len(found) >= count:
                    return found[count - 1]
                left = deadline - time.monotonic()
                if self.is_over or left <= 0:
                    raise Hung(f"no {name} {'before the end' if self.is_over else f'within {patience:.0f} s'}"
                               f" ({self.errors() or 'it said nothing'})")
                self.changed.wait(left)

    def send(self, line):
        self.commands.append((time.monotonic(), line))
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            pass  # it has ended

    def stop(self):
        """Stands still, at this instant, for good or until it is killed."""
        instant = time.monotonic()
        os.kill(self.process.pid, signal.SIGSTOP)
        while self.process.poll() is None:
            with open(f"/proc/{self.process.pid}/stat", "rb") as file:
                if file.read().rpartition(b")")[2].split()[0] in (b"T", b"Z", b"X"):
                    break
            time.sleep(0.001)
        return instant

    def kill(self):
        """Dies at this instant, and all it said has been read when this returns."""
        instant = time.monotonic()
        self.process.kill()
        self.process.wait()
        self.reader.join(PATIENCE)
        return instant

    def finish(self, patience=PATIENCE):
        """Waits for its end; its exit code."""
        try:
            code = self.process.wait(patience)
        except subprocess.TimeoutExpired:
            raise Hung(f"it did not end within {patience:.0f} s") from None
        self.reader.join(PATIENCE)
        return code

    def stopped_at(self):
        """When it was first told to end or to pause, if that was the last word; None if it was to go on."""
        stopped = None
        for instant, line in self.commands:
            if line.startswith(("end", "pause")):
                stopped = stopped or instant
            elif line == "resume":
                stopped = None
        return stopped

    @property
    def id(self):
        with self.changed:
            return next((event["meeting"] for _, event in self.events if event["event"] == "meeting.started"), None)
