/**
 * The server as the keeper of games: requests for what is asked once, a WebSocket for a game that is followed. Importing this
 * makes it the page's keeper.
 */

import { ApiError, absence, request } from "./api.js";
import { KeeperError, useKeeper } from "./chosen.js";
import { LiveGame } from "./live.js";
import { Paced } from "./moment.js";
import { recall, remember } from "./memory.js";
import { complain } from "../frame/notices.js";
import { settings } from "../frame/settings.js";
import { reloadIfRenewed } from "./renewal.js";
import { WatchedMatch } from "./watched-match.js";
import { analyseHere, canThink, ThinkingGame } from "./thinking-game.js";

/** @typedef {import("./keeper").Keeper} Keeper */
/** @typedef {import("../types").Settings} Settings */

const RETRY = 500; // ms after which an analysis is asked for again while the server has too much to do
const TOO_MUCH = 429;
/** Changes of settings that the server has not confirmed yet, in the browser's memory. */
const UNSENT = "noughts.unsent";

/** Whether this browser thinks, and not the server. */
function thinksHere() {
  return canThink() && !settings().server_thinks;
}

/** @implements {Keeper} */
class ServerKeeper {
  can = { positions: true, engines: true, trees: true, records: true, identity: true, friends: true, unkept: false, arena: true };
  absence = absence;
  /** @type {Promise<import("../types").Catalogue> | null} */
  #catalogue = null;

  async isThere() {
    return (await fetch("/healthz").catch(() => null))?.ok ?? false;
  }

