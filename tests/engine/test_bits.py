"""Sets as whole numbers, over all members: the compiler has traps here."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from parvis.engine.bits import BIT, count, lowest, members, nth


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


def test_members_are_found_in_sets_of_any_size() -> None:
    assert members(2**200 + 2**64 + 1) == [0, 64, 200]
