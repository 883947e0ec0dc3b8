"""tools/bench/run: measures standup and prints one table a section."""
import argparse
import datetime
import os
import re
import subprocess
import sys

from .machine import machine
from . import (application, boundaries, call, capture, diarization, ding, echo, export, interjections, lists, live, load,
               nospeech, partials, points, rooms, search, speech, startup, team, transcribe, vocabulary, web, wordtimes)
from .program import ROOT
from .table import load_average

SECTIONS = {"boundaries": boundaries.section, "ding": ding.section, "capture": capture.section, "load": load.section,
            "speech": speech.section, "rooms": rooms.section, "startup": startup.section,
            "application": application.section, "search": search.section,
            "lists": lists.section, "export": export.section, "transcribe": transcribe.section,
            "transcribe-whisper": transcribe.by_whisper,
            "vocabulary": vocabulary.section, "names": vocabulary.names, "terms": vocabulary.general,
            "word-times": wordtimes.section,
            "no-speech": nospeech.section, "voices": diarization.section,
            "interjections": interjections.section, "partials": partials.section,
            "points": points.section, "live": live.section, "call": call.section, "echo": echo.section, "web": web.section,
            "team": team.section}


def heading():
    return (f"# Benchmarks\n\nMade by `tools/bench/run` on {machine()}. Release build, static Swift library.\n\n"
            "All figures are as measured; a ratio is the measured figure divided by the one beside it, which comes "
            "from the same minutes on the same machine.\n")


def made(quick):
    revision = subprocess.run(["git", "-C", ROOT, "describe", "--always", "--dirty"], stdout=subprocess.PIPE,
                              check=False).stdout.decode().strip()
    now = datetime.datetime.now(datetime.timezone.utc)
    length = ", shortened (`--quick`)" if quick else ""
    return f"Measured {now:%Y-%m-%d %H:%M} UTC at {revision or 'no revision'}{length}."


def kept(path):
    """The sections that were written before, by name."""
    if not os.path.exists(path):
        return {}
    with open(path) as file:
        parts = re.split(r"^<!-- ([a-z-]+) -->\n", file.read(), flags=re.MULTILINE)
    return dict(zip(parts[1::2], (part.rstrip("\n") + "\n" for part in parts[2::2])))


def write(path, measured):
    """Puts what was measured in the place of what was written of it before, and leaves the other sections."""
    parts = kept(path) | measured
    with open(path, "w") as file:
        file.write("\n".join([heading()] + [f"<!-- {name} -->\n{parts[name]}" for name in SECTIONS if name in parts]))


def main():
    parser = argparse.ArgumentParser(prog="tools/bench/run", description=__doc__)
    parser.add_argument("sections", nargs="*", metavar="SECTION", help=f"the sections to run: {', '.join(SECTIONS)}; default: all")
    parser.add_argument("--quick", action="store_true", help="shorter runs, less exact")
    parser.add_argument("--write", action="store_true", help="also write the tables to docs/benchmarks.md")
    parser.add_argument("--binary", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--engine", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--history", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--speech", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--points", required=True, help=argparse.SUPPRESS)
    parser.add_argument("--web", help=argparse.SUPPRESS)
    options = parser.parse_args()
    unknown = [name for name in options.sections if name not in SECTIONS]
    if unknown:
        parser.error(f"no section {unknown[0]}; choose from {', '.join(SECTIONS)}")
    measured, failed = {}, False
    print(heading())
    for name in options.sections or SECTIONS:
        print(f"bench: measuring {name}", file=sys.stderr)
        before = load_average()
        try:
            section = SECTIONS[name](options)
            section.load, section.made = (before, load_average()), made(options.quick)
            measured[name] = section.markdown()
            print(measured[name], flush=True)
        except (OSError, RuntimeError, ValueError, subprocess.SubprocessError) as error:
            failed = True
            print(f"## {name}\n\nNot measured: {error}\n", flush=True)
    if options.write:
        write(f"{ROOT}/docs/benchmarks.md", measured)
    sys.exit(failed)


if __name__ == "__main__":
    main()
