"""What is left of a meeting whose program died, compared with what can be known of it from outside."""
import os
import time
import wave

from . import signal_source
from .folder import frames_of
from .meeting import known_time

ALLOWED = 1.0  # seconds: what may be lost of sound and of words, on a machine that keeps up
NEAR = 0.001  # seconds, between numbers that were written in different ways
STARTED = 2.1  # seconds, after which a lock without a meeting is nobody's who is about to start one
TIMES = 0.005  # seconds, between a pause and the place where the sound goes on
NOTICED = 0.1  # seconds, after which a pause has begun for the recording too
APART = 0.01  # seconds, between the two sides
OPENED = 1.0  # seconds, in which the source of a call may open
REPLACED = 0.1  # seconds, in which another source may take its place
SWITCHED = 0.5  # seconds, after which a call has been switched off or on
EDGE = 8  # frames, at which a pause may begin earlier or later


def said_before(meeting, name, instant):
    """The events of a name that had come by an instant."""
    return [event for arrival, event in meeting.all(name) if arrival <= instant]


def turns_with_length(events, instant):
    """The turns that had started by an instant; one that ended as it started leaves no trace."""
    told = [event for arrival, event in events if event["event"] in ("turn.started", "turn.ended")
            and (arrival <= instant or event["event"] == "turn.ended")]
    for event, following in zip(told, told[1:] + [None]):
        if event["event"] == "turn.started" and not (following and abs(following["at"] - event["at"]) < NEAR):
            yield event


