"""Sets Parvis up in `.venv` and starts it, with nothing but the standard library.

uv brings the libraries where it is, venv and pip otherwise. What was installed is remembered, the
package by the hash of its sources, so that a second start goes straight to the program.

A version of the package has a folder of its own that is never written to again, so that whoever
runs it is not disturbed: `pure` are the sources, there at once; `compiled`, made beside the first
game where a C compiler works, is found before it by every process that starts once it is there.
"""

import contextlib
import hashlib
import importlib.util
import json
import os
import re
import shlex
import shutil
import sqlite3
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "parvis.json"
LOG = VENV / "parvis.log"
VERSIONS = VENV / "parvis"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

# The sets of libraries that are locked, by version and hash, and the extras of each.
EXTRAS = {"play": ("postgres",), "test": ("dev", "postgres")}
COMPILING_FAILED = f"compiling failed, see {LOG}; without .venv it is tried again"
BEING_COMPILED = "it is being compiled"
AWAITED = "PARVIS_AWAITED"  # tells workers where what is being compiled will be
NOT_LOCKED = "PARVIS_UNLOCKED=1 takes the newest libraries that should do, instead of those tested."
DISK_FULL = "The disk is full."
# What the usual failures print, and the sentence for each.
USUAL = {
    r"No space left on device": DISK_FULL,
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
    env = environment()
    if prepare(at_once=asked("PARVIS_COMPILED")) == BEING_COMPILED:
        env[AWAITED] = str(version() / "compiled")
    command = [str(PYTHON), "-P", "-m", "parvis", *arguments]
    if os.name != "nt":
        os.execve(command[0], command, env)
    return subprocess.call(command, env=env)


def prepare(libraries: str = "play", at_once: bool = False) -> str:
    """Makes `.venv` hold the libraries and the package as it is now; why that is pure, if it is.

    It is compiled beside what is started then, or at once.
    """
    with one_at_a_time():
        stamp = read_stamp()
        if not PYTHON.exists() or stamp.get("interpreter") != os.path.realpath(PYTHON):
            say("Making .venv …")
            make_venv()
            stamp = remember({}, interpreter=os.path.realpath(PYTHON))
        if locked(libraries) not in stamp.get("libraries", []):
            say("Installing libraries …")
            install_libraries(libraries)
            covered = ("play", "test") if libraries == "test" else ("play",)
            stamp = remember(stamp, libraries=[locked(name) for name in covered])
        here = version()
        if stamp.get("package") != here.name:
            install_sources(here, stamp.get("package", ""))
            stamp = remember(stamp, package=here.name, told="")
        pure = why_pure(here)
        if pure is None and at_once:
            say("Building Parvis, which can take a minute …")
            pure = compile_version(here)
        elif pure is None:
            begin_beside()
            say("Parvis is compiled beside your game, once; until then its bots think more slowly.")
            return BEING_COMPILED
        if pure and stamp.get("told") != pure:
            say(f"Parvis runs as pure Python ({pure}): the same games, slower bots.")
            remember(stamp, told=pure)
        return pure


def read_stamp() -> dict[str, Any]:
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def remember(stamp: dict[str, Any], **done: object) -> dict[str, Any]:
    stamp = {**stamp, **done}
    write(STAMP, json.dumps(stamp, indent=2) + "\n")
    return stamp


def write(path: Path, text: str) -> None:
    """Writes a file that is there whole or as it was, also when the disk is full."""
    new = path.with_name(f"{path.name}.new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


def lock_of(libraries: str) -> Path:
    """The file that says which versions of these libraries were tested, and their hashes."""
    return ROOT / "locks" / f"{libraries}.txt"


def locked(libraries: str) -> str:
    """What tells one lock from another, and whether it is followed."""
    content = lock_of(libraries).read_bytes()
    return hashlib.sha256(content + unlocked().encode()).hexdigest()


def unlocked() -> str:
    return os.environ.get("PARVIS_UNLOCKED", "")


def install_libraries(libraries: str) -> None:
    if unlocked():
        install(*sorted(requirements(libraries)))
        return
    try:
        install("--no-deps", "--require-hashes", "-r", str(lock_of(libraries)))
    except Trouble as trouble:
        raise Trouble(f"{trouble}\n{NOT_LOCKED}") from None


def requirements(libraries: str) -> set[str]:
    """The libraries that pyproject.toml names, those that build the package among them."""
    content = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = {*content["build-system"]["requires"], *content["project"]["dependencies"]}
    extras = content["project"]["optional-dependencies"]
    return wanted.union(*(extras[name] for name in EXTRAS[libraries]))


def version() -> Path:
    """The folder of the package as it is now."""
    return VERSIONS / digest()[:16]


def asked(switch: str) -> bool:
    return os.environ.get(switch, "0") not in ("", "0")


def has_compiler() -> bool:
    return any(map(shutil.which, (os.environ.get("CC") or "cc", "gcc", "clang", "cl")))


def digest() -> str:
    """One hash of all that the package is made from; a compiler that comes calls for a build."""
    switches = ("PARVIS_PURE", "PARVIS_ONLY", "CC", "CFLAGS")
    total = hashlib.sha256(repr([*map(os.environ.get, switches), has_compiler()]).encode())
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


def install_sources(here: Path, before: str) -> None:
    """Puts the sources in their version's folder, and makes that the one which is found."""
    for old in VERSIONS.glob("*"):
        if old.name not in (here.name, before):  # whoever still runs the one before goes on
            shutil.rmtree(old, ignore_errors=True)
    if not (here / "pure").is_dir():
        copied = copy_sources(VERSIONS / "new")
        here.mkdir(exist_ok=True)
        (copied / "src").rename(here / "pure")
        shutil.rmtree(copied, ignore_errors=True)
    (site, *_) = (*VENV.glob("lib/python*/site-packages"), *VENV.glob("Lib/site-packages"))
    found = [os.path.relpath(here / name, site) for name in ("compiled", "pure")]
    write(site / "parvis.pth", "\n".join(found) + "\n")
    if os.name == "nt":
        write(PYTHON.with_name("parvis.cmd"), '@"%~dp0python.exe" -P -m parvis %*\n')
    else:
        command = PYTHON.with_name("parvis")
        write(command, f'#!/bin/sh\nexec {shlex.quote(str(PYTHON))} -P -m parvis "$@"\n')
        command.chmod(0o755)


def copy_sources(folder: Path) -> Path:
    """A fresh copy of all that the package is made from, so that nothing is left among it."""
    shutil.rmtree(folder, ignore_errors=True)
    for path in package_files():
        copy = folder / path.relative_to(ROOT)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(path, copy)
    return folder


def why_pure(here: Path) -> str | None:
    """Why a version is not compiled: nothing if it is, None if that has yet to be tried."""
    if (here / "compiled").is_dir():
        return ""
    if asked("PARVIS_COMPILED"):
        return None
    if asked("PARVIS_PURE"):
        return "PARVIS_PURE is set"
    if not has_compiler():
        return "no C compiler"
    with contextlib.suppress(OSError):
        return (here / "pure.txt").read_text(encoding="utf-8")
    return None


def begin_beside() -> None:
    """Starts to compile in a process that goes on by itself, and that Ctrl-C ends as well."""
    first = [sys.executable, str(ROOT / "bootstrap.py"), "begin"]
    subprocess.run(first, cwd=ROOT, env=environment(), check=True)


def compile_beside() -> None:
    """Compiles what is installed, and gives way to whatever people do meanwhile."""
    if hasattr(os, "nice"):
        os.nice(10)
    try:
        compile_version(VERSIONS / str(read_stamp().get("package")), patience=0)
    except sqlite3.OperationalError:
        return  # another one is at it
    except (OSError, Trouble) as error:  # it is tried again at the next start
        with contextlib.suppress(OSError), LOG.open("a", encoding="utf-8") as log:
            log.write(f"{error}\n")


def compile_version(here: Path, patience: float = 3600) -> str:
    """Compiles a version, in a folder that is there whole or not at all; why it stays pure."""
    with one_at_a_time("-compiling", patience):
        pure = why_pure(here)
        if pure is not None:  # someone else was first
            return pure
        build = VENV / "parvis-build"
        try:
            copy_sources(build)
            if version() != here:  # they were edited meanwhile: the next start sees to it
                return BEING_COMPILED
            pure = compiled_wheel(build)
            if pure:
                write(here / "pure.txt", pure)
                return pure
            (wheel,) = (build / "dist").glob("*.whl")
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(build / "compiled")
            (build / "compiled").rename(here / "compiled")
            return ""
        finally:
            shutil.rmtree(build, ignore_errors=True)


def compiled_wheel(build: Path) -> str:
    """Builds a wheel in `dist`; why it is pure, if it is."""
    backend = "from setuptools import build_meta; build_meta.build_wheel('dist')"
    try:
        output = run([str(PYTHON), "-c", backend], cwd=build)
    except Trouble as trouble:
        if asked("PARVIS_COMPILED") or DISK_FULL in str(trouble):
            raise
        return COMPILING_FAILED
    found = re.search(r"^parvis: (.*): building pure Python", output, re.MULTILINE)
    return found[1] if found else ""


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
    """The caller's environment, less what would bring other packages or questions in.

    Bytecode is kept whatever the caller says: else each process compiles all libraries anew.
    """
    others = {"PYTHONPATH", "PYTHONHOME", "PIP_REQUIRE_VIRTUALENV", "PIP_USER", "PIP_TARGET"}
    others.add("PYTHONDONTWRITEBYTECODE")
    kept = {key: value for key, value in os.environ.items() if key not in others}
    return {**kept, "PIP_NO_INPUT": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


@contextlib.contextmanager
def one_at_a_time(what: str = "", patience: float = 3600) -> Iterator[None]:
    """Two starts at once must not build over each other: the second waits.

    SQLite has a lock that works on every system and ends with its process.
    """
    with contextlib.closing(sqlite3.connect(ROOT / f".venv{what}.lock", timeout=patience)) as lock:
        lock.execute("BEGIN EXCLUSIVE")
        yield


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    if sys.argv[1:] == ["begin"]:  # nobody waits for what this starts, nor has to
        quiet = subprocess.DEVNULL
        itself = [sys.executable, str(ROOT / "bootstrap.py")]
        subprocess.Popen(itself, stdin=quiet, stdout=quiet, stderr=quiet)
    else:
        with contextlib.suppress(KeyboardInterrupt):
            compile_beside()
