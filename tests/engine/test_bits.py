"""Sets as whole numbers, over all members: the compiler has traps here."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from parvis.engine.bits import BIT, count, lowest, members, nth, write_members


def test_every_bit_is_what_it_says() -> None:
    for n in range(63):
        assert BIT[n] == 2**n
        assert count(BIT[n]) == 1
        assert lowest(BIT[n]) == n
        assert nth(BIT[n], 0) == n


@given(st.sets(st.integers(0, 62)))
def test_a_set_has_its_members(found: set[int]) -> None:
    bits = sum(2**n for n in found)
    assert count(bits) == len(found)
    assert members(bits) == sorted(found)
    assert [nth(bits, n) for n in range(len(found))] == sorted(found)
    if found:
        assert lowest(bits) == min(found)


@given(st.sets(st.integers(0, 62)), st.integers(0, 5), st.integers(0, 9))
def test_what_a_table_has_for_the_members_is_written(found: set[int], at: int, first: int) -> None:
    table: list[object] = [str(n) for n in range(80)]
    written: list[object] = [None] * 70
    end = write_members(written, at, table, first, sum(2**n for n in found))
    assert end == at + len(found)
    assert written[at:end] == [str(first + n) for n in sorted(found)]
    assert written[:at] + written[end:] == [None] * (70 - len(found))


def test_members_are_found_in_sets_of_any_size() -> None:
    assert members(2**200 + 2**64 + 1) == [0, 64, 200]
