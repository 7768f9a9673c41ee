// @ts-check
// Questions to the server over plain HTTP, and its troubles as texts that a person can read.

/** What went wrong, as the key of a text and its parameters: `t(trouble.key, trouble.params)`. */
export class Trouble extends Error {
  /** @param {string} key @param {Record<string, number>} [params] @param {number} [status] of the answer, if there was one */
  constructor(key, params = {}, status = 0) {
    super(key);
    this.status = status;
    this.key = key;
    this.params = params;
  }
}

/** Why there is nothing of a match to be seen, as texts. @type {Record<string, string>} */
export const BARRED = { UNKNOWN_MATCH: "err.nomatch", NO_WATCHERS: "err.nowatch", NEWER_MATCH: "err.newer", DAMAGED_MATCH: "err.damaged" };

/**
 * Asks the server and gives back the JSON it answers. Raises Trouble.
 * @param {string} method @param {string} path @param {unknown} [body] @returns {Promise<any>}
 */
export async function ask(method, path, body) {
  /** @type {Response} */
  let answer;
  try {
    answer = await fetch(path, {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Trouble("err.offline");
  }
  const said = await answer.json().catch(() => null);
  if (answer.ok && said) return said;
  throw trouble(answer.status, said);
}

/** @param {number} status @param {{code?: string, retry_ms?: number} | null} said @returns {Trouble} */
function trouble(status, said) {
  if (said?.code === "BAD_NAME") return new Trouble("err.name");
  if (said?.code && said.code in BARRED) return new Trouble(BARRED[said.code], {}, status);
  if (status === 401) return new Trouble("err.cookie");
  if (status === 429) return new Trouble("err.fast", { n: Math.max(1, Math.ceil((said?.retry_ms ?? 1000) / 1000)) });
  if (status === 502 || status === 503 || status === 504) return new Trouble("err.unavailable");
  return new Trouble("err.unknown", {}, status);
}
