"""Our recognizers, driven through speech-bench: one process with its model loaded, one file after the other."""
import json
import os
import subprocess

from .processes import cpu_time, die_with_parent, memory

MODELS = ["tiny.en", "base"]


def model_file(name):
    """The file of a Whisper model that is installed."""
    data = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    path = f"{data}/standup-models/whisper/ggml-{name}.bin"
    if not os.path.exists(path):
        raise RuntimeError(f"the model {name} is not installed, install it with: standup models install {name}")
    return path


def whisper(name):
    """The arguments for speech-bench of a Whisper model with one thread."""
    return ["whisper", f"path={model_file(name)}", "language=en", "threads=1"]


class Recognizer:
    """A recognizer that has loaded its model; `arguments` are speech-bench's."""

    def __init__(self, options, arguments, names="", terms="", untold=False, partials=None, general=None):
        self.command = [options.speech, "--names", names, "--terms", terms]
        if general:
            self.command += ["--general", general]
        if untold:
            self.command.append("--untold")
        if partials:
            self.command += ["--partials", str(partials)]
        self.command += arguments

    def __enter__(self):
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        preexec_fn=die_with_parent)
        self.line()
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()
        self.process.stdout.close()

    def line(self):
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"{' '.join(self.command)} ended")
        return json.loads(line)

    def hear(self, path):
        """What is recognized in a file, and under `cpu` the CPU seconds that it took."""
        before = cpu_time(self.process.pid)
        self.process.stdin.write(f"{path}\n".encode())
        self.process.stdin.flush()
        heard = self.line()
        heard["cpu"] = cpu_time(self.process.pid) - before
        return heard

    def memory(self):
        """What it has resident now and had at most, in kilobytes, with the program that drives it."""
        return memory(self.process.pid)
