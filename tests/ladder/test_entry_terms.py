"""Quotas, the deadline and quiet hours of a ladder: what each says at a moment."""

import pytest

from bessemer.errors import BadRequest
from bessemer.ladder.entry_terms import EntryTerms, quiet_hours, quiet_text


def at(hour: int, minute: int = 0) -> float:
    """A time of a day in UTC."""
    return 86_400.0 * 20_000 + 3600 * hour + 60 * minute + 59


def test_nothing_begins_in_quiet_hours() -> None:
    """From the first minute to the one before the last, also over midnight."""
    terms = EntryTerms(quiet=quiet_hours("22:30-07:00, 12:00-13:00"))

    for time in (at(22, 30), at(23, 59), at(0), at(6, 59), at(12), at(12, 59)):
        assert terms.is_quiet(time)
    for time in (at(22, 29), at(7), at(11, 59), at(13)):
        assert not terms.is_quiet(time)
    assert "22:30-07:00,12:00-13:00" == quiet_text(terms.quiet)
    assert not EntryTerms(quiet=quiet_hours("")).is_quiet(at(3))


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("22-7", "write it like 22:00-07:00"),
        ("24:00-07:00", "write it like"),
        ("08:00-08:00", "freeze the ladder"),
        (",".join(["01:00-02:00"] * 11), "at most 10"),
    ],
)
def test_what_is_no_time_is_refused(text: str, what: str) -> None:
    """With the field, and how to write it."""
    with pytest.raises(BadRequest, match=what) as caught:
        quiet_hours(text)
    assert "quiet_hours" == caught.value.field


def test_a_ladder_is_locked_from_its_time_on() -> None:
    """Not before; and never without one."""
    terms = EntryTerms(locks=100.0)

    assert [False, True, True] == [terms.is_locked(now) for now in (99.9, 100.0, 200.0)]
    assert not EntryTerms().is_locked(1e12)
