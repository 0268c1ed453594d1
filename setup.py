"""Compiles the rules with mypyc where a C compiler works; builds pure Python otherwise.

PARVIS_PURE=1         do not compile
PARVIS_COMPILED=1     fail rather than build pure
PARVIS_ONLY=neoville  compile the engine and one game: quicker, for who works on that game
"""

import ast
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from setuptools import Distribution, Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError

# The compiled modules, all in one group. What reads files stays Python, and so do messages. A game
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
    "src/parvis/bots/ismcts.py",
    "src/parvis/bots/playouts.py",
    "src/parvis/bots/search.py",
    "src/parvis/bots/bella_vista.py",
    "src/parvis/bots/bella_vista_outlook.py",
    "src/parvis/bots/bella_vista_reasons.py",
    "src/parvis/bots/bella_vista_sense.py",
    "src/parvis/bots/cites_nouvelles.py",
    "src/parvis/bots/cites_nouvelles_reasons.py",
    "src/parvis/bots/cites_nouvelles_search.py",
    "src/parvis/bots/cites_nouvelles_sight.py",
    "src/parvis/bots/neoville.py",
    "src/parvis/bots/neotopia_plans.py",
    "src/parvis/bots/neotopia_sense.py",
    "src/parvis/bots/neoville_greedy.py",
    "src/parvis/bots/neoville_outlook.py",
    "src/parvis/bots/neotopia.py",  # reads vectors, which must not leave compiled code
)
# What tables of all games run for all who look.
SHOWN = (
    "src/parvis/engine/choices.py",
    "src/parvis/engine/drawing/fragment.py",
    "src/parvis/engine/drawing/icons.py",
    "src/parvis/engine/drawing/panel.py",
    "src/parvis/engine/drawing/svg.py",
    "src/parvis/engine/drawing/symbols.py",
    "src/parvis/engine/words.py",
    "src/parvis/web/history.py",
    "src/parvis/web/picture.py",
    "src/parvis/web/serializer.py",
    "src/parvis/web/updates.py",
)
KINDS = {"COMPILED": COMPILED, "LIGHTLY": (), "SHOWN": SHOWN}  # of modules, and those of all games
ROOT = Path(__file__).resolve().parent


def say(text: str) -> None:
    print(f"parvis: {text}", file=sys.stderr, flush=True)


def asked(variable: str) -> bool:
    return os.environ.get(variable, "0") not in ("", "0")


