"""CPU and memory of a meeting, beside the recorders that come with ALSA and PulseAudio."""
import contextlib
import statistics
import subprocess

from .processes import running, use_of
from .program import VOICES, Program, events_in, spoken, virtual_sound
from .table import ROUNDS, Row, Section, megabytes, paired, percent

WARM_UP = 6.0  # seconds until everybody's stream is open


def quiet(options, seconds):
    with virtual_sound() as environment, Program(options.binary, environment) as program:
        program.create("Load", 4, seconds + 30)
        folder, null = program.folder, subprocess.DEVNULL
        arecord = ["arecord", "-q", "-D", "default", "-f", "S16_LE", "-r", "48000", "-c", "1", f"{folder}/arecord.wav"]
        parecord = ["parecord", "--device=room.monitor", "--rate=48000", "--channels=1", "--format=s16le",
                    "--latency-msec=20", "--file-format=wav", f"{folder}/parecord.wav"]
        with contextlib.ExitStack() as stack:
            stack.enter_context(spoken(environment, f"{VOICES}/demo.wav"))
            programs = [stack.enter_context(program.hold("Load", "--recognizer", "none"))]
            programs += [stack.enter_context(running(command, env=environment, stdout=null, stderr=null))
                         for command in (arecord, parecord)]
            return use_of(programs, seconds, WARM_UP)


def transcribed(options):
    seconds = 40 if options.quick else 300
    with virtual_sound() as environment, Program(options.binary, environment) as program:
        program.create("Load", 4, seconds + 30)
        with spoken(environment, f"{VOICES}/demo.wav"), \
                program.hold("Load", "--recognizer", "pocketsphinx", "--events") as process:
            use, = use_of([process], seconds, WARM_UP)
            process.send_signal(2)
            output = process.communicate(timeout=30)[0]
    events = events_in(output)
    finals = sum(event["event"] == "transcript.final" for event in events)
    failures = [event["message"] for event in events if event["event"] == "recognizer.failed"]
    return seconds, use, finals, failures


def section(options):
    runs = []

    def once():
        runs.append(quiet(options, seconds))
        return runs[-1][0].cpu, runs[-1][1].cpu

    seconds = 20 if options.quick else 60
    cpu, beside, ratio = paired(once)
    meeting, arecord, parecord = runs[-1]
    parecord_cpu = statistics.median(uses[2].cpu for uses in runs)
    rows = [
        Row("CPU without recognizer, beside arecord", percent(cpu), percent(beside), ratio, "≤ 2.5 of the peer's",
            ratio <= 2.5),
        Row("CPU without recognizer, beside parecord", percent(cpu), percent(parecord_cpu), cpu / parecord_cpu, "< 1.5 %",
            cpu < 0.015),
        Row("peak memory without recognizer, beside arecord", megabytes(meeting.peak), megabytes(arecord.peak),
            meeting.peak / arecord.peak, "< 40 MB", meeting.peak < 40 * 1024),
        Row("peak memory without recognizer, beside parecord", megabytes(meeting.peak), megabytes(parecord.peak),
            meeting.peak / parecord.peak),
    ]
    notes = [f"Without recognizer: {ROUNDS} runs, each {seconds} s of a meeting on virtual sound with a loudspeaker, in which "
             "somebody speaks all the time; the two recorders run beside it on the same source, 48 kHz mono. CPU is of one core, from "
             f"{WARM_UP:.0f} s after the start on, and the median of the runs; memory is VmHWM, of the last run."]
    notes.append("Where the CPU goes, by thread, measured once (2026-11-23, % of a core): the microphone's stream 0.8, more "
                 "than half of it in ALSA's PulseAudio thread; the loudspeaker's stream, kept open so that a ding is on "
                 "time, 0.45; moving, measuring and writing the sound 0.4; Dispatch's timers 0.1. arecord has the first "
                 "of these alone.")
    seconds, use, finals, failures = transcribed(options)
    if failures or not finals:
        rows.append(Row("with PocketSphinx", f"not measured: {(failures or ['no utterance came'])[0]}"))
        return Section("CPU and memory of a live meeting", "beside", rows, notes)
    quarter = [use.resident[int(len(use.resident) * part) - 1] for part in (0.25, 0.5, 1.0)]
    growth = quarter[2] / quarter[1] - 1
    rows += [
        Row("CPU with PocketSphinx", percent(use.cpu), percent(cpu), use.cpu / cpu, "< 35 %",
            use.cpu < 0.35),
        Row("peak memory with PocketSphinx", megabytes(use.peak), megabytes(meeting.peak), use.peak / meeting.peak,
            "< 170 MB", use.peak < 170 * 1024),
        Row(f"resident after {seconds // 4}, {seconds // 2} and {seconds} s",
            " / ".join(megabytes(value) for value in quarter), "", None, "flat (< 5 % from half to end)",
            growth < 0.05),
    ]
    notes.append(f"With PocketSphinx: {seconds} s in which the demo's voices speak nearly without a pause; {finals} "
                 "utterances were recognized. Beside it stands the meeting without recognizer.")
    return Section("CPU and memory of a live meeting", "beside", rows, notes)
