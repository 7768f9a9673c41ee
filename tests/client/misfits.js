// What is wrong with how a page looks: a line for each fault.
(names) => {
  const [root, body] = [document.documentElement, document.body];
  const phone = innerWidth < 700;
  const faults = [];
  const told = (node) => `${node.localName} ${node.dataset.testid ?? (node.id || node.className)} "${node.textContent.trim().slice(0, 60)}"`;
  const fault = (what) => (node) => faults.push(`${what}: ${told(node)}`);
  const shown = (node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest(".hidden-text, .skip, .pending");
  const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
  const box = (node) => node.getBoundingClientRect();
  const x = (selector) => all(selector).map((node) => box(node).x)[0];
  const rising = (numbers) => numbers.every((one, n) => n === 0 || one === undefined || numbers[n - 1] === undefined || numbers[n - 1] < one);

  // Nothing scrolls that should not, nothing lies outside, nothing is cut off.
  if (root.scrollWidth > innerWidth) faults.push(`the page is ${root.scrollWidth} wide`);
  const table = body.matches(".at-table");
  if (table && root.scrollHeight > innerHeight) faults.push(`the table is ${root.scrollHeight} high`);
  const texts = all("button, a.button, label, h1, h2, h3, p, .turn, #prompt-text, .reason, .strip .clock");
  const dotted = (node) => node.querySelector("bdi") && getComputedStyle(node).textOverflow === "ellipsis"; // a long name
  texts.filter((node) => node.clientWidth > 1 && !dotted(node) && !node.querySelector(":scope > .hidden-text") && node.scrollWidth > node.clientWidth + 1).forEach(fault("cut off"));
  texts.filter((node) => node.matches("button, a.button") && node.scrollHeight > node.clientHeight + 1).forEach(fault("too low"));
  // A line of big type may touch the one above; a third line is lost.
  texts.filter((node) => node.matches("#prompt-text") && node.scrollHeight > 1.2 * node.clientHeight).forEach(fault("too low"));
  const scrolls = (node) => node && node !== body && (/auto|scroll/.test(getComputedStyle(node).overflow) || scrolls(node.parentElement));
  texts.filter((node) => !scrolls(node)).filter((node) => {
    const { left, right, top, bottom } = box(node);
    return left < -1 || right > innerWidth + 1 || (table && (top < -1 || bottom > innerHeight + 1));
  }).forEach(fault("outside"));

  // What a finger aims at is big enough, and what a mouse does; of a card in the hand enough is in sight.
  const big = phone || matchMedia("(pointer: coarse)").matches ? 43.9 : 23.9;
  const targets = all("a, button, select, summary, input:not(label input), label:has(input), .pick").filter((node) => !node.closest("[inert]"));
  targets.filter((node) => box(node).width < big || box(node).height < big).forEach(fault("too small"));
  const cards = all("#hand > button.card").map((card) => box(card));
  const least = innerWidth <= 320 ? 55 : 44;
  if (phone) cards.slice(1).filter((card, n) => card.x - cards[n].x < least).forEach(() => faults.push("a card is covered"));

  // Text follows the language, the felt does not; a name has a direction of its own.
  const side = root.lang === "he" ? "rtl" : "ltr";
  if (root.dir !== side || getComputedStyle(body).direction !== side) faults.push("the page runs the wrong way");
  all("#felt, #hand, #slider, .strip .clock").filter((node) => getComputedStyle(node).direction !== "ltr").forEach(fault("mirrored"));
  if (!rising([x("#stock, #stock-note"), x("#trick"), x("#won-me, #won-opp")])) faults.push("the felt is mirrored");
  const columns = [x("#score"), x("#felt"), x("#log-panel")];
  if (innerWidth >= 1100 && !rising(side === "ltr" ? columns : columns.reverse())) faults.push("the columns run the wrong way");
  const texted = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
  while (texted.nextNode()) {
    const { data, parentElement: node } = texted.currentNode;
    if (names.some((name) => data.includes(name)) && shown(node) && !node.closest("bdi, [dir=auto]")) fault("no bdi")(node);
  }

  // The last trick is in sight beside the result of the hand.
  const dialog = document.querySelector("dialog[open]");
  if (!dialog && (body.dataset.panel === "hand-result" || (body.dataset.panel === "match-result" && !phone))) {
    for (const card of all("#trick .card")) {
      const { x, y, width, height, right, bottom } = box(card);
      const top = document.elementFromPoint(x + width / 2, y + height / 2);
      if (x < 0 || y < 0 || right > innerWidth || bottom > innerHeight || !top?.closest("#felt")) fault("covered")(card);
    }
  }

  // The line of text, the hand and the actions keep clear of each other.
  const rows = all("#prompt, #hand, #actions").map(box).sort((a, b) => a.y - b.y);
  const sideways = rows.some((row, n) => n && row.x >= rows[n - 1].right - 1);
  if (!sideways && rows.some((row, n) => n && row.y < rows[n - 1].bottom - 1)) faults.push("rows overlap");
  return [...new Set(faults)];
}
