"""The guided first match of Brass; see `Course`."""

from typing import Final

from bessemer.faces.language import key
from bessemer.faces.lessons import Course, Lesson, LessonStep, Remark

_FIRST: Final = Course(
    options={},
    replies=(
        (
            "pass with cotton",
            "build coal at blackburn.bottom-left with coal",
            "canal blackburn-burnley with port",
            "develop iron iron from market with barrow",
            "develop cotton iron from market with colne",
            "build port at warrington_runcorn.bottom with warrington_runcorn",
            "canal warrington_runcorn-wigan with burnley",
            "canal burnley-colne with port",
            "canal liverpool-wigan with blackburn",
        ),
    ),
    seed=75,
    welcome=(
        Remark(
            key(
                "Brass is played in Lancashire: you build mills, mines, works, ports and shipyards, and the canals between them, "
                "later railways. The player with the most points after both eras wins."
            ),
            ("space",),
        ),
        Remark(
            key(
                "What you build is worth nothing until it is used: cotton must be sold, coal and iron taken away. Then its tile "
                "flips: your income rises, and it scores at the end of the era."
            ),
            ("space",),
        ),
    ),
    lessons={
        "action": Lesson(
            key("An action"),
            key(
                "You have two actions in a round, one in the first, and play a card for each. Only for building does it matter "
                "which card: any other action takes any card."
            ),
            key(
                "The player who spends least in a round begins the next one. To be first is often worth a cheap round."
            ),
            points=("card",),
        ),
        "build": Lesson(
            key("Building"),
            key(
                "You take the top tile of a stack and put it on a free space. A town's card builds in that town; an industry's "
                "card builds that industry where your network reaches, or anywhere while you have nothing."
            ),
            key(
                "Cotton mills are the usual beginning: they need no coal at the lowest level, and two sales lift your income. In "
                "the first era you own one tile a town."
            ),
            points=("space", "stack", "card"),
        ),
        "loan": Lesson(
            key("A loan"),
            key(
                "£10, £20 or £30 at once, and your income falls by one, two or three steps for good."
            ),
            key(
                "Early loans are cheap: your income is low anyway and grows when tiles flip. Without money you build nothing, and "
                "a tile that stands early flips early."
            ),
            points=("income",),
        ),
        "shortfall": Lesson(
            key("A debt"),
            key(
                "Your income is negative and you cannot pay: you give tiles back for half their cost until you can. They score "
                "nothing any more."
            ),
            key(
                "This is what spending the last pound does with a negative income. Give up what would flip last, and keep a few "
                "pounds the next time."
            ),
            points=("space",),
        ),
        "canal": Lesson(
            key("A canal"),
            key(
                "For £3 you join two places, from somewhere you are. Links carry coal, and cotton to a port."
            ),
            key(
                "At the end of the era each of your links scores one point for every flipped tile at both ends, whoever owns "
                "it. Build where the others will build."
            ),
            points=("link",),
        ),
        "sell": Lesson(
            key("Selling cotton"),
            key(
                "You name a mill and who buys: a port that it is connected with, which flips too, or the distant market through "
                "any port."
            ),
            key(
                "A port is sure, and feeds its owner as well: best if it is yours. The distant market pays a bonus at first, "
                "and is closed for the era when too much was sold to it."
            ),
            points=("space", "market:distant"),
        ),
        "sale": Lesson(
            key("The next mill"),
            key(
                "One action sells as many mills as you like, one after the other. Name the next, or stop."
            ),
            key(
                "So gather two or three mills for one sale: it saves actions, which are what you have least of."
            ),
            points=("space",),
        ),
        "develop": Lesson(
            key("Developing"),
            key(
                "You remove one or two tiles from the tops of your stacks unbuilt, with an iron for each."
            ),
            key(
                "The tiles below are dearer and better. And what is of level 1 leaves the board between the eras: what you "
                "develop past it stays and scores twice."
            ),
            points=("stack",),
        ),
    },
    steps=(
        LessonStep("build cotton at lancaster.right with cotton", "build"),
        LessonStep("build cotton at burnley.right with burnley"),
        LessonStep("loan 20 with lancaster", "loan"),
        LessonStep("build cotton at warrington_runcorn.top with warrington_runcorn"),
        LessonStep("build port at liverpool.bottom-right with liverpool"),
        LessonStep("remove burnley.right"),
        LessonStep("canal lancaster-scotland with liverpool", "canal"),
        LessonStep("sell lancaster.right to distant with coal", "sell"),
        LessonStep("sell warrington_runcorn.top to warrington_runcorn.bottom"),
        LessonStep(
            "build iron at blackburn.bottom-right with blackburn, coal from blackburn.bottom-left"
        ),
        LessonStep(
            "develop coal iron from blackburn.bottom-right and port iron from blackburn.bottom-right "
            "with lancaster",
            "develop",
        ),
    ),
    left_out={},
)

COURSES: Final = (_FIRST,)
