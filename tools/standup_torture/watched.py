"""What holds of every meeting that goes on whatever happens around it."""
import time

from .examine import NEAR

SLOTS = 10
SLOT = 2.0  # seconds
ENDING = 5.0  # seconds; PortAudio hangs for 30 where it hangs
FRAMES = 0.1  # seconds, between the meeting's length and the recording's


def until(meeting, meeting_time):
    """Sleeps until a meeting time, by the first event."""
    arrival, _ = meeting.wait("meeting.started")
    time.sleep(max(0.0, arrival + meeting_time - time.monotonic()))


def countdown_problems(meeting, slots=SLOTS, slot=SLOT, reason="finished"):
    """The countdown did not notice: each turn at its time, each change with its ding, the end at the end."""
    started = [event["at"] for _, event in meeting.all("turn.started")]
    expected = [slot * number for number in range(slots)]
    if len(started) != slots or any(abs(one - other) > NEAR for one, other in zip(started, expected)):
        yield f"turns started at {started}, not at {expected}"
    dings = len(meeting.all("ding"))
    if dings != slots - 1:
        yield f"{dings} dings, not {slots - 1}"
    ended = [event for _, event in meeting.all("meeting.ended")]
    if [event["reason"] for event in ended] != [reason] or abs(ended[0]["duration"] - slots * slot) > NEAR:
        yield f"it ended otherwise: {ended}"


def lateness(meeting):
    """How late the latest change of speaker was reported, by the clock of the earliest."""
    begun = [arrival - event["at"] for arrival, event in meeting.all("turn.started")]
    return max(begun) - min(begun)


def silence_by_side(document):
    """The seconds of silence that are reported of the room and of the call."""
    return {side: sum(gap["end"] - gap["start"] for gap in document["gaps"] if gap.get("channel", "room") == side)
            for side in ("room", "call")}


def length_problems(document):
    """The recording is as long as the meeting, whatever is silence in it."""
    recording = document["recording"]
    length = recording["frames"] / recording["sampleRate"]
    if abs(length - document["duration"]) > FRAMES:
        yield f"a recording of {length:.2f} s of a meeting of {document['duration']:.2f} s"
