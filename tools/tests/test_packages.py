"""Whatever a test or a tool starts comes with a package that it installs: tools/shared.sh has the sets."""
import functools
import os
import re
import shutil
import subprocess
import unittest

from commands import commands_of_python, commands_of_shell, commands_of_swift, functions_of

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))

# The programs that are started, and the packages that have them.
PACKAGES = {
    "Xvfb": "xvfb", "ar": "binutils", "arecord": "alsa-utils", "chromium": "chromium", "cmake": "cmake", "debootstrap": "debootstrap", "ffmpeg": "ffmpeg", "ffprobe": "ffmpeg",
    "fish": "fish",
    "flac": "flac", "flite": "flite", "g++": "g++", "git": "git", "initdb": "postgresql", "jack_lsp": "jackd2", "jackd": "jackd2", "lintian": "lintian", "mandoc": "mandoc",
    "as": "binutils", "dpkg-shlibdeps": "dpkg-dev", "strings": "binutils",
    "mc": "mc", "mkfs.ext4": "e2fsprogs", "nm": "binutils", "objcopy": "binutils", "objdump": "binutils", "ogginfo": "vorbis-tools",
    "openssl": "openssl", "opusinfo": "opus-tools", "readelf": "binutils", "systemd-analyze": "systemd",
    "pacat": "pulseaudio-utils", "pactl": "pulseaudio-utils", "pgbouncer": "pgbouncer", "postgres": "postgresql", "psql": "postgresql-client", "paplay": "pulseaudio-utils", "parec": "pulseaudio-utils",
    "parecord": "pulseaudio-utils", "pipewire": "pipewire-bin", "pipewire-pulse": "pipewire-pulse", "pkill": "procps",
    "pocketsphinx_continuous": "pocketsphinx", "pulseaudio": "pulseaudio", "python3": "python3", "rg": "ripgrep",
    "shellcheck": "shellcheck", "sox": "sox", "soxi": "sox", "strip": "binutils", "sqlite3": "sqlite3", "stress-ng": "stress-ng",
    "tmux": "tmux", "valgrind": "valgrind", "vim": "vim", "wireplumber": "wireplumber", "xterm": "xterm", "zbarimg": "zbar-tools", "zsh": "zsh",
}
# What is in the toolchain, and what is on a machine because it asked for the password.
ELSEWHERE = {"swift", "swift-symbolgraph-extract", "docc", "clang", "clang++", "pkg-config", "sudo"}
# Those of packages without which there is no Debian.
ALWAYS = {
    "apt-cache": "apt", "apt-config": "apt", "apt-get": "apt", "awk": "mawk", "bash": "bash", "dpkg": "dpkg",
    "dpkg-deb": "dpkg", "find": "findutils", "gzip": "gzip", "dpkg-query": "dpkg", "flock": "util-linux", "getconf": "libc-bin", "grep": "grep", "ipcrm": "util-linux", "ldd": "libc-bin",
    "mount": "mount", "renice": "bsdutils", "sed": "sed", "setpriv": "util-linux", "setsid": "util-linux", "sh": "dash",
    "tar": "tar", "tic": "ncurses-bin", "umount": "mount", "unshare": "util-linux", "xargs": "findutils",
} | dict.fromkeys("""
    basename cat chmod chroot cp cut date dirname du env false head id install ln ls mkdir mktemp mv nice paste printenv pwd readlink realpath
    rm sha1sum sha256sum sleep sort stat tail tee touch tr true uname uniq wc
    """.split(), "coreutils")
# Names in settings that nobody runs.
NEVER = {"done", "lamp"}
# What the tests of a folder may rely on, which tools/test and tools/bench/run install; other tools say it themselves.
SETS = {"Tests": {"build", "test", "torture"}, "tools/tests": {"build", "test", "torture"},
        "tools/check-growth": {"growth"}, "tools/web_tests": {"build", "test", "browser"}, "tools/web_tests/film.py": {"film"},
        "tools/standup_torture": {"build", "test", "torture"}, "tools/bench": {"build", "speech", "test", "bench"},
        "tools/virtual-sound": {"test"}, "tools/make-picture": {"test"}, "tools/make-voices": {"test"},
        "tools/make-manual": {"test"}, "tools/make-noise": {"test"}, "tools/postgres": {"test"},
        "tools/make-letters": {"test"}, "tools/docs": {"test"},
        "tools/fetch-from-pypi": {"speech"}, "tools/packaging": {"build", "package"},
        "tools/packaging/try": {"test", "browser"}, "tools/lint": {"build", "lint"}, "tools/shared.sh": set(),
        "tools/sanitizers.sh": {"build", "test"}}


# The Swift tests in which `run` starts another program than ours.
HAVE_RUN = ("Tests/AudioFilesTests/", "Tests/PortAudioDevicesTests/")


def read(path):
    with open(f"{ROOT}/{path}", encoding="utf-8", errors="replace") as file:
        return file.read()


@functools.cache
def packages_of(name):
    printed = subprocess.run(["bash", "-s", name], input=b'source tools/shared.sh && packages_of "$1"', cwd=ROOT,
                             stdout=subprocess.PIPE, check=True).stdout.decode()
    return set(printed.split())


@functools.cache
def own_commands():
    """The program, and its commands, which are arguments."""
    listed = subprocess.run(["git", "-C", ROOT, "grep", "-hoE", 'commandName: "[a-z-]+"', "Sources/App/standup"],
                            stdout=subprocess.PIPE, check=True).stdout.decode()
    return set(re.findall('"(.*)"', listed))


