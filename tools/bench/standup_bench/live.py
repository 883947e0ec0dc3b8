"""Meetings that Whisper hears: how soon words are there, and what it costs."""
import contextlib
import json
import queue
import subprocess
import threading
import time

from . import peers
from .corpus import errors, librivox, words
from .listeners import PulseListener
from .partials import changed
from .processes import cpu_time, hogs, memory, proportional, running
from .program import Program, onsets, virtual_sound
from .recognizers import MODELS, model_file
from .table import Row, Section, megabytes, milliseconds, percent, percentile, seconds
from .transcribe import reading

TURN = 60  # seconds
SETTLED = 8.0  # seconds after which everything has been opened and loaded


class Meeting:
    """What came of a meeting in which somebody talks nearly all the time."""

    def __init__(self):
        self.events = []  # arrival, event
        self.cpu = 0.0
        self.resident = self.shared = 0
        self.said = self.heard = self.peer = 0
        self.gaps = 0.0
        self.dings = []

    @property
    def start(self):
        """When meeting time was 0: the earliest that any event allows."""
        return min(arrival - event["at"] for arrival, event in self.events)

    def named(self, name):
        return [(arrival - self.start, event) for arrival, event in self.events if event["event"] == name]

    @property
    def finals(self):
        """Seconds from the end of the last word of an utterance to its text."""
        return [at - event["end"] for at, event in self.named("transcript.final")]

    @property
    def first_words(self):
        """Seconds from the beginning of an utterance to the first words that are shown of it."""
        shown = [at for at, event in self.named("transcript.partial") if event["text"]]
        delays = []
        for final_at, event in self.named("transcript.final"):
            at = next((at for at in shown if event["start"] < at < final_at), None)
            if at is not None:
                delays.append(at - event["start"])
        return delays

    @property
    def changed(self):
        """How many words were shown before they were final, and how many of them are not in the final text."""
        count = taken_back = 0
        finals = self.named("transcript.final")
        for before, (final_at, final) in zip([(0.0, {"end": 0.0}), *finals], finals):
            shown = [event["text"] for at, event in self.named("transcript.partial")
                     if max(final["start"], before[1]["end"]) < at < final_at and event["text"]]
            more, less = changed(shown, words(final["text"]))
            count, taken_back = count + more, taken_back + less
        return count, taken_back


