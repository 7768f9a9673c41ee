"""How long a page's main thread works at a stretch, in time of the processor: what else goes on is not in it."""

import json
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from playwright.async_api import Browser, Page

CATEGORIES = ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"]


@asynccontextmanager
async def tasks_of(browser: Browser, page: Page) -> AsyncIterator[list[float]]:
    """The tasks while the body runs, in ms; they are here after it."""
    found: list[float] = []
    await browser.start_tracing(page=page, categories=CATEGORIES)
    try:
        yield found
    finally:
        trace = json.loads(await browser.stop_tracing())["traceEvents"]
    mains = {
        (event["pid"], event["tid"])
        for event in trace
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    tasks = [event for event in trace if event["name"] == "RunTask" and (event["pid"], event["tid"]) in mains]
    ((busiest, _),) = Counter(event["pid"] for event in tasks).most_common(1)
    found.extend(event["tdur"] / 1000 for event in tasks if event["pid"] == busiest and "tdur" in event)
