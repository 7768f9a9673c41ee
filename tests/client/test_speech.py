"""What the table says to the ears: one text for each thing that happens, in every language, and nothing else."""

import itertools
import re
from collections.abc import Awaitable

from playwright.async_api import expect

from client.between import Line
from client.screens import TIMED, Stage, speak
from kit.browser import Pages
from kit.client import guest
from kit.dealt import Dealt
from kit.table_page import TablePage, eventually

HAND = "DJ CA SJ HT DT | HJ HQ DK CJ SQ | HK | DA SA CQ CT SK DQ HA ST CK"
LONGEST = 140
NO_SPACE = "\u00a0"
LISTEN = """() => {
  window.heard = [];
  for (const id of ["say", "alarm"]) {
    const region = document.getElementById(id);
    const hear = () => window.heard.push([id, region.textContent]);
    new MutationObserver(hear).observe(region, { childList: true, subtree: true, characterData: true });
  }
}"""

SKIPS = """(() => {
  const now = performance.now.bind(performance);
  window.skipped = 0;
  performance.now = () => now() + window.skipped;
})()"""
SKIP = """([shown, left]) => {
  const [seconds, minutes = 0] = document.querySelector(shown).textContent.match(/\\d+/g).reverse();
  window.skipped += 1000 * (60 * minutes + Number(seconds) - left);
}"""
"""For the page it is so much later that what is shown there has only `left` seconds to go."""

