"""What a program that uses the library fetches."""

import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "stranger",
    dependencies: [.package(name: "standup", path: "ROOT", traits: [TRAITS])],
    targets: [
        .target(name: "stranger", dependencies: [.product(name: "PRODUCT", package: "standup")], path: ".")
    ]
)
"""


class LibraryTests(unittest.TestCase):
    def fetched(self, product, *traits):
        """The packages that a program with one product of the library fetches."""
        with tempfile.TemporaryDirectory() as folder:
            manifest = MANIFEST.replace("ROOT", str(ROOT)).replace("PRODUCT", product)
            manifest = manifest.replace("TRAITS", ", ".join(f'"{trait}"' for trait in traits))
            pathlib.Path(folder, "Package.swift").write_text(manifest, encoding="utf-8")
            pathlib.Path(folder, "stranger.swift").write_text(f"import {product}\n", encoding="utf-8")
            subprocess.run(["swift", "package", "--package-path", folder, "resolve"], check=True,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            checkouts = f"{folder}/.build/checkouts"
            return sorted(os.listdir(checkouts)) if os.path.isdir(checkouts) else []

    def test_a_product_without_traits_fetches_nothing(self):
        for product in ["MeetingEngine", "StandupAudio", "StandupSpeech", "StandupTesting"]:
            with self.subTest(product):
                self.assertEqual(self.fetched(product), [])

    def test_the_history_fetches_its_database_only(self):
        self.assertEqual(self.fetched("StandupHistory", "History"), ["GRDB.swift"])


if __name__ == "__main__":
    unittest.main()
