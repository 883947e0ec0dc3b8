"""A web server with a history of its own, and a client that sends exactly what it is told to."""
import contextlib
import json
import os
import re
import shutil
import socket
import sqlite3
import struct
import subprocess
import tempfile
import time
import wave

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
STANDUP = os.environ.get("STANDUP_PROGRAM", f"{ROOT}/.build/debug/standup")
PATIENCE = 120  # seconds; what is waited for comes far sooner, or the test fails
LONG = bool(os.environ.get("STANDUP_TEST_LONG"))

MARKUP = '<script>alert(1)</script>"\u0301 onfocus=x autofocus \'&amp;<!--'
NOTE = "the lead's private note, which nobody else reads"

POLICY = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src 'self'; "
                               "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
                               "require-trusted-types-for 'script'; trusted-types 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Embedder-Policy": "require-corp",
    "X-Frame-Options": "DENY",
    "Origin-Agent-Cluster": "?1",
    "X-Robots-Tag": "noindex, nofollow",
}


def eventually(condition, patience=PATIENCE):
    """The condition's first true value."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        if result := condition():
            return result
        time.sleep(0.02)
    return condition()


def holds(connection):
    """Whether the other end keeps a connection open; drops what it has sent."""
    connection.setblocking(False)
    try:
        while connection.recv(65536):
            pass
    except BlockingIOError:
        return True
    except OSError:
        pass
    return False


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def camera(rows):
    """The text of a QR code of half blocks, as a camera reads it."""
    scale, bitmap = 8, []
    for row in rows:
        bitmap += [[half in "█▀" for half in row], [half in "█▄" for half in row]]
    with tempfile.NamedTemporaryFile(suffix=".pgm") as file:
        file.write(b"P5 %d %d 255\n" % (len(rows[0]) * scale, len(bitmap) * scale))
        for row in bitmap:
            file.write(b"".join((b"\0" if dark else b"\xff") * scale for dark in row) * scale)
        file.flush()
        read = subprocess.run(["zbarimg", "--quiet", "--raw", file.name], capture_output=True, text=True)
    return read.stdout.strip()


class Response:
    """A response, read to its end."""

    def __init__(self, stream):
        line = stream.readline()
        if not line:
            raise ConnectionError("closed without a response")
        self.status = int(line.split()[1])
        self.headers = []
        while (line := stream.readline().strip()):
            name, _, value = line.decode("latin-1").partition(":")
            self.headers.append((name, value.strip()))

    def values(self, name):
        return [value for key, value in self.headers if key.lower() == name.lower()]

    def value(self, name):
        return next(iter(self.values(name)), None)

    def read_body(self, stream, method):
        self.body = b""
        if method == "HEAD" or self.status in (204, 304):
            return self
        if self.value("Transfer-Encoding") == "chunked":
            while (size := int(stream.readline(), 16)):
                self.body += stream.read(size)
                stream.readline()
            stream.readline()
        else:
            self.body = stream.read(int(self.value("Content-Length") or 0))
        return self

    @property
    def text(self):
        return self.body.decode()


class Folder:
    """A data folder with a configuration of its own."""

    def __init__(self):
        self.path = tempfile.mkdtemp(prefix="standup-web-")
        self.variables = {name: value for name, value in os.environ.items() if not name.startswith(("STANDUP_", "XDG_"))}
        self.variables |= {"HOME": self.path, "STANDUP_DATA": f"{self.path}/data", "XDG_CACHE_HOME": f"{self.path}/cache"}

    def run(self, *arguments, status=0, text=None, **variables):
        """The standard output of a command, which must end with `status`."""
        done = subprocess.run([STANDUP, *arguments], env=self.variables | variables, text=True, input=text,
                              capture_output=True, timeout=120)
        if done.returncode != status:
            raise AssertionError(f"{arguments} ended with {done.returncode}, not {status}: {done.stdout}{done.stderr}")
        return done.stdout if status == 0 else done.stderr

    def standup(self, title, *attendees):
        return self.run("create", title, *attendees, "--length", "10m").strip()

    def recorded_meeting(self, standup, turns, seconds=3, rate=48000):
        """Imports a meeting: `turns` are pairs of a name and what they said. Its id."""
        sound = f"{self.path}/sound.wav"
        with wave.open(sound, "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(rate)
            file.writeframes(b"".join(struct.pack("<h", (i * 37) % 20011 - 10000) for i in range(seconds * rate)))
        quoted = [[part.replace('"', '""') for part in turn] for turn in turns]
        rows = [f'"{name}",{place * seconds / len(turns)},"{words}"' for place, (name, words) in enumerate(quoted)]
        with open(f"{self.path}/turns.csv", "w", encoding="utf-8") as file:
            file.write("\n".join(["speaker,start,text", *rows]) + "\n")
        return self.run("import", sound, "--standup", standup, "--speakers", f"{self.path}/turns.csv").strip()

    def learn_voice(self, attendee):
        """Stores a profile of an attendee's voice, from 75 seconds of speech in 3 meetings."""
        numbers = struct.pack("<194f", 1, *[0] * 191, 75, 3)
        with contextlib.closing(sqlite3.connect(f"{self.path}/data/standup.db", timeout=PATIENCE)) as database, database:
            database.execute("INSERT INTO recognizer_state (key, state) VALUES (?, ?)",
                             (f"voice/{attendee}/voices/campplus-zh-en-advanced/1", numbers))

    def secret(self, *arguments):
        """The secret of a new invitation."""
        return json.loads(self.run("invite", *arguments, "--json"))["link"].partition("#")[2]

    def remove(self):
        shutil.rmtree(self.path, ignore_errors=True)


