"""What tools/torture concludes from what it sees, on recordings, events and folders made by hand."""
import array
import itertools
import os
import sys
import tempfile
import time
import unittest

TOOLS = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
sys.path[:0] = [TOOLS, f"{TOOLS}/bench"]

from standup_torture import signal_source, witness  # noqa: E402
from standup_torture.account import Account  # noqa: E402
from standup_torture.examine import Examination, words_not_covered  # noqa: E402
from standup_torture.folder import Folder, frames_of  # noqa: E402
from standup_torture.meeting import known_time  # noqa: E402
from standup_torture.slowness import Slowness  # noqa: E402
from standup_torture.team import conclusions  # noqa: E402
from standup_torture.watched import countdown_problems  # noqa: E402

RATE = signal_source.RATE
SOURCE = signal_source.noise(3)
CALLS = [signal_source.noise(3, seed) for seed in (2, 3)]


def part(start, end):
    return SOURCE[2 * start:2 * end]


def at(meeting_time, event, arrival=None, **fields):
    return meeting_time if arrival is None else arrival, {"event": event, "at": meeting_time, **fields}


class Stretches(unittest.TestCase):
    def found(self, recorded):
        stretches, unplaced = signal_source.stretches(recorded, SOURCE)
        return [(stretch.start, stretch.place, stretch.frames) for stretch in stretches], unplaced

    def test_a_whole_recording_is_one_stretch(self):
        self.assertEqual(self.found(part(0, 50_001)), ([(0, 0, 50_001)], 0))

    def test_what_was_left_out_is_seen(self):
        self.assertEqual(self.found(part(0, 1000) + part(30_001, 31_000)),
                         ([(0, 0, 1000), (1000, 30_001, 999)], 0))

    def test_silence_in_between_is_seen(self):
        self.assertEqual(self.found(part(5, 1000) + bytes(2 * 400) + part(1395, 2000)),
                         ([(0, 5, 995), (995, None, 400), (1395, 1395, 605)], 0))

    def test_frames_from_nowhere_are_counted(self):
        self.assertEqual(self.found(part(0, 1000) + b"\xff\xff\xff\xff" + part(1000, 2000))[1], 2)

    def test_where_a_tone_is_missing_is_found(self):
        tone = signal_source.tone(1)
        self.assertEqual(signal_source.silences(tone + bytes(RATE) + tone), [(1.0, 1.5)])
        self.assertEqual(signal_source.silences(tone), [])

    def test_tones_of_different_numbers_never_cancel_each_other(self):
        tones = [array.array("h", signal_source.tone(2, number)) for number in range(len(signal_source.PERIODS))]
        for one, other in itertools.combinations(tones, 2):
            for shift in range(0, 960, 30):
                both = array.array("h", (a + b for a, b in zip(one[shift:RATE // 5 + shift], other)))
                self.assertEqual(signal_source.silences(both.tobytes()), [])

    def test_a_witness_says_when_it_had_sound(self):
        tone = signal_source.tone(1)
        found = witness.union(witness.heard([(10.0, tone), (10.5, bytes(RATE)), (11.5, tone)]))
        self.assertEqual([(round(start, 3), round(end, 3)) for start, end in found], [(9.0, 10.0), (10.5, 11.5)])
        self.assertEqual(witness.common([(9.5, 10.75)], [(9.0, 10.0), (10.5, 11.5)]), [(9.5, 10.0), (10.5, 10.75)])

    def test_sounds_after_silence_are_found_in_each_channel(self):
        both = signal_source.together(signal_source.clicks(2, 1), bytes(RATE) + signal_source.clicks(2, 2)[:-RATE])
        near, far = (signal_source.onsets(signal_source.channel(both, number, 2)) for number in range(2))
        self.assertEqual((len(near), len(far)), (2, 2))
        self.assertAlmostEqual(far[0] - near[0], RATE / 2, delta=20)

    def test_sound_in_another_order_has_no_place(self):
        self.assertGreater(self.found(part(1000, 2000) + part(0, 1000))[1], 900)


class KnownTime(unittest.TestCase):
    EVENTS = [at(0, "meeting.started", 10.2), at(1, "level", 11.1), at(2, "level", 12.3)]

    def test_is_what_has_passed_since_the_earliest_start_that_the_events_allow(self):
        self.assertAlmostEqual(known_time(self.EVENTS, 13.0), 13.0 - 10.1)

    def test_is_nothing_before_the_first_event(self):
        self.assertEqual(known_time([], 13.0), 0)
        self.assertEqual(known_time(self.EVENTS, 10.0), 0)

    def test_stands_still_in_a_pause_and_goes_on_after_it(self):
        events = self.EVENTS + [at(2.5, "paused", 12.7)]
        self.assertEqual(known_time(events, 20.0), 2.5)
        events += [at(2.5, "resumed", 20.4, paused=7.7)]
        self.assertAlmostEqual(known_time(events, 21.0), 2.5 + 0.6)


class Story:
    """A meeting as the examination sees it."""

    def __init__(self, events, commands=()):
        self.events, self.commands = events, list(commands)

    def all(self, name):
        return [pair for pair in self.events if pair[1]["event"] == name]

    def stopped_at(self):
        return None

    id = "m"


class Examined(unittest.TestCase):
    """The parts of an examination that need no program."""

    def examination(self, document, events, died=100.0, commands=(), **further):
        found = Examination(None, Story(events, commands), died, SOURCE, **further)
        found.document = {"turns": [], "pauses": [], "gaps": [], "transcript": [], "state": "interrupted",
                          "recording": None} | document
        return found

    def test_a_turn_that_is_gone_is_missed_but_not_one_of_the_last_second(self):
        events = [at(0, "turn.started", attendee="a", name="Ann"), at(99.5, "turn.started", attendee="b", name="Ben")]
        found = self.examination({}, events)
        found.look_at_turns()
        self.assertEqual(found.problems, ["the turn of Ann at 0.000 s is gone"])
        found = self.examination({"turns": [{"attendee": "a", "start": 0, "end": 99}]}, events)
        found.look_at_turns()
        self.assertEqual(found.problems, [])

    def test_a_turn_that_ended_as_it_started_is_not_missed(self):
        events = [at(0, "turn.started", attendee="a", name="Ann"), at(5, "turn.ended"),
                  at(5, "turn.started", attendee="b", name="Ben"), at(5, "turn.ended"),
                  at(5, "turn.started", attendee="c", name="Cem")]
        found = self.examination({"turns": [{"attendee": "a", "start": 0, "end": 5}]}, events)
        found.look_at_turns()
        self.assertEqual(found.problems, ["the turn of Cem at 5.000 s is gone"])

    def test_words_that_were_confirmed_have_to_be_there(self):
        events = [at(5, "transcript.final", start=1.0, end=3.0, text="one"),
                  at(99.8, "transcript.final", start=97.0, end=99.0, text="two")]
        found = self.examination({}, events)
        found.look_at_words()
        self.assertEqual((found.problems, found.words), (["an utterance that was confirmed is gone: one"], 4.0))
        found = self.examination({"transcript": [{"start": 1.0, "text": "one"}]}, events)
        found.look_at_words()
        self.assertEqual((found.problems, found.words), ([], 2.0))

    def test_sound_is_missed_from_a_second_on(self):
        events = [at(second, "level", 50 + second) for second in range(50)]
        for length, lost, problems in ((49.5, 0.5, 0), (48.0, 2.0, 1)):
            found = self.examination({}, events)
            found.look_at_sound(length)
            self.assertAlmostEqual(found.sound, lost)
            self.assertEqual(len(found.problems), problems)

    def test_sound_of_a_pause_has_no_place(self):
        document = {"pauses": [{"at": 0.5, "duration": 1.0, "reason": "user"}]}
        right = part(0, RATE // 2) + part(3 * RATE // 2, 2 * RATE)
        wrong = part(0, RATE)
        for frames, problems in ((right, 0), (wrong, 1)):
            found = self.examination(document, [])
            found.look_at_frames(frames)
            self.assertEqual(len(found.problems), problems, found.problems)

    def test_a_meeting_resumed_before_its_first_frame_begins_with_the_source(self):
        found = self.examination({"pauses": [{"at": 0.0, "duration": 0.2, "reason": "interruption"}]}, [])
        found.look_at_frames(part(0, RATE))
        self.assertEqual(found.problems, [])

    def test_silence_has_to_be_told_of(self):
        frames = part(0, 1000) + bytes(2 * RATE) + part(1000 + RATE, 2000 + RATE)
        for gaps, problems in (([], 1), ([{"start": 1000 / RATE, "end": 1000 / RATE + 1}], 0)):
            found = self.examination({"gaps": gaps}, [])
            found.look_at_frames(frames)
            self.assertEqual(len(found.problems), problems, found.problems)

    def test_silence_of_the_call_has_to_be_reported_of_the_call(self):
        frames = CALLS[0][:2000] + bytes(2 * RATE) + CALLS[0][2000 + 2 * RATE:4000 + 2 * RATE]
        for channel, problems in (({}, 1), ({"channel": "call"}, 0)):
            gap = {"start": 1000 / RATE, "end": 1000 / RATE + 1} | channel
            found = self.examination({"gaps": [gap]}, [], call=CALLS)
            found.look_at_frames(frames, "call")
            self.assertEqual(len(found.problems), problems, found.problems)

    def test_a_call_that_is_off_is_silent_and_another_source_begins_anew(self):
        events = [at(second / 10, "level", second / 10) for second in range(60)]
        commands = [(1.0, "call none"), (3.0, "call file:other")]
        first, second = CALLS[0][:2 * RATE], CALLS[1][:2 * RATE]
        for heard, problems in ((bytes(4 * RATE), 0), (CALLS[0][2 * RATE:6 * RATE], 1)):
            found = self.examination({}, events, commands=commands, call=CALLS)
            found.look_at_frames(first + heard + second, "call")
            self.assertEqual(len(found.problems), problems, found.problems)

    def test_a_call_that_was_moved_is_seen(self):
        found = self.examination({}, [], call=CALLS)
        found.look_at_frames(CALLS[0][:20_000] + CALLS[0][22_000:40_000], "call")
        self.assertEqual(len(found.problems), 1, found.problems)

    def test_a_turn_that_a_resumed_meeting_goes_on_with_is_not_missed(self):
        events = [at(5, "meeting.resumed"), at(5, "turn.started", attendee="a", name="Ann")]
        found = self.examination({"turns": [{"attendee": "a", "start": 0, "end": 9}]}, events)
        found.look_at_turns()
        self.assertEqual(found.problems, [])

    def test_a_meeting_that_was_cut_off_is_not_finished(self):
        for commands, problems in (([], 1), ([(1.0, "end save")], 0)):
            found = self.examination({"state": "finished"}, [], commands=commands)
            found.look_at_meeting()
            self.assertEqual(len(found.problems), problems, found.problems)

    def test_words_that_no_utterance_covers_are_lost(self):
        words = [{"start": second, "end": second + 0.5} for second in range(10)]
        self.assertEqual(words_not_covered(words, [{"start": 0, "end": 4.6}], 8), 1.5)


class Folders(unittest.TestCase):
    def setUp(self):
        self.folder = Folder("standup")
        self.addCleanup(self.folder.__exit__)
        for name in ("", "/recordings", "/live"):
            os.mkdir(self.folder.path + name, 0o700)
        with self.folder_database() as database:
            database.executescript("CREATE TABLE meeting (number INTEGER PRIMARY KEY, id TEXT, recording_file TEXT);"
                                   "INSERT INTO meeting VALUES (1, 'm', 'm.wav');")
        os.chmod(f"{self.folder.path}/standup.db", 0o600)

    def folder_database(self):
        import sqlite3
        return sqlite3.connect(f"{self.folder.path}/standup.db")

    def make(self, name, mode=0o600):
        path = f"{self.folder.path}/{name}"
        with open(path, "w"):
            pass
        os.chmod(path, mode)

    def test_files_that_belong_there_are_no_problem(self):
        for name in ("recordings/m.wav", "hooks.log", ".standup-data", "standup.db-wal", "standup.db.before-4"):
            self.make(name)
        self.assertEqual(list(self.folder.file_problems()), [])

    def test_stray_files_and_open_ones_are_found(self):
        for name in ("recordings/n.wav", "other", "recordings/n.part"):
            self.make(name)
        self.make("recordings/m.wav", 0o644)
        self.assertEqual(len(list(self.folder.file_problems())), 4)

    def test_locks_are_found(self):
        self.make("live/m.lock")
        self.assertEqual(list(self.folder.lock_problems()), ["a lock that nobody needs, m.lock"])

    def test_a_header_that_does_not_fit_is_found(self):
        with tempfile.TemporaryDirectory() as scratch:
            path = f"{scratch}/m.wav"
            signal_source.write(path, part(0, 1000))
            self.assertEqual(frames_of(path), (part(0, 1000), []))
            with open(path, "ab") as file:
                file.write(bytes(200))
            self.assertEqual(len(frames_of(path)[1]), 1)

    def test_the_channels_of_a_recording_are_told_apart(self):
        both = b"".join(SOURCE[at:at + 2] + CALLS[0][at:at + 2] for at in range(0, 2000, 2))
        self.assertEqual(signal_source.channel(both, 0, 2), part(0, 1000))
        self.assertEqual(signal_source.channel(both, 1, 2), CALLS[0][:2000])


class Watched(unittest.TestCase):
    def test_a_countdown_that_noticed_is_found(self):
        events = [at(2.0 * turn, "turn.started") for turn in range(3)] + [at(2, "ding"), at(4, "ding")]
        ended = at(6, "meeting.ended", reason="finished", duration=6.0)
        self.assertEqual(list(countdown_problems(Story(events + [ended]), 3)), [])
        self.assertEqual(len(list(countdown_problems(Story(events), 3))), 1)
        self.assertEqual(len(list(countdown_problems(Story(events[:-1] + [ended]), 3))), 1)
        late = [at(2.1 if event["at"] == 2 else event["at"], event["event"]) for _, event in events]
        self.assertEqual(len(list(countdown_problems(Story(late + [ended]), 3))), 1)


class Accounts(unittest.TestCase):
    def test_the_most_is_kept_and_what_broke_is_said(self):
        account = Account()
        account.done("kill", "running", 0.25, None, count={"{} over": 1})
        account.done("kill", "running", 0.125, 0.5, ["the meeting is gone"], count={"{} over": 2})
        row = next(line for line in account.markdown().splitlines() if "running" in line)
        self.assertEqual(row, "| kill | running | 2 | 0.25 s | 0.50 s | 1 | 3 over |")
        self.assertIn("- kill, running: the meeting is gone", account.report())

    def test_what_fails_is_a_promise_that_did_not_hold(self):
        account = Account()
        self.assertFalse(account.attempt("kill", "running", lambda: 1 / 0))
        self.assertTrue(account.attempt("kill", "running", lambda: None))
        self.assertIn("ZeroDivisionError", account.broken[0])

    def test_what_was_not_done_is_said(self):
        account = Account()
        account.note("disk", "full", "not done: only root {may}")
        self.assertIn("not done: only root {may}", account.markdown())
        self.assertEqual(account.broken, [])


class TeamModel(unittest.TestCase):
    STEPS = "copy 2, delete 3, delete transcript 4, sync 50, sync in a process 6, killed or broken off 5"

    def test_a_run_that_holds_is_counted(self):
        broken, counts = conclusions(f"20 runs, 0 failed: {self.STEPS}\n", 0)
        self.assertEqual(broken, [])
        self.assertEqual(list(counts.values()), [56, 5, 7, 2])

    def test_each_seed_that_fails_is_named_with_its_reason_and_its_histories(self):
        text = ("seed 8: shown a b\n  0: x\n  3: y\n0 sync \nThe histories are in /tmp/8.\n"
                f"seed 9: update c\n  0: x\nThe histories are in /tmp/9.\n20 runs, 2 failed: {self.STEPS}\n")
        self.assertEqual(conclusions(text, 1)[0], ["seed 8: shown a b (/tmp/8)", "seed 9: update c (/tmp/9)"])

    def test_a_program_that_dies_is_a_failure(self):
        self.assertEqual(conclusions("Fatal error: x", -4)[0], ["team-model ended with -4: Fatal error: x"])
        self.assertEqual(conclusions("", 1)[0], ["team-model ended with 1: "])


class Slow(unittest.TestCase):
    def test_a_machine_that_is_watched_is_so_late_as_it_is(self):
        with Slowness() as slowness:
            deadline = time.monotonic() + 60
            while not slowness.late and time.monotonic() < deadline:
                os.sched_yield()
        self.assertEqual(slowness.worst, max(late for _, late in slowness.late))
        self.assertEqual(slowness.since(time.monotonic() + 1), 0)


if __name__ == "__main__":
    unittest.main()
