"""A worker that was started before Parvis was compiled becomes a compiled one unnoticed."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

import pytest

import parvis
from parvis.table.worker_pool import BotQuestion, Worker


@pytest.mark.skipif(os.name == "nt", reason="a process cannot start anew in place on Windows")
@pytest.mark.skipif(parvis.COMPILED, reason="is compiled already")
def test_a_worker_starts_anew_in_its_process_once_compiled_code_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    awaited = tmp_path / "compiled"
    monkeypatch.setenv("PARVIS_AWAITED", str(awaited))
    # What would be found there, if it were in earnest: here it only tells that it runs again.
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(tmp_path), *sys.path]))
    noting = f"open({str(tmp_path / 'started')!r}, 'a').write(f'{{os.getpid()}} ')"
    (tmp_path / "sitecustomize.py").write_text(f"import os\n{noting}\n")
    position = parvis.start("cites-nouvelles", 2, 1)

    async def asked() -> list[tuple[int, int]]:
        worker = Worker((sys.executable, "-m", "parvis.table.worker"))
        answers = []
        for seed in range(4):
            if seed == 1:
                awaited.mkdir()
            answer = await worker.ask(BotQuestion(position.text(), None, "random", seed))
            assert worker.process is not None
            answers.append((answer.move, worker.process.pid))
        await worker.stop()
        return answers

    answers = asyncio.run(asked())
    assert all(move in position.moves() for move, _ in answers)
    pids = {pid for _, pid in answers}
    assert len(pids) == 1, "nobody had to replace it"
    started = (tmp_path / "started").read_text().split()
    assert started == [str(*pids)] * 2, "anew after the second answer, and never again"
