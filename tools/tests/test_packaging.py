"""tools/packaging: what packages hold, and the commands in the archive for other distributions."""
import importlib.util
import json
import os
import re
import shutil
import struct
import subprocess
import tempfile
import unittest
from importlib.machinery import SourceFileLoader

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
PACKAGING = os.path.join(ROOT, "tools/packaging")
PROGRAMS = [os.path.join(ROOT, ".build/debug", name) for name in ("standup", "standup-pocketsphinx")]


def script(name):
    """A command of tools/packaging as a module."""
    loader = SourceFileLoader(name.replace("-", "_"), os.path.join(PACKAGING, name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


def write(text, *path):
    path = os.path.join(*path)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def files(folder):
    return sorted(os.path.relpath(os.path.join(parent, name), folder)
                  for parent, _, names in os.walk(folder) for name in names)


class ArchiveTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.archive, self.prefix, self.home = (os.path.join(folder.name, name) for name in ("an archive", "a prefix", "home"))
        for name in ("install", "uninstall"):
            with open(os.path.join(PACKAGING, name), encoding="utf-8") as file:
                write(file.read(), self.archive, name)
            os.chmod(os.path.join(self.archive, name), 0o755)
        write("1", self.archive, "files/bin/standup")
        write("sound", self.archive, "files/share/standup-assets/Voices/a voice.wav")

    def run_command(self, name, *arguments):
        return subprocess.run([os.path.join(self.archive, name), *(arguments or [self.prefix])], text=True,
                              capture_output=True, check=False, env={"PATH": os.environ["PATH"], "HOME": self.home})

    def test_install_puts_all_files_below_the_prefix_and_removes_those_of_an_earlier_version(self):
        self.assertEqual(self.run_command("install").returncode, 0)
        write("2", self.archive, "files/bin/standup")
        os.rename(f"{self.archive}/files/share/standup-assets/Voices/a voice.wav", f"{self.archive}/files/share/standup-assets/voice.wav")
        result = self.run_command("install")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn(f"installed {self.prefix}/bin/standup", result.stdout)
        self.assertEqual(files(self.prefix), ["bin/standup", "share/standup-assets/files", "share/standup-assets/voice.wav"])
        with open(f"{self.prefix}/bin/standup", encoding="utf-8") as file:
            self.assertEqual(file.read(), "2")

    def test_uninstall_leaves_what_it_did_not_install(self):
        self.run_command("install")
        write("meetings", self.prefix, "share/standup/standup.db")
        result = self.run_command("uninstall")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(files(self.prefix), ["share/standup/standup.db"])
        self.assertFalse(os.path.exists(f"{self.prefix}/bin"))
        again = self.run_command("uninstall")
        self.assertEqual(again.returncode, 1)
        self.assertIn(f"standup is not installed in {self.prefix}", again.stderr)

    def test_wrong_arguments_are_refused(self):
        for name in ("install", "uninstall"):
            for arguments in (["--help"], ["a", "b"], [""]):
                result = self.run_command(name, *arguments)
                self.assertEqual(result.returncode, 64, arguments)
                self.assertIn(f"usage: {name} [PREFIX]", result.stderr)


class UnicodeDataTests(unittest.TestCase):
    trim = script("trim-icu")

    def data(self, items):
        header = struct.pack("<H", 32) + bytes(10) + b"CmnD" + bytes(16)
        return self.trim.write(header, items)

    def test_what_is_written_is_read_again_and_aligned(self):
        items = {"icudt76l/en.res": b"x" * 5, "icudt76l/lang/en.res": b"y" * 16, "icudt76l/nfc.nrm": b"z" * 16}
        data = self.data(items)
        header, found = self.trim.read(data)
        self.assertEqual(len(header), 32)
        self.assertEqual({name: value.rstrip(b"\0") for name, value in found.items()}, items)
        for index in range(3):
            self.assertEqual((32 + struct.unpack_from("<II", data, 36 + 8 * index)[1]) % 16, 0)

    def test_other_data_is_refused(self):
        with self.assertRaises(ValueError):
            self.trim.read(bytes(100))

    def test_the_languages_of_standup_and_what_belongs_to_none_are_kept(self):
        languages = {name[:-len(".yaml")] for name in os.listdir(f"{ROOT}/Assets/Catalogues")}
        self.assertEqual(languages, set(self.trim.LANGUAGES))
        for name in ("en.res", "de_AT.res", "ko_KR.res", "root.res", "pool.res", "nfkc.nrm", "supplementalData.res",
                     "res_index.res", "brkitr/cjdict.dict", "zoneinfo64.res", "coll/ucadata.icu"):
            self.assertTrue(self.trim.is_kept("icudt76l/" + name), name)
        for name in ("fr.res", "lang/zh_Hant.res", "curr/ast.res", "windows-1252.cnv"):
            self.assertFalse(self.trim.is_kept("icudt76l/" + name), name)


class ContentTests(unittest.TestCase):
    def test_the_licence_of_each_package_that_was_resolved_is_printed(self):
        with open(f"{ROOT}/Assets/Licenses/licenses.txt", encoding="utf-8") as file:
            listed = set(re.findall(r"^(\S+(?: \S+)*?) {2,}\S", file.read().split("-----")[0], re.MULTILINE))
        parts = script("parts")
        self.assertEqual(listed, set(parts.PACKAGES) | set(parts.OTHERS))
        for folder in (".build", ".build-web"):
            state = f"{ROOT}/{folder}/workspace-state.json"
            if os.path.exists(state):
                with open(state, encoding="utf-8") as file:
                    names = {os.path.basename(each["subpath"]) for each in json.load(file)["object"]["dependencies"]}
                self.assertLessEqual(names, listed)

    def test_the_libraries_that_are_found_in_programs_are_those_of_the_source(self):
        if not all(map(os.path.exists, PROGRAMS)):
            self.skipTest("nothing was built")
        command = f'source "{PACKAGING}/stage.sh"; lazy_libraries "$@"'
        found = subprocess.run(["bash", "-c", command, "bash", *PROGRAMS], check=True, capture_output=True,
                               text=True).stdout.split()
        named = {}
        for parent, _, names in os.walk(f"{ROOT}/Sources/C"):
            for name in names:
                if name.endswith(".c"):
                    with open(os.path.join(parent, name), encoding="utf-8") as file:
                        text = file.read()
                    if "standup_lazy_library library" in text:
                        named.setdefault(os.path.basename(parent), set()).update(re.findall(r'"(lib[^"/$]+\.so\.\d+)"', text))
        self.assertGreater(len(named), 8)
        self.assertLessEqual(set(found), set().union(*named.values()))
        for target, libraries in named.items():
            self.assertTrue(not libraries or libraries & set(found), f"{target}: {libraries}")


# As tools/package does, into another folder.
BUILD_TAGS = """
source "$0/tools/shared.sh"
source "$0/tools/packaging/stage.sh"
release_folder() { echo "$1/built"; }
build_tags "$1" && stage_binary "$1/built/libstandup-tags.so" "$1/staged.so"
"""


class ReproducibleTests(unittest.TestCase):
    def test_the_library_for_tags_is_the_same_from_two_folders(self):
        with tempfile.TemporaryDirectory() as folder:
            made = []
            for name in ("a", "a folder with a longer name"):
                root = os.path.join(folder, name)
                shutil.copytree(os.path.join(ROOT, "Sources/C/CTagLib"), os.path.join(root, "Sources/C/CTagLib"))
                subprocess.run(["bash", "-c", BUILD_TAGS, ROOT, root], check=True)
                with open(os.path.join(root, "staged.so"), "rb") as file:
                    made.append(file.read())
                self.assertNotIn(folder.encode(), made[-1])
            self.assertEqual(*made)

    def test_no_source_puts_the_length_of_its_path_into_a_program(self):
        found = subprocess.run(["git", "-C", ROOT, "grep", "--untracked", "-lw", "withoutActuallyEscaping", "--", "Sources"],
                               stdout=subprocess.PIPE, check=False)
        self.assertEqual((found.returncode, found.stdout), (1, b""))


class ReleaseTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = os.path.join(folder.name, "standup")
        for path in ("tools/release", "tools/shared.sh"):
            with open(os.path.join(ROOT, path), encoding="utf-8") as file:
                write(file.read(), self.root, path)
        write('    static let version = "1.2.0"\n', self.root, "Sources/App/standup/StandupCommand.swift")
        write("#!/bin/sh\nexit 1\n", self.root, ".ci/run")
        write(".build/\n", self.root, ".gitignore")
        self.git("init", "--quiet")
        self.change_log("## [1.2.0] - 2026-01-31\n\n### Added\n\n- Packages.\n")
        for path in ("tools/release", ".ci/run"):
            os.chmod(os.path.join(self.root, path), 0o755)
        self.commit()

    def git(self, *arguments):
        subprocess.run(["git", "-C", self.root, "-c", "user.name=a", "-c", "user.email=a@b", *arguments], check=True)

    def change_log(self, section):
        write(f"# Changelog\n\n## [Unreleased]\n\n{section}\n## [1.1.0] - 2026-01-01\n\n- The first.\n", self.root, "CHANGELOG.md")

    def commit(self):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "a change")

    def refusal(self):
        result = subprocess.run([f"{self.root}/tools/release"], text=True, capture_output=True, check=False)
        self.assertEqual(result.returncode, 1)
        return result.stderr

    def test_a_release_needs_passed_tests(self):
        self.assertIn("not all tests passed", self.refusal())

    def test_a_release_has_no_changes_that_are_not_committed(self):
        write("", self.root, "new")
        self.assertIn("not committed", self.refusal())

    def test_a_version_is_released_once(self):
        self.git("tag", "v1.2.0")
        self.assertIn("there is a tag v1.2.0", self.refusal())

    def test_a_version_has_its_changes_in_the_change_log(self):
        for section in ("", "## [1.2.1] - 2026-01-31\n\n- Packages.\n"):
            self.change_log(section)
            self.commit()
            self.assertIn("CHANGELOG.md has no section: ## [1.2.0] - ", self.refusal())
        self.change_log("## [1.2.0] - 2026-01-31\n")
        self.commit()
        self.assertIn("lists no change", self.refusal())


if __name__ == "__main__":
    unittest.main()
