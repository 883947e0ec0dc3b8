"""How long a search takes among ten thousand meetings, beside ripgrep over the same text."""
import itertools
import os
import random
import shutil
import sqlite3
import statistics
import subprocess
import tempfile
import uuid

from .processes import timed
from .program import Program
from .startup import alternately, evict, libraries
from .table import Row, Section, milliseconds, percentile, spread

MEETINGS, UTTERANCES, WORDS = 10_000, 50, 10
STANDUPS, ATTENDEES = 20, 8
DAY = 86_400 * 10**9
DICTIONARY = "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict"
COMMON = """the of and to a in is that it for was on are as with be this have at by not or from but we they you i all can
had were there been has would what will if more when who so no do out up about just need then them other also into some
work done today yesterday blocked review merge deploy test fix bug login page server team release ticket customer meeting
design build database migration branch pull request""".split()


def vocabulary():
    """Thirty thousand words, the most frequent first."""
    with open(DICTIONARY) as file:
        words = sorted({line.split()[0] for line in file if line.split()[0].isalpha()} - set(COMMON))
    random.Random(1).shuffle(words)
    return COMMON + words[:30_000 - len(COMMON)]


def text(count):
    """Words distributed by Zipf's law."""
    words = vocabulary()
    weights = itertools.accumulate(1 / (rank + 2.7) for rank in range(len(words)))
    return random.Random(2).choices(words, cum_weights=list(weights), k=count)


