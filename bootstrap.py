"""Sets Parvis up in `.venv` and starts it, with nothing but the standard library.

Needs python3 and either pip or uv. The package is installed compiled where a C compiler works and
pure otherwise. What was installed is remembered by the hash of its sources, so that a second
start goes straight to the program.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
STAMP = VENV / "parvis.json"
LOG = VENV / "parvis.log"
OLDEST = (3, 11)
FIRST_PIP_THAT_INSTALLS_ELSEWHERE = (22, 3)

# The extras of pyproject.toml that each command needs.
PLAY_EXTRAS: tuple[str, ...] = ("web",)
TEST_EXTRAS = ("dev", "png", "web")

# Reasons that setup.py gives for a pure install, and that are no fault of the sources.
EXCUSES = ("PARVIS_PURE is set", "no C compiler that finds Python.h")


class Trouble(Exception):
    """Something that the person at the keyboard has to know, in plain words."""


def guarded(job: Callable[[], int]) -> int:
    """Runs a job under a recent Python; troubles end as a sentence, not as a traceback."""
    try:
        with_recent_python()
        return job()
    except Trouble as trouble:
        print(f"\n{trouble}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped. Run it again to go on.", file=sys.stderr)
        return 130


def play(arguments: Sequence[str]) -> int:
    """Sets up what is missing, then becomes the `parvis` command."""
    python = prepare(PLAY_EXTRAS)
    return become([str(python), "-P", "-m", "parvis", *arguments])


def prepare(extras: Sequence[str]) -> Path:
    """Makes `.venv` hold the libraries of these extras and the package as it is now."""
    with one_at_a_time():
        stamp = read_stamp()
        standing = interpreter_of(VENV)
        if stamp and stamp.get("interpreter") != standing:
            stamp, standing = {}, ""  # Python was upgraded or removed beneath it
        libraries = {
            "libraries": digest([ROOT / "pyproject.toml"]),
            "extras": sorted({*extras, *stamp.get("extras", [])}),
        }
        package = digest(package_files(), *what_decides_compiling())

        steps: list[Step] = []
        if not standing:
            steps.append(Step("Making .venv", make_venv))
        if any(stamp.get(key) != value for key, value in libraries.items()):
            wanted = requirements(libraries["extras"])
            steps.append(Step("Installing libraries", lambda step: step.install(*wanted)))
            steps[-1].result.update(libraries)
        if stamp.get("package") != package:
            steps.append(Step("Building Parvis", install_package))
            steps[-1].result.update(package=package)

        for number, step in enumerate(steps, 1):
            step.carry_out(f"[{number}/{len(steps)}]")
            stamp.update(step.result, interpreter=interpreter_of(VENV))
            STAMP.write_text(json.dumps(stamp, indent=2) + "\n", encoding="utf-8")
        if steps and stamp.get("pure"):
            say(f"Parvis runs as pure Python ({stamp['pure']}): the same games, slower bots.")
        return python_of(VENV)


# What is there and what is wanted.


def python_of(venv: Path) -> Path:
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def interpreter_of(venv: Path) -> str:
    """Which interpreter a virtual environment stands on; empty if it does not stand."""
    try:
        real = python_of(venv).resolve(strict=True)
        return f"{real} {real.stat().st_size} {real.stat().st_mtime_ns}"
    except OSError:
        return ""


def read_stamp() -> dict[str, Any]:
    try:
        stamp = json.loads(STAMP.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return stamp if isinstance(stamp, dict) else {}


def why_pure() -> str:
    """Why the installed package is not compiled; empty when it is."""
    return str(read_stamp().get("pure", ""))


def package_files() -> list[Path]:
    """Everything that the installed package is made from."""
    names = ("pyproject.toml", "setup.py", "README.md", "LICENSE")
    return [ROOT / name for name in names] + sorted(
        path
        for path in (ROOT / "src" / "parvis").rglob("*")
        if path.is_file() and path.suffix not in (".pyc", ".so", ".pyd")
    )


def what_decides_compiling() -> list[str]:
    """A compiler that comes or goes calls for another build."""
    switches = ("PARVIS_PURE", "PARVIS_COMPILED", "PARVIS_ONLY", "CC", "CFLAGS")
    return [*(os.environ.get(name, "") for name in switches), str(compiler() is not None)]


def compiler() -> str | None:
    named = os.environ.get("CC", "").split()[:1]
    return next(filter(None, map(shutil.which, named or ["cc", "gcc", "clang", "cl"])), None)


def digest(files: Sequence[Path], *more: str) -> str:
    """One hash of the files' names and contents, and of whatever else matters."""
    total = hashlib.sha256(repr(more).encode())
    for path in files:
        content = path.read_bytes()
        total.update(f"\n{path.relative_to(ROOT).as_posix()} {len(content)}\n".encode())
        total.update(content)
    return total.hexdigest()