def sources():
    """Each file that starts programs, with those that it starts."""
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "--cached", "--others", "--exclude-standard", "tools", ".ci",
                             "Tests"], stdout=subprocess.PIPE, check=True).stdout.decode().split("\n")
    functions = functions_of(read("tools/shared.sh")) | functions_of(read("tools/sanitizers.sh")) | \
        functions_of(read("tools/packaging/stage.sh"))
    for path in filter(lambda path: os.path.isfile(f"{ROOT}/{path}"), listed):
        if path.endswith(".swift"):
            yield path, commands_of_swift(read(path), path.startswith(HAVE_RUN))[0]
        elif os.path.splitext(path)[1] in ("", ".sh", ".py"):
            text = read(path)
            if path.endswith(".py") or text.startswith("#!/usr/bin/env python3"):
                yield path, commands_of_python(text) | {"python3"}
            elif text.startswith("#!/usr/bin/env bash") or "# shellcheck shell=bash" in text[:200]:
                yield path, commands_of_shell(text, functions) | {"bash"}


def sets_for(path):
    """The sets that are installed when a file of the project runs."""
    said = set(re.findall(r"[\w-]+", " ".join(re.findall(r"^\s*require_packages (.*)", read(path), re.MULTILINE))))
    places = [sets for place, sets in SETS.items() if path == place or path.startswith(place + "/")]
    return said.union(*places)


class PackageTests(unittest.TestCase):
    def test_each_program_that_is_started_comes_with_a_package_that_is_installed(self):
        # What the toolchain needs is there before.
        missing, count = [], 0
        for path, programs in sources():
            toolchain = packages_of("toolchain-debian-12") & packages_of("toolchain-debian-13")
            there = toolchain.union(*map(packages_of, sets_for(path)))
            for program in programs - own_commands() - NEVER - ELSEWHERE - set(ALWAYS):
                count += 1
                if program not in PACKAGES:
                    missing.append(f"{path} starts {program}, whose package nobody has told: add it to PACKAGES")
                elif PACKAGES[program] not in there:
                    missing.append(f"{path} starts {program}, and none of its sets has {PACKAGES[program]}")
        self.assertEqual(missing, [])
        self.assertGreater(count, 50, "hardly anything was found, so nothing was checked")

    def test_swift_tests_start_programs_by_a_call_that_is_found(self):
        for path, _ in sources():
            # Its own helper, `run`, is known.
            if path.endswith(".swift") and path != "Tests/AudioFilesTests/Support.swift":
                self.assertFalse(commands_of_swift(read(path))[1], f"{path} calls /usr/bin/env: call installed(\"…\")")

    @unittest.skipUnless(shutil.which("dpkg-query"), "this is no Debian")
    def test_the_packages_are_those_that_have_the_programs(self):
        told = PACKAGES | ALWAYS
        patterns = [f"*bin/{program}" for program in told]
        found = subprocess.run(["dpkg-query", "-S", *patterns], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                               check=False).stdout.decode()
        for program, package in told.items():
            # The package of a version, such as postgresql-15, comes with the one without.
            owners = {re.sub(r"-\d+$", "", line.split(":")[0]) for line in found.splitlines() if re.search(rf"/s?bin/{re.escape(program)}$", line)}
            if owners:
                self.assertTrue(owners & {package, f"{package}-minimal"}, f"{program} is in {owners}, not in {package}")

    @unittest.skipUnless(shutil.which("dpkg-query"), "this is no Debian")
    def test_what_is_always_there_is_essential(self):
        for package in set(ALWAYS.values()):
            status = subprocess.run(["dpkg-query", "-W", "-f", "${Essential} ${Priority}", package],
                                    stdout=subprocess.PIPE, check=True).stdout.decode()
            self.assertRegex(status, "^yes|required$", package)


class CommandTests(unittest.TestCase):
    """The finder finds what it is for."""

    def test_shell(self):
        script = """
            name() { local x=$1; sox "$x"; }   # not this
            if ! flac -t "$(soxi -D file)" >/dev/null 2>&1; then exit 1; fi
            for file in a b; do name "$file" | tee log; done
            case $1 in build) packages=(git "pkg") ;; *) nice -n 5 swift build ;; esac
            [[ -x mandoc ]] && LD_PRELOAD=x env A=b tmux -S "${name:-zsh}"
            cat <<END
            fish
            END
            $(((SECONDS - 1) / 60)); ((x)) || exec {lock}>file; printf '%s' 'ffmpeg; vim'
        """
        self.assertEqual(commands_of_shell(script),
                         {"sox", "flac", "soxi", "tee", "nice", "swift", "env", "tmux", "cat"})

    def test_python(self):
        script = 'run(["sox", "a"])\nx = ["arecord", "-q"]\nshutil.which("rg")\nrun(["bash", "-c", "flac x | tee y"])\n' \
                 'y = ["no", "program"]\nz = [tool, "start", "-x"]\nrun(["nice", "swift", "test"])'
        self.assertEqual(commands_of_python(script), {"sox", "arecord", "rg", "bash", "flac", "tee", "nice", "swift"})

    def test_swift(self):
        script = 'try run("soxi", "-s", path)\nprogram.run("create")\nlet x = try installed("flac")\n' \
                 'URL(filePath: "/usr/bin/flite")\nrun("pacat \\(path(1)) | tee x")\nspawn("/usr/bin/env", ["tmux"])'
        self.assertEqual(commands_of_swift(script, has_run=True), ({"soxi", "flac", "flite", "pacat", "tee"}, True))


if __name__ == "__main__":
    unittest.main()
