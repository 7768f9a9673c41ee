// The contrast of what is drawn at a table, from the styles that the browser computed, by WCAG's formula.
() => {
  const probe = document.body.appendChild(document.createElement("i"));
  const resolved = (colour) => ((probe.style.color = ""), (probe.style.color = colour), getComputedStyle(probe).color);
  const light = (colour) => {
    const [r, g, b] = resolved(colour).match(/[\d.]+/g).map((one) => one / 255).map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (one, other) => {
    const [dark, bright] = [light(one), light(other)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
  };
  const style = (node, part) => getComputedStyle(typeof node === "string" ? document.querySelector(node) : node, part);
  const felt = style("#table").backgroundColor;
  const found = { text: {}, sign: {} };
  for (const card of document.querySelectorAll("#hand .card, #trick .card")) {
    const paper = style(card.querySelector(".paper")).fill;
    const name = card.dataset.card;
    for (const part of [".rank", ".sign"]) found.text[`${name} ${part}`] = ratio(style(card.querySelector(part)).color, paper);
    found.sign[`${name} edge`] = ratio(paper, felt);
  }
  found.text["note on the felt"] = ratio(style("#stock-note").color, felt);
  found.text.prompt = ratio(style("#prompt-text").color, style("#prompt").backgroundColor);
  found.sign["border of a button"] = ratio(style(".dots").borderTopColor, style("#actions").backgroundColor);
  found.sign["place of the trick"] = ratio("var(--felt-line)", felt);
  for (const colour of ["--marker", "--focus"]) found.sign[`${colour} on felt`] = ratio(`var(${colour})`, felt);
  found.sign["edge of a back"] = ratio(style("#opp-hand .back").backgroundColor, felt);
  for (const ground of ["--page", "--panel"]) {
    found.sign[`line on ${ground}`] = ratio("var(--line)", `var(${ground})`);
    for (const ink of ["--ink", "--ink-2", "--accent", "--danger", "--ok", "--warn"]) found.text[`${ink} on ${ground}`] = ratio(`var(${ink})`, `var(${ground})`);
  }
  probe.remove();
  return found;
}
