// Notes in `noted` every card that the page is told of or shows, by code, name or picture, even if only in passing:
// [since, v, where, cards], for "of the table as the page had heard it from version `since` to `v`".

(() => {
  window.noted = [];
  const RANKS = { ace: "A", ten: "T", king: "K", queen: "Q", jack: "J" };
  const SUITS = { spades: "S", hearts: "H", clubs: "C", diamonds: "D" };
  const rank = `(${Object.keys(RANKS).join("|")})`;
  const suit = `(${Object.keys(SUITS).join("|")})`;
  const CODE = /\b[CDHS][ATKQJ]\b/g;
  const PICTURE = /#(?:french|german)-([KQJ])([CDHS])\b/g;
  const NAME = new RegExp(`${rank} of ${suit}`, "gi");
  const NAMES = new RegExp(`${suit} (${rank}(?:, ${rank})*)`, "gi");
  const OPTIONS = { subtree: true, childList: true, attributeOldValue: true, characterDataOldValue: true };
  /** What is spoken waits for a moment of quiet: it may be of all that was heard since something was last spoken. */
  const VOICES = ["say", "alarm"];

  let now = 0;
  let spokenAt = 0;
  let ids = []; // which are random letters, and now and then those of a card
  const logged = new WeakSet();

  const code = (suit, rank) => SUITS[suit.toLowerCase()] + RANKS[rank.toLowerCase()];

  function add(since, where, texts) {
    const cards = new Set(cardsIn(texts.join("\n")));
    if (cards.size) window.noted.push([since, now, where, [...cards]]);
  }

  function cardsIn(text) {
    for (const id of ids) text = text.replaceAll(id, "");
    return [
      ...[...text.matchAll(CODE)].map(([card]) => card),
      ...[...text.matchAll(PICTURE)].map(([, rank, suit]) => suit + rank),
      ...[...text.matchAll(NAME)].map(([, rank, suit]) => code(suit, rank)),
      ...[...text.matchAll(NAMES)].flatMap(([, suit, ranks]) => ranks.split(", ").map((rank) => code(suit, rank))),
    ];
  }

  const face = ({ dataset }) => (dataset?.rank ? dataset.suit + dataset.rank : "");

  /** All that is written in a new node and on it. A line of the log may stay, and is old when it is put there again. */
  function written(node, inLog = Boolean(node.parentElement?.closest("#log"))) {
    if (inLog) {
      if (logged.has(node)) return [];
      logged.add(node);
    }
    const own = [node.data ?? "", face(node), ...[...(node.attributes ?? [])].map(({ value }) => value)];
    return [...own, ...[...node.childNodes].flatMap((child) => written(child, inLog || node.id === "log"))];
  }

  function note(records) {
    const fresh = new Set();
    const changed = new Map();
    const isFresh = (node) => Boolean(node) && (fresh.has(node) || isFresh(node.parentNode));
    for (const { type, target, addedNodes, attributeName, oldValue } of records) {
      const texts = [];
      if (type === "childList") {
        for (const node of addedNodes) {
          fresh.add(node);
          texts.push(...written(node));
        }
      } else {
        const before = changed.get(target) ?? new Set();
        // The value before the first of several changes was there to be seen; one between two has not been looked at.
        if (before.has(attributeName) || isFresh(target)) texts.push(oldValue ?? "");
        changed.set(target, before.add(attributeName));
        texts.push((attributeName ? target.getAttribute(attributeName) : target.data) ?? "", face(target));
      }
      const region = (target.closest ? target : target.parentElement)?.closest("[id]")?.id ?? "";
      const spoken = VOICES.includes(region);
      add(spoken ? spokenAt : now, `#${region}`, texts);
      if (spoken) spokenAt = now;
    }
  }

  new MutationObserver(note).observe(document, OPTIONS);

  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...given) {
      super(...given);
      window.line = this;
      // Before the page hears it: what the page makes of it is noted before the next one.
      this.addEventListener("message", ({ data }) => {
        const { view, v } = JSON.parse(data);
        if (view) {
          now = v;
          ids = [location.pathname.split("/").pop(), ...view.seats.flatMap((seat) => seat?.player ?? [])];
        }
        add(now, "the line", [data]);
      });
    }
  };

  // What takes a moment is over at once, so that everything is spoken however fast the cards come.
  const later = window.setTimeout;
  window.setTimeout = (act, ms = 0, ...given) => later(act, ms < 1000 ? ms / 50 : ms, ...given);
})();