def hold(options, model, length, has_partials, load=contextlib.nullcontext, has_peer=False):
    """A meeting of about so many seconds on virtual sound, with a reader as everybody."""
    result = Meeting()
    with virtual_sound() as environment, Program(options.binary, environment) as program:
        talk = f"{program.folder}/talk.wav"
        said, length = reading(talk, length, librivox())
        attendees = int(length // TURN) + 2
        program.create("Live", attendees, attendees * TURN)
        listener = PulseListener(environment["PULSE_SERVER"], "speaker.monitor")
        program.environment["STANDUP_PARTIALS"] = "yes" if has_partials else "no"
        with load(), listener, program.hold("Live", "--recognizer", f"whisper:{model}", "--events") as process:
            arrived = queue.Queue()

            def read():
                for line in process.stdout:
                    arrived.put((time.monotonic(), json.loads(line)))
            reader = threading.Thread(target=read)
            reader.start()
            time.sleep(SETTLED)
            before, began = cpu_time(process.pid), time.monotonic()
            with running(["paplay", "--device=room", talk], env=environment, stderr=subprocess.DEVNULL) as speaker:
                while speaker.poll() is None:
                    time.sleep(1)
                    result.resident = max(result.resident, memory(process.pid)[0])
                    result.shared = max(result.shared, proportional(process.pid))
            result.cpu = (cpu_time(process.pid) - before) / (time.monotonic() - began)
            # What was said last has to be heard to its end, and by then nobody speaks.
            time.sleep(SETTLED)
            process.send_signal(2)
            process.wait(120)
            reader.join()
            while not arrived.empty():
                result.events.append(arrived.get())
        kept = program.latest()
        turns = [result.start + at for at, _ in
                 ((event["at"], event) for _, event in result.named("turn.started"))][1:]
        frames, rate, instant = listener.frames()
        heard = [instant(frame) for frame in onsets(frames, rate)]
        result.dings = [min((abs(at - turn) for at in heard), default=float("inf")) for turn in turns]
        result.gaps = sum(gap["end"] - gap["start"] for gap in kept["gaps"])
        text = " ".join(part["text"] for part in kept["transcript"])
        result.said, result.heard = len(said), errors(said, words(text))
        if has_peer:
            # The peer hears the same recording, in one piece.
            mono = f"{program.folder}/mono.wav"
            subprocess.run(["sox", kept["recording"]["file"], "-r", "16000", "-c", "1", "-b", "16", mono], check=True)
            output = peers.by_whisper_cli(model_file(model), [mono]).output.decode(errors="replace")
            result.peer = errors(said, words(output))
    return result


def both(values):
    return " / ".join(seconds(percentile(values, part)) for part in (0.5, 0.95)) if values else "none came"


def cost(model, meeting, has_partials, length):
    """The rows of what a meeting costs."""
    most = {("base", False): 0.6, ("tiny.en", False): 0.35, ("base", True): 1.0, ("tiny.en", True): 0.7}
    limit = most[model, has_partials]
    title = f"{model}, {length / 60:.0f} min of talk, {'with' if has_partials else 'without'} partials"
    yield Row(f"{title}: CPU of all processes, of one core", percent(meeting.cpu), "", None, f"< {limit * 100:.0f} %",
              meeting.cpu < limit)
    size = 430 if has_partials else 320
    yield Row(f"{title}: memory of all processes, most at once, PSS / RSS",
              f"{megabytes(meeting.shared)} / {megabytes(meeting.resident)}", "", None,
              f"< {size} MB" if model == "base" else "", meeting.shared < size * 1024 if model == "base" else None)
    yield Row(f"{title}: sound lost", milliseconds(meeting.gaps), "", None, "0", meeting.gaps == 0)
    late = sum(value >= 0.01 for value in meeting.dings)
    yield Row(f"{title}: dings later or earlier than 10 ms", f"{late} of {len(meeting.dings)}", "", None, "0", late == 0)


def section(options):
    length = 120 if options.quick else 900
    rows = []
    for model in MODELS:
        alone = hold(options, model, length, False, has_peer=True)
        shown = hold(options, model, length, True)
        busy = hold(options, model, min(length, 300), True, hogs)
        for name, meeting, limit in (("idle, without partials", alone, 2), ("idle, with partials", shown, 2),
                                     ("two CPU hogs, with partials", busy, 5)):
            finals = meeting.finals
            rows.append(Row(f"{model}, {name}: end of utterance to final text, p50 / p95 ({len(finals)} utterances)",
                            both(finals), "", None, f"p95 ≤ {limit} s",
                            bool(finals) and percentile(finals, 0.95) <= limit))
        for name, meeting in (("idle", shown), ("two CPU hogs", busy)):
            count, taken_back = meeting.changed
            rows.append(Row(f"{model}, {name}: beginning of utterance to its first words, p50 / p95",
                            both(meeting.first_words)))
            rows.append(Row(f"{model}, {name}: words that changed of those shown before they were final",
                            f"{percent(taken_back / max(count, 1))} of {count}"))
        rows += [*cost(model, alone, False, length), *cost(model, shown, True, length)]
        rate, other = alone.heard / alone.said, alone.peer / alone.said
        rows.append(Row(f"{model}: word errors, in the meeting, beside whisper-cli on its recording ({alone.said} words)",
                        percent(rate), percent(other), rate / other if other else None, "< 5 %, at most 1 % more",
                        rate < 0.05 and rate <= other + 0.01))
    return Section("A live meeting with Whisper", "the peer", rows, [
        f"On virtual sound, LibriVox's clips again and again with a second of silence after each, an attendee each {TURN} s. "
        "The end of an utterance is the end of its last word as the recognizer tells it, so the silence that ends an "
        "utterance is in the figures. CPU and memory are those of the program and the recognizers that it starts, from "
        f"{SETTLED:.0f} s after the start on.",
    ])
