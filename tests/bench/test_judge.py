"""The judge of what was told: it finds nothing in a true story, and each kind of wrong in a false one."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from kit.played import Played, opened
from schnapsen_protocol.cards import Seat
from schnapsen_protocol.commands import ResignMatch
from schnapsen_server.bench.judge import Heard, Truth, Verdict, judge
from schnapsen_server.game.house import Forfeit
from schnapsen_server.store.contract import Entry


@dataclass
class Someone:
    player: str
    heard: list[Heard] = field(default_factory=list)
    asked: dict[str, str] = field(default_factory=dict)
    acks: list[tuple[str, int]] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


@dataclass
class Story:
    """Ann and Bob play two hands; Bob lost his line after the third version. `truth` is of the log as it was."""

    entries: list[Entry]
    ann: Someone
    bob: Someone

    def verdict(self) -> Verdict:
        return judge(self.entries, "e", [self.ann, self.bob], [self.ann, self.bob])


def update(truth: Truth, v: int, seat: Seat) -> Heard:
    return Heard("update", v, events=truth.said(v - 1, v), view=truth.view(v, seat))


def told(played: Played) -> Story:
    entries, truth = played.entries, Truth(played.entries)
    last = len(entries)
    ann, bob = Someone("ann"), Someone("bob")
    ann.heard = [Heard("joined", 3, None, 0, None, "e", view=truth.view(3, 0))]
    ann.heard += [update(truth, v, 0) for v in range(4, last + 1)]
    bob.heard = [Heard("joined", 3, None, 1, None, "e", view=truth.view(3, 1))]
    bob.heard += [Heard("joined", last, 3, 1, True, "e", truth.said(3, last), truth.view(last, 1))]
    for entry in entries:
        someone = {"ann": ann, "bob": bob}.get(entry.author)
        if someone is not None:
            someone.asked[entry.command_id] = "concede"
            someone.acks.append((entry.command_id, entry.version))
    return Story(entries, ann, bob)


@pytest.fixture
def story() -> Story:
    return told(opened("ann", "bob").concede(0, 1))


def test_a_true_story_is_found_true(story: Story) -> None:
    assert story.verdict().all() == []


def lose_the_last_entry(story: Story) -> None:
    del story.entries[-1]


def store_one_twice(story: Story) -> None:
    story.entries.append(replace(story.entries[-1], version=len(story.entries) + 1))


def leave_one_out(story: Story) -> None:
    del story.ann.heard[2]


def show_another_view(story: Story) -> None:
    story.ann.heard[2] = replace(story.ann.heard[2], view=b"")


def miss_the_last(story: Story) -> None:
    del story.ann.heard[-1]


def say_that_nothing_was_missed(story: Story) -> None:
    story.bob.heard[-1] = replace(story.bob.heard[-1], events=Heard("joined", 1).events)


def not_know_what_was_missed(story: Story) -> None:
    story.bob.heard[-1] = replace(story.bob.heard[-1], recovered=False)


def beat_with_what_was_never_told(story: Story) -> None:
    story.ann.heard.insert(1, Heard("beat", 4))


def refuse_what_was_stored(story: Story) -> None:
    story.ann.refused.append(story.ann.acks[0][0])


def do_what_nobody_asked(story: Story) -> None:
    story.ann.asked.clear()


def play_what_was_not_legal(story: Story) -> None:
    story.ann.asked = dict.fromkeys(story.ann.asked, "claim")


@pytest.mark.parametrize(
    ("wrong", "kind"),
    [
        (lose_the_last_entry, "lost"),
        (store_one_twice, "doubled"),
        (refuse_what_was_stored, "lost"),
        (do_what_nobody_asked, "log"),
        (play_what_was_not_legal, "log"),
        (leave_one_out, "told"),
        (show_another_view, "told"),
        (miss_the_last, "told"),
        (say_that_nothing_was_missed, "told"),
        (not_know_what_was_missed, "told"),
        (beat_with_what_was_never_told, "told"),
    ],
)
def test_each_wrong_is_found(story: Story, wrong: Callable[[Story], None], kind: str) -> None:
    wrong(story)
    assert getattr(story.verdict(), kind)


def test_an_end_that_no_player_wanted_is_a_forfeit() -> None:
    resigned, left = opened("ann", "bob").concede(0), opened("ann", "bob").concede(0)
    resigned.do(ResignMatch(), 1)
    left.do(Forfeit(1))
    assert [bool(told(played).verdict().forfeits) for played in (resigned, left)] == [False, True]
