"""Which modules of Alchemicus go together."""

from bessemer.games.alchemicus.rules import ALCHEMICUS
from tests.games.walks import option_texts


def test_the_race_alone_needs_another_option() -> None:
    """It is played with Noctis only; everything else goes together."""
    played = [(texts["noctis"], texts["race"]) for texts in option_texts(ALCHEMICUS)]

    assert {("off", "off"), ("on", "off"), ("on", "on")} == set(played)
    assert 3 * 4 == len(played)  # each with and without a bank, with and without the advanced sale
