"""What the moves of a bare position are worth: exact where the cards are known, else with an interval; and `solve`."""

import json
import random
from pathlib import Path

import pytest

from kit.hands import deal, play, standing
from schnapsen_protocol.cards import Preset
from schnapsen_server import solve
from schnapsen_server.bots.standing import values
from schnapsen_server.game.moves import legal

from .brute import after, random_hand, running, value

CASES = Path(__file__).parents[2] / "protocol" / "cases"


def test_with_all_cards_known_the_values_are_those_of_minimax() -> None:
    seed = random.randrange(2**32)
    print("seed", seed)
    luck, solved = random.Random(seed), 0
    while solved < 20:
        for moment in random_hand(luck.choice(list(Preset)), luck, closing=0):
            match, hand = moment.match, running(moment.match)
            if hand.stock or (hand.table is not None and hand.table.marriage) or len(hand.sides[0].cards) > 3:
                continue
            found = {one.move: (one.points, one.interval) for one in values(match)}
            moves = legal(match, moment.seat)
            assert found == {move: (value(after(match, moment.seat, move), moment.seat), 0) for move in moves}, moment
            solved += 1


def test_an_open_stock_is_sampled_and_says_so() -> None:
    found = values(deal(), seed=1)
    assert {one.move for one in found} == set(legal(deal(), 0))
    assert all(one.interval > 0 for one in found)
    assert found == values(deal(), seed=1) != values(deal(), seed=2)


def test_what_the_mover_cannot_see_is_not_looked_at() -> None:
    other = deal("HJ HA SK SQ CT | ST DK CA HK CQ | HQ | DQ DJ HT SA DA DT CK CJ SJ")
    assert values(deal(), seed=1) == values(other, seed=1)


def test_a_closed_stock_is_exact() -> None:
    closed = play(deal(), "close")
    assert all(one.interval == 0 for one in values(closed))


def test_solve_reads_cases(capsys: pytest.CaptureFixture[str]) -> None:
    path = CASES / "ending.jsonl"
    assert solve.main([path], as_json=True) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    names = [json.loads(line)["name"] for line in path.read_text("utf-8").splitlines()]
    assert [line["name"] for line in lines] == names
    for line in lines:
        case = standing(line["name"])
        assert case.acting is not None
        assert {one["move"] for one in line["moves"]} == set(legal(case, case.acting))
        assert [one["points"] for one in line["moves"]] == sorted(
            (one["points"] for one in line["moves"]), reverse=True
        )


def test_solve_says_what_it_cannot_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text("{}\n")
    assert solve.main([broken]) == 2
    assert "missing" in capsys.readouterr().err
