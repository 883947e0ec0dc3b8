"""Speech whose words are known, and how words are compared."""
import json
import os
import re
import subprocess
import wave

from .program import VOICES

# What Asterisk's voice says, Allison Smith, licence CC-BY-SA 3.0: the package asterisk-core-sounds-en-g722.
PROMPTS = {
    "agent-alreadyon": "That agent is already logged on. Please enter your agent number followed by the pound key.",
    "agent-incorrect": "Login incorrect. Please enter your agent number followed by the pound key.",
    "conf-usermenu": "Please press 1 to mute or unmute yourself, 4 or 6 to decrease or increase the conference volume, "
                     "7 or 9 to decrease or increase your volume, or 8 to exit.",
    "confbridge-lock-extended": "To lock or unlock the conference. When a conference is locked, only conference "
                                "administrators can join.",
    "confbridge-mute-extended": "To mute or unmute yourself. When you are muted, you cannot send audio to other "
                                "participants. However, you will still hear audio from other unmuted participants.",
    "demo-abouttotry": "I am about to attempt an inter-asterisk exchange connection to a demonstration server located at "
                       "Digium. In order for this to work, you must already be connected to the internet. Please wait a "
                       "moment while I attempt to make the connection.",
    "demo-enterkeywords": "Please enter one or more keywords, separated by star, and then press the pound key.",
    "demo-nogo": "I'm afraid I was unable to create a connection to the Digium demonstration Asterisk server. You may find "
                 "some helpful debugging information on the Asterisk console.",
    "demo-thanks": "Goodbye. Thank you for trying out the Asterisk open source PBX.",
    "dir-instr": "If this is the person you're looking for, press 1 now. Otherwise, please press star now.",
    "dir-intro-fn": "Welcome to the directory. Please enter the first three letters of your party's first name using your "
                    "touchtone keypad. Use the 7 key for Q and the 9 key for Z.",
    "dictate/play_help": "Press 1 to switch to record mode. Press 2 to toggle fast playback. Press 7 to jump backwards. "
                         "Press 8 to jump forwards.",
    "dictate/record_help": "Press 1 to switch to playback mode. Press 8 to truncate the file and start over.",
    "queue-periodic-announce": "All of our representatives are currently busy. Please stay on the line and your call will "
                               "be answered by the next available representative.",
    "queue-youarenext": "Your call is now first in line and will be answered by the next available representative.",
    "tt-allbusy": "All representatives of the household are currently assisting other telemarketers. Please hold and your "
                  "call will be answered in the order it was received.",
    "vm-forwardoptions": "Press 1 to prepend the message, or 2 to forward the message without prepending.",
    "vm-instructions": "To look into your messages, press 1 now. You may quit voicemail at any time by pressing the pound "
                       "key.",
    "vm-intro": "Please leave your message after the tone. When done, hang up or press the pound key.",
    "vm-invalid-password": "That password does not meet the minimum requirements for this mailbox. Please try again.",
    "vm-newuser": "Welcome to Comedian Mail. First, I will guide you through a short setup process.",
    "vm-nobox": "You cannot reply to this message because the sender does not have a mailbox.",
    "vm-opts-full": "Press 2 to access messages saved in other folders. Press 3 to record a message for another mailbox. "
                    "Press 0 for greetings and password management.",
    "vm-opts": "Press 2 to change folders. Press 3 for advanced options. Press 0 for mailbox options.",
    "vm-rec-temp": "After the tone, say your temporary message and then press the pound key.",
    "vm-review": "Press 1 to accept this recording. Press 2 to listen to it. Press 3 to re-record your message.",
    "vm-saveoper": "Press 1 to accept this recording. Otherwise, please continue to hold.",
    "vm-tempgreeting2": "Press 1 to record your temporary greeting, or press 2 to erase your temporary greeting.",
}
# What is written in two ways and is the same word.
SPELLINGS = {
    "mr": "mister", "mrs": "missus", "ok": "okay", "login": "log in", "voicemail": "voice mail", "touchtone": "touch tone",
    "keypad": "key pad", "setup": "set up", "rerecord": "re record", "cannot": "can not", "goodbye": "good bye",
    "canceled": "cancelled", "interasterisk": "inter asterisk",
}
DIGITS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen " \
    "eighteen nineteen".split()
TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split()


def spelled(number):
    """A number in words; the digits one by one from a thousand on, as extensions and passwords are read."""
    value = int(number)
    if len(number) > 3 or number != str(value):
        return " ".join(DIGITS[int(digit)] for digit in number)
    if value < 20:
        return DIGITS[value]
    if value < 100:
        return TENS[value // 10] + (f" {DIGITS[value % 10]}" if value % 10 else "")
    return f"{DIGITS[value // 100]} hundred" + (f" {spelled(str(value % 100))}" if value % 100 else "")


def words(text):
    """Words as they are compared: lower case, without punctuation and hyphens, numbers in words."""
    # `standup transcribe` puts a time in front of each line.
    text = re.sub(r"^ *[0-9]+(:[0-9]{2})+ ", "", text, flags=re.MULTILINE)
    text = text.lower().replace("’", "'")
    text = re.sub(r"[0-9]+", lambda match: f" {spelled(match.group())} ", text)
    plain = re.sub(r"[^a-z' ]+", " ", text).split()
    return [part for word in plain for part in SPELLINGS.get(word, word).split()]


def errors(expected, heard):
    """The least number of words to put in, take out or replace that makes one of the other."""
    row = list(range(len(heard) + 1))
    for index, word in enumerate(expected, 1):
        diagonal, row[0] = row[0], index
        for column, other in enumerate(heard, 1):
            diagonal, row[column] = row[column], min(row[column] + 1, row[column - 1] + 1, diagonal + (word != other))
    return row[-1]


def file_of_package(package, ending):
    """The path of a package's file."""
    listing = subprocess.run(["dpkg", "-L", package], stdout=subprocess.PIPE, check=True).stdout.decode()
    return next(line for line in listing.splitlines() if line.endswith(ending))


def librivox():
    """Pairs of a file and what is said in it, from the package pocketsphinx-testdata."""
    transcription = file_of_package("pocketsphinx-testdata", "librivox/transcription")
    with open(transcription) as file:
        for line in file:
            text, _, name = line.strip().rpartition(" ")
            yield f"{os.path.dirname(transcription)}/{name.strip('()')}.wav", text.replace("<s>", "").replace("</s>", "")


def voices():
    """The same of the demo's voices."""
    with open(f"{VOICES}/demo.json") as file:
        for attendee in json.load(file)["attendees"]:
            yield f"{VOICES}/{attendee['file']}", " ".join(part["text"] for part in attendee["sentences"])


def prompts(folder):
    """The same of Asterisk's voice, made into WAV files in a folder."""
    base = os.path.dirname(file_of_package("asterisk-core-sounds-en-g722", "/vm-intro.g722"))
    for name, text in PROMPTS.items():
        path = f"{folder}/{name.replace('/', '-')}.wav"
        if not os.path.exists(path):
            subprocess.run(["ffmpeg", "-loglevel", "error", "-f", "g722", "-i", f"{base}/{name}.g722", "-bitexact", path],
                           stdin=subprocess.DEVNULL, check=True)
        yield path, text


def duration(path):
    with wave.open(path) as file:
        return file.getnframes() / file.getframerate()


def silence(folder):
    """A file of 0.1 s of silence, by which start-up is measured."""
    path = f"{folder}/silence.wav"
    with wave.open(path, "wb") as file:
        file.setparams((1, 2, 16_000, 0, "NONE", None))
        file.writeframes(bytes(2 * 1600))
    return path


def joined(path, clips):
    """All clips in one file, with a second of silence after each, and what is said in it."""
    with wave.open(path, "wb") as file:
        file.setparams((1, 2, 16_000, 0, "NONE", None))
        for clip, _ in clips:
            with wave.open(clip) as part:
                if part.getparams()[:3] != (1, 2, 16_000):
                    raise RuntimeError(f"{clip} is not mono, 16 bit, 16 kHz")
                file.writeframes(part.readframes(part.getnframes()) + bytes(2 * 16_000))
    return path, " ".join(text for _, text in clips)
