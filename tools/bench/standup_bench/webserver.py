"""The web server under measurement, and what asks it: browsers that follow a meeting, requests, and Chromium."""
import contextlib
import http.client
import json
import os
import shutil
import socket
import subprocess
import sys
import threading
import time

from .processes import die_with_parent, running
from .program import ROOT

PATIENCE = 30  # seconds
BROWSERS_OF_A_LINK = 100


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class WebServer:
    """`standup serve` on a program's data folder, from an installation that has the release build of standup-web."""

    def __init__(self, program, web):
        self.program, self.port = program, free_port()
        self.host = f"127.0.0.1:{self.port}"
        self.origin = f"http://{self.host}"
        self.installed = f"{program.folder}/installed"
        self.environment = {**program.environment, "STANDUP_ASSETS": f"{ROOT}/Assets",
                            "XDG_CACHE_HOME": f"{program.folder}/cache"}
        if not os.path.exists(self.installed):
            for source, folder in ((program.binary, "bin"), (web, "libexec/standup")):
                os.makedirs(f"{self.installed}/{folder}")
                shutil.copy(source, f"{self.installed}/{folder}/")

    def __enter__(self):
        self.stack = contextlib.ExitStack()
        self.process = self.stack.enter_context(running(
            [f"{self.installed}/bin/standup", "serve", "--listen", self.host], env=self.environment, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL))
        for line in self.process.stdout:
            if "for a link" in line:
                return self
        self.stack.close()
        raise RuntimeError("the web server did not start")

    def __exit__(self, *_):
        self.stack.close()

    @property
    def pid(self):
        return self.process.pid

    def link(self, standup, *options):
        """A link with which up to a hundred browsers join."""
        printed = self.program.call("invite", standup, "--until", "4h", "--json", *options).output
        return f"{self.origin}/join#{json.loads(printed)['link'].partition('#')[2]}"

    def cookie(self, link):
        """The cookie of one more browser that opens a link."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        connection.request("POST", "/join", f"secret={link.partition('#')[2]}",
                           {"Host": self.host, "Origin": self.origin, "Content-Type": "application/x-www-form-urlencoded"})
        answer = connection.getresponse()
        connection.close()
        if answer.status != 303:
            raise RuntimeError(f"the link does not open: {answer.status}")
        return answer.headers["Set-Cookie"].partition(";")[0]

    def cookies(self, standup, count, *options):
        """The cookies of so many browsers."""
        cookies = []
        while len(cookies) < count:
            link = self.link(standup, *options)
            cookies += [self.cookie(link) for _ in range(min(BROWSERS_OF_A_LINK, count - len(cookies)))]
        return cookies

    @contextlib.contextmanager
    def watched(self, standup, title, count, stuck=0):
        """So many browsers that follow a meeting, and so many of them that read nothing.

        Gives a list that has, after the block, what each of them received."""
        cookies = self.cookies(title, count)
        command = [sys.executable, "-m", "standup_bench.watchers", self.host, f"/standup/{standup}/events", str(stuck)]
        environment = {**os.environ, "PYTHONPATH": f"{ROOT}/tools/bench"}
        received = []
        with running(command, env=environment, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            process.stdin.write(" ".join(cookies) + "\n")
            process.stdin.flush()
            if process.stdout.readline().strip() != "ready":
                raise RuntimeError("the watchers did not get through")
            yield received
            received.append(json.loads(process.communicate("over\n", PATIENCE)[0]))


@contextlib.contextmanager
def chromium(link, hours=0):
    """A Chromium that follows a meeting, on a page whose `Date` is so many hours ahead.

    Gives a list that has, after the block, what the page showed and when: `offset` (seconds of the monotonic clock at which
    the page's own clock was 0), `wrong` (by how many seconds its `Date` is ahead), and `texts`, each an element's id, a time
    of the page in milliseconds, and its text.
    """
    python = subprocess.run([f"{ROOT}/tools/web-tests", "--python"], stdout=subprocess.PIPE, check=True).stdout.decode().strip()
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}/tools/bench:{ROOT}/tools/web_tests"}
    seen = []
    with running([python, "-m", "standup_bench.page", link, str(hours)], env=environment, text=True, stdin=subprocess.PIPE,
                 stdout=subprocess.PIPE) as process:
        if process.stdout.readline().strip() != "ready":
            raise RuntimeError("Chromium does not show the meeting")
        yield seen
        seen.append(json.loads(process.communicate("over\n", PATIENCE)[0]))


class Requests:
    """Requests at equal distances over some connections, whatever the answers take."""

    CONNECTIONS = 8

    def __init__(self, server, cookie):
        self.server, self.headers = server, {"Host": server.host, "Cookie": cookie, "Accept-Language": "en"}

    def times(self, paths, rate, seconds):
        """For each path, the seconds from when a request was due to the end of its answer, and the answer's bytes.

        The paths take turns, each at so many requests a second."""
        count, taken, size = int(rate * seconds), {path: [] for path in paths}, {}
        begin = time.perf_counter() + 0.2
        errors = []

        def work(number):
            connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
            try:
                for index in range(number, count * len(paths), self.CONNECTIONS):
                    path, due = paths[index % len(paths)], begin + index / (rate * len(paths))
                    if (wait := due - time.perf_counter()) > 0:
                        time.sleep(wait)
                    connection.request("GET", path, headers=self.headers)
                    answer = connection.getresponse()
                    body = answer.read()
                    taken[path].append(time.perf_counter() - due)
                    size[path] = len(body)
                    if answer.status != 200:
                        raise RuntimeError(f"{path}: {answer.status}")
            except (OSError, RuntimeError, http.client.HTTPException) as error:
                errors.append(error)
            finally:
                connection.close()

        threads = [threading.Thread(target=work, args=(number,)) for number in range(self.CONNECTIONS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if errors:
            raise RuntimeError(f"a request failed: {errors[0]}")
        return taken, size


class Held:
    """A meeting without sound that takes commands, and the instants of its turns."""

    def __init__(self, program, title, *options):
        command = program.command(title, "--events", "--recognizer", "none", "--input", "none", "--output", "none", *options)
        self.process = subprocess.Popen(command, env=program.environment, text=True, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, preexec_fn=die_with_parent)
        self.events = []
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()
        while not self.events and self.process.poll() is None:
            time.sleep(0.01)

    def read(self):
        for line in self.process.stdout:
            self.events.append((time.monotonic(), json.loads(line)))

    def tell(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def end(self):
        with contextlib.suppress(OSError):
            self.tell("end save")
        self.process.wait(PATIENCE)
        self.thread.join()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.end()
        self.process.stdin.close()

    def instants(self):
        """The turns as (name, start, end if nobody ends it before), in seconds of the monotonic clock.

        A meeting says when something happened in its own time. Its start is the earliest that any event's arrival
        allows."""
        start = min(arrival - event["at"] for arrival, event in self.events)
        turns = []
        for _, event in self.events:
            if event["event"] == "turn.started":
                turns.append((event["name"], start + event["at"], start + event["at"] + event["slot"]))
            elif event["event"] == "queue.changed" and turns:
                # What is left of a turn that was interrupted is less than its slot.
                turns[-1] = (*turns[-1][:2], start + event["at"] + event["remaining"])
        return turns
