/** Where there are no games of one's own: how those come here that were played under another name of the server. */

import { html } from "./vendor/lit.js";

export function elsewhere() {
  return html`<p class="faint">
    Played in another browser, or at another address of this server? Your personal link, in its <a href="#/settings">settings</a>
    there, brings your games here.
  </p>`;
}
