"""What a page costs whoever opens it: bytes, requests and frames as Chromium counts them, and what moves in it.

A meter is put on a page before its first load. Bytes are those on the wire, compressed, with their headers.
"""

import json
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, Self
from urllib.parse import urlsplit

from playwright.async_api import CDPSession, Page

KINDS = {"Document": "HTML", "Script": "JS", "Stylesheet": "CSS", "Image": "icon", "Manifest": "icon", "Other": "icon"}

WATCH = """() => {
  const felt = window.felt = { shifts: [], taps: [], paint: 0, ready: 0 };
  const watch = (type, hear) =>
    new PerformanceObserver((list) => list.getEntries().forEach(hear)).observe({ type, buffered: true });
  const named = (node) => node instanceof Element ? `${node.localName}#${node.id}.${node.className}` : "gone";
  watch("layout-shift", ({ value, hadRecentInput, sources }) =>
    hadRecentInput || felt.shifts.push({ value, moved: sources.map(({ node }) => named(node)) }));
  addEventListener("pointerup", ({ target, timeStamp }) => {
    if (!target.closest("#hand .card")) return;
    const painted = new MessageChannel(); // its message comes behind the painting
    painted.port1.onmessage = () => felt.taps.push(performance.now() - timeStamp);
    const moved = new MutationObserver(() => {
      moved.disconnect();
      requestAnimationFrame(() => painted.port2.postMessage(null));
    });
    for (const place of document.querySelectorAll("#hand, #trick")) {
      moved.observe(place, { subtree: true, childList: true, attributes: true });
    }
  }, true);
  watch("largest-contentful-paint", ({ startTime }) => (felt.paint = startTime));
  new MutationObserver(() => (felt.ready ||= performance.now()))
    .observe(document, { subtree: true, attributes: true, attributeFilter: ["data-ready"] });
  new MutationObserver((_, watcher) => {
    if (!document.querySelector("%s")) return;
    watcher.disconnect();
    window.pageIsThere("");
  }).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-ready", "data-phase"] });
}"""
THERE = "html[data-ready], #table:not([data-phase=''])"
"""A page that can be used: home when its buttons work, a table when it is drawn."""


COUNT = "document.querySelectorAll('*:not(.symbols *)').length"


class Meter:
    """Counts from the moment it is put on; the websocket is counted by its frames alone.

    What a page sends for when it is there already has kinds of its own, "later JS" and so on.
    """

    def __init__(self, page: Page, line: CDPSession) -> None:
        self.page = page
        self.line = line
        self.bytes: Counter[str] = Counter()
        """By kind: HTML, JS, CSS, locale, faces, icon, answers."""
        self.requests: Counter[str] = Counter()
        self.origins: set[str] = set()
        self.up: list[str] = []
        self.down: list[str] = []
        self._there = False
        self._later: set[str] = set()
        self._kinds: dict[str, str] = {}
        self._kept: set[str] = set()

    @classmethod
    async def on(cls, page: Page) -> Self:
        line = await page.context.new_cdp_session(page)
        meter = cls(page, line)
        line.on("Runtime.bindingCalled", lambda event: setattr(meter, "_there", True))
        line.on("Network.requestWillBeSent", meter._asked)
        line.on("Network.responseReceived", meter._answered)
        line.on("Network.requestServedFromCache", lambda event: meter._kept.add(event["requestId"]))
        line.on("Network.loadingFinished", meter._finished)
        line.on("Network.webSocketFrameSent", lambda event: meter.up.append(event["response"]["payloadData"]))
        line.on("Network.webSocketFrameReceived", lambda event: meter.down.append(event["response"]["payloadData"]))
        await line.send("Network.enable")
        await line.send("Runtime.enable")
        await line.send("Runtime.addBinding", {"name": "pageIsThere"})
        await page.add_init_script(f"({WATCH % THERE})()")
        return meter

    def forget(self) -> None:
        """Count from here on."""
        self.bytes, self.requests, self.origins = Counter(), Counter(), set()

    def _asked(self, event: dict[str, Any]) -> None:
        """In the order in which it happened in the page, as is its word that it is there."""
        if event["type"] == "Document":
            self._there = False
        if self._there:
            self._later.add(event["requestId"])

    def _answered(self, event: dict[str, Any]) -> None:
        answer = event["response"]
        url = urlsplit(answer["url"])
        if url.scheme == "data":
            return
        kind = KINDS.get(event["type"], "answers")
        if url.path.startswith("/api/"):
            kind = "answers"
        if "/i18n/" in url.path:
            kind = "locale"
        if "/faces/" in url.path:
            kind = "faces"
        if event["requestId"] in self._later:
            kind = f"later {kind}"
        self._kinds[event["requestId"]] = kind
        self.origins.add(f"{url.scheme}://{url.netloc}")
        if not answer.get("fromDiskCache") and event["requestId"] not in self._kept:
            self.requests[kind] += 1

    def _finished(self, event: dict[str, Any]) -> None:
        if kind := self._kinds.get(event["requestId"]):
            self.bytes[kind] += int(event["encodedDataLength"])

    async def felt(self) -> dict[str, Any]:
        """Of the page that is open: `shifts` that no touch explains, `taps` on cards in ms until they were painted, the
        largest `paint` and when all was `ready` in ms after the start."""
        found: dict[str, Any] = await self.page.evaluate("window.felt")
        return found

    async def elements(self) -> int:
        return await elements(self.page)

    async def heap(self) -> int:
        """Bytes that JavaScript holds, after the garbage is gone."""
        await self.line.send("HeapProfiler.collectGarbage")
        usage: dict[str, float] = await self.line.send("Runtime.getHeapUsage")
        return int(usage["usedSize"])

    async def slow_down(self, *, cpu: float = 4, network: bool = True) -> None:
        """As on a cheap phone: so many times slower, and 1.6 Mbit/s with 150 ms to and fro."""
        await self.line.send("Emulation.setCPUThrottlingRate", {"rate": cpu})
        if network:
            conditions = {"latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
            await self.line.send("Network.emulateNetworkConditions", {"offline": False, **conditions})

    def sizes(self) -> dict[str, int]:
        """The largest frames in bytes: a `submit` up, one event, an update with its events, and a whole table."""
        commands = [text for text in self.up if json.loads(text)["t"] == "submit"]
        told = [(text, json.loads(text)) for text in self.down]
        updates = [(text, frame) for text, frame in told if frame["t"] == "update"]
        return {
            "submit": max((size(text) for text in commands), default=0),
            "event": max((size(compact(event)) for _, frame in updates for event in frame["events"]), default=0),
            "update": max((size(text) for text, _ in updates), default=0),
            "joined": max((size(text) for text, frame in told if frame["t"] == "joined"), default=0),
        }


async def elements(page: Page) -> int:
    """Of the page as it is laid out: the drawings that its cards refer to are kept once, beside it, and not counted."""
    count: int = await page.evaluate(COUNT)
    return count


def compact(value: object) -> str:
    """As it stands in the frame."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


async def most_elements(page: Page) -> Callable[[], Awaitable[int]]:
    """Watches the page that is open; tells the most elements that it had at a time since."""
    await page.evaluate(f"""() => {{
      const count = () => (window.most = Math.max(window.most ?? 0, {COUNT}));
      new MutationObserver(count).observe(document, {{ subtree: true, childList: true }});
      count();
    }}""")

    async def most() -> int:
        found: int = await page.evaluate("window.most")
        return found

    return most


def size(text: str) -> int:
    return len(text.encode())
