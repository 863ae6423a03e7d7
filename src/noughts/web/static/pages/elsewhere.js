/** Where there are no games of one's own: how those come here that were played under another name of the server. */

import { html, nothing } from "../vendor/lit.js";
import { keeper } from "../keeper/chosen.js";

export function elsewhere() {
  if (!keeper().can.identity) return nothing;
  return html`<p class="faint">
    Played in another browser, or at another address of this server? Copy your personal link there, in the settings: it brings
    your games here.
  </p>`;
}
