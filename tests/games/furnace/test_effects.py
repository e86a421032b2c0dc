"""Effects and amounts: their notation, what they cost and what they change."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bessemer.games.furnace.effects import (
    COAL,
    IRON,
    MONEY,
    OIL,
    SYMBOLS,
    TOKENS,
    Amounts,
    Effect,
    Stock,
    affordable,
    amounts_text,
    carry_out,
    effect_of,
    parse_amounts,
    parse_effect,
    shortfall,
)


def amounts(resources: st.SearchStrategy[int]) -> st.SearchStrategy[Amounts]:
    """One to three different resources, some of each."""
    pairs = st.tuples(resources, st.integers(1, 12))
    return st.lists(pairs, min_size=1, max_size=3, unique_by=lambda pair: pair[0]).map(tuple)


@st.composite
def effects(draw: st.DrawFn) -> Effect:
    """Extractions, and processings with and without a limit."""
    takes: Amounts = draw(st.just(()) | amounts(st.sampled_from((COAL, IRON, OIL, TOKENS))))
    taken = {resource for resource, _ in takes}
    gives = draw(amounts(st.sampled_from([r for r in range(5) if r not in taken])))
    return effect_of(takes, gives, draw(st.integers(0, 9)))


# --- Notation ------------------------------------------------------------------------------------


def test_resources_are_coal_iron_oil_tokens_money() -> None:
    """A stock is in the order of the symbols."""
    assert SYMBOLS == "CIOU$"
    assert [COAL, IRON, OIL, TOKENS, MONEY] == [0, 1, 2, 3, 4]
    assert Stock._fields == ("coal", "iron", "oil", "tokens", "money")
    assert Stock() == (0, 0, 0, 0, 0)
    assert Stock(coal=1, iron=2, oil=3, tokens=40, money=500).resources == 6


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("2C", Effect((), ((COAL, 2),), 0, ((COAL, 2),)), id="extraction"),
        pytest.param(
            "1I + 2C",
            Effect((), ((IRON, 1), (COAL, 2)), 0, ((IRON, 1), (COAL, 2))),
            id="two-resources",
        ),
        pytest.param(
            "1I -> 4C",
            Effect(((IRON, 1),), ((COAL, 4),), 0, ((IRON, -1), (COAL, 4))),
            id="compensation",
        ),
        pytest.param(
            "1C + 1O -> 6$ x2",
            Effect(((COAL, 1), (OIL, 1)), ((MONEY, 6),), 2, ((COAL, -1), (OIL, -1), (MONEY, 6))),
            id="processing",
        ),
        pytest.param(
            "10U -> 12I + 3O x11",
            Effect(
                ((TOKENS, 10),),
                ((IRON, 12), (OIL, 3)),
                11,
                ((TOKENS, -10), (IRON, 12), (OIL, 3)),
            ),
            id="large",
        ),
    ],
)
def test_notation_is_read_and_written(text: str, expected: Effect) -> None:
    """A line of a card as a value, and back."""
    assert expected == parse_effect(text)
    assert text == str(expected)


@settings(max_examples=50)
@given(effects())
def test_every_effect_reads_back(effect: Effect) -> None:
    """Whatever is written is read as the same."""
    assert effect == parse_effect(str(effect))
    assert effect.gives == parse_amounts(amounts_text(effect.gives))


@pytest.mark.parametrize(
    "text", ["2C->1O x2", " 2C -> 1O x2 ", "2C  ->  1O  x2", "2C -> 1Ox2", "\t2C -> 1O x2"]
)
def test_spaces_mean_nothing(text: str) -> None:
    """A person may write a deck as they like."""
    assert parse_effect("2C -> 1O x2") == parse_effect(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "C",
        "2",
        "C2",
        "2c",
        "2K",
        "-1C",
        "+1C",
        "1.5C",
        "0C",
        "1C + 0I",
        "1C +",
        "+ 1C",
        "1C 1I",
        "1C, 1I",
        "1C + 1C",
        "1C + 1I + 2C",
        "two coal",
    ],
)
def test_bad_amounts(text: str) -> None:
    """No amounts, amounts below 1, a resource twice: neither alone nor on a side of an arrow."""
    with pytest.raises(ValueError, match=r".+"):
        parse_amounts(text)
    for line in (f"{text} -> 1$ x2", f"1O -> {text} x2", text):
        with pytest.raises(ValueError, match=r".+"):
            parse_effect(line)


@pytest.mark.parametrize(
    "text",
    [
        "->",
        "1C ->",
        "-> 1C",
        "1C -> 1I -> 1O",
        "1C > 1I",
        "1C - 1I",
        "1C <- 1I",
        "1C => 1I",
        "1C -> 1I x",
        "1C -> 1I x0",
        "1C -> 1I x-1",
        "1C -> 1I x 2",
        "1C -> 1I 2",
        "1C -> 1I x2 x3",
        "1C -> 1I x2 + 1O",
        "1C x2 -> 1I",
        "x2",
        "1C x0",
        "1$ -> 1C",
        "1C + 1$ -> 1I x2",
        "1C -> 1C",
        "1C + 1I -> 2I x2",
        "1C -> 1O + 1C",
    ],
)
def test_bad_effects(text: str) -> None:
    """Malformed, spending money, taking what it gives, or limited to 0."""
    with pytest.raises(ValueError, match=r".+"):
        parse_effect(text)


# --- Doing it ------------------------------------------------------------------------------------

LINE = parse_effect("2C + 1I -> 3O x4")


@pytest.mark.parametrize(
    ("stock", "most", "expected"),
    [
        pytest.param((9, 9, 0, 0, 0), 4, 4, id="most"),
        pytest.param((9, 9, 0, 0, 0), 3, 3, id="less-wanted"),
        pytest.param((9, 9, 0, 0, 0), 0, 0, id="none-wanted"),
        pytest.param((4, 9, 0, 0, 0), 4, 2, id="coal"),
        pytest.param((5, 9, 0, 0, 0), 4, 2, id="coal-left-over"),
        pytest.param((9, 3, 0, 0, 0), 4, 3, id="iron"),
        pytest.param((1, 9, 9, 9, 9), 4, 0, id="too-little-coal"),
        pytest.param((9, 0, 9, 9, 9), 4, 0, id="no-iron"),
    ],
)
def test_how_often_a_line_can_be_paid(stock: tuple[int, ...], most: int, expected: int) -> None:
    """As often as the scarcest resource allows, at most `most` times."""
    assert expected == affordable(LINE, stock, most)


def test_extraction_is_always_affordable() -> None:
    """It costs nothing."""
    assert affordable(parse_effect("2C"), (0, 0, 0, 0, 0), 7) == 7


def test_what_a_line_changes() -> None:
    """It takes and gives so many times over, in place."""
    stock = [5, 2, 1, 1, 1]
    carry_out(LINE, stock, 0)
    assert stock == [5, 2, 1, 1, 1]
    carry_out(LINE, stock, 2)
    assert stock == [1, 0, 7, 1, 1]
    carry_out(parse_effect("1U + 2$"), stock, 3)
    assert stock == [1, 0, 7, 4, 7]


@pytest.mark.parametrize(
    ("stock", "times", "expected"),
    [
        pytest.param((4, 2, 0, 0, 0), 2, "", id="just-enough"),
        pytest.param((3, 2, 0, 0, 0), 2, "1C", id="coal"),
        pytest.param((4, 0, 0, 0, 0), 2, "2I", id="iron"),
        pytest.param((1, 1, 9, 9, 9), 3, "5C + 2I", id="both"),
        pytest.param((0, 0, 0, 0, 0), 0, "", id="never"),
    ],
)
def test_what_is_missing(stock: tuple[int, ...], times: int, expected: str) -> None:
    """The difference between price and stock, for each resource that falls short."""
    assert expected == amounts_text(shortfall(LINE, stock, times))


@settings(max_examples=50)
@given(effects(), st.tuples(*[st.integers(0, 30)] * 5), st.integers(0, 9))
def test_affordable_is_what_lacks_nothing(
    effect: Effect, stock: tuple[int, ...], times: int
) -> None:
    """So often and not once more; and what is paid never makes a stock negative."""
    most = affordable(effect, stock, 9)

    assert (times <= most) == (not shortfall(effect, stock, times))
    after = list(stock)
    carry_out(effect, after, most)
    assert min(after) >= 0