class Examination:
    """Finds what is missing in `folder` of a meeting that died at an instant.

    `source` is the sound of its microphone, None if it is not known, and `call` a list of the sounds of its call, one
    after the other, empty if they are not known; None is a meeting without one. `earlier` is the meeting that this one resumed, whose sounds come first.
    `torn` is how many bytes at the end may be silent: a disk that fails leaves a block half empty."""

    def __init__(self, folder, meeting, died, source=None, before=None, patience=ALLOWED, states=None, call=None,
                 earlier=None, torn=0):
        self.folder, self.meeting, self.died, self.earlier, self.torn = folder, meeting, died, earlier, torn
        self.before, self.patience = before or {}, patience
        self.sources = {"room": None if source is None else [source] if earlier is None else [source, source],
                        "call": call}
        # It died before the end was in the history, or after.
        self.states = states or {"save": ("finished", "interrupted")}.get(self.ended_how(), ("interrupted",))
        self.problems, self.sound, self.words, self.document = [], None, None, None

    @property
    def has_call(self):
        return self.sources["call"] is not None

    def wrong(self, problem):
        self.problems.append(problem)

    def ended_how(self):
        """`save` or `discard` if it had been told to end before it died."""
        return next((line.removeprefix("end ") for _, line in self.meeting.commands if line.startswith("end")), None)

    def run(self):
        """The next start, and then all that can be looked at."""
        if self.meeting.id is None or self.ended_how():
            time.sleep(STARTED)
        meetings = self.folder.json("meetings")
        now = self.folder.kept()
        for identifier, rows in self.before.items():
            if now.get(identifier) != rows:
                self.wrong(f"an earlier meeting has changed or is gone, {identifier}")
        new = [meeting for meeting in meetings if meeting["id"] not in self.before]
        if any(meeting["state"] == "live" for meeting in meetings):
            self.wrong("a meeting still counts as live")
        if len(new) > 1:
            self.wrong("there are two meetings of one start")
        identifier = self.meeting.id
        if identifier and identifier not in {meeting["id"] for meeting in new} and self.ended_how() != "discard":
            self.wrong("the meeting is gone")
        for meeting in new[:1]:
            self.document = self.folder.json("meeting", meeting["id"])
            self.look_at_meeting()
        self.problems += self.folder.problems()
        return self

    def look_at_meeting(self):
        document = self.document
        if document["state"] not in self.states:
            self.wrong(f"its state is {document['state']}")
        self.look_at_turns()
        self.look_at_words()
        recording = document["recording"]
        if recording is None:
            return
        if not os.path.exists(recording["file"]):
            if recording["frames"] or self.meeting.id:
                self.wrong("the recording is gone")
            return
        try:
            frames, problems = frames_of(recording["file"])
        except (wave.Error, EOFError) as error:
            self.wrong(f"the recording cannot be read: {error}")
            return
        self.problems += problems
        channels = recording["channels"]
        if channels != 1 + self.has_call:
            self.wrong(f"{channels} channels")
            return
        count = len(frames) // 2 // channels
        if count != recording["frames"]:
            self.wrong(f"the history says {recording['frames']} frames, the recording has {count}")
        self.look_at_sound(count / recording["sampleRate"])
        for index, side in enumerate(("room", "call")[:channels]):
            if self.sources[side]:
                self.look_at_frames(signal_source.channel(frames, index, channels), side)

    def look_at_sound(self, length):
        instant = min(self.died, self.meeting.stopped_at() or self.died)
        self.sound = max(0.0, known_time(self.meeting.events, instant) - length)
        if self.sound > self.patience:
            self.wrong(f"{self.sound:.2f} s of sound are lost")

    def times_off(self):
        """The meeting times from and to which the call was switched off."""
        for meeting in filter(None, (self.earlier, self.meeting)):
            # A resumed meeting goes on where the recording ended, and what came later has not been.
            end = self.meeting.events[0][1]["at"] if meeting is self.earlier else float("inf")
            off = None
            for instant, line in meeting.commands:
                at = known_time(meeting.events, instant)
                if line == "call none":
                    off = at if off is None else off
                elif line.startswith("call ") and off is not None:
                    if off < end:
                        yield off, min(at, end)
                    off = None
            if off is not None and off < end:
                yield off, end

    def look_at_frames(self, frames, side="room"):
        """Each frame is where it belongs: the sound of the meeting, without what was said in pauses."""
        sources, rate = self.sources[side], signal_source.RATE
        found, unplaced = signal_source.stretches(frames, b"".join(sources))
        # A microphone hears on in a pause, but not while there is no program.
        pauses = [pause for pause in self.document["pauses"] if pause["duration"] and pause["reason"] != "interruption"
                  and pause["at"] * rate < len(frames) / 2]
        off = list(self.times_off()) if side == "call" else []
        if unplaced > 4 * len(self.document["pauses"]) + signal_source.MARK * len(sources):
            self.wrong(f"{unplaced} frames of the {side} are from nowhere")
        self.look_at_silence(found, off, side)
        # What was heard until a pause was noticed is in the recording: a few milliseconds, on a late machine more.
        noticed = int((NOTICED + self.patience - ALLOWED) * rate)

        def away(frame, margin):
            # By so much the place is ahead of the frame.
            return sum(pause["duration"] for pause in pauses if pause["at"] * rate <= frame + margin)
        first = {}  # of each source that was opened
        for stretch in found:
            if stretch.place is None:
                continue
            source = signal_source.index(sources, stretch.place)
            begun = first.setdefault(source, stretch)
            for frame, margins in ((stretch.start, (EDGE,)), (stretch.end - 1, (EDGE, -EDGE, -EDGE - noticed))):
                real = (stretch.place + frame - stretch.start - begun.place + begun.start) / rate
                aways = [away(frame, margin) - away(begun.start, EDGE if begun.start else -1) for margin in margins]
                if all(abs(real - frame / rate - away) > (TIMES if pauses else 0) for away in aways):
                    self.wrong(f"the sound of the {side} at {frame / rate:.4f} s is that of {real:.4f} s, with pauses "
                               f"{[(pause['at'], pause['duration']) for pause in pauses]}")
                    return

    def look_at_silence(self, found, off, side):
        """Silence is reported or was wanted, and what was not wanted is not there."""
        rate, late = signal_source.RATE, SWITCHED + self.patience - ALLOWED
        silent = sum(stretch.frames for stretch in found if stretch.place is None)
        if found and found[-1].place is None and found[-1].frames <= self.torn // 2 // (1 + self.has_call):
            silent -= found[-1].frames
        gaps = sum(gap["end"] - gap["start"] for gap in self.document["gaps"] if gap.get("channel", "room") == side)
        end = found[-1].end / rate if found else 0.0
        wanted = sum(max(0.0, min(to, end) - at) + late for at, to in off)
        # The source of a call is opened after the microphone, and what takes its place is too: neither is reported if short.
        if side == "call":
            wanted += APART + sum(REPLACED for _, line in self.meeting.commands if line.startswith("call "))
            if found and found[0].place is None and found[0].frames <= OPENED * rate:
                silent -= found[0].frames
        if silent > (gaps + wanted) * rate + 4:
            longest = max((stretch for stretch in found if stretch.place is None), key=lambda stretch: stretch.frames)
            self.wrong(f"{silent} frames of silence of the {side}, {gaps:.3f} s are reported; the longest at "
                       f"{longest.start / rate:.3f} s of {end:.3f} s")
        for at, to in off:
            if any(stretch.place is not None and stretch.start < (to - NOTICED) * rate
                   and stretch.end > (at + late) * rate for stretch in found):
                self.wrong(f"the call is heard between {at:.3f} s and {to:.3f} s, where it was off")

    def look_at_turns(self):
        kept = self.document["turns"]
        instant = self.died - self.patience
        resumed = [event["at"] for _, event in self.meeting.all("meeting.resumed")]
        for event in turns_with_length(self.meeting.events, instant):
            # The turn in which a meeting was interrupted goes on.
            if event["at"] not in resumed and not any(
                    turn["attendee"] == event["attendee"] and abs(turn["start"] - event["at"]) < NEAR for turn in kept):
                self.wrong(f"the turn of {event['name']} at {event['at']:.3f} s is gone")
        for one, other in zip(kept, kept[1:]):
            if other["start"] < one["end"] - NEAR:
                self.wrong("two turns at once")
        for event in said_before(self.meeting, "resumed", instant):
            if not any(abs(pause["at"] - event["at"]) < NEAR and abs((pause["duration"] or 0) - event["paused"]) < NEAR
                       for pause in self.document["pauses"]):
                self.wrong(f"the pause at {event['at']:.3f} s is gone")

    def look_at_words(self):
        kept = {(round(utterance["start"], 3), utterance["text"]) for utterance in self.document["transcript"]}
        said = [event for _, event in self.meeting.all("transcript.final")]
        missing = [event for event in said_before(self.meeting, "transcript.final", self.died - self.patience)
                   if (round(event["start"], 3), event["text"]) not in kept]
        for event in missing:
            self.wrong(f"an utterance that was confirmed is gone: {event['text']}")
        if said:
            self.words = sum(event["end"] - event["start"] for event in said
                             if (round(event["start"], 3), event["text"]) not in kept)


def words_not_covered(words, utterances, until):
    """Seconds of words, by another transcript of the same sound, that end by an instant and are in no utterance."""
    def is_covered(word):
        middle = (word["start"] + word["end"]) / 2
        return any(utterance["start"] - 0.3 <= middle <= utterance["end"] + 0.3 for utterance in utterances)
    return sum(word["end"] - word["start"] for word in words if word["end"] <= until and not is_covered(word))
