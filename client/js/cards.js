// @ts-check
// Card faces, the back and the suits, drawn here as SVG. Colours come from base.css (.face, .back, .suit).
//
// Nothing in here is text: every letter is a drawn line, so that a card looks the same whatever fonts a machine has.
// The drawings are for the eye alone (aria-hidden); what a card is called says cardName() in i18n.js.

import { onLanguage, t } from "./i18n.js";

/** A suit in a square of 100. @type {Record<string, string>} */
const SUITS = {
  C: "M50 3a22 22 0 0 1 17 36a22 22 0 1 1-12 33q2 15 13 25H32q11-10 13-25a22 22 0 1 1-12-33A22 22 0 0 1 50 3z",
  D: "M50 2q15 26 37 48q-22 22-37 48q-15-26-37-48q22-22 37-48z",
  H: "M50 95C22 69 5 50 5 30C5 15 16 6 28 6c10 0 18 6 22 17C54 12 62 6 72 6c12 0 23 9 23 24C95 50 78 69 50 95z",
  S: "M50 3c9 21 44 37 44 60c0 13-9 20-20 20c-8 0-15-4-19-11q2 16 13 25H32q11-9 13-25c-4 7-11 11-19 11C15 83 6 76 6 63C6 40 41 24 50 3z",
};

/** The letters of the index as lines, 60 high. @type {Record<string, string>} */
const LETTERS = {
  A: "M3 60L21 2L39 60M10 42H32",
  10: "M1 12L10 4V60M34 4C25 4 22 13 22 23V41C22 51 25 60 34 60C43 60 46 51 46 41V23C46 13 43 4 34 4z",
  K: "M6 0V60M38 0L8 36M19 23L39 60",
  Q: "M21 4C9 4 6 13 6 23V41C6 51 9 60 21 60C33 60 36 51 36 41V23C36 13 33 4 21 4zM21 44L37 66",
  D: "M6 4V60H14C30 60 36 52 36 40V24C36 12 30 4 14 4z",
  J: "M14 4H33M29 4V43C29 54 25 60 16 60C8 60 4 55 4 45",
  B: "M6 4V60H19C31 60 36 54 36 45C36 36 30 31 20 31H6M18 31C28 31 33 26 33 17C33 9 28 4 18 4H6",
};

// The upper half of each court, down to the middle of the card at y = 175; the lower half is the same, turned.
// Classes: f = suit, g = gold, p = card, l = line.
const ROBE = `<path class="f" d="M61 175C62 152 78 140 104 134H146C172 140 188 152 189 175z"/>`;
const EYES = `<path class="l" d="M111 95H118M132 95H139M125 94V106"/>`;
/** @type {Record<string, string>} */
const COURTS = {
  K: `${ROBE}<path class="g" d="M104 132L125 175L146 132H160L137 175H113L90 132z"/>
    <path class="f" d="M97 76C84 88 82 106 87 124C95 126 101 122 104 116L146 116C149 122 155 126 163 124C168 106 166 88 153 76z"/>
    <path class="p" d="M102 74H148V104C148 124 138 134 125 134C112 134 102 124 102 104z"/>
    <path class="f" d="M102 101C108 112 117 110 125 109C133 110 142 112 148 101V116C148 138 136 150 125 158C114 150 102 138 102 116z"/>
    <path class="p" d="M117 118H133Q125 125 117 118z"/>${EYES}
    <path class="g" d="M95 79L87 46L107 60L125 38L143 60L163 46L155 79z"/>
    <path class="f" d="M95 71H155V79H95z"/><path class="g" d="M125 29a6 6 0 1 1 0 12a6 6 0 0 1 0-12zM87 39a5 5 0 1 1 0 10a5 5 0 0 1 0-10zM163 39a5 5 0 1 1 0 10a5 5 0 0 1 0-10z"/>`,
  Q: `${ROBE}<path class="f" d="M125 58C98 58 88 80 90 104C91 122 86 132 80 142C94 150 110 146 114 132H136C140 146 156 150 170 142C164 132 159 122 160 104C162 80 152 58 125 58z"/>
    <path class="p" d="M116 120V138C116 146 108 148 102 150L125 175L148 150C142 148 134 146 134 138V120z"/>
    <path class="g" d="M96 148L125 175L154 148L163 151L135 175H115L87 151z"/>
    <path class="p" d="M104 86C104 114 112 130 125 130C138 130 146 114 146 86C138 82 130 76 125 70C120 76 112 82 104 86z"/>
    ${EYES}<path class="f" d="M118 115Q125 111 132 115Q125 123 118 115z"/>
    <path class="g" d="M96 68C94 58 96 50 94 43L108 53L115 37L125 50L135 37L142 53L156 43C154 50 156 58 154 68Q125 56 96 68z"/>
    <path class="g" d="M125 35a6 6 0 1 1 0 12a6 6 0 0 1 0-12z"/>`,
  J: `${ROBE}<path class="g" d="M106 133L125 152L144 133L158 138L125 171L92 138z"/>
    <path class="f" d="M98 74C88 92 90 112 94 126C106 132 112 126 113 118H137C138 126 144 132 156 126C160 112 162 92 152 74z"/>
    <path class="p" d="M105 78H145V104C145 124 136 133 125 133C114 133 105 124 105 104z"/>
    ${EYES}<path class="l" d="M118 117Q125 121 132 117"/>
    <path class="g" d="M148 62C172 66 182 50 178 36C168 36 150 42 146 58z"/>
    <path class="f" d="M88 70C84 48 104 40 126 44C146 42 164 50 162 70z"/>
    <path class="g" d="M86 66Q125 56 164 66V80Q125 70 86 80z"/>`,
};
const FRAME = `<path class="frame" d="M62 22H188V328H62z"/>`;
const BELT = `<path class="g" d="M62 168H188V182H62z"/>`;