def declared(game: Path, name: str) -> list[str]:
    """The modules that a game's `__init__.py` lists under this name; read, not imported."""
    for node in ast.parse((game / "__init__.py").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            named = [game / module for module in ast.literal_eval(node.value)]
            found = [file for path in named for file in sorted(path.glob("*.py")) or [path]]
            return [file.with_suffix(".py").relative_to(ROOT).as_posix() for file in found]
    raise SystemExit(f"parvis: {game.name}/__init__.py declares no {name}")


def compiled_files(game: str = "*", kinds: Iterable[str] = KINDS) -> list[str]:
    folders = [init.parent for init in ROOT.glob(f"src/parvis/games/{game}/__init__.py")]
    own = [file for kind in kinds for folder in folders for file in declared(folder, kind)]
    return sorted([*own, *(file for kind in kinds for file in KINDS[kind])])


def native(file: str) -> str:
    """The name of the C file that mypyc makes of a module."""
    module = file.removeprefix("src/").removesuffix(".py").removesuffix("/__init__")
    return f"__native_{module.replace('/', '___')}.c"


def why_pure() -> str:
    """The reason not to compile, or nothing."""
    if asked("PARVIS_PURE"):
        return "PARVIS_PURE is set"
    return "" if compiler_works() else "no C compiler that finds Python.h"


def compiler_works() -> bool:
    """Tries the compiler and Python's headers on one line, just as the build will use them."""
    with tempfile.TemporaryDirectory() as scratch:
        source = Path(scratch, "probe.c")
        source.write_text("#include <Python.h>\nPyObject *PyInit_probe(void) { return NULL; }\n")
        probe = build_ext(Distribution({"ext_modules": [Extension("probe", [str(source)])]}))
        probe.build_lib = probe.build_temp = scratch
        probe.ensure_finalized()
        try:
            probe.run()
        except (CCompilerError, BaseError, OSError):
            return False
    return True


def extensions() -> list[Any]:
    """The modules as C, made anew; nothing where they cannot be compiled."""
    shutil.rmtree("build", ignore_errors=True)  # a wheel holds what is there now
    reason = why_pure()
    if reason:
        if asked("PARVIS_COMPILED"):
            raise SystemExit(f"parvis: {reason}, and PARVIS_COMPILED is set")
        say(f"{reason}: building pure Python (same results, slower)")
        return []
    from mypyc.build import mypycify

    files = compiled_files(os.environ.get("PARVIS_ONLY") or "*")
    say(f"compiling {len(files)} modules (PARVIS_PURE=1 does without)")
    made: list[Any] = mypycify(
        # Libraries that only interpreted modules use need not be there to compile.
        ["--ignore-missing-imports", "--follow-imports=silent", *files],
        opt_level="2",  # 3 takes longer to compile and plays no faster
        debug_level="0",
        multi_file=True,
        group_name="parvis",
    )
    for extension in made:  # another compiler has other warnings
        flags = [flag for flag in extension.extra_compile_args if flag != "-Werror"]
        # Nobody calls in from outside: calls within the library are direct.
        hidden = [] if os.name == "nt" else ["-fvisibility=hidden"]
        extension.extra_compile_args = flags + hidden
    for file in files:
        path = Path("build", native(file))
        c, source = path.read_text(encoding="utf-8"), (ROOT / file).read_text(encoding="utf-8")
        path.write_text(documented(c, Path(file).stem, source), encoding="utf-8")
    return made


def documented(c: str, module: str, source: str) -> str:
    """The C of a module with the docstrings of its source, which mypyc leaves out.

    A method has a text that holds its signature and ends with a mark; a property has NULL.
    """
    signature = r'PyDoc_STR\("((?:[^"\\]|\\.)*?--\\n\\n)"\)'
    tree = ast.parse(source)
    for owner in (tree, *tree.body):
        name = rf"(?:\w+___)?{module}" + (f"___{owner.name}" if hasattr(owner, "name") else "")
        for node in getattr(owner, "body", ()):
            if isinstance(node, ast.ClassDef):
                start = rf'\.tp_doc = (?=PyDoc_STR\("{node.name}\()'
                c = with_docstring(c, f"({start}){signature}", node)
            elif isinstance(node, ast.FunctionDef):
                start = rf"\(PyCFunction\)CPyPy_{name}___{node.name},\s+[\w| ]+, "
                c = with_docstring(c, f"({start}){signature}", node)
                start = rf"\(getter\){name}_get_{node.name},\s+NULL, "
                c = with_docstring(c, f"({start})NULL()", node)
    return c


def with_docstring(c: str, pattern: str, node: ast.ClassDef | ast.FunctionDef) -> str:
    """What the pattern finds, its second group being the signature, gets the node's docstring."""
    plain = set(range(32, 127)) - set(b'"\\?')
    text = (ast.get_docstring(node) or "").encode()
    literal = "".join(chr(byte) if byte in plain else f"\\{byte:03o}" for byte in text)
    return re.sub(pattern, lambda found: f'{found[1]}PyDoc_STR("{found[2]}{literal}")', c)


class Compile(build_ext):
    """Compiles on all cores, and what playouts do not run without optimizing."""

    def build_extension(self, ext: Any) -> None:
        light = {native(file) for file in compiled_files(kinds=["LIGHTLY"])}
        light = set() if os.name == "nt" else light

        def compile_one(source: str) -> list[str]:
            compiler: Any = self.compiler
            objects: list[str] = compiler.compile(
                [source],
                output_dir=self.build_temp,
                include_dirs=ext.include_dirs,
                extra_postargs=ext.extra_compile_args + ["-O1"] * (Path(source).name in light),
                depends=ext.depends,
            )
            return objects

        largest_first = sorted(ext.sources, key=os.path.getsize, reverse=True)
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for objects in pool.map(compile_one, largest_first):
                ext.extra_objects += objects
        ext.extra_objects.sort()
        ext.sources = []
        super().build_extension(ext)


if __name__ == "__main__":
    building = {"bdist_wheel", "build", "build_ext", "install"} & set(sys.argv)
    # An editable install stays pure Python, so that edits take effect.
    setup(ext_modules=extensions() if building else [], cmdclass={"build_ext": Compile})
