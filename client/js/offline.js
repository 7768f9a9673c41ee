// @ts-check
// Goes on when the server can be reached: the page that was wanted has the address of this one, with all that follows it.

const AGAIN_MS = 5000;

for (const again of document.querySelectorAll("button")) again.addEventListener("click", () => location.reload());
addEventListener("online", () => location.reload());
setInterval(look, AGAIN_MS);

async function look() {
  if (document.hidden) return;
  const answer = await fetch("/health", { cache: "no-store" }).catch(() => null);
  if (answer?.ok) location.reload();
}

export {};
