/** Requests to the server; docs/api.md describes them. */

import { KeeperError } from "./chosen.js";

/** Tells of requests that got no answer at all: "missed". */
export const absence = new EventTarget();

export class ApiError extends KeeperError {
  /** @param {string} message @param {number} status 0 if there was no answer at all */
  constructor(message, status) {
    super(message, status >= 400 && status < 500);
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
    absence.dispatchEvent(new Event("missed"));
    throw new ApiError("the server does not answer; is it running?", 0);
  }
  const isJson = response.headers.get("content-type")?.includes("json");
  const answer = isJson ? await response.json().catch(() => null) : await response.text();
  if (response.ok) return answer;
  throw new ApiError(answer?.error || `the server answered ${response.status}`, response.status);
}