LANGUAGES = ("en", "de", "he")
GONE = (
    "Sissi left. You can claim the match in … s.",
    "Sissi ist weg. In … s kannst du den Sieg beanspruchen.",
    "Sissi – אין חיבור. אפשר לדרוש ניצחון בעוד … שניות.",
)
SAID = {
    "sits down": (
        "Sissi sits at the table. New hand. Trump hearts, king face up. You lead. "
        "Your cards: spades jack; hearts ten; clubs ace; diamonds ten, jack.",
        # No more than LONGEST: what is old goes first.
        "Neues Spiel. Trumpf Herz, König liegt auf. Du spielst aus. "
        "Deine Karten: Pik Bube; Herz Zehner; Kreuz Ass; Karo Zehner, Bube.",
        "Sissi ליד השולחן. יד חדשה. טראמפ לב, הקלף הגלוי: מלך. תורך להוביל. "
        "הקלפים שלך: עלה ג'ק; לב עשר; תלתן אס; יהלום עשר, ג'ק.",
    ),
    "first card": (
        "10 seconds left for your first card.",
        "Noch 10 Sekunden für deine erste Karte.",
        "נותרו 10 שניות לקלף הראשון שלך.",
    ),
    "takes a trick": (
        "Sissi plays king of diamonds. Sissi wins the trick: 6 points. You drew ace of spades.",
        "Sissi spielt Karo König. Sissi sticht: 6 Augen. Gezogen: Pik Ass.",
        "Sissi – מלך יהלום. הטריק של Sissi: 6 נקודות. נלקח: אס עלה.",
    ),
    "leads": (
        "Sissi leads jack of clubs. Your turn.",
        "Sissi spielt Kreuz Bube aus. Du bist am Zug.",
        "Sissi – ג'ק תלתן. תורך.",
    ),
    "half a minute": ("30 seconds left.", "Noch 30 Sekunden.", "נותרו 30 שניות."),
    "hardly any time": ("10 seconds left.", "Noch 10 Sekunden.", "נותרו 10 שניות."),
    "line lost": ("Connection lost.", "Verbindung weg.", "החיבור נותק."),
    "line back": ("Connected.", "Verbunden.", "החיבור חזר."),
    "line lost again": ("Connection lost.\u00a0", "Verbindung weg.\u00a0", "החיבור נותק.\u00a0"),
    "line back again": ("Connected.\u00a0", "Verbunden.\u00a0", "החיבור חזר.\u00a0"),
    "own trick": (
        "You win the trick: 13 points, total 13. You drew queen of clubs. Your turn.",
        "Dein Stich: 13 Augen, zusammen 13. Gezogen: Kreuz Dame. Du bist am Zug.",
        "הטריק שלך: 13 נקודות, סך הכול 13. נלקח: מלכה תלתן. תורך.",
    ),
    "goes": GONE,
    "is waited for": GONE,
    "is hardly waited for": GONE,
    "is waited for no more": (
        "Sissi is still away. You can claim the match.",
        "Sissi ist immer noch weg. Du kannst den Sieg beanspruchen.",
        "Sissi – עדיין אין חיבור. אפשר לדרוש ניצחון.",
    ),
    "comes back": ("Sissi is back", "Sissi ist wieder da", "Sissi – החיבור חזר"),
    "takes another": (
        "Sissi plays queen of spades. Sissi wins the trick: 5 points. You drew queen of diamonds.",
        "Sissi spielt Pik Dame. Sissi sticht: 5 Augen. Gezogen: Karo Dame.",
        "Sissi – מלכה עלה. הטריק של Sissi: 5 נקודות. נלקח: מלכה יהלום.",
    ),
    "exchanges": (
        "Sissi exchanged the jack of trump for the king.",
        "Sissi hat getauscht: Trumpfbube gegen König.",
        "Sissi – החלפת טראמפ: הג'ק תמורת המלך.",
    ),
    "closes": (
        "Sissi closed the stock. Now follow suit.",
        "Sissi hat zugedreht. Ab jetzt Farbzwang.",
        "Sissi – המלאי נסגר. מעכשיו חובה לשחק באותה סדרה.",
    ),
    "announces": (
        "Sissi announces 40 in hearts and leads the king. Your turn.",
        "Sissi sagt 40 in Herz an und spielt König aus. Du bist am Zug.",
        "Sissi – נישואין 40 בלב, המלך על השולחן. תורך.",
    ),
    "refused": (
        "Not possible: You must follow suit: hearts.",
        "Nicht möglich: Farbzwang: Herz.",
        "אי אפשר: חובה לשחק לב.",
    ),
    "own last trick": (
        "You win the trick: 14 points, total 27. Your turn.",
        "Dein Stich: 14 Augen, zusammen 27. Du bist am Zug.",
        "הטריק שלך: 14 נקודות, סך הכול 27. תורך.",
    ),
    "hand over": (
        "Sissi plays ace of diamonds. Sissi wins the trick: 21 points. Sissi reached 66 (72). Score: you 0, Sissi 2.",
        "Sissi spielt Karo Ass. Sissi sticht: 21 Augen. Sissi hat 66 erreicht (72 Augen). Stand: du 0, Sissi 2.",
        "Sissi – אס יהלום. הטריק של Sissi: 21 נקודות. Sissi – 66 הושגו (72 נקודות). תוצאה: לך 0, ל־Sissi 2.",
    ),
    "dealt": (
        "New hand. Trump hearts, king face up. "
        "Your cards: spades queen; hearts queen, jack; clubs jack; diamonds king.",
        "Neues Spiel. Trumpf Herz, König liegt auf. Deine Karten: Pik Dame; Herz Dame, Bube; Kreuz Bube; Karo König.",
        "יד חדשה. טראמפ לב, הקלף הגלוי: מלך. הקלפים שלך: עלה מלכה; לב מלכה, ג'ק; תלתן ג'ק; יהלום מלך.",
    ),
    "gives up": (
        "Sissi gave up the hand. Score: you 3, Sissi 2.",
        "Sissi hat das Spiel aufgegeben. Stand: du 3, Sissi 2.",
        "Sissi – ויתור על היד. תוצאה: לך 3, ל־Sissi 2.",
    ),
    "dealt to lead": (
        "New hand. Trump hearts, king face up. You lead. "
        "Your cards: spades jack; hearts ten; clubs ace; diamonds ten, jack.",
        "Neues Spiel. Trumpf Herz, König liegt auf. Du spielst aus. "
        "Deine Karten: Pik Bube; Herz Zehner; Kreuz Ass; Karo Zehner, Bube.",
        "יד חדשה. טראמפ לב, הקלף הגלוי: מלך. תורך להוביל. הקלפים שלך: עלה ג'ק; לב עשר; תלתן אס; יהלום עשר, ג'ק.",
    ),
    "asks to save": (
        "Sissi asks to pause and save.",
        "Sissi möchte speichern.",
        "Sissi – בקשה להשהות ולשמור.",
    ),
    "resigns": ("You win the match.", "Bummerl gewonnen.", "ניצחון במשחק."),
    "wants more": (
        "Sissi offers a rematch.",
        "Sissi bietet Revanche an.",
        "Sissi – הצעה למשחק חוזר.",
    ),
}