  /** The first answer serves for all later questions. */
  catalogue() {
    this.#catalogue ??= request("GET", "/api/catalogue").catch((error) => {
      this.#catalogue = null;
      throw error;
    });
    return /** @type {Promise<import("../types").Catalogue>} */ (this.#catalogue);
  }

  /** @type {Keeper["guide"]} */
  guide(name) {
    return request("GET", `/api/guides/${encodeURIComponent(name)}`);
  }

  /** @type {Keeper["view"]} */
  view(position) {
    return request("POST", "/api/view", position);
  }

  /** @type {Keeper["analyse"]} */
  async analyse(position, told, signal) {
    const { time, lines, ...shown } = position;
    const engine = thinksHere() ? (await this.view(shown)).engine : null;
    if (engine) return analyseHere(engine, { ...shown, time, lines }, told, signal);
    for (;;) {
      try {
        told(await request("POST", "/api/analyse", position, signal));
        return;
      } catch (error) {
        // An earlier one may not have ended yet.
        if (!(error instanceof ApiError) || error.status !== TOO_MUCH) throw error;
        await new Promise((resolve) => setTimeout(resolve, RETRY));
        signal.throwIfAborted();
      }
    }
  }

  /** @type {Keeper["begin"]} */
  begin(setup) {
    return request("POST", "/api/games", setup);
  }

  /** @type {Keeper["open"]} */
  async open(id, hearer) {
    const watched = id.startsWith("watch/") ? id.slice("watch/".length) : null;
    if (watched === null && !/^[1-9]\d{0,8}$/.test(id)) throw new KeeperError(`there is no game ${id}`);
    let wasOpen = true;
    /** @param {boolean} isOpen */
    const connection = (isOpen) => {
      if (isOpen && !wasOpen) reloadIfRenewed();
      wasOpen = isOpen;
      hearer.connection(isOpen);
    };
    try {
      if (watched === null) await request("GET", `/api/games/${id}`);
    } catch (error) {
      if (error instanceof KeeperError && error.isFinal) throw error;
      connection(false); // nobody answers just now: the WebSocket goes on trying
    }
    const paced = new Paced(hearer.message);
    /** @type {import("./keeper").Hearer["message"]} */
    const message = (sent) => paced.hear(sent);
    if (!thinksHere()) {
      return new LiveGame(watched ?? Number(id), message, connection, hearer.gone);
    }
    return new ThinkingGame(watched ?? Number(id), { ...hearer, message, connection }, (verdicts) => {
      if (watched === null) request("PUT", `/api/games/${id}/review`, verdicts).catch(complain);
    });
  }

  /** @type {Keeper["games"]} */
  games(wanted) {
    const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
    return request("GET", `/api/games?${new URLSearchParams(given.map(([name, value]) => [name, `${value}`]))}`);
  }

  /** @type {Keeper["line"]} */
  async line(id) {
    /** @type {import("../types").Game} */
    const { game, start, moves, marks } = await request("GET", `/api/games/${id}`);
    return { game, start, moves: moves.map(({ text }) => text), marks };
  }

  /** @type {Keeper["remove"]} */
  remove(id) {
    return request("DELETE", `/api/games/${id}`);
  }

  /** @type {Keeper["review"]} */
  review(id) {
    return request("GET", `/api/games/${id}/review`);
  }

  /** @type {Keeper["studies"]} */
  studies() {
    return request("GET", "/api/studies");
  }

  /** @type {Keeper["study"]} */
  study(id) {
    return request("GET", `/api/studies/${id}`);
  }

  /** @type {Keeper["keepStudy"]} */
  keepStudy(study) {
    return request("POST", "/api/studies", study);
  }

  /** @type {Keeper["changeStudy"]} */
  changeStudy(id, study) {
    return request("PUT", `/api/studies/${id}`, study);
  }

  /** @type {Keeper["removeStudy"]} */
  removeStudy(id) {
    return request("DELETE", `/api/studies/${id}`);
  }

  /** @param {File} file @returns {Promise<unknown>} */
  readTree(file) {
    return request("POST", "/api/studies/read", file);
  }

  /** @param {number} id @param {string} format */
  studyFile(id, format) {
    return `/api/studies/${id}/export?format=${format}`;
  }

  /** @type {Keeper["openings"]} */
  openings({ game, position, moves }, match) {
    const given = Object.entries({ game, position, moves: moves.join(","), match }).filter(([, value]) => value);
    return request("GET", `/api/openings?${new URLSearchParams(given.map(([name, value]) => [name, `${value}`]))}`);
  }

  /** @type {Keeper["puzzleGames"]} */
  puzzleGames() {
    return request("GET", "/api/puzzles");
  }

  /** @type {Keeper["puzzle"]} */
  puzzle(game, wanted) {
    const given = Object.entries(wanted).filter(([, value]) => value);
    const query = new URLSearchParams(given.map(([name, value]) => [name, `${value}`]));
    return request("GET", `/api/puzzles/${encodeURIComponent(game)}?${query}`);
  }

  /** @type {Keeper["tryMove"]} */
  tryMove({ game, id, is_daily }, moves) {
    return request("POST", `/api/puzzles/${encodeURIComponent(game)}/${id}`, { moves, is_daily });
  }

  /** @type {Keeper["solution"]} */
  solution({ game, id, is_daily }, moves) {
    return request("POST", `/api/puzzles/${encodeURIComponent(game)}/${id}/solution`, { moves, is_daily });
  }

  /** @type {Keeper["statistics"]} */
  statistics() {
    return request("GET", "/api/statistics");
  }

  /** @type {Keeper["resetStatistics"]} */
  resetStatistics() {
    return request("DELETE", "/api/statistics");
  }

  /** @type {Keeper["settings"]} */
  async settings() {
    const unsent = recall(UNSENT);
    const found = await request("GET", "/api/settings");
    // What cannot be sent now is shown, and sent the next time; what is refused is forgotten.
    return unsent ? this.changeSettings(unsent).catch((error) => (error.isFinal ? found : { ...found, ...unsent })) : found;
  }

  /** @type {Keeper["changeSettings"]} */
  async changeSettings(some) {
    // Whoever reloads or closes the page at once breaks the request off: it is sent again when the page is next opened.
    const unsent = { ...recall(UNSENT), ...some };
    remember(UNSENT, unsent);
    /** Unless something was changed again meanwhile. */
    const forget = () => JSON.stringify(recall(UNSENT)) === JSON.stringify(unsent) && remember(UNSENT, null);
    try {
      const found = await request("PATCH", "/api/settings", unsent);
      forget();
      return found;
    } catch (error) {
      if (error instanceof KeeperError && error.isFinal) remember(UNSENT, null); // it would be refused again
      throw error;
    }
  }

  /** @returns {Promise<import("../types").Identity>} */
  identity() {
    return request("GET", "/api/identity");
  }

  /** @param {string} link */
  become(link) {
    return request("POST", "/api/identity", { link });
  }

  /** @returns {Promise<import("../types").Friends>} */
  friends() {
    return request("GET", "/api/friends");
  }

  /** @param {import("../types").InvitationRequest} asked */
  invite(asked) {
    return request("POST", "/api/invitations", asked);
  }

  /** @param {number} id @returns {Promise<import("../types").Invitation>} */
  invitation(id) {
    return request("GET", `/api/games/${id}/invitation`);
  }

  /** @param {string} link @returns {Promise<import("../types").Sitting>} */
  seat(link) {
    return request("POST", "/api/seats/look", { link });
  }

  /** @param {string} link @param {string} name */
  sit(link, name) {
    return request("POST", "/api/seats", { link, name });
  }

  /** @returns {Promise<import("../types").WatchedGame[]>} */
  watched() {
    return request("GET", "/api/watch");
  }

  /** @param {import("../types").TreeRequest} asked */
  tree(asked) {
    return request("POST", "/api/tree", asked);
  }

  /** As it is: the server knows which letters its bytes stand for. @param {File} file */
  bringIn(file) {
    return request("POST", "/api/records", file);
  }

  /** @param {number} id @param {string} format */
  recordLink(id, format) {
    return `/api/games/${id}/record?format=${format}`;
  }

  /** @returns {Promise<import("../types").MatchSummary[]>} */
  matches() {
    return request("GET", "/api/arena");
  }

  /** @param {string} match @param {number | null} before @param {number} limit */
  matchGames(match, before, limit) {
    return request("GET", `/api/arena/${encodeURIComponent(match)}/games?limit=${limit}${before ? `&before=${before}` : ""}`);
  }

  /** @param {string} match @param {number} number */
  matchGame(match, number) {
    return request("GET", `/api/arena/${encodeURIComponent(match)}/games/${number}`);
  }

  /** @param {string} match @param {import("./keeper").MatchHearer} hearer */
  watchMatch(match, hearer) {
    return new WatchedMatch(match, hearer);
  }
}

useKeeper(new ServerKeeper());
// A tab that was left open may be as old as a server of last week.
document.addEventListener("visibilitychange", () => document.hidden || reloadIfRenewed());
