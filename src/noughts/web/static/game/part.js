/**
 * A part of a page: something that a page has (a position that is looked at, a game that is followed, keys), so that pages are
 * put together of what they need. It hears when its page comes and goes, as Lit's controllers do.
 */

export class Part {
  /** @param {import("../vendor/lit.js").LitElement} host the page */
  constructor(host) {
    this.host = host;
    host.addController(this);
  }

  hostConnected() {}

  hostDisconnected() {}

  hostUpdated() {}

  /** Something of this part has changed that the page shows. */
  redraw() {
    this.host.requestUpdate();
  }
}
