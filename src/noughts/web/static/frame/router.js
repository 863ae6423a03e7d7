/**
 * Pages are named by the URL's hash, so that one HTML file serves all of them:
 *
 *   #/                                         begin a game
 *   #/game/12                                  a game of this visitor
 *   #/at/ultimate?start=…&moves=5.5,5.3        a position or a whole game, for anybody; &first=O: O moved first
 *   #/friend  #/watch                          play a friend, games of others to watch
 *   #/sit/12-…  #/watch/12-…                   a free seat in a friend's game, a game to watch: what follows is a secret
 *   #/me/…                                     a personal link: whoever has it is that visitor
 *   #/tree/3x3x3?start=…&moves=b2,a1&search=pvs&depth=3    a search tree of a position
 *   #/arena  #/arena/0123456789abcdef          matches of programs; one of them, to look on at
 *   #/arena/0123456789abcdef/12                a game of a match, by its number
 *   #/games  #/statistics  #/settings  #/rules  #/rules/ultimate
 *   #/puzzles/ultimate  ?id=… ?daily          a puzzle near the visitor's rating, a named one, today's
 *   #/learn/ultimate                           a first game that one is led through
 *   #/ultimate/5.5,5.3                         a whole game from its own start, for anybody
 *   #/embed/ultimate/5.5,5.3?level=hard        the same, to be played inside another page
 */

const PAGES = ["play", "game", "at", "me", "tree", "games", "statistics", "settings", "rules", "learn", "puzzles", "arena", "embed", "friend", "sit", "watch"];

/** @typedef {import("../types").Mark} Mark */
/** @typedef {{page: string, argument: string, parameters: URLSearchParams}} Route */

/** @param {string} [hash] @returns {Route} */
export function readRoute(hash = location.hash) {
  const [path, query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const [page, ...rest] = path.split("/").map(decode);
  const parameters = new URLSearchParams(query);
  if (PAGES.includes(page || "play") && page !== "embed") return { page: page || "play", argument: rest.join("/"), parameters };
  const [game, moves = ""] = page === "embed" ? rest : [page, ...rest];
  if (moves) parameters.set("moves", moves);
  return { page: page === "embed" ? page : "at", argument: game ?? "", parameters };
}

/** @param {string} hash */
export function go(hash) {
  location.hash = hash;
}

/** @param {number} id */
export function gameLink(id) {
  return `#/game/${id}`;
}

/** A match of programs, or a game of it. @param {string} match @param {number} [game] */
export function arenaLink(match, game) {
  return `#/arena/${encodeURIComponent(match)}${game ? `/${game}` : ""}`;
}

/** Whether a link to here leads nowhere on another machine. */
export function isOnlyHere(host = location.hostname) {
  return /^(localhost|127(\.\d+){3}|\[::1\])$|\.localhost$/.test(host);
}

/** A visitor's own, which works in any browser. @param {string} link what the server calls it */
export function personalLink(link) {
  return `${location.origin}${location.pathname}#/me/${encodeURIComponent(link)}`;
}

/**
 * @param {string} game
 * @param {string | null} start position text, null for the game's own start
 * @param {string[]} moves
 * @param {[Mark, Mark]} marks
 */
export function positionLink(game, start, moves, marks) {
  const parameters = new URLSearchParams();
  if (start) parameters.set("start", start);
  if (moves.length) parameters.set("moves", moves.join(","));
  if (marks[0] === "O") parameters.set("first", "O");
  // Commas and slashes may stand in a hash as they are, and people read links.
  const query = `${parameters}`.replaceAll("%2C", ",").replaceAll("%2F", "/");
  return `#/at/${encodeURIComponent(game)}${query ? `?${query}` : ""}`;
}

/** A game from its own start, in as few letters as possible. @param {string} game @param {string[]} moves @param {[Mark, Mark]} marks */
export function lineLink(game, moves, marks) {
  if (PAGES.includes(game)) return positionLink(game, null, moves, marks);
  const line = moves.length ? `/${moves.map(encodeURIComponent).join(",")}` : "";
  return `#/${encodeURIComponent(game)}${line}${marks[0] === "O" ? "?first=O" : ""}`;
}

/** The search tree of a position. @param {string} game @param {string | null} start @param {string[]} moves */
export function treeLink(game, start, moves) {
  return positionLink(game, start, moves, ["X", "O"]).replace("#/at/", "#/tree/");
}

/** The marks that a link of `positionLink` holds. @param {URLSearchParams} parameters @returns {[Mark, Mark]} */
export function marksOf(parameters) {
  return parameters.get("first") === "O" ? ["O", "X"] : ["X", "O"];
}

/** @param {string} part */
function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // a damaged link: the page it leads to says that there is no such thing
  }
}
