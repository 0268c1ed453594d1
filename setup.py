"""Compiles the rules with mypyc where a C compiler works; installs pure Python otherwise.

It is all or nothing: the compiled modules share one library, and half of them would not load.
So a compiler is tried out before anything is built, and a compile that fails all the same leaves
a pure wheel (`py3-none-any`), never a platform wheel without its libraries.

    PARVIS_PURE=1         do not compile
    PARVIS_COMPILED=1     fail rather than build pure
    PARVIS_ONLY=neoville  compile the engine and one game: quicker, for who works on that game
"""

import ast
import os
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor, as_completed
from functools import cache
from pathlib import Path
from typing import Any

from setuptools import Distribution, Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError

# The compiled modules, all in one group. What reads files, words or views stays Python. A game
# declares its own in its `__init__.py`.
COMPILED = (
    "src/parvis/engine/bits.py",
    "src/parvis/engine/chance.py",
    "src/parvis/engine/codec.py",
    "src/parvis/engine/ledger.py",
    "src/parvis/engine/position.py",
    "src/parvis/engine/refusal.py",
    "src/parvis/engine/sentence.py",
    "src/parvis/engine/setting.py",
    "src/parvis/bots/flat.py",
)
ROOT = Path(__file__).resolve().parent


def say(text: str) -> None:
    print(f"parvis: {text}", file=sys.stderr, flush=True)


def asked(variable: str) -> bool:
    return os.environ.get(variable, "0") not in ("", "0")


def cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def declared(game: Path, name: str) -> list[str]:
    """The modules that a game's `__init__.py` lists under this name; read, not imported."""
    for node in ast.parse((game / "__init__.py").read_text()).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            return [
                f"{game.relative_to(ROOT)}/{module}.py" for module in ast.literal_eval(node.value)
            ]
    raise SystemExit(f"parvis: {game.name}/__init__.py declares no {name}")


def compiled_files(game: str = "*", names: tuple[str, ...] = ("COMPILED", "LIGHTLY")) -> list[str]:
    folders = [init.parent for init in ROOT.glob(f"src/parvis/games/{game}/__init__.py")]
    found = [file for folder in folders for name in names for file in declared(folder, name)]
    return sorted(found + [file for file in COMPILED if "COMPILED" in names])


def compiler_works() -> bool:
    """Tries the compiler and Python's headers on one line, just as the build will use them."""
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch, "probe.c")
        source.write_text("#include <Python.h>\nint probe(void) { return PY_MAJOR_VERSION; }\n")
        probe = build_ext(Distribution({"ext_modules": [Extension("probe", [str(source)])]}))
        probe.build_lib = probe.build_temp = scratch
        probe.ensure_finalized()
        try:
            probe.run()
        except (CCompilerError, BaseError, OSError):
            return False
    return True


@cache
def why_pure() -> str:
    """The reason not to compile, or nothing. Asked before building: the wheel's name needs it."""
    if asked("PARVIS_PURE"):
        return "PARVIS_PURE is set"
    try:
        import mypyc.build  # noqa: F401
    except ImportError:
        return "mypyc is not installed"
    if not compiler_works():
        return "no C compiler that finds Python.h"
    return ""


def generated_c() -> list[Any]:
    from mypyc.build import mypycify

    files = compiled_files(os.environ.get("PARVIS_ONLY") or "*")
    say(f"translating {len(files)} modules to C")
    extensions: list[Any] = mypycify(
        # Libraries that only interpreted modules use need not be there to compile.
        ["--ignore-missing-imports", "--follow-imports=silent", *files],
        opt_level="2",  # 3 takes longer to compile and plays no faster
        debug_level="0",
        multi_file=True,
        group_name="parvis",
    )
    for extension in extensions:  # another compiler has other warnings
        extension.extra_compile_args = [
            flag for flag in extension.extra_compile_args if flag != "-Werror"
        ]
        if os.name != "nt":  # nobody calls in from outside: calls within the library are direct
            extension.extra_compile_args.append("-fvisibility=hidden")
    return extensions


class ParvisDistribution(Distribution):
    """Knows that there will be libraries before their C exists: making it takes a while."""

    gave_up = False

    def has_ext_modules(self) -> bool:
        return not self.gave_up and not why_pure()


class Compile(build_ext):
    """Makes the C code when it is about to be compiled, and compiles it on all cores."""

    distribution: ParvisDistribution

    def run(self) -> None:
        if self.editable_mode:
            say("an editable install stays pure Python, so that edits take effect")
            return
        try:
            self.distribution.ext_modules = generated_c()
            self.reinitialize_command(self)
            self.parallel = cores()
            self.ensure_finalized()
            super().run()
        except (SystemExit, CCompilerError, BaseError) as error:
            if asked("PARVIS_COMPILED"):
                raise
            self.give_up(
                "mypyc failed" if isinstance(error, SystemExit) else "the C compiler failed"
            )

    def build_extension(self, ext: Any) -> None:
        # mypyc names its C files after the modules.
        light = {file[4:-3].replace("/", "___") for file in compiled_files(names=("LIGHTLY",))}

        def compile_one(source: str) -> list[str]:
            compiler: Any = self.compiler
            lightly = os.name != "nt" and Path(source).stem.removeprefix("__native_") in light
            objects: list[str] = compiler.compile(
                [source],
                output_dir=self.build_temp,
                include_dirs=ext.include_dirs,
                extra_postargs=[*ext.extra_compile_args, *(["-O0"] if lightly else [])],
                depends=ext.depends,
            )
            return objects

        largest_first = sorted(ext.sources, key=os.path.getsize, reverse=True)
        with ThreadPoolExecutor(cores()) as pool:
            jobs = [pool.submit(compile_one, source) for source in largest_first]
            for done, job in enumerate(as_completed(jobs), 1):
                ext.extra_objects += job.result()
                if len(jobs) > 1:
                    say(f"compiled {done} of {len(jobs)}")
        ext.extra_objects.sort()
        ext.sources = []
        super().build_extension(ext)

    def give_up(self, reason: str) -> None:
        say(f"{reason}: building pure Python (same results, slower)")
        for extension in self.extensions or []:
            Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
        self.distribution.ext_modules = self.extensions = []
        self.distribution.gave_up = True


class Wheel(bdist_wheel):
    """Holds what is there now, not an earlier build; named by what was built, not planned."""

    def run(self) -> None:
        shutil.rmtree(self.get_finalized_command("build").build_lib, ignore_errors=True)
        super().run()

    def run_command(self, command: str) -> None:
        super().run_command(command)
        if command == "build":
            self.root_is_pure = not self.distribution.has_ext_modules()


if __name__ == "__main__":
    if why_pure():
        if asked("PARVIS_COMPILED"):
            raise SystemExit(f"parvis: {why_pure()}, and PARVIS_COMPILED is set")
        say(f"{why_pure()}: building pure Python (same results, slower)")
    setup(
        distclass=ParvisDistribution,
        cmdclass={"build_ext": Compile, "bdist_wheel": Wheel},
    )
