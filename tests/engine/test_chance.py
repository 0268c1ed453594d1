"""Chance: the same everywhere, uniform, and never shared by accident."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parvis.engine.chance import Chance, Rng, Stream, key_of_seed, read_chance, shuffle


def test_the_stream_is_sha_256_in_counter_mode() -> None:
    key = key_of_seed("x")
    assert key == hashlib.sha256(b"parvis seed:x").digest()
    words = [
        int.from_bytes(
            hashlib.sha256(key + block.to_bytes(8, "big")).digest()[at * 4 : at * 4 + 4], "big"
        )
        for block in range(3)
        for at in range(8)
    ]
    stream = Stream(key)
    assert [stream.word() for _ in range(24)] == words


def test_the_fast_generator_is_sfc32() -> None:
    # Worked out by hand from the published algorithm, from the state 1, 2, 3 and counter 1.
    rng = Rng(0, 1, 2, 3, 1)
    assert [rng.word() for _ in range(5)] == sfc32(1, 2, 3, 1, 5)


def sfc32(a: int, b: int, c: int, d: int, count: int) -> list[int]:
    whole = 2**32
    words = []
    for _ in range(count):
        t = (a + b + d) % whole
        d = (d + 1) % whole
        a = b ^ (b >> 9)
        b = (c + c * 8) % whole
        c = (((c * 2**21) % whole | c >> 11) + t) % whole
        words.append(t)
    return words


@pytest.mark.parametrize("chance", [Stream(key_of_seed("s")), Rng(1)], ids=["stream", "rng"])
@pytest.mark.parametrize("n", [1, 2, 3, 6, 75])
def test_every_number_below_n_is_equally_likely(chance: Chance, n: int) -> None:
    draws = 2000 * n if n < 10 else 30000
    counts = [0] * n
    for _ in range(draws):
        counts[chance.below(n)] += 1
    expected = draws / n
    chi = sum((count - expected) ** 2 / expected for count in counts)
    assert chi <= n + 5 * (2 * n) ** 0.5


@given(st.integers(1, 2**31), st.integers(0, 40))
def test_a_source_read_back_from_its_text_goes_on_the_same(n: int, drawn: int) -> None:
    sources: list[Chance] = [Stream(key_of_seed("s")), Rng(5)]
    for source in sources:
        for _ in range(drawn):
            source.below(10)
        again, twin = read_chance(source.text()), source.copy()
        expected = [source.below(n) for _ in range(20)]
        assert [again.below(n) for _ in range(20)] == expected
        assert [twin.below(n) for _ in range(20)] == expected


@given(st.text(max_size=90))
def test_a_text_that_is_no_source_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_chance(text)


@pytest.mark.parametrize(
    "text",
    ["stream:12:0", f"stream:{'0' * 64}:x", f"stream:{'z' * 64}:0", "rng:1.2.3", "rng:1.2.3.-4"],
)
def test_a_damaged_source_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_chance(text)


def test_a_shuffle_reaches_every_order_about_equally_often() -> None:
    rng = Rng(3)
    orders: dict[tuple[int, ...], int] = {}
    for _ in range(6000):
        items = [0, 1, 2]
        shuffle(items, rng)
        orders[tuple(items)] = orders.get(tuple(items), 0) + 1
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())


def test_a_spawned_generator_goes_its_own_way() -> None:
    parent = Rng(1)
    child = parent.spawn()
    assert [child.word() for _ in range(4)] != [parent.word() for _ in range(4)]