def make(binary, folder, meetings, said_in_each=UTTERANCES):
    """A history, and the same text in files, a line an utterance."""
    os.makedirs(f"{folder}/data", mode=0o700)
    os.makedirs(f"{folder}/text")
    words = text(meetings * said_in_each * WORDS)
    subprocess.run([binary, "list", "--data", f"{folder}/data"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
    database = sqlite3.connect(f"{folder}/data/standup.db")
    # What the triggers of the search index call; for ASCII it is the text itself.
    database.create_function("search_text", 1, lambda text: bytes(text).decode(), deterministic=True)
    generator = random.Random(3)

    def identifier():
        return str(uuid.UUID(int=generator.getrandbits(128), version=4))
    standups = [(number, identifier(), f"Team {number:02}") for number in range(1, STANDUPS + 1)]
    people = {number: [(identifier(), f"Person{number:02}x{place}") for place in range(ATTENDEES)]
              for number, _, _ in standups}
    database.executemany(
        "INSERT INTO standup (number, id, title, length, theme, at_slot_end, time_sharing, warnings, warning_sounds,"
        " language) VALUES (?, ?, ?, 900000000000, 'navy', 'advance', 'fixed', '10000000000', 0, 'en')", standups)
    database.executemany("INSERT INTO attendee (standup, position, id, name) VALUES (?, ?, ?, ?)",
                         ((number, place, *person) for number in people for place, person in enumerate(people[number])))

    def held():
        for number in range(1, meetings + 1):
            _, standup, title = standups[number % STANDUPS]
            yield number, identifier(), standup, title, (1_600_000_000 * 10**9) + number * DAY // STANDUPS

    database.executemany(
        "INSERT INTO meeting (number, id, standup, title, started_at, state, duration, language)"
        " VALUES (?, ?, ?, ?, ?, 'finished', 900000000000, 'en')", held())
    database.executemany(
        "INSERT INTO meeting_attendee (meeting, position, id, name, slot, used, overtime, state)"
        " VALUES (?, ?, ?, ?, 112500000000, 112500000000, 0, 'spoke')",
        ((number, place, *person) for number in range(1, meetings + 1)
         for place, person in enumerate(people[standups[number % STANDUPS][0]])))

    def utterances():
        for number in range(1, meetings + 1):
            persons = people[standups[number % STANDUPS][0]]
            with open(f"{folder}/text/{number:05}.txt", "w") as file:
                for place in range(said_in_each):
                    first = ((number - 1) * said_in_each + place) * WORDS
                    said = words[first:first + WORDS]
                    start = place * 18 * 10**9
                    line = " ".join(said)
                    speaker, name = persons[place * ATTENDEES // said_in_each]
                    file.write(f"{name}: {line}\n")
                    timed_words = ",".join(
                        f'{{"confidence":0.9948128969068859,"end":{start + (index + 1) * 400_000_000},'
                        f'"start":{start + index * 400_000_000},"text":"{word}"}}' for index, word in enumerate(said))
                    yield number, speaker, start, start + 4 * 10**9, line, f"[{timed_words}]"
    database.executemany(
        "INSERT INTO utterance (meeting, attendee, start_at, end_at, text, recognizer, words)"
        " VALUES (?, ?, ?, ?, ?, 'pocketsphinx', ?)", utterances())
    database.commit()
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    os.chmod(f"{folder}/data/standup.db", 0o600)


def size_without_index(path):
    """The size of a history once its index is dropped."""
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copy(path, folder)
        database = sqlite3.connect(copy)
        database.executescript("DROP TABLE search; DROP TABLE search_label; VACUUM; PRAGMA journal_mode = DELETE;")
        database.close()
        return os.path.getsize(copy)


def prepared(binary, meetings, said_in_each=UTTERANCES):
    """The folder with the data set, which is made once for each number of meetings and of utterances in each."""
    folder = f"{tempfile.gettempdir()}/standup-bench-search-8-{os.getuid()}-{meetings}-{said_in_each}"
    if not os.path.exists(folder):
        unfinished = f"{folder}-{os.getpid()}"
        make(binary, unfinished, meetings, said_in_each)
        os.rename(unfinished, folder)
    return folder


def queries(count):
    """Queries as people type them: words, pairs, phrases, beginnings, choices; the words as often as they are said."""
    generator = random.Random(4)
    said = text(100_000)

    def word():
        return generator.choice(said)
    kinds = [lambda: word(), lambda: f"{word()} {word()}", lambda: f"{word()} {word()} {word()}",
             lambda: '"' + " ".join(said[(first := generator.randrange(len(said) - 2)):first + 2]) + '"',
             lambda: f"{next(iter(filter(lambda said: len(said) > 3, iter(word, None))))[:4]}*", lambda: f"{word()} OR {word()}"]
    return [kinds[number % len(kinds)]() for number in range(count)]


def section(options):
    meetings = 1_000 if options.quick else MEETINGS
    source = prepared(options.binary, meetings)
    with Program(options.binary) as program:
        folder = f"{program.folder}/data"
        os.makedirs(folder, mode=0o700, exist_ok=True)
        database = f"{folder}/standup.db"
        shutil.copy(f"{source}/data/standup.db", database)
        after, before = os.path.getsize(database), size_without_index(database)
        asked = queries(120 if options.quick else 600)
        lines = subprocess.run([options.history, "search", database], input="\n".join(asked).encode(),
                               stdout=subprocess.PIPE, check=True).stdout.decode().splitlines()
        walls = [float(line.split()[0]) for line in lines[1:]]
        hits = sum(line.split()[2] != "0" for line in lines[1:])
        p50, p99 = statistics.median(walls), percentile(walls, 0.99)
        rows = [Row(f"{len(walls)} queries in one process: p50 / p99 / max", spread(walls), "", None,
                    "p50 < 10 ms, p99 < 50 ms", p50 < 0.01 and p99 < 0.05)]
        grep = shutil.which("rg")
        for query in ("login page", '"login page"', "xylophone"):
            rows.append(compared(program, options, source, grep, query))
        mapped = [options.binary, database, *libraries(options.binary)]

        def from_disk():
            evict(*mapped)
            return program.call("search", "login page")
        cold, = alternately(5 if options.quick else 11, from_disk)
        rows.append(Row("`standup search`, its files put out of the page cache first", milliseconds(cold)))
        written = subprocess.run([options.history, "write", database, "300"], stdout=subprocess.PIPE,
                                 check=True).stdout.decode().splitlines()
        seconds = [float(line) for line in written[1:-1]]
        rows.append(Row("one more utterance written, indexed and synced: p50 / p99 / max", spread(seconds), "", None,
                        "< 1 s", max(seconds) < 1))
        rows.append(Row("a meeting deleted for good, its words out of the index", milliseconds(float(written[-1]))))
        rows.append(Row("the history with its index, beside it without", f"{after / 1e6:.0f} MB", f"{before / 1e6:.0f} MB",
                        after / before))
        text_size = sum(entry.stat().st_size for entry in os.scandir(f"{source}/text"))
    return Section(f"Search among {meetings:,} meetings, {meetings * UTTERANCES * WORDS / 1e6:g} million words",
                   "ripgrep, or as named", rows, [
        f"The data: {STANDUPS} standups of {ATTENDEES} people, {UTTERANCES} utterances of {WORDS} words a meeting, "
        f"30,000 different words distributed by Zipf's law; {text_size / 1e6:.0f} MB of text. The queries: a word, "
        f"two, three, a phrase of two, a beginning of four letters, a choice of two, in equal parts, the words as often "
        f"as they are said; {hits} of {len(walls)} find something. Each is asked once, and gives 20 hits, ranked, with "
        "their lines.",
        "ripgrep searches the same text in files, one file per meeting, one line per utterance, with all its threads, and gives "
        "all lines in no order; where there are two words it looks for lines with both, in either order.",
    ])


def compared(program, options, source, grep, query):
    words = query.strip('"').split()
    pattern = query.strip('"') if query.startswith('"') or len(words) == 1 else \
        f"{words[0]}.*{words[1]}|{words[1]}.*{words[0]}"

    def peer():
        return timed([grep, "--no-heading", "-i", "-w", pattern, f"{source}/text"], check=False)
    times = 5 if options.quick else 21
    standup, other = alternately(times, lambda: program.call("search", query), peer)
    return Row(f"`standup search '{query}'`, a process of its own", milliseconds(standup), milliseconds(other),
               standup / other, "< 100 ms", standup < 0.1)
