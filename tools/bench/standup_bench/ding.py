"""When the ding is heard, against the instant of the change of speaker."""
import contextlib
import json
import os
import statistics
import subprocess
import time

from .processes import hogs, running, timed
from .program import DING, Program, events_in, onsets, samples_in, virtual_sound
from .table import Row, Section, milliseconds

PERIOD = 256  # frames of the JACK server
SLOT = 1.5  # seconds


def offsets(program, count, *options, during=None):
    """How long after the change of speaker each ding begins, by the meeting's own recording of it, in seconds."""
    program.create("Dings", count + 1, round((count + 1) * SLOT, 3))
    with program.hold("Dings", "--recognizer", "none", "--events", *options) as process:
        if during:
            during()
        output = process.communicate(timeout=(count + 1) * SLOT + 30)[0]
    turns = [event["at"] for event in events_in(output) if event["event"] == "turn.started"][1:]
    meeting = program.latest()
    frames, rate = samples_in(meeting["recording"]["file"])
    heard = onsets(frames, samples_in(DING)[0], rate)
    if len(heard) != len(turns):
        raise RuntimeError(f"{len(turns)} changes of speaker, but {len(heard)} dings were heard")
    return [frame / rate - turn for frame, turn in zip(heard, turns)]


def row(name, values, aim=True):
    middle = statistics.median(values)
    worst = max(values, key=abs)
    return Row(f"{name}, {len(values)} dings",
               " / ".join(milliseconds(value) for value in (min(values), middle, max(values))), "", None,
               "< 10 ms" if aim else "", abs(worst) < 0.01 if aim else None)


def capture_latency(environment, program):
    """What PulseAudio says of the latency of a meeting's capture stream while it runs, in seconds; for reading."""
    listing = subprocess.run(["pactl", "--format=json", "list", "source-outputs"], env=environment, check=False,
                             stdout=subprocess.PIPE).stdout
    with contextlib.suppress(ValueError, KeyError, TypeError):
        return [(entry["buffer_latency_usec"] + entry["source_latency_usec"]) / 1e6 for entry in json.loads(listing)]
    return []


@contextlib.contextmanager
def jack_server(environment):
    """A JACK server without hardware, under a name of its own; the environment in which programs find it."""
    name = f"standup-bench-{os.getpid()}"
    environment = {**environment, "JACK_DEFAULT_SERVER": name, "JACK_NO_AUDIO_RESERVATION": "1",
                   "PULSE_SERVER": "unix:/nonexistent"}
    with running(["jackd", "--name", name, "--no-realtime", "-d", "dummy", "-r", "48000", "-p", str(PERIOD)],
                 env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
        deadline = time.monotonic() + 10
        while timed(["jack_lsp"], env=environment, check=False).code != 0:
            if server.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("the JACK server did not start")
            time.sleep(0.1)
        yield environment


def close_loop(environment):
    """Connects what PortAudio plays to what PortAudio records, as soon as both are there."""
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        ports = timed(["jack_lsp"], env=environment, check=False).output.decode().split("\n")
        outputs = [port for port in ports if ":out_" in port]
        inputs = [port for port in ports if ":in_" in port]
        if outputs and inputs:
            for port in inputs:
                timed(["jack_connect", outputs[0], port], env=environment)
            return
        time.sleep(0.02)
    raise RuntimeError(f"PortAudio's JACK ports did not appear")


def through_jack(options, count):
    with virtual_sound() as sound, jack_server(sound) as environment:
        with Program(options.binary, environment) as program:
            devices = json.loads(program.call("devices", "--json").output)
            names = {device["direction"]: device["name"] for device in devices if "system" in device["name"]}
            if len(names) < 2:
                raise RuntimeError("PortAudio shows no JACK device")
            return offsets(program, count, "--input", names["input"], "--output", names["output"],
                           during=lambda: close_loop(environment))


def section(options):
    count = 20 if options.quick else 60
    latencies = []
    with virtual_sound() as environment:
        loop = ("--input", "speaker.monitor", "--output", "default")
        with Program(options.binary, environment) as program:
            def look():
                time.sleep(8)
                latencies.extend(capture_latency(environment, program))
            rows = [row("PulseAudio, idle: least / median / most", offsets(program, count, *loop, during=look))]
        with Program(options.binary, environment) as program, hogs():
            rows.append(row("PulseAudio, two CPU hogs", offsets(program, count, *loop)))
    notes = ["The meeting records its own loudspeaker, so the figure is the place of the ding's first audible frame in "
             "the recording less the time of the change of speaker. It includes the latency of the capture: a frame of "
             "the recording bears the time at which it was delivered, not the earlier one at which it was played."]
    if latencies:
        notes.append(f"PulseAudio gives {milliseconds(max(latencies))} for the latency of that capture.")
    try:
        rows.append(row("JACK, idle", through_jack(options, count)))
        notes.append(f"JACK is the dummy driver, output connected to input: the loop itself takes one period, {PERIOD} "
                     f"frames or {milliseconds(PERIOD / 48000)}, which is included.")
    except RuntimeError as error:
        notes.append(f"JACK was not measured: {error}.")
    return Section("The ding's first audible frame against its deadline", "", rows, notes)
