"""Films a meeting in a terminal beside its page in a browser, and compares the two clocks in the pictures.

  python3 film.py FILM      an animated WebP

The meeting is held on a private sound server, into whose microphone the demo's voices speak. What is filmed is a display of
its own (Xvfb) with xterm and Chromium.
"""
import contextlib
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import numpy

from web_server import ROOT, STANDUP, Folder, Server

WIDTH, HEIGHT, TERMINAL = 1280, 720, 880  # pixels; the terminal is on the left
RATE, SHOWN_RATE = 30, 10  # frames a second
SECONDS = 29
SLOT = 12  # seconds
TILE = 16  # pixels
AGREE = 0.1  # seconds, and a frame, for a change is somewhere between two frames


@contextlib.contextmanager
def started(command, environment, **options):
    """A process that is ended with the block."""
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL, **options)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


@contextlib.contextmanager
def display(variables):
    """The environment of a display of its own."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-nolisten", "tcp"]
    with started(command, variables, stdout=subprocess.DEVNULL, pass_fds=[writing]):
        os.close(writing)
        with os.fdopen(reading) as number:
            yield variables | {"DISPLAY": f":{number.readline().strip()}"}


def chromium(link, profile):
    return ["chromium", "--no-sandbox", "--test-type", "--no-first-run", "--disable-gpu", "--force-dark-mode", "--lang=en", "--hide-scrollbars",
            f"--user-data-dir={profile}", f"--window-position={TERMINAL},0", f"--window-size={WIDTH - TERMINAL},{HEIGHT}",
            f"--app={link}"]


def xterm(*command):
    # At this size, blocks of the font touch each other.
    return ["xterm", "-tn", "xterm-256color", "-geometry", "86x37+0+0", "-fa", "DejaVu Sans Mono", "-fs", "11.5", "-b", "6",
            "-bg", "#16181d", "-fg", "#d7dae0", "+sb", "-e", *command]


def record(path):
    """Films a meeting without loss."""
    folder = Folder()
    sound = f"{ROOT}/tools/virtual-sound"
    # The server ends with this process.
    printed = subprocess.run(["bash", "-c", f'eval "$("{sound}" start --owner {os.getpid()})" && env -0'],
                             stdout=subprocess.PIPE, check=True).stdout.decode()
    folder.variables |= {name: value for name, _, value in (entry.partition("=") for entry in printed.split("\0"))
                         if name.startswith(("PULSE_", "ALSA_", "XDG_RUNTIME", "STANDUP_SOUND"))}
    server = None
    try:
        folder.standup("Daily", "Ann", "Ben", "Cleo")
        folder.run("edit", "Daily", "--length", f"{3 * SLOT}s", "--warning", "4s", "--theme", "navy")
        server = Server(folder)
        link = f"{server.origin}/join#{folder.secret('Daily', '--for', 'Ben', '--until', '1h')}"
        variables = folder.variables | {"LC_ALL": "C.UTF-8", "COLORTERM": "truecolor"}
        with display(variables) as shown, started(chromium(link, f"{folder.path}/profile"), shown):
            time.sleep(6)
            start = f"exec '{STANDUP}' start Daily --recognizer pocketsphinx"
            with started(xterm("bash", "-c", start), shown), \
                    started(["paplay", "--device=room", f"{ROOT}/Assets/Voices/demo.wav"], variables):
                subprocess.run(["ffmpeg", "-loglevel", "error", "-y", "-f", "x11grab", "-framerate", str(RATE), "-video_size",
                                f"{WIDTH}x{HEIGHT}", "-draw_mouse", "0", "-i", shown["DISPLAY"], "-t", str(SECONDS),
                                "-c:v", "libx264rgb", "-preset", "ultrafast", "-qp", "0", path], env=shown, check=True)
                folder.run("tell", "Daily", "end save")
    finally:
        if server:
            server.stop()
        subprocess.run([sound, "stop", folder.variables["STANDUP_SOUND"]], check=False, stdout=subprocess.DEVNULL)
        folder.remove()


def changed_tiles(path):
    """For each frame but the first, which tiles of the picture differ from the frame before."""
    command = ["ffmpeg", "-loglevel", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "gray", "-"]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        last, changed = None, []
        while len(data := process.stdout.read(WIDTH * HEIGHT)) == WIDTH * HEIGHT:
            frame = numpy.frombuffer(data, numpy.uint8).reshape(HEIGHT // TILE, TILE, WIDTH // TILE, TILE).astype(numpy.int16)
            if last is not None:
                changed.append((abs(frame - last) > 32).any(axis=(1, 3)))
            last = frame
    return numpy.array(changed)


def ticks(changed):
    """The frames in which the clocks of a picture change: those of its tiles that change in most seconds, but seldom more
    than once.

    Colors that pass into each other at a change of speaker take several frames; the first counts."""
    seconds = len(changed) // RATE
    by_second = changed[:seconds * RATE].reshape(seconds, RATE, *changed.shape[1:])
    clocks = (by_second.any(axis=1).sum(axis=0) > seconds * 0.6) & (changed.sum(axis=0) < seconds * 3)
    share = changed[:, clocks].mean(axis=1)
    found = []
    for frame in numpy.flatnonzero(share > 0.15):
        if not found or frame - found[-1] > RATE // 2:
            found.append(int(frame))
    return found


def compare(path):
    """The seconds by which each change of the page's clock is later than the nearest one of the terminal's."""
    changed = changed_tiles(path)[(SECONDS - 2 * SLOT) * RATE:]
    terminal, page = ticks(changed[:, :, :TERMINAL // TILE]), ticks(changed[:, :, TERMINAL // TILE:])
    if min(len(terminal), len(page)) < SLOT:
        sys.exit(f"the film shows {len(terminal)} changes of the terminal's clock and {len(page)} of the page's")
    return [(frame - min(terminal, key=lambda other: abs(other - frame))) / RATE for frame in page]


def main():
    with tempfile.TemporaryDirectory() as folder:
        film = f"{folder}/film.mkv"
        record(film)
        if kept := os.environ.get("STANDUP_FILM"):
            shutil.copy(film, kept)
        late = compare(film)
        print(f"{len(late)} changes of the page's clock, later than the terminal's by {min(late):.2f} to {max(late):.2f} s, "
              f"median {statistics.median(late):.2f} s", file=sys.stderr)
        if max(map(abs, late)) > AGREE + 1 / RATE:
            sys.exit("the clocks do not agree")
        subprocess.run(["ffmpeg", "-loglevel", "error", "-y", "-i", film, "-vf", f"fps={SHOWN_RATE}", "-c:v", "libwebp_anim",
                        "-quality", "50", "-compression_level", "6", "-loop", "0", sys.argv[1]], check=True)
        size = pathlib.Path(sys.argv[1]).stat().st_size
        print(f"{sys.argv[1]}: {size / 1e6:.1f} MB", file=sys.stderr)


if __name__ == "__main__":
    main()
