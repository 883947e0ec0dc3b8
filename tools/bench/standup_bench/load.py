"""CPU and memory of a meeting, beside the recorders that come with ALSA and PulseAudio."""
import contextlib
import subprocess

from .processes import running, use_of
from .program import VOICES, Program, events_in, spoken, virtual_sound
from .table import Row, Section, megabytes, percent

WARM_UP = 6.0  # seconds until everybody's stream is open


def quiet(options):
    seconds = 20 if options.quick else 120
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
            return seconds, use_of(programs, seconds, WARM_UP)


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
    seconds, (meeting, arecord, parecord) = quiet(options)
    rows = [
        Row("CPU without recogniser, beside arecord", percent(meeting.cpu), percent(arecord.cpu),
            meeting.cpu / arecord.cpu, "< 1.5 %", meeting.cpu < 0.015),
        Row("CPU without recogniser, beside parecord", percent(meeting.cpu), percent(parecord.cpu),
            meeting.cpu / parecord.cpu),
        Row("peak memory without recogniser, beside arecord", megabytes(meeting.peak), megabytes(arecord.peak),
            meeting.peak / arecord.peak, "< 40 MB", meeting.peak < 40 * 1024),
        Row("peak memory without recogniser, beside parecord", megabytes(meeting.peak), megabytes(parecord.peak),
            meeting.peak / parecord.peak),
    ]
    notes = [f"Without recogniser: {seconds} s of a meeting on virtual sound with a loudspeaker, in which somebody speaks "
             "all the time; the two recorders run beside it on the same source, 48 kHz mono. CPU is of one core, from "
             f"{WARM_UP:.0f} s after the start on; memory is VmHWM."]
    seconds, use, finals, failures = transcribed(options)
    if failures or not finals:
        rows.append(Row("with PocketSphinx", f"not measured: {(failures or ['no utterance came'])[0]}"))
        return Section("CPU and memory of a live meeting", "beside", rows, notes)
    quarter = [use.resident[int(len(use.resident) * part) - 1] for part in (0.25, 0.5, 1.0)]
    growth = quarter[2] / quarter[1] - 1
    rows += [
        Row("CPU with PocketSphinx", percent(use.cpu), percent(meeting.cpu), use.cpu / meeting.cpu, "< 35 %",
            use.cpu < 0.35),
        Row("peak memory with PocketSphinx", megabytes(use.peak), megabytes(meeting.peak), use.peak / meeting.peak,
            "< 170 MB", use.peak < 170 * 1024),
        Row(f"resident after {seconds // 4}, {seconds // 2} and {seconds} s",
            " / ".join(megabytes(value) for value in quarter), "", None, "flat (< 5 % from half to end)",
            growth < 0.05),
    ]
    notes.append(f"With PocketSphinx: {seconds} s in which the demo's voices speak nearly without a pause; {finals} "
                 "utterances were recognised. Beside it stands the meeting without recogniser.")
    return Section("CPU and memory of a live meeting", "beside", rows, notes)
