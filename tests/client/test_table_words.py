"""What a result says: how a hand ended and why it counts so much, for every end that the rules cases know."""

from pydantic import TypeAdapter

from kit.browser import Pages
from kit.hands import CASES
from kit.server import ServerProcess
from schnapsen_protocol.events import HandEnd
from schnapsen_protocol.refusals import Refused
from schnapsen_protocol.views import ResultView, View
from schnapsen_server.check import read_file
from schnapsen_server.game.cases import Case, NoChance
from schnapsen_server.game.decide import decide
from schnapsen_server.game.evolve import fold
from schnapsen_server.game.view import view

TO_WIN = 7
HOW = {
    HandEnd.SIXTY_SIX: "res.66",
    HandEnd.CLAIM: "res.claim",
    HandEnd.FALSE_CLAIM: "res.false_claim",
    HandEnd.LAST_TRICK: "res.last",
    HandEnd.CLOSER_FAILED: "res.fail",
    HandEnd.CONCEDED: "res.conceded",
}

DRAW = """async (views) => {
  const [{ load }, { handResult }] = await Promise.all([import("/static/js/i18n.js"), import("/static/js/results.js")]);
  await load();
  return views.map((view) => {
    const panel = document.createElement("section");
    const state = { view, near: 0, far: 1, player: true, live: true, presence: [true, true] };
    panel.append(...handResult(state, {}).filter(Boolean));
    const row = (n) =>
      [...panel.querySelectorAll(`.counts tbody tr:nth-child(${n}) td`)].map((cell) => Number(cell.textContent));
    const pips = (kind) => [...panel.querySelectorAll(".pips")].map((pips) => pips.querySelectorAll(kind).length);
    return {
      headline: panel.querySelector("[data-testid=result-points]").textContent,
      won: panel.querySelector("h2").className,
      reasons: [...panel.querySelectorAll("[data-key]")].map((line) => line.dataset.key),
      rows: [1, 2, 3].map(row),
      score: pips(".on"),
      gained: pips(".fresh"),
    };
  });
}"""


def end(case: Case) -> View | None:
    """The table as seat 0 sees it when the moves of the case are made, if that ends the hand."""
    match = case.given
    for step in case.when:
        if step.command is None:
            continue
        try:
            match = fold(decide(match, step.seat, step.command, NoChance(), 0), match)
        except Refused:
            continue
    shown = view(match, 0)
    return shown if shown.result else None


def at_fault(result: ResultView) -> bool:
    """The loser closed or claimed, and pays for it."""
    gave_up = result.reason is HandEnd.CONCEDED and result.closer not in (None, result.winner)
    return gave_up or result.reason in (HandEnd.CLOSER_FAILED, HandEnd.FALSE_CLAIM)


def expected(result: ResultView) -> dict[str, object]:
    worth = f"res.fail{result.game_points}" if at_fault(result) else f"res.{result.game_points}"
    return {
        "headline": str(result.game_points),
        "won": "lost" if result.winner else "won",
        "reasons": [HOW[result.reason], worth, *(["res.atclose"] if result.at_close else [])],
        "rows": [list(result.tricks), list(result.marriages), list(result.points)],
        "score": [min(TO_WIN, score) for score in result.score],
        "gained": [
            min(TO_WIN, score) - max(0, min(TO_WIN, score - result.game_points)) if seat == result.winner else 0
            for seat, score in enumerate(result.score)
        ],
    }


async def test_every_result_tells_its_reason(server: ServerProcess, open_page: Pages) -> None:
    shown = {case.name: seen for file in CASES.glob("*.jsonl") for case in read_file(file) if (seen := end(case))}
    results = {name: seen.result for name, seen in shown.items() if seen.result}
    kinds = {(one.reason, one.game_points, one.at_close, one.closer is not None) for one in results.values()}
    assert len(kinds) >= 10
    assert {one.game_points for one in results.values() if one.loser_points == 33 and not at_fault(one)} == {1}
    page = await open_page(server.url)
    drawn = await page.evaluate(DRAW, TypeAdapter(list[View]).dump_python([*shown.values()], mode="json"))
    told = dict(zip(shown, drawn, strict=True))
    assert told == {name: expected(result) for name, result in results.items()}
