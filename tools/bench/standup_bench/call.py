"""What a second source costs: a meeting with a call beside one without."""
import contextlib
import subprocess
import time

from .corpus import librivox, voices
from .processes import cpu_time, hogs, use_of
from .program import VOICES, Program, spoken, virtual_sound
from .recognizers import model_file
from .table import ROUNDS, Row, Section, megabytes, paired, percent

WARM_UP = 20.0  # seconds until every stream is open and placed
MODEL = "base"


@contextlib.contextmanager
def meetings(options, seconds):
    """Two meetings at once on a sound server, without and with a call, while somebody speaks into the microphone."""
    with virtual_sound() as environment, Program(options.binary, environment) as program, contextlib.ExitStack() as stack:
        stack.enter_context(spoken(environment, f"{VOICES}/demo.wav"))
        held = []
        for title, call in (("One", "none"), ("Two", "auto")):
            program.create(title, 4, seconds + 60)
            held.append(stack.enter_context(
                program.hold(title, "--recognizer", "none", "--call", call, "--output", "none")))
        yield program, held


def talked(options, call, seconds):
    """The CPU of a meeting that Whisper hears while two people speak in turn: the second on the call, if there is one."""
    with virtual_sound() as environment, Program(options.binary, environment) as program:
        program.environment["STANDUP_PARTIALS"] = "no"
        program.create("Talk", 2, seconds + 120)
        clips = [path for path, _ in [*voices(), *librivox()]]
        with program.hold("Talk", "--recognizer", f"whisper:{MODEL}", "--call", call, "--output", "none") as process:
            time.sleep(WARM_UP)
            before, began = cpu_time(process.pid), time.monotonic()
            number = 0
            while time.monotonic() - began < seconds:
                device = "speaker" if number % 2 and call != "none" else "room"
                subprocess.run(["paplay", f"--device={device}", clips[number % len(clips)]], env=environment, check=True)
                number += 1
                # Long enough for the end of an utterance, also where one microphone hears both.
                time.sleep(1.5)
            # What was said last is heard, too.
            time.sleep(8)
            return (cpu_time(process.pid) - before) / (time.monotonic() - began)


def section(options):
    model_file(MODEL)
    seconds = 20 if options.quick else 60
    memory = []

    def once():
        with meetings(options, seconds) as (_, held):
            one, two = use_of(held, seconds, WARM_UP)
        memory.append((two.peak, one.peak))
        return two.cpu, one.cpu

    two, one, ratio = paired(once)
    peak, beside = memory[-1]
    rows = [
        Row("CPU without recognizer", percent(two), percent(one), ratio, "≤ 1.6", ratio <= 1.6),
        Row("peak memory without recognizer", megabytes(peak), megabytes(beside), peak / beside),
    ]
    talk = 120 if options.quick else 300
    both, single = talked(options, "auto", talk), talked(options, "none", talk)
    rows.append(Row(f"CPU with Whisper {MODEL}, two people speak in turn", percent(both), percent(single), both / single,
                    "≤ 1.3", both / single <= 1.3))
    length = 60 if options.quick else 600
    with hogs(), meetings(options, length) as (program, held):
        time.sleep(WARM_UP + length)
        for process in held:
            process.send_signal(2)
            process.wait(60)
        kept = program.recorded("Two/1")
    lost = sum(gap["end"] - gap["start"] for gap in kept["gaps"])
    rows.append(Row(f"frames lost with two CPU hogs, {length // 60} min, both channels",
                    f"{round(lost * kept['recording']['sampleRate'])} in {len(kept['gaps'])} gaps", "", None, "0", lost == 0))
    return Section("A meeting with a call", "without a call", rows, [
        f"Without recognizer: {ROUNDS} runs, each {seconds} s of two meetings side by side on PulseAudio, one with the "
        "monitor of the loudspeaker as call; somebody speaks into the microphone. Medians.",
        f"With Whisper: {talk} s in which voices speak in turn, every second one on the call, or all in the room; one meeting "
        "after the other, partial results off.",
    ])
