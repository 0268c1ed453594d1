"""`parvis backup` and `parvis restore` as one types them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from parvis.table.store import Store
from tests.cli.conftest import Run
from tests.table.test_store import MADE, begun


@pytest.fixture
def url(folder: Path) -> str:
    """A database with a table."""
    address = f"sqlite:///{folder}/parvis.db"
    store = Store(address)
    begun(store)
    store.close()
    return address


def test_a_database_goes_into_a_file_and_back(run: Run, url: str, folder: Path) -> None:
    code, out, _ = run("backup", "kept.db", "--database", url)
    assert code == 0
    assert "kept.db: 1 table and 1 events" in out
    again = f"sqlite:///{folder}/again.db"
    code, out, _ = run("restore", "kept.db", "--database", again)
    assert code == 0
    assert "1 table" in out
    store, first = Store(again), Store(url)
    assert store.load("t1") == first.load("t1")
    store.close()
    first.close()


def test_a_backup_says_where_the_key_is_that_is_not_in_it(
    run: Run, url: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def told() -> str:
        return run("backup", "kept.db", "--force", "--database", url)[1]

    monkeypatch.setattr("parvis.table.store.data_folder", lambda: folder)
    assert "secret.key" not in told()
    assert "The secret key is not in it" in told()
    (folder / "secret.key").write_text("a key\n")
    assert f"{folder}/secret.key" in told()
    monkeypatch.setenv("PARVIS_SECRET_KEY", "0123456789abcdef" * 4)
    assert "secret.key" not in told()


def test_nothing_is_overwritten_unasked(run: Run, url: str) -> None:
    assert run("backup", "kept.db", "--database", url)[0] == 0
    code, _, err = run("backup", "kept.db", "--database", url)
    assert code == 2
    assert "is there already" in err
    assert run("backup", "kept.db", "--force", "--database", url)[0] == 0
    code, _, err = run("restore", "kept.db", "--database", url)
    assert code == 2
    assert "not empty" in err


@pytest.mark.parametrize("language", ["en", "fr", "it"])
def test_backup_speaks_three_languages(run: Run, url: str, language: str) -> None:
    assert run("backup", "kept.db", "--database", url, "--lang", language)[0] == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("backup",),
        ("backup", "kept.db", "--database", "sqlite:///nothing.db"),
        ("backup", "kept.db", "--database", "mysql://x"),
        ("backup", "missing/kept.db"),
        ("restore", "nothing.db"),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(
    run: Run, url: str, arguments: tuple[str, ...], folder: Path
) -> None:
    given = arguments if "--database" in arguments else (*arguments, "--database", url)
    code, _, err = run(*given)
    assert code == 2
    assert err.startswith("parvis: ")
    assert "Traceback" not in err
    assert {path.name for path in folder.iterdir()} <= {"parvis.db", "state"}


def test_prune_says_what_it_would_do_and_then_what_it_did(run: Run, url: str) -> None:
    store = Store(url)
    begun(store, replace(MADE, id="t2", code="CODE02", created=200.0))
    store.close()
    code, out, _ = run("prune", "--dry-run", "--database", url)
    assert code == 0
    assert "stairs 1970-01-01 never begun" in out
    assert "1 table would be removed." in out
    assert "0 tables" in run("prune", "--keep-unfinished", "0", "--database", url)[1]
    assert "1 table removed." in run("prune", "--database", url)[1]
    assert "0 tables removed." in run("prune", "--database", url)[1]
    assert run("prune", "--keep", "-1", "--database", url)[0] == 2
