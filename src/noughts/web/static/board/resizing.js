/** Tells an element that it has another size, as long as it is on the page: one of Lit's controllers. */

export class Resizing {
  /**
   * @param {import("../vendor/lit.js").LitElement} host
   * @param {(size: DOMRectReadOnly) => void} tell
   */
  constructor(host, tell) {
    this.host = host;
    this.observer = new ResizeObserver(([entry]) => tell(entry.contentRect));
    host.addController(this);
  }

  hostConnected() {
    this.observer.observe(this.host);
  }

  hostDisconnected() {
    this.observer.disconnect();
  }
}
