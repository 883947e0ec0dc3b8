"""The program under measurement, and the sound it is measured with."""
import array
import contextlib
import json
import os
import shlex
import shutil
import subprocess
import tempfile
import wave

from .processes import die_with_parent, running, timed

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__)))))
VOICES = f"{ROOT}/Assets/Voices"
# The ding of CueSounds.standard is loud at its first frame.
DING = 0.5  # seconds


class Program:
    """A built `standup` with a data folder of its own."""

    def __init__(self, binary, environment=None):
        self.binary = binary
        self.folder = tempfile.mkdtemp(prefix="standup-bench.")
        self.environment = {**(environment or os.environ), "STANDUP_DATA": f"{self.folder}/data",
                            "XDG_CONFIG_HOME": f"{self.folder}/config"}
        for name in ("STANDUP_INPUT", "STANDUP_OUTPUT", "STANDUP_RECOGNIZER"):
            self.environment.pop(name, None)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def call(self, *arguments, check=True):
        return timed([self.binary, *arguments], env=self.environment, check=check)

    def create(self, title, attendees, seconds):
        self.call("create", title, *[f"P{number}" for number in range(1, attendees + 1)], "--length", f"{seconds}s")

    def command(self, title, *options):
        return [self.binary, "start", title, "--headless", "--warning", "none", *options]

    def hold(self, title, *options, errors=None):
        """A meeting in real time that runs until the end of the block or its own."""
        return running(self.command(title, *options), env=self.environment, stdin=subprocess.DEVNULL,
                       stdout=subprocess.PIPE, stderr=errors)

    def latest(self):
        return self.recorded("latest")

    def recorded(self, meeting):
        """A meeting of the history."""
        return json.loads(self.call("meeting", meeting, "--json").output)


def events_in(output):
    return [json.loads(line) for line in output.splitlines() if line.startswith(b"{")]


@contextlib.contextmanager
def virtual_sound(server="pulseaudio"):
    """The environment of a private sound server that lasts as long as the block."""
    tool = f"{ROOT}/tools/virtual-sound"
    printed = subprocess.run([tool, "start", "--server", server, "--owner", str(os.getpid())], check=True,
                             stdout=subprocess.PIPE).stdout
    environment = dict(os.environ)
    for line in printed.decode().splitlines():
        word, _, rest = line.partition(" ")
        name, _, value = rest.partition("=")
        if word == "export":
            environment[name] = shlex.split(value)[0] if value else ""
        elif word == "unset":
            environment.pop(name, None)
    try:
        yield environment
    finally:
        subprocess.run([tool, "stop", environment["STANDUP_SOUND"]], check=False, stdout=subprocess.DEVNULL)


@contextlib.contextmanager
def spoken(environment, path):
    """Somebody who speaks a sound file into the microphone, again and again."""
    loop = 'while paplay --device=room "$0"; do :; done'
    process = subprocess.Popen(["bash", "-c", loop, path], env=environment, start_new_session=True,
                               preexec_fn=die_with_parent, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, 15)
        process.wait()


def samples_in(path):
    """The frames of a mono WAV file of 16 bit, and its rate."""
    with wave.open(path) as file:
        frames = array.array("h")
        frames.frombytes(file.readframes(file.getnframes()))
        return frames, file.getframerate()


def onsets(frames, rate):
    """The frames at which dings begin, quiet or loud, after silence."""
    peak = max(max(frames), -min(frames))
    if peak < 200:
        return []
    found, position = [], 0
    while (position := next((index for index in range(position, len(frames)) if abs(frames[index]) >= 0.1 * peak),
                            None)) is not None:
        found.append(position)
        position += round((DING + 0.05) * rate)
    return found
