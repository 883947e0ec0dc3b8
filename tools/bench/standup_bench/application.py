"""The full-screen application on a terminal: its first frame, its answer to keys, a meeting that it shows, its memory."""
import json
import os
import shutil
import sqlite3
import statistics
import subprocess
import tempfile
import time

from . import playing
from .data import fill
from .processes import cpu_time, memory, running, wake_ups
from .program import Program
from .search import MEETINGS as SEARCHED, UTTERANCES, WORDS, prepared, text
from .table import ROUNDS, Row, Section, megabytes, paired, percent, percentile, spread
from .terminal import COLUMNS, ROWS, Terminal

STANDUPS, MEETINGS = 200, 10_000
UP, DOWN, ENTER, ESCAPE = b"\x1bOA", b"\x1bOB", b"\r", b"\x1b"
PAGE_DOWN, CLEAR = b"\x1b[6~", b"\x15"
SETTLED = 12  # seconds until the threads that have nothing to do have ended
LONG = 9_600  # utterances of 3 seconds: a meeting of 8 hours


def first_frame(command, environment, expected):
    """Seconds from before the fork to the last byte of the first whole frame."""
    with Terminal(command, environment) as terminal:
        _, last = terminal.frame(expected=expected)
        if last is None:
            raise RuntimeError(f"{' '.join(command)} drew nothing with {expected.decode()!r} in it")
        return last - terminal.started


def answers(terminal, keys):
    """Seconds to the frame of each key; keys that change nothing are left out, but not many."""
    found, silent = [], 0
    for key in keys:
        seconds, _ = terminal.press(key)
        if seconds is None:
            silent += 1
        else:
            found.append(seconds)
    if silent > len(keys) // 10:
        raise RuntimeError(f"{silent} of {len(keys)} keys changed nothing")
    return found


def moves(count):
    """Down and up again through a list, so that it scrolls and no key meets an end."""
    down = [DOWN] * 60
    up = [UP] * 59
    keys = []
    while len(keys) < count:
        keys += down + up
    return keys[:count]


def key_rows(program, times):
    rows = []
    with Terminal([program.binary, "open", "standups"], program.environment) as terminal:
        terminal.frame(expected=b"Standup 001")
        moving = answers(terminal, moves(times))
    with Terminal([program.binary, "open", "standups"], program.environment) as terminal:
        terminal.frame(expected=b"Standup 001")
        typing = []
        while len(typing) < times:
            answers(terminal, [b"/"])
            typing += answers(terminal, [bytes([letter]) for letter in b"Standup 1"])
            answers(terminal, [b"\x7f"] * 9 + [ESCAPE])
    with Terminal([program.binary, "open", "standups"], program.environment) as terminal:
        terminal.frame(expected=b"Standup 001")
        opening = []
        for move in moves(times):
            opening += answers(terminal, [ENTER])
            # An escape is one only when nothing follows it for a moment, which is no part of an answer.
            answers(terminal, [ESCAPE, move])
    for what, found in (("moving in the list", moving), ("typing a filter", typing), ("opening a standup", opening)):
        rows.append((what, found))
    return rows


