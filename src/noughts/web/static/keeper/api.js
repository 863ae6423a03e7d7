/** Requests to the server; docs/api.md describes them. Errors are in words that can be shown as they are. */

/** @typedef {import("../types").View} View */
/** @typedef {import("../types").PositionRequest} PositionRequest */

/** Tells of requests that got no answer at all: "missed". */
export const noAnswer = new EventTarget();

export class ApiError extends Error {
  /** @param {string} message @param {number} status 0 if there was no answer at all */
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body] sent as JSON, or as it is if it is text or a file
 * @param {AbortSignal} [signal] ends it: the error is then the signal's
 * @returns {Promise<any>}
 */
export async function request(method, path, body, signal) {
  const isText = typeof body === "string" || body instanceof Blob;
  const headers = body === undefined ? undefined : { "content-type": isText ? "text/plain" : "application/json" };
  let response;
  try {
    const sent = isText || body === undefined ? body : JSON.stringify(body);
    response = await fetch(path, { method, headers, body: sent, signal });
  } catch {
    signal?.throwIfAborted();
    noAnswer.dispatchEvent(new Event("missed"));
    throw new ApiError("the server does not answer; is it running?", 0);
  }
  const isJson = response.headers.get("content-type")?.includes("json");
  const answer = isJson ? await response.json().catch(() => null) : await response.text();
  if (response.ok) return answer;
  throw new ApiError(answer?.error || `the server answered ${response.status}`, response.status);
}

/** @type {() => Promise<import("../types").Catalogue>} */
export const fetchCatalogue = once(() => request("GET", "/api/catalogue"));

/** @param {PositionRequest} position @returns {Promise<{view: View, position: string}>} */
export function fetchView(position) {
  return request("POST", "/api/view", position);
}

/** @param {import("../types").SetupRequest} setup @returns {Promise<import("../types").Game>} */
export function beginGame(setup) {
  return request("POST", "/api/games", setup);
}

/**
 * The answer of the first call that succeeds, for all later ones.
 * @template T
 * @param {() => Promise<T>} ask
 * @returns {() => Promise<T>}
 */
function once(ask) {
  /** @type {Promise<T> | null} */
  let answer = null;
  return () => {
    answer ??= ask().catch((error) => {
      answer = null;
      throw error;
    });
    return answer;
  };
}
