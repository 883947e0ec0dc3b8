"""A recording that is played in the application: from the key to the first sound, beside `paplay`."""
import os
import statistics
import subprocess
import tempfile
import time

from .listeners import PulseListener
from .processes import die_with_parent
from .program import Program, virtual_sound
from .table import Row, spread
from .terminal import Terminal

HEARD = 1_000  # the level of a sample that counts as sound; the tone's peak is ten times that
SPACE = b" "


def tone(path, seconds):
    """A WAV file of a tone, so that the first frame that is played is heard."""
    subprocess.run(["sox", "-n", "-r", "48000", "-b", "16", "-c", "1", path, "synth", str(seconds), "sine", "440", "gain",
                    "-10"], check=True)


def first_sounds(listener, instants):
    """Seconds from each instant to the first frame after it that is heard; the sound before has to have ended."""
    frames, rate, instant = listener.frames()
    origin = instant(0)
    found = []
    for begin in instants:
        start = max(0, round((begin - origin) * rate))
        loud = next((index for index in range(start, min(len(frames), start + rate)) if abs(frames[index]) > HEARD), None)
        if loud is None:
            raise RuntimeError("a recording was played, but nothing was heard within a second")
        found.append(instant(loud) - begin)
    return found


def key_to_sound(program, meeting, listener, times):
    """The instants of the keys that begin to play the recording, each in an application of its own."""
    pressed = []
    for _ in range(times):
        with Terminal([program.binary, "open", f"standup/Tone/meeting/{meeting}"], program.environment) as terminal:
            terminal.frame(expected=b"Transcript")
            terminal.watch(0.3)
            pressed.append(time.monotonic())
            os.write(terminal.descriptor, b"p")
            terminal.watch(1)
            os.write(terminal.descriptor, SPACE)
            terminal.watch(0.5)
    return pressed


def resumed(program, meeting, times):
    """The instants of the keys that go on with a recording that was paused, in one application."""
    pressed = []
    with Terminal([program.binary, "open", f"standup/Tone/meeting/{meeting}"], program.environment) as terminal:
        terminal.frame(expected=b"Transcript")
        os.write(terminal.descriptor, b"p")
        for _ in range(times):
            terminal.watch(0.5)
            os.write(terminal.descriptor, SPACE)
            terminal.watch(0.5)
            pressed.append(time.monotonic())
            os.write(terminal.descriptor, SPACE)
        terminal.watch(0.5)
    return pressed


def played_by_peer(environment, path, times):
    """The instants before `paplay` is started."""
    started = []
    for _ in range(times):
        started.append(time.monotonic())
        process = subprocess.Popen(["paplay", path], env=environment, preexec_fn=die_with_parent)
        time.sleep(1)
        process.terminate()
        process.wait()
        time.sleep(0.5)
    return started


def rows(options):
    times = 5 if options.quick else 20
    with virtual_sound() as environment, Program(options.binary, environment) as program, \
            tempfile.TemporaryDirectory(prefix="standup-bench.") as folder:
        path = f"{folder}/tone.wav"
        tone(path, 60)
        program.create("Tone", 2, 60)
        subprocess.run(program.command("Tone", "--clock", "virtual", "--input", f"file:{path}", "--output", "none",
                                       "--recognizer", "none"), env=program.environment, stdin=subprocess.DEVNULL,
                       stdout=subprocess.DEVNULL, check=True)
        meeting = program.latest()["id"]
        listener = PulseListener(environment["PULSE_SERVER"], "speaker.monitor")
        with listener:
            # The first sound wakes the virtual loudspeaker.
            played_by_peer(environment, path, 1)
            opened = key_to_sound(program, meeting, listener, times)
            again = resumed(program, meeting, times)
            beside = played_by_peer(environment, path, times)
        opened, again, beside = (first_sounds(listener, instants) for instants in (opened, again, beside))
    median = statistics.median
    return [
        Row(f"key to the first sound of a recording, the first in this start, beside the start of `paplay` ({times} keys): "
            "p50 / p99 / max", spread(opened), spread(beside), median(opened) / median(beside), "p50 < 100 ms",
            median(opened) < 0.1),
        Row(f"the same, of a recording that was paused ({times} keys)", spread(again), "", None, "p50 < 100 ms",
            median(again) < 0.1),
    ]
