"""Sets Parvis up in `.venv` and starts it, with nothing but the standard library.

uv does it where it is, venv and pip otherwise. The package is compiled where a C compiler works
and pure otherwise. What was installed is remembered, the package by the hash of its sources, so
that a second start goes straight to the program.
"""

import contextlib
import hashlib
import importlib.util
import json
import os
import re
import shutil
import sqlite3
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "parvis.json"
LOG = VENV / "parvis.log"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

TEST_EXTRAS = ("dev", "png", "postgres")
COMPILING_FAILED = f"compiling failed, see {LOG}; without .venv it is tried again"
# What the usual failures print, and the sentence for each.
USUAL = {
    r"No space left on device": "The disk is full.",
    r"Permission denied|[Rr]ead-?only|unable to open database": f"{ROOT} cannot be written to.",
    r"ensurepip|No module named pip": (
        "There is neither pip nor uv to install the libraries that Parvis needs: install pip"
        " (Debian, Ubuntu: apt install python3-pip) or uv (https://docs.astral.sh/uv)."
    ),
    r"from versions: none|[Nn]ame resolution|Name or service not known|unreachable|Max retries"
    r"|dns error|Connection(Error| refused| reset)|timed out|Failed to fetch|error sending": (
        "No connection to where the libraries are; once set up, Parvis needs none."
    ),
}


class Trouble(Exception):
    """Something that the person at the keyboard has to know, in plain words."""


def guarded(job: Callable[[Sequence[str]], int], arguments: Sequence[str]) -> int:
    """Runs a job; troubles end as a sentence, not as a traceback."""
    try:
        return job(arguments)
    except Trouble as trouble:
        print(f"\n{trouble}", file=sys.stderr)
    except (OSError, sqlite3.Error) as error:
        print(f"\n{diagnosis(str(error))}", file=sys.stderr)
    except KeyboardInterrupt:
        print("\nStopped. Run it again to go on.", file=sys.stderr)
    return 1


def play(arguments: Sequence[str]) -> int:
    """Sets up what is missing, then becomes the `parvis` command."""
    prepare()
    command = [str(PYTHON), "-P", "-m", "parvis", *arguments]
    if os.name != "nt":
        os.execve(command[0], command, environment())
    return subprocess.call(command, env=environment())


def prepare(*extras: str) -> str:
    """Makes `.venv` hold the libraries and the package as it is now; why that is pure, if it is."""
    with one_at_a_time():
        stamp = read_stamp()
        if not PYTHON.exists() or stamp.get("python") != os.path.realpath(PYTHON):
            say("Making .venv …")
            make_venv()
            stamp = remember({}, python=os.path.realpath(PYTHON))
        there, wanted = set(stamp.get("libraries", [])), requirements(extras)
        if not wanted <= there:
            say("Installing libraries …")
            install(*sorted(wanted))
            stamp = remember(stamp, libraries=sorted(there | wanted))
        package = digest()
        if stamp.get("package") != package:
            say("Building Parvis, which can take a minute …")
            stamp = remember(stamp, pure=install_package(), package=package)
            if stamp["pure"]:
                say(f"Parvis runs as pure Python ({stamp['pure']}): the same games, slower bots.")
        return str(stamp["pure"])


def read_stamp() -> dict[str, Any]:
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def remember(stamp: dict[str, Any], **done: object) -> dict[str, Any]:
    stamp = {**stamp, **done}
    STAMP.write_text(json.dumps(stamp, indent=2) + "\n", encoding="utf-8")
    return stamp


def requirements(extras: Sequence[str]) -> set[str]:
    """The libraries that pyproject.toml names, those that build the package among them."""
    content = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = {*content["build-system"]["requires"], *content["project"]["dependencies"]}
    return wanted.union(*(content["project"]["optional-dependencies"][name] for name in extras))


