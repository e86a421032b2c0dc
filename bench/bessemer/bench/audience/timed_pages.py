"""Pages in Chromium, timed: by the clock, and by the processor time of the page's main thread."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from playwright.sync_api import CDPSession

# Both run in the page.
_WATCH: Final = """
window.pictured = new Promise((done) => {
    new MutationObserver((_, observer) => {
        if (!document.querySelector(".viewer .picture svg")) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => done(performance.now())));
    }).observe(document, { childList: true, subtree: true });
});"""
_STEPS: Final = """(() => {
    const root = document.getElementById("viewer");
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const timed = async (act) => {
        const start = performance.now();
        act();
        root.getBoundingClientRect();
        const took = performance.now() - start;
        await frame();
        return took;
    };
    window.bench = {
        last: root.viewer.story.last,
        async rest() {
            for (const motion of document.getAnimations()) motion.finish();
            await frame();
            await frame();
        },
        step: (index) => timed(() => {
            root.viewer.lastStep = -Infinity;
            root.viewer.go(index);
        }),
        whole: () => timed(() => {
            for (const part of root.querySelectorAll(".picture, .player .inside")) {
                part.replaceChildren(...[...part.childNodes].map((node) => node.cloneNode(true)));
            }
        }),
    };
})()"""


class Times(NamedTuple):
    """Seconds by the clock, and seconds for which the page had a processor."""

    clock: float
    processor: float


class TimedPage:
    """One page."""

    def __init__(self, session: "CDPSession") -> None:
        self._session = session
        session.send("Page.enable")
        session.send("Page.addScriptToEvaluateOnNewDocument", {"source": _WATCH})
        session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def open(self, file: Path, address: str = "") -> Times:
        """From the moment at which the page is asked for until its match is painted."""
        before = self._processor()
        self._session.send("Page.navigate", {"url": f"{file.as_uri()}{address}"})
        clock = self._value("pictured")
        return Times(clock / 1000, self._processor() - before)

    def steps(self, most: int) -> Iterator[tuple[Times, Times]]:
        """
        Turn by turn, at most so many: a step, and the same picture put there whole.

        The clock stops when the browser has laid out the page; the processor's time has the painting
        of it too. What moves by itself is over before the next one begins.
        """
        self._value(_STEPS)
        for index in range(1, min(most, self._value("bench.last")) + 1):
            yield self._timed(f"bench.step({index})"), self._timed("bench.whole()")

    def frozen(self) -> str:
        """The page as it is now, without the scripts that have drawn it."""
        drawn: str = self._value("document.documentElement.outerHTML")
        return "<!DOCTYPE html>\n" + re.sub(r"<script\b.*?</script>", "", drawn, flags=re.DOTALL)

    def _timed(self, act: str) -> Times:
        self._value("bench.rest()")
        before = self._processor()
        clock = self._value(act)
        return Times(clock / 1000, self._processor() - before)

    def _value(self, expression: str) -> Any:  # noqa: ANN401 - any JSON value
        asked = {"expression": expression, "awaitPromise": True, "returnByValue": True}
        found = self._session.send("Runtime.evaluate", asked)
        if "exceptionDetails" in found:
            raise AssertionError(found["exceptionDetails"])
        return found["result"].get("value")

    def _processor(self) -> float:
        metrics = self._session.send("Performance.getMetrics")["metrics"]
        return next(float(one["value"]) for one in metrics if one["name"] == "TaskDuration")
