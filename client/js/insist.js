// @ts-check
// Tries again until it succeeds: for what a page cannot do without when there is no line just now.

/**
 * @template T
 * @param {() => Promise<T>} attempt @returns {Promise<T>}
 */
export async function insist(attempt) {
  for (let pause = 500; ; pause = Math.min(2 * pause, 5000)) {
    try {
      return await attempt();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}