async def test_everything_is_said_once_in_every_language(dealt: Dealt, open_page: Pages) -> None:
    """Three pages of one player, each in a language of its own, and two programs that play."""
    stage = Stage(open_page, await dealt(HAND))
    host, other = await guest(stage.server, "Ann"), await guest(stage.server, "Sissi")
    match, invite = await host.open(clock=TIMED)
    pages = [TablePage(await stage.page(host)) for _ in LANGUAGES]
    lines = [Line() for _ in LANGUAGES]
    for table, line, language in zip(pages, lines, LANGUAGES, strict=True):
        await table.page.add_init_script(SKIPS)
        await table.page.route_web_socket("**/ws", line.through)
        await table.goto(f"{stage.server.url}/m/{match}")
        await speak(table.page, language)
        await expect(table.at("say")).not_to_be_empty()  # somebody is waited for
        await table.page.evaluate(LISTEN)
    both = near, far = await stage.sits(host, match), await stage.sits(other, match, invite)
    said = iter(SAID.items())
    count = itertools.count(1)

    async def hears(table: TablePage, number: int) -> bool:
        return int(await table.page.evaluate("heard.length")) >= number

    async def then(*happens: Awaitable[object], region: str = "say") -> None:
        for one in happens:
            await one
        what, texts = next(said)
        number = next(count)
        for table, text in zip(pages, texts, strict=True):
            await eventually(lambda table=table: hears(table, number))  # type: ignore[misc]
            where, heard = (await table.page.evaluate("heard"))[number - 1]
            assert (where, re.sub(r"\d+", "…", heard) if "…" in text else heard) == (region, text), what
            assert len(text) <= LONGEST

    async def refused() -> None:
        for table in pages:
            await table.reach(far.v)
            await table.make("play:CQ")

    async def skip(shown: str, left: int) -> None:
        for table in pages:
            await table.page.evaluate(SKIP, [shown, left])

    async def cut() -> None:
        for line in lines:
            await line.cut(1001)

    await then()
    await then(skip("[data-testid=first-move-left]", 10), region="alarm")
    await stage.plays(both, "play:DJ")  # one's own card is no news
    await then(stage.plays(both, "play:DK"))
    await then(stage.plays(both, "play:CJ"))
    for left in (30, 10):
        await then(skip("#clock-me", left), region="alarm")
    for _ in range(2):
        await then(cut(), region="alarm")
        await then()
    await then(stage.plays(both, "play:CA"))
    await stage.plays(both, "play:SJ")
    far.cut()
    await then(region="alarm")
    for left in (30, 10, 0):
        await then(skip("#gone .long", left), region="alarm")
    await then(far.resume())
    for move in ("play:SQ", "exchange", "close", "marriage:HK"):
        await then(stage.plays(both, move))
    await then(refused())
    await then(stage.plays(both, "play:HT"))
    await stage.plays(both, "play:DT")
    await then(stage.plays(both, "play:DA"))
    await then(stage.agree(both, "next_hand"))
    await then(far.submit("concede_hand"))
    await then(stage.agree(both, "next_hand"))
    await then(far.submit("propose", what="save"), region="alarm")
    await near.submit("decline", what="save")
    await then(far.submit("resign_match"))
    await then(far.submit("propose", what="rematch"))
    assert next(said, None) is None

    # The same words again are another change, by a space that nobody hears.
    for table in pages:
        for number in range(len(SAID) + 1, len(SAID) + 3):
            await table.press("p")
            await eventually(lambda table=table, number=number: hears(table, number))  # type: ignore[misc]
        once, again = [text for _, text in (await table.page.evaluate("heard"))[-2:]]
        assert {once, again} == {once.strip(NO_SPACE), once.strip(NO_SPACE) + NO_SPACE}
        assert len(await table.page.evaluate("heard")) == len(SAID) + 2

    # What is written of it follows the language too.
    await speak(pages[0].page, "he")
    written = [await pages[n].at("log").inner_text() for n in (0, 2)]
    assert written[0] == written[1]
    await stage.close()