/** @type {Map<string, SVGElement>} */
const drawn = new Map();

/** The face of a card such as "HQ", filling its parent. @param {string} code @returns {SVGElement} */
export function cardFace(code) {
  return copy(`${code}-${t(`rank.short.${code[1]}`)}`, () => face(code[0], code[1]));
}

/** The back of a card, filling its parent. @returns {SVGElement} */
export function cardBack() {
  return copy("back", () => svg("back", "0 0 250 350", `${BLANK}<rect class="field" x="15" y="15" width="220" height="320" rx="8"/><path class="lattice" d="${lattice()}"/>`));
}

/** A suit alone, as high as a letter of the text around it. @param {string} suit @returns {SVGElement} */
export function suitIcon(suit) {
  return copy(suit, () => {
    const icon = svg("suit", "0 0 100 100", `<path class="f" d="${SUITS[suit]}"/>`);
    icon.dataset.suit = suit;
    return icon;
  });
}

const BLANK = `<rect class="paper" x=".75" y=".75" width="248.5" height="348.5" rx="17.5"/>`;

/** @param {string} suit @param {string} rank @returns {SVGElement} */
function face(suit, rank) {
  const corner = `<path class="letter" data-rank="${rank}" transform="translate(15 20) scale(.95 1.08)" d="${letter(rank)}"/>${pip(suit, 35, 119, 42)}`;
  const court = COURTS[rank];
  const middle = court
    ? `${FRAME}${court}<g transform="rotate(180 125 175)">${court}</g>${BELT}`
    : rank === "A"
      ? `<circle class="ring" cx="125" cy="175" r="70"/>${pip(suit, 125, 175, 94)}`
      : pip(suit, 125, 175, 112);
  const card = svg("face", "0 0 250 350", `${BLANK}${middle}${corner}<g transform="rotate(180 125 175)">${corner}</g>`);
  card.dataset.suit = suit;
  return card;
}

/** @param {string} rank @returns {string} */
function letter(rank) {
  return LETTERS[t(`rank.short.${rank}`)] ?? LETTERS[rank] ?? LETTERS[10];
}

/** @param {string} suit @param {number} x @param {number} y @param {number} size @returns {string} */
function pip(suit, x, y, size) {
  return `<path class="f" transform="translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})" d="${SUITS[suit]}"/>`;
}

/** A border and two sets of slanted lines, cut where they meet it. @returns {string} */
function lattice() {
  const [left, top, right, bottom, step] = [21, 21, 229, 329, 20.8];
  let path = `M${left} ${top}H${right}V${bottom}H${left}z`;
  for (let start = left - (bottom - top); start < right; start += step) {
    const [from, to] = [Math.max(start, left), Math.min(start + bottom - top, right)];
    const [high, low] = [top + from - start, top + to - start];
    path += `M${from} ${high}L${to} ${low}M${250 - from} ${high}L${250 - to} ${low}`;
  }
  return path;
}

/** @param {string} name @param {string} box @param {string} inside @returns {SVGElement} */
function svg(name, box, inside) {
  const template = document.createElement("template");
  template.innerHTML = `<svg class="${name}" viewBox="${box}" aria-hidden="true" focusable="false">${inside}</svg>`;
  return /** @type {SVGElement} */ (template.content.firstElementChild);
}

/** @param {string} key @param {() => SVGElement} draw @returns {SVGElement} */
function copy(key, draw) {
  let original = drawn.get(key);
  if (!original) drawn.set(key, (original = draw()));
  return /** @type {SVGElement} */ (original.cloneNode(true));
}

// German cards say D and B: cards on the page change their letters in place and stay the nodes they were.
onLanguage(() => {
  for (const path of /** @type {NodeListOf<SVGElement>} */ (document.querySelectorAll(".letter[data-rank]"))) {
    path.setAttribute("d", letter(path.dataset.rank ?? ""));
  }
});
