"""What a result says, in words: why the hand ended and why it counts so much."""

from typing import Any

from kit.browser import Pages
from kit.server import ServerProcess

REASONS = """async ([result, names]) => {
  const words = await import("/static/js/words.js");
  const seats = names.map((name) => ({ name, computer: false }));
  return words.reasons(result, { seats }).map(({ key }) => key);
}"""


def result(**fields: Any) -> dict[str, Any]:
    usual: dict[str, Any] = {
        "winner": 0, "closer": None, "game_points": 1, "reason": "sixty_six", "at_close": False, "loser_points": 40,
        "loser_tricks": 2, "points": [66, 40],
    }  # fmt: skip
    return usual | fields


VECTORS = {
    "sixty-six against 33 or more": (result(), ["res.66", "res.1"]),
    "exactly 33 counts one": (result(loser_points=33), ["res.66", "res.1"]),
    "fewer than 33": (result(game_points=2, loser_points=32), ["res.66", "res.2"]),
    "no trick": (result(game_points=3, loser_points=0, loser_tricks=0), ["res.66", "res.3"]),
    "closed and won": (result(closer=0, at_close=True, game_points=2), ["res.66", "res.2", "res.atclose"]),
    "closed and failed": (
        result(closer=1, reason="closer_failed", at_close=True, game_points=2),
        ["res.fail", "res.fail2", "res.atclose"],
    ),
    "failed against no trick": (
        result(closer=1, reason="closer_failed", at_close=True, game_points=3),
        ["res.fail", "res.fail3", "res.atclose"],
    ),
    "the last trick": (result(reason="last_trick"), ["res.last", "res.1"]),
    "a false claim": (result(reason="false_claim", game_points=3), ["res.false_claim", "res.fail3"]),
    "given up": (result(reason="conceded", game_points=3), ["res.conceded", "res.3"]),
    "given up by the closer": (
        result(reason="conceded", closer=1, at_close=True, game_points=2),
        ["res.conceded", "res.fail2", "res.atclose"],
    ),
}


async def test_a_result_tells_its_reason(server: ServerProcess, open_page: Pages) -> None:
    page = await open_page(server.url)
    told = {name: await page.evaluate(REASONS, [hand, ["Anna", "Ben"]]) for name, (hand, _) in VECTORS.items()}
    assert told == {name: keys for name, (_, keys) in VECTORS.items()}
