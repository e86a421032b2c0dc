"""The rules of Brass for a new player; see `Section`."""

from typing import Final

from bessemer.faces.language import key
from bessemer.faces.rules import Section

RULES: Final = (
    Section(
        key("The aim"),
        (
            key(
                "Two eras are played: first with canals [canal], then with rails [rail]. After each of them tiles that have flipped and links score points [point]. The player with the most points after both wins."
            ),
        ),
    ),
    Section(
        key("A round"),
        (
            key(
                "Everybody collects their income, or pays it if it is negative. Then, in turn, each player takes two actions, only one in the first round, and plays a card [card] for each. Whoever has spent least goes first in the next round."
            ),
            key(
                "You fill your hand again while there are cards. The era ends when all hands are empty."
            ),
        ),
    ),
    Section(
        key("Build"),
        (
            key(
                "Put the top tile of one of your stacks on a free space for its industry: cotton mill [cotton], coal mine [mine], iron works [works], port [port] or shipyard [shipyard]. A town's card builds in that town. An industry's card builds that industry where your tiles and links reach."
            ),
            key(
                "You pay the price of the tile, and the coal [coal] and iron [iron] that it needs. Coal must come along links from the nearest mine, or from the market if a port is connected. Iron comes from anywhere."
            ),
        ),
    ),
    Section(
        key("When a tile flips"),
        (
            key(
                "A mill flips when its cotton is sold, and the port that ships it flips too. A mine or works flips when its last cube is taken. A shipyard flips at once. A tile that flips raises its owner's income [income], and scores at the end of the era."
            ),
        ),
    ),
    Section(
        key("Other actions"),
        (
            key(
                "Link: join two places, from somewhere you are. A canal costs £3. In the rail era one rail costs £5 and two cost £15, with a coal for each."
            ),
            key(
                "Sell: sell the cotton of any number of your mills, each through a connected port, or at the distant market through any connected port. The distant market pays a bonus that shrinks, and in the end it is closed."
            ),
            key("Develop: remove one or two tiles from the tops of your stacks, for an iron each."),
            key("Loan: take £10, £20 or £30, and your income falls by one, two or three steps."),
        ),
    ),
    Section(
        key("The end of an era"),
        (
            key(
                "Each of your links scores a point for every flipped tile at both its ends, whoever owns it, and two for an end outside Lancashire. Each of your flipped tiles scores the points on its back. After the canal era all canals and all tiles of level 1 leave the board; the others stay and score again. At the very end every full £10 is a point."
            ),
        ),
    ),
)
