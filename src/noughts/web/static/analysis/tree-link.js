/**
 * A tree of moves in a link's fragment: JSON, compressed, in letters that need no escape. Whoever makes a link may be hostile: it
 * is bounded before it is unpacked, and while it is.
 */

import { MOST_BYTES, MoveTree, TreeError } from "./tree.js";

export const LONGEST_LINK = 8000; // letters: what programs that pass links on are known to keep whole

/** @param {MoveTree} tree @returns {Promise<string | null>} null if it is too large for a link */
export async function packTree(tree) {
  const text = JSON.stringify(tree.toData());
  if (text.length > MOST_BYTES) return null;
  const packed = await bytesThrough(new Blob([text]), new CompressionStream("deflate-raw"), LONGEST_LINK);
  const letters = packed && btoa(String.fromCharCode(...packed)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
  return letters && letters.length <= LONGEST_LINK ? letters : null;
}

/** @param {string} letters @returns {Promise<MoveTree>} */
export async function unpackTree(letters) {
  if (letters.length > LONGEST_LINK) throw new TreeError("the link is too long: a part of it must be something else");
  let text = null;
  try {
    const packed = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const found = await bytesThrough(new Blob([packed]), new DecompressionStream("deflate-raw"), MOST_BYTES);
    text = found && new TextDecoder("utf-8", { fatal: true }).decode(found);
  } catch {
    throw new TreeError("the link is damaged: a part of it may be missing");
  }
  if (text === null) throw new TreeError(`the link holds too large a tree: ${MOST_BYTES / 1024} kB are possible`);
  return MoveTree.parse(text);
}

/** What comes out, if it is not more than so many bytes. @param {Blob} blob @param {GenericTransformStream} stream @param {number} most */
async function bytesThrough(blob, stream, most) {
  const reader = blob.stream().pipeThrough(/** @type {ReadableWritablePair<Uint8Array, any>} */ (stream)).getReader();
  /** @type {BlobPart[]} */
  const found = [];
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(found).arrayBuffer());
    size += value.length;
    if (size > most) {
      reader.cancel().catch(() => {});
      return null;
    }
    found.push(/** @type {BlobPart} */ (value));
  }
}