def digest() -> str:
    """One hash of all that the package is made from; a compiler that comes calls for a build."""
    switches = ("PARVIS_PURE", "PARVIS_COMPILED", "PARVIS_ONLY", "CC", "CFLAGS")
    compiler = any(map(shutil.which, (os.environ.get("CC") or "cc", "gcc", "clang", "cl")))
    total = hashlib.sha256(repr([*map(os.environ.get, switches), compiler]).encode())
    for path in package_files():
        content = path.read_bytes()
        total.update(f"\n{path.relative_to(ROOT).as_posix()} {len(content)}\n".encode() + content)
    return total.hexdigest()


def package_files() -> list[Path]:
    files = sorted(path for path in (ROOT / "src/parvis").rglob("*") if path.is_file())
    return [
        *(ROOT / name for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE")),
        *(path for path in files if path.suffix not in (".pyc", ".so", ".pyd")),
    ]


def make_venv() -> None:
    if VENV.exists():
        shutil.rmtree(VENV)
    uv = shutil.which("uv")
    if uv:
        run([uv, "venv", "--python", sys.executable, str(VENV)])
    else:  # a pip of its own takes a while to make, and is needed only where there is none
        without = ["--without-pip"] if importlib.util.find_spec("pip") else []
        run([sys.executable, "-m", "venv", *without, str(VENV)])


def install(*what: str) -> None:
    """Bytecode is left to the first import, which makes only what it needs."""
    uv = shutil.which("uv")
    if uv:
        run([uv, "pip", "install", "--python", str(PYTHON), *what])
    elif importlib.util.find_spec("pip"):
        pip = [sys.executable, "-m", "pip", "--python", str(PYTHON)]
        run([*pip, "install", "--no-compile", *what])
    else:
        run([str(PYTHON), "-m", "pip", "install", "--no-compile", *what])


def install_package() -> str:
    """Builds a wheel from a copy of the sources, so that nothing is left among them."""
    build = VENV / "parvis-build"
    for made in ("src", "dist"):
        shutil.rmtree(build / made, ignore_errors=True)
    for path in package_files():
        copy = build / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, copy)
    backend = "from setuptools import build_meta; build_meta.build_wheel('dist')"
    command = [str(PYTHON), "-c", backend]
    try:
        output = run(command, cwd=build)
        found = re.search(r"^parvis: (.*): building pure Python", output, re.MULTILINE)
        pure = found[1] if found else ""
    except Trouble:
        if os.environ.get("PARVIS_COMPILED", "0") not in ("", "0"):
            raise
        run(command, cwd=build, PARVIS_PURE="1")
        pure = COMPILING_FAILED
    (wheel,) = (build / "dist").glob("*.whl")
    install("--no-deps", "--no-index", "--force-reinstall", str(wheel))
    return pure


def run(command: Sequence[str], cwd: Path = ROOT, **env: str) -> str:
    """Runs a command, logs what it prints and returns it; a failure is told in plain words."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**environment(), **env},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        errors="replace",
    )
    if VENV.is_dir():
        with LOG.open("a", encoding="utf-8") as log:
            log.write(f"$ {' '.join(command)}\n{done.stdout}\n")
    if done.returncode:
        raise Trouble(diagnosis(done.stdout))
    return done.stdout


def diagnosis(output: str) -> str:
    """Plain words for the usual failures, then the end of what was printed."""
    words = [sentence for pattern, sentence in USUAL.items() if re.search(pattern, output)]
    tail = [f"  | {line}" for line in output.splitlines()[-12:]]
    return "\n".join([*words[:1], *tail])


def environment() -> dict[str, str]:
    """The caller's environment, less what would bring other packages or questions in."""
    others = ("PYTHONPATH", "PYTHONHOME", "PIP_REQUIRE_VIRTUALENV", "PIP_USER", "PIP_TARGET")
    kept = {key: value for key, value in os.environ.items() if key not in others}
    return {**kept, "PIP_NO_INPUT": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    """Two starts at once must not build over each other: the second waits.

    SQLite has a lock that works on every system and ends with its process.
    """
    with contextlib.closing(sqlite3.connect(ROOT / ".venv.lock", timeout=3600)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)
