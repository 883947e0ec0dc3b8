"""What the capture callback does, and whether a frame is lost under load."""
import os
import re
import subprocess

from .processes import hogs
from .program import ROOT, Program, events_in, virtual_sound
from .table import Row, Section


def compiler():
    """How many functions the compiler has checked: those that may not lock, allocate or count references, and in C."""
    def count(pattern, folder, ending):
        found = 0
        for base, _, names in os.walk(f"{ROOT}/Sources/{folder}"):
            for name in names:
                if name.endswith(ending):
                    with open(f"{base}/{name}") as file:
                        found += len(re.findall(pattern, file.read(), re.MULTILINE))
        return found
    return (count(r"^\s*@_noLocks", "Audio/StandupAudio/Realtime", ".swift"),
            count(r"nonblocking", "C/CRealtimeAudio", (".h", ".c")))


def last_line(command):
    result = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    lines = [line for line in result.stdout.decode(errors="replace").splitlines() if line.strip()]
    return result.returncode == 0, lines[-1].strip() if lines else "it printed nothing"


def checks(options):
    swift, c = compiler()
    yield Row("compiler: allocations, locks, retains", "0 / 0 / 0 (it builds)", "", None, "0 / 0 / 0", swift > 0)
    passed, line = last_line(["nice", "swift", "test", "--filter", "RealtimeAudioTests"])
    yield Row("malloc probe: allocations", "0" if passed else line, "", None, "0", passed)
    if options.quick and not os.path.isdir(f"{ROOT}/.build-rtsan"):
        yield Row("real-time sanitizer", "not run (`--quick`, not built yet)")
    else:
        passed, line = last_line([f"{ROOT}/tools/check-realtime"])
        yield Row("real-time sanitizer", line.rpartition(": ")[2], "", None, "nothing found", passed)


def section(options):
    swift, c = compiler()
    rows = list(checks(options))
    seconds = 60 if options.quick else 600
    with virtual_sound() as environment, Program(options.binary, environment) as program:
        program.create("Frames", 3, seconds)
        with hogs(), program.hold("Frames", "--recognizer", "none", "--events", "--output", "none") as process:
            output = process.communicate(timeout=seconds + 30)[0]
        meeting = program.latest()
    recording = meeting["recording"]
    missing = round((meeting["duration"] - recording["frames"] / recording["sampleRate"]) * recording["sampleRate"])
    filled = sum(gap["end"] - gap["start"] for gap in meeting["gaps"])
    lost = [event for event in events_in(output) if event["event"] in ("device.lost", "error")]
    rows.append(Row(f"frames lost in {seconds / 60:.0f} min with two CPU hogs",
                    f"{round(filled * recording['sampleRate'])} in {len(meeting['gaps'])} gaps", "", None, "0",
                    filled == 0 and not lost))
    rows.append(Row("length of the recording less the meeting's", f"{-missing} frames", "", None, "0", missing == 0))
    return Section("The capture callback", "", rows, [
        f"The compiler refuses allocations, locks and reference counts in {swift} functions marked `@_noLocks`, and "
        f"blocking calls under the C callbacks marked `nonblocking`; warnings are errors. The probe counts calls of the "
        "allocator around both callbacks; the sanitizer stops at an allocation, a lock or a system call.",
        "Frames that are lost appear as gaps in `standup meeting latest --json`, filled with silence; "
        f"{len(lost)} events reported a lost device or an error.",
    ])
