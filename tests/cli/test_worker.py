"""`parvis worker` as one types it: what is missing is said in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.table.places import new_url, postgres_there


def test_a_worker_without_a_database_is_told_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PARVIS_DATABASE", raising=False)
    code, _, err = run("worker")
    assert code == 2
    assert err.startswith("parvis: A worker needs the database of its servers: --database")


def test_a_worker_with_an_sqlite_file_is_told_so(run: Run, folder: Path) -> None:
    code, _, err = run("worker", "--database", f"sqlite:///{folder}/parvis.db")
    assert code == 2
    assert "need PostgreSQL" in err
    assert not list(folder.glob("*.db"))


def test_a_worker_without_the_driver_is_told_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "psycopg" else 1)
    code, _, err = run("worker", "--database", "postgresql://localhost/parvis")
    assert code == 2
    assert "parvis[postgres]" in err


def test_a_worker_whose_database_does_not_answer_is_told_so(run: Run) -> None:
    code, _, err = run("worker", "--database", "postgresql://parvis@127.0.0.1:9/parvis")
    assert code == 2
    assert "cannot open" in err
    assert "Traceback" not in err


@pytest.mark.parametrize("jobs", ["0", "65", "many"])
def test_a_number_of_jobs_that_cannot_be_is_refused(run: Run, jobs: str) -> None:
    code, _, err = run("worker", "--jobs", jobs)
    assert code == 2
    assert "from 1 to 64" in err


def test_a_worker_makes_no_database_of_its_own(run: Run, tmp_path: Path) -> None:
    if not postgres_there():
        pytest.skip("left out: no PostgreSQL at 127.0.0.1:5432 (database test)")
    with new_url("postgresql", tmp_path) as url:
        code, _, err = run("worker", "--database", url)
    assert code == 2
    assert "is of another version of Parvis, or of none" in err
