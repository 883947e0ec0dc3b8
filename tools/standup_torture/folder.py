"""A data folder, and whether everything in it is as it should be."""
import contextlib
import fcntl
import json
import os
import shutil
import sqlite3
import stat
import subprocess
import tempfile
import wave

from standup_bench.program import ROOT

PATIENCE = 120  # seconds
# What may lie in the folder; a database that was kept aside, or from before an upgrade, begins with the name of ours.
FILES = (".standup-data", "standup.db", "hooks.log")
FOLDERS = ("recordings", "live", "remembered")
TABLES = {"meeting": "number", "meeting_attendee": "meeting", "turn": "meeting", "pause": "meeting", "gap": "meeting",
          "utterance": "meeting"}
# The versions of a meeting's points; an interrupted meeting gets its first one when it can no longer be resumed.
VERSIONS = ("points", "last_points")


class Folder:
    """A data folder, and the program that is at home in it."""

    def __init__(self, binary, environment=None, path=None):
        self.binary = os.path.abspath(binary)
        self.scratch = tempfile.mkdtemp(prefix="standup-torture.")
        self.path = path or f"{self.scratch}/data"
        self.environment = {**(environment or os.environ), "STANDUP_DATA": self.path,
                            "XDG_CONFIG_HOME": f"{self.scratch}/config",
                            "STANDUP_ASSETS": os.environ.get("STANDUP_ASSETS", f"{ROOT}/Assets")}
        for name in ("STANDUP_INPUT", "STANDUP_OUTPUT", "STANDUP_RECOGNIZER"):
            self.environment.pop(name, None)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.scratch, ignore_errors=True)

    def copy(self):
        """The same folder as it is now, for another look; the program that writes it stands still meanwhile."""
        other = Folder(self.binary, self.environment)
        # The socket of a running meeting cannot be copied.
        shutil.copytree(self.path, other.path, ignore=shutil.ignore_patterns("*.sock"))
        return other

    def command(self, *arguments):
        return ["setpriv", "--pdeathsig", "KILL", self.binary, *arguments]

    def start(self, *arguments):
        """A command that runs; somebody else waits for it, or kills it."""
        return subprocess.Popen(self.command(*arguments), env=self.environment, stdin=subprocess.DEVNULL,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def call(self, *arguments, check=True):
        result = subprocess.run(self.command(*arguments), env=self.environment, stdin=subprocess.DEVNULL, check=False,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE)
        if check and result.returncode:
            raise RuntimeError(f"standup {' '.join(arguments)} ended with {result.returncode}: "
                               f"{result.stderr.decode(errors='replace').strip()[-500:]}")
        return result

    def json(self, *arguments):
        return json.loads(self.call(*arguments, "--json").stdout)

    def create(self, title, attendees, seconds):
        self.call("create", title, *[f"P{number}" for number in range(1, attendees + 1)], "--length", f"{seconds}s")

    @contextlib.contextmanager
    def database(self):
        database = sqlite3.connect(f"file:{self.path}/standup.db?mode=rw", uri=True, timeout=60)
        try:
            yield database
        finally:
            database.close()

    def recordings(self):
        return sorted(os.listdir(f"{self.path}/recordings")) if os.path.isdir(f"{self.path}/recordings") else []

    def kept(self):
        """All rows of every meeting, by its id: what must not change any more."""
        if not os.path.exists(f"{self.path}/standup.db"):
            return {}
        with self.database() as database:
            columns = {table: ", ".join(name for name, in database.execute(f"SELECT name FROM pragma_table_info('{table}')")
                                        if name not in VERSIONS) for table in TABLES}
            return {identifier: {table: database.execute(f"SELECT {columns[table]} FROM {table} WHERE {column} = ?"
                                                         " ORDER BY 1, 2", (number,)).fetchall()
                                 for table, column in TABLES.items()}
                    for number, identifier in database.execute("SELECT number, id FROM meeting").fetchall()}

    # What is wrong, a line each.

    def problems(self):
        """Everything that is checked of a folder in which no program runs."""
        return [*self.database_problems(), *self.file_problems(), *self.lock_problems()]

    def database_problems(self):
        with self.database() as database:
            yield from (f"the database: {line}" for line, in database.execute("PRAGMA integrity_check")
                        if line != "ok")
            yield from (f"a row refers to nothing: {row}" for row in database.execute("PRAGMA foreign_key_check"))
            try:
                database.execute("INSERT INTO search (search, rank) VALUES ('integrity-check', 0)")
                database.rollback()
            except sqlite3.DatabaseError as error:
                yield f"the index of words: {error}"
            missing, = database.execute("SELECT count(*) FROM utterance WHERE number NOT IN"
                                        " (SELECT rowid FROM search)").fetchone()
            if missing:
                yield f"{missing} utterances are not in the index of words"
            for table in ("meeting_attendee", "turn", "pause", "gap", "utterance"):
                lost, = database.execute(f"SELECT count(*) FROM {table} WHERE meeting NOT IN"
                                         " (SELECT number FROM meeting)").fetchone()
                if lost:
                    yield f"{lost} rows of {table} belong to no meeting"

    def file_problems(self):
        with self.database() as database:
            known = {name for name, in database.execute("SELECT recording_file FROM meeting")}
        for name in os.listdir(self.path):
            if name not in FOLDERS and name not in FILES and not name.startswith("standup.db"):
                yield f"a stray file, {name}"
        yield from (f"a recording without a meeting, {name}" for name in self.recordings() if name not in known)
        for base, folders, files in os.walk(self.path):
            yield from (f"a folder others can read, {name}" for name in folders
                        if stat.S_IMODE(os.lstat(f"{base}/{name}").st_mode) != 0o700)
            yield from (f"a file others can read, {name}" for name in files
                        if stat.S_IMODE(os.lstat(f"{base}/{name}").st_mode) & 0o077)

    def lock_problems(self):
        live = f"{self.path}/live"
        for name in os.listdir(live) if os.path.isdir(live) else []:
            if name.endswith(".sock"):
                yield f"a socket that nobody needs, {name}"
                continue
            with open(f"{live}/{name}", "r+b") as file:
                try:
                    fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    yield f"a lock that nobody needs, {name}"
                except BlockingIOError:
                    yield f"a lock that is still held, {name}"


def frames_of(path):
    """The frames of a recording as any program reads them, its channels by turns, and what is wrong with its header."""
    problems = []
    with wave.open(path) as file:
        told = file.getnframes()
        frames = file.readframes(told)
        size, block = os.path.getsize(path), 2 * file.getnchannels()
        # The header of a recording, and that of Python's wave.
        if len(frames) != block * told or size - block * told not in (80, 44):
            problems.append(f"the header of a recording of {size} bytes says {told} frames")
    return frames, problems
