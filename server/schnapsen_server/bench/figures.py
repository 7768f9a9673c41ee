"""Many measurements as a few figures."""

import statistics
from collections.abc import Iterable


def spread(values: Iterable[float]) -> dict[str, int]:
    """Nothing of nothing."""
    found = sorted(values)
    if not found:
        return {}
    return {
        "median": round(statistics.median(found)),
        "p95": round(found[int(len(found) * 0.95)]),
        "p99": round(found[int(len(found) * 0.99)]),
        "max": round(found[-1]),
    }


def show(figures: dict[str, object]) -> None:
    for name, figure in figures.items():
        print(f"{name.replace('_', ' '):>24}  {figure}")