class Server:
    """A running server on a folder."""

    def __init__(self, folder, *options, port=None, arguments=None, files=None):
        self.folder, self.port = folder, port or free_port()
        self.host = f"127.0.0.1:{self.port}"
        self.origin = f"http://{self.host}"
        options = ("--listen", self.host, *options) if arguments is None else arguments
        self.errors = tempfile.TemporaryFile(mode="w+")
        limit = [] if files is None else ["prlimit", f"--nofile={files}:{files}"]
        self.process = subprocess.Popen([*limit, STANDUP, "serve", *options], env=folder.variables, text=True,
                                        stdout=subprocess.PIPE, stderr=self.errors)
        self.greeting = []
        while not self.greeting or "for a link" not in self.greeting[-1]:
            line = self.process.stdout.readline()
            if not line:
                said = self.messages()
                self.stop()
                raise AssertionError(f"the server did not start: {said}")
            self.greeting.append(line.strip())

    def stop(self, kill=False):
        """Stops the server. Its exit code."""
        self.process.kill() if kill else self.process.terminate()
        code = self.process.wait(PATIENCE)
        self.process.stdout.close()
        self.errors.close()
        return code

    def messages(self):
        """The lines on standard error."""
        return os.pread(self.errors.fileno(), 1 << 20, 0).decode().splitlines()

    def memory(self):
        """The bytes of memory that the server uses."""
        with open(f"/proc/{self.process.pid}/statm", encoding="utf-8") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")

    def files(self):
        """The number of its open files."""
        return len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def connect(self):
        connection = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def raw(self, data, method="GET"):
        """The response to bytes."""
        with self.connect() as connection, connection.makefile("rb") as stream:
            with contextlib.suppress(ConnectionError):
                connection.sendall(data)
            return Response(stream).read_body(stream, method)

    def head(self, method, target, headers, host=None):
        lines = [f"{method} {target} HTTP/1.1", f"Host: {host or self.host}"]
        return "\r\n".join([*lines, *(f"{name}: {value}" for name, value in headers), "", ""]).encode("utf-8")

    def get(self, target, cookie=None, method="GET", **headers):
        """The response to a request without a body; `accept_language` is the header Accept-Language."""
        fields = [(name.replace("_", "-"), value) for name, value in headers.items()]
        if cookie:
            fields.append(("Cookie", cookie))
        return self.raw(self.head(method, target, fields), method)

    def post(self, target, body=b"", cookie=None, origin=True, kind="application/x-www-form-urlencoded", **headers):
        fields = [(name.replace("_", "-"), value) for name, value in headers.items()]
        fields += [("Content-Type", kind), ("Content-Length", len(body))]
        if cookie:
            fields.append(("Cookie", cookie))
        if origin:
            fields.append(("Origin", self.origin if origin is True else origin))
        return self.raw(self.head("POST", target, fields) + body)

    def join(self, secret, **headers):
        """The response to opening a link."""
        return self.post("/join", f"secret={secret}".encode(), **headers)

    def cookie(self, secret):
        """The cookie that a link's secret is exchanged for."""
        response = self.join(secret)
        if response.status != 303:
            raise AssertionError(f"the link does not open: {response.status} {response.text}")
        return response.value("Set-Cookie").partition(";")[0]

    def owner(self):
        """A cookie of the owner."""
        return self.cookie(self.folder.run("serve", "--link").partition("#")[2].strip())


def assert_policy(test, response, kept="no-store"):
    """Each header of the policy is there once, with its value."""
    for name, value in POLICY.items():
        test.assertEqual(response.values(name), [value], name)
    test.assertEqual(len(response.values("Permissions-Policy")), 1)
    test.assertRegex(response.value("Permissions-Policy"), r"camera=\(\).*microphone=\(\)")
    test.assertEqual(response.values("Cache-Control"), [kept])
    test.assertEqual(response.values("Access-Control-Allow-Origin"), [])


def with_markup_removed(text):
    """A page's text without tags."""
    return re.sub(r"<[^>]*>", "", text)
