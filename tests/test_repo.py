"""The repository itself: scripts that start, links that lead somewhere, clean text files."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TEXT = {"", ".py", ".md", ".toml", ".po", ".parvis", ".css", ".js", ".html", ".svg"}


def tracked() -> list[Path]:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listing = ["git", "-C", str(ROOT), "ls-files", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, capture_output=True, text=True, check=True).stdout
    return [ROOT / name for name in names.splitlines() if (ROOT / name).is_file()]


@pytest.mark.parametrize("name", ["lock", "play", "test", ".ci/run"])
def test_scripts_can_be_run(name: str) -> None:
    assert os.access(ROOT / name, os.X_OK)
    assert (ROOT / name).read_text(encoding="utf-8").startswith("#!")


def test_text_files_are_utf8_with_plain_line_ends() -> None:
    for path in tracked():
        if path.suffix in TEXT and path.stat().st_size:
            content = path.read_bytes()
            content.decode("utf-8")
            assert b"\r" not in content, path
            assert content.endswith(b"\n"), path


def test_links_between_pages_lead_somewhere() -> None:
    for page in tracked():
        if page.suffix != ".md" or "src" in page.relative_to(ROOT).parts:
            continue
        text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        for target in re.findall(r"\]\(([^)#\s]+)", text):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_nothing_that_a_build_makes_is_tracked() -> None:
    made = {".so", ".pyd", ".pyc", ".o", ".whl"}
    assert not [path for path in tracked() if path.suffix in made]


def test_every_file_of_the_package_is_installed_with_it() -> None:
    content = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = content["tool"]["setuptools"]["package-data"]["parvis"]
    package = ROOT / "src" / "parvis"
    files = [path for path in tracked() if package in path.parents and path.suffix != ".py"]
    assert files
    installed = {path for pattern in patterns for path in package.glob(pattern)}
    assert [path for path in files if path not in installed] == []


def test_a_checkout_in_a_folder_called_long_leaves_no_test_out(tmp_path: Path) -> None:
    folder = tmp_path / "long"
    folder.mkdir()
    shutil.copy(ROOT / "tests" / "conftest.py", folder)
    (folder / "pytest.ini").write_text("[pytest]\nmarkers =\n  long\n  clause\n")
    (folder / "test_one.py").write_text("def test_one() -> None:\n    assert True\n")
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", "test_one.py"]
    path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    done = subprocess.run(
        command, cwd=folder, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path}
    )
    assert "1 passed" in done.stdout, done.stdout