def reading_rows(options, times):
    """Keys in the search over all meetings, and in a transcript of eight hours."""
    meetings = 1_000 if options.quick else SEARCHED
    with Program(options.binary) as program:
        folder = f"{program.folder}/data"
        os.makedirs(folder, mode=0o700, exist_ok=True)
        shutil.copy(f"{prepared(options.binary, meetings)}/data/standup.db", folder)
        meeting, standup = lengthen(f"{folder}/standup.db")
        searching = []
        with Terminal([program.binary, "open", "search"], program.environment) as terminal:
            terminal.frame(expected=b"Type words")
            for word in (word for word in text(10 * times) if len(word) > 4):
                if len(searching) >= times:
                    break
                for letter in word[:2]:
                    terminal.press(letter.encode())
                searching += answers(terminal, [letter.encode() for letter in word[2:6]])
                terminal.press(CLEAR)
        with Terminal([program.binary, "open", f"standup/{standup}/meeting/{meeting}"], program.environment) as terminal:
            terminal.frame(expected=b"0:00")
            scrolling = answers(terminal, ([DOWN] * 9 + [PAGE_DOWN]) * (times // 10))
    p50, p99 = statistics.median(searching), percentile(searching, 0.99)
    return [
        Row(f"key to the hits, from the third letter on, {meetings * UTTERANCES * WORDS / 1e6:g} million words "
            f"({len(searching)} keys): p50 / p99 / max", spread(searching), "", None, "p50 < 16 ms, p99 < 30 ms",
            p50 < 0.016 and p99 < 0.03),
        Row(f"key to frame, down a transcript of 8 hours ({len(scrolling)} keys): p50 / p99 / max", spread(scrolling), "",
            None, "p99 < 16 ms", percentile(scrolling, 0.99) < 0.016),
    ]


def rest(pid, seconds, wait):
    """The wake-ups of a program that has nothing to do; `wait` lets time pass."""
    wait(SETTLED)
    before = wake_ups(pid)
    wait(seconds)
    return sum(value - before.get(thread, 0) for thread, value in wake_ups(pid).items())


def rest_rows(options, program, seconds):
    """Wake-ups of the program where nothing happens, and nothing is shown that changes with time."""
    rows = []
    with running([options.engine, "rest", "3600"]) as process:
        idle = rest(process.pid, seconds, time.sleep)
    for name, address in (("the list", "standups"), ("a standup's page", "standup/Standup%20001"),
                          ("a past meeting", "standup/Standup%20001/meeting/1"), ("the search", "search")):
        with Terminal([program.binary, "open", address], program.environment) as terminal:
            terminal.frame()
            count = rest(terminal.pid, seconds, terminal.watch)
        rows.append(Row(f"wake-ups at rest in {seconds} s: {name}, beside a Swift program that sleeps", str(count), str(idle),
                        count / idle if idle else None, "none but the peer's", count <= idle))
    return rows


def lengthen(path):
    """Makes the first meeting one of eight hours; its id and its standup's title."""
    with sqlite3.connect(path) as database:
        database.create_function("search_text", 1, lambda text: bytes(text).decode(), deterministic=True)
        meeting, standup = database.execute(
            "SELECT meeting.id, standup.title FROM meeting JOIN standup ON standup.id = meeting.standup"
            " WHERE meeting.number = 1").fetchone()
        people = [row[0] for row in database.execute(
            "SELECT id FROM meeting_attendee WHERE meeting = 1 ORDER BY position")]
        said = text(LONG * WORDS)
        database.execute("DELETE FROM utterance WHERE meeting = 1")
        database.execute("UPDATE meeting SET duration = ? WHERE number = 1", (LONG * 3 * 10**9,))
        database.executemany(
            "INSERT INTO utterance (meeting, attendee, start_at, end_at, text, recognizer, words)"
            " VALUES (1, ?, ?, ?, ?, 'pocketsphinx', '[]')",
            ((people[number // 60 % len(people)], number * 3 * 10**9, (number * 3 + 2) * 10**9,
              " ".join(said[number * WORDS:(number + 1) * WORDS])) for number in range(LONG)))
    database.close()
    return meeting, standup


def peers(folder):
    """mc on a folder of as many files, and vim on a file of as many lines, with the text of a whole first frame."""
    files = f"{folder}/files"
    os.makedirs(files)
    for number in range(1, STANDUPS + 1):
        with open(f"{files}/standup-{number:03}", "w"):
            pass
    lines = f"{folder}/lines"
    with open(lines, "w") as file:
        file.writelines(f"line {number}\n" for number in range(MEETINGS))
    return (["mc", "--nosubshell", "--nomouse", files, files], b"10Quit"), (["vim", "-u", "NONE", "-n", lines], b"line 20")


def meeting_rows(program, seconds):
    rows = []
    faces = [("in the application", ["open", "standup/Standup%20001/start"]),
             ("that `start` opened", ["start", "Standup 001", "--input", "none", "--output", "none",
                                              "--recognizer", "none"])]
    for name, command in faces:
        program.environment.update(STANDUP_INPUT="none", STANDUP_OUTPUT="none", STANDUP_RECOGNIZER="none")
        with Terminal([program.binary, *command], program.environment) as terminal:
            terminal.frame(expected=b"P1")
            if command[0] == "open":
                os.write(terminal.descriptor, ENTER)
                if terminal.frame(expected=b"Elapsed")[1] is None:
                    raise RuntimeError("the application started no meeting")
            terminal.watch(3)
            before, started = cpu_time(terminal.pid), time.monotonic()
            frames = terminal.watch(seconds)
            cpu = (cpu_time(terminal.pid) - before) / (time.monotonic() - started)
            resident = memory(terminal.pid)[0]
        whole = ROWS * COLUMNS
        busiest = max((sum(1 for at, _ in frames if start <= at < start + 1) for start, _ in frames), default=0)
        mean = sum(size for _, size in frames) / max(1, len(frames))
        rows += [
            Row(f"a meeting {name}: CPU", percent(cpu), "", None, "< 3 % of a core", cpu < 0.03),
            Row(f"a meeting {name}: frames a second, mean / most", f"{len(frames) / seconds:.1f} / {busiest}", "", None,
                "at most 20", busiest <= 20),
            Row(f"a meeting {name}: bytes a frame, of {whole} cells", f"{mean:.0f}", "", None, "only what changed",
                mean < whole / 4),
            Row(f"a meeting {name}: bytes a second", f"{sum(size for _, size in frames) / seconds:.0f}"),
            Row(f"a meeting {name}: resident", megabytes(resident)),
        ]
    return rows


def memory_rows(options, program):
    printed = subprocess.run([options.engine, "memory", "3600", "10", "300"], stdout=subprocess.PIPE, check=True).stdout
    resident = json.loads(printed)["resident"]
    grown = max(resident[2:]) / resident[1] - 1
    shown = " / ".join(megabytes(value) for value in (resident[1], resident[len(resident) // 2], resident[-1]))
    rows = [Row("an hour on the virtual clock, the library with a microphone, after 5, 30 and 60 min", shown, "", None,
                "flat (< 5 % from 5 min to end)", grown < 0.05)]
    # The whole program: its samples are as far apart in the meeting as in real time, for the disk sets the pace.
    program.create("Hour", 10, 3600)
    command = program.command("Hour", "--clock", "virtual", "--input", "silence", "--output", "none", "--recognizer",
                              "none")
    samples = []
    with running(command, env=program.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                 stderr=subprocess.DEVNULL) as process:
        while process.poll() is None:
            try:
                samples.append(memory(process.pid)[0])
            except (FileNotFoundError, KeyError):
                break
            time.sleep(0.05)
    part = samples[len(samples) // 12:]
    if len(part) < 6:
        raise RuntimeError("the meeting was over before its memory could be looked at")
    grown = max(part[len(part) // 2:]) / statistics.median(part[:len(part) // 2]) - 1
    shown = " / ".join(megabytes(value) for value in (part[0], part[len(part) // 2], part[-1]))
    rows.append(Row(f"the same, the whole program with a recording, {len(part)} samples: first, middle, last", shown, "",
                    None, "flat (< 5 % from half to end)", grown < 0.05))
    return rows


def section(options):
    times = 100 if options.quick else 500
    starts = 7 if options.quick else 21
    folder = tempfile.mkdtemp(prefix="standup-bench.")
    try:
        with Program(options.binary) as program:
            size = fill(program, STANDUPS, MEETINGS)
            (mc, mc_drawn), (vim, vim_drawn) = peers(folder)
            environment = {**program.environment, "HOME": folder}
            programs = [([program.binary, "open", "standups"], program.environment, b"Standup 001"),
                        (mc, environment, mc_drawn), (vim, environment, vim_drawn)]
            first, beside, editor = found = [], [], []

            def in_turn():
                for _ in range(starts):
                    for each, times_of_each in zip(programs, found):
                        times_of_each.append(first_frame(*each))
                return [statistics.median(times_of_each[-starts:]) for times_of_each in found[:2]]

            ratio = paired(in_turn)[2]
            median = statistics.median
            rows = [
                Row(f"first frame, {STANDUPS} standups, {MEETINGS} meetings, beside `mc`: p50 / p99 / max", spread(first),
                    spread(beside), ratio, "≤ 1.3 of the peer's", ratio <= 1.3),
                Row(f"the same, beside `vim -u NONE` on {MEETINGS} lines", spread(first), spread(editor),
                    median(first) / median(editor), "p50 < 50 ms", median(first) < 0.05),
            ]
            with Terminal(mc, environment) as terminal:
                terminal.frame(expected=mc_drawn)
                moved = answers(terminal, moves(times))
            for what, found in key_rows(program, times):
                is_moving = what.startswith("moving")
                rows.append(Row(
                    f"key to frame, {what}{', beside `mc`' if is_moving else ''} ({len(found)} keys): p50 / p99 / max",
                    spread(found), spread(moved) if is_moving else "",
                    median(found) / median(moved) if is_moving else None, "p99 < 16 ms", percentile(found, 0.99) < 0.016))
            rows += reading_rows(options, times)
            rows += playing.rows(options)
            rows += rest_rows(options, program, 15 if options.quick else 30)
            rows += meeting_rows(program, 15 if options.quick else 60)
            rows += memory_rows(options, program)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    return Section("The full-screen application", "`mc`, or as named", rows, [
        f"The first frame is the list with all its standups. Its aims are for medians, because the slowest starts "
        f"depend on what else runs on the machine, for `mc` too. {ROUNDS} runs of {starts} starts of each in turn; the "
        "ratio beside `mc` is the median of the runs'.",
        f"On a pseudoterminal of {COLUMNS} by {ROWS}, xterm-256color, files in the page cache; the history takes "
        f"{size / 1e6:.0f} MB. The first frame is measured from before the fork to its last byte, which is the last one "
        "before 30 ms of silence; a key from before it is written to the last byte of the frame that it causes.",
        "A meeting without sound, 5 people of 3 minutes each; what comes within 2 ms counts as one frame. The second "
        "meeting in the table, `start` without the application, is for comparison.",
        f"The search is made of {SEARCHED if not options.quick else 1_000:,} meetings; a key's answer has ended when 30 ms "
        "bring no more, so that it includes the hits. The transcript has "
        f"{LONG:,} utterances.",
        "The first sound of a recording is when it is heard: a listener beside the application asks the sound server at "
        "which instant each frame of the virtual loudspeaker is heard, so what the server renders ahead is in the figure. "
        "`paplay` is measured from before its start, the application from before the key.",
        "A wake-up is a thread that has waited and goes on (a voluntary context switch). A Swift program that sleeps has one a "
        "second, because libdispatch looks after its worker threads.",
        f"`mc` has two panels of {STANDUPS} files each.",
    ])