def requirements(extras: Sequence[str]) -> list[str]:
    """The libraries that pyproject.toml names, those that build the package among them."""
    import tomllib

    content = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = {*content["build-system"]["requires"], *content["project"]["dependencies"]}
    for extra in extras:
        wanted.update(content["project"]["optional-dependencies"][extra])
    return sorted(wanted)


# The steps.


def make_venv(step: Step) -> None:
    if VENV.exists():
        shutil.rmtree(VENV)
    uv = shutil.which("uv")
    if uv:
        step.run([uv, "venv", "--python", outer_python(), str(VENV)])
    else:
        step.run([outer_python(), "-m", "venv", "--without-pip", str(VENV)])


def install_package(step: Step) -> None:
    """Builds a wheel from a copy of the sources (so that none stay behind) and installs it."""
    build = VENV / "parvis-build"
    mirror(package_files(), build)
    shutil.rmtree(build / "dist", ignore_errors=True)
    backend = "import setuptools.build_meta as backend; backend.build_wheel('dist')"
    output = step.run([str(python_of(VENV)), "-c", backend], cwd=build)
    (wheel,) = (build / "dist").glob("*.whl")
    step.install("--no-deps", "--no-index", "--force-reinstall", str(wheel))
    found = re.search(r"^parvis: (.*): building pure Python", output, re.MULTILINE)
    step.result["pure"] = found[1] if found else ""


def mirror(files: Sequence[Path], target: Path) -> None:
    """Copies what changed and removes what is gone; what stays keeps its date."""
    wanted = {target / path.relative_to(ROOT): path for path in files}
    for old in list((target / "src").rglob("*")):
        if old.is_file() and old not in wanted:
            old.unlink()
    for copy, path in wanted.items():
        content = path.read_bytes()
        if not copy.is_file() or copy.read_bytes() != content:
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(content)


def installer() -> list[str]:
    """The command that installs into `.venv`: uv, or the pip there is.

    Bytecode is left to the first import, which makes only what it needs.
    """
    inside = str(python_of(VENV))
    uv = shutil.which("uv")
    if uv:
        return [uv, "pip", "install", "--python", inside]
    if output_of([inside, "-m", "pip", "--version"]):
        return [inside, "-m", "pip", "install", "--no-compile"]
    outer = outer_python()
    version = re.match(r"pip (\d+)\.(\d+)", output_of([outer, "-m", "pip", "--version"]))
    if version and (int(version[1]), int(version[2])) >= FIRST_PIP_THAT_INSTALLS_ELSEWHERE:
        return [outer, "-m", "pip", "--python", inside, "install", "--no-compile"]
    if output_of([inside, "-m", "ensurepip"]):
        return [inside, "-m", "pip", "install", "--no-compile"]
    raise Trouble(
        (f"pip {version[1]}.{version[2]} is too old" if version else f"{outer} has no pip")
        + ", so the libraries that Parvis needs cannot be installed.\n"
        "Install pip (Debian and Ubuntu: apt install python3-pip) or uv"
        " (https://docs.astral.sh/uv), then run this again."
    )


class Step:
    """One step of the set-up: its title, its work, what it leaves for the stamp."""

    def __init__(self, title: str, work: Callable[[Step], object]) -> None:
        self.title = title
        self.work = work
        self.result: dict[str, Any] = {}
        self.detail = ""

    def carry_out(self, number: str) -> None:
        start = time.monotonic()
        done = threading.Event()
        head = f"{number} {self.title}"

        def tick() -> None:
            while not done.wait(0.2):
                redraw(f"{head} … {time.monotonic() - start:.0f} s  {self.detail}")

        ticker = threading.Thread(target=tick, daemon=True)
        if sys.stderr.isatty():
            ticker.start()
        else:
            say(f"{head} …")
        try:
            self.work(self)
        finally:
            done.set()
            if ticker.is_alive():
                ticker.join()
                redraw("")
        say(f"{head}: {time.monotonic() - start:.1f} s")

    def install(self, *what: str) -> None:
        self.run([*installer(), *what])

    def run(self, command: Sequence[str], cwd: Path = ROOT) -> str:
        """Runs a command, shows where it has got to, and returns what it printed."""
        lines: list[str] = []
        with subprocess.Popen(
            command,
            cwd=cwd,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        ) as process:
            for line in process.stdout or ():
                lines.append(line)
                self.detail = gist(line) or self.detail
        output = "".join(lines)
        if VENV.is_dir():
            with LOG.open("a", encoding="utf-8") as log:
                log.write(f"$ {' '.join(command)}\n{output}\n")
        if process.returncode:
            raise Trouble(f"{self.title} failed.\n{diagnosis(output)}")
        return output


