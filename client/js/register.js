// @ts-check
// Asks for the service worker (worker.js), which keeps a page for the time without a line.

/** Last of all, when the page is here: the game needs none. Raises nothing. */
export function registerWorker() {
  if (!("serviceWorker" in navigator)) return; // plain http outside this machine
  const register = () => navigator.serviceWorker.register("/worker.js").catch(() => {});
  if (document.readyState === "complete") register();
  else addEventListener("load", register, { once: true });
}