def gist(line: str) -> str:
    """What is worth showing of a line that pip, uv or setup.py prints."""
    found = re.match(r"parvis: (.+)|Collecting (\S+)|\s+Downloading (?:\S*/)?(\S+)", line)
    return next(filter(None, found.groups()), "") if found else ""


def diagnosis(output: str) -> str:
    """Plain words for the usual failures, then the end of what was printed."""
    usual = {
        r"from versions: none|name resolution|Name or service not known|unreachable"
        r"|Max retries|dns error"
        r"|Connection(Error| refused| reset| timed out| to \S+ timed out)|Failed to fetch"
        r"|error sending request|NewConnectionError|ConnectTimeout": (
            "No connection to where it is to be fetched from."
            " Connect and run this again; once set up, Parvis needs no network."
        ),
        r"No space left on device": "The disk is full.",
        r"Permission denied|Read-only file system": f"{ROOT} cannot be written to.",
    }
    words = [text for pattern, text in usual.items() if re.search(pattern, output)]
    tail = "\n".join(f"  | {line}" for line in output.splitlines()[-12:])
    return "\n".join([*words[:1], tail, *([f"(All of it: {LOG})"] if LOG.exists() else [])])


# The surroundings.


def with_recent_python() -> None:
    """Goes on under a newer Python when this one is too old."""
    if sys.version_info >= OLDEST:
        return
    for minor in range(19, OLDEST[1] - 1, -1):
        newer = shutil.which(f"python3.{minor}")
        if newer and output_of([newer, "--version"]):
            become([newer, *sys.argv])
    uv = shutil.which("uv")
    if uv:
        if not interpreter_of(VENV):
            command = [uv, "venv", "--python", ">={}.{}".format(*OLDEST), str(VENV)]
            Step("Fetching Python", lambda step: step.run(command)).carry_out("[0]")
        become([str(python_of(VENV)), *sys.argv])
    raise Trouble(
        "Parvis needs Python {}.{} or later; ".format(*OLDEST)
        + "{} is {}.{}.\n".format(sys.executable, *sys.version_info[:2])
        + "Install a newer Python, or uv (https://docs.astral.sh/uv), which brings one."
    )


def outer_python() -> str:
    """The interpreter beneath: this one, unless it lives in a virtual environment."""
    if sys.prefix == sys.base_prefix:
        return sys.executable
    name = "python.exe" if os.name == "nt" else "bin/python{}.{}".format(*sys.version_info[:2])
    beneath = Path(sys.base_prefix, name)
    return str(beneath) if beneath.exists() else sys.executable


def become(command: Sequence[str]) -> int:
    """Hands over to a command; where a process cannot be replaced, waits for its exit code."""
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name != "nt":
        os.execve(command[0], list(command), environment())
    return subprocess.call(command, env=environment())


def environment() -> dict[str, str]:
    """The caller's environment, less what would bring other packages or questions in."""
    kept = {key: value for key, value in os.environ.items() if key not in NOT_PASSED_ON}
    return {**kept, "PIP_NO_INPUT": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}


NOT_PASSED_ON = ("PYTHONPATH", "PYTHONHOME", "PIP_REQUIRE_VIRTUALENV", "PIP_USER", "PIP_TARGET")


def output_of(command: Sequence[str]) -> str:
    """What a command prints; empty if it fails."""
    result = subprocess.run(command, env=environment(), capture_output=True, text=True)
    return result.stdout if result.returncode == 0 else ""


@contextlib.contextmanager
def one_at_a_time() -> Iterator[None]:
    """Two starts at once must not build over each other: the second waits."""
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    with (ROOT / ".venv.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            say("Waiting: Parvis is being set up by another command …")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def redraw(text: str) -> None:
    width = shutil.get_terminal_size().columns - 1
    print(f"\r\033[K{text[:width]}", end="", file=sys.stderr, flush=True)
