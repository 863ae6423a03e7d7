/** The page without a server: games are played and kept in the browser. */

import "./keeper/use-browser.js";
import "./app.js";

// For times without a network. Where it is refused, the site works all the same, with one.
navigator.serviceWorker?.register("service-worker.js").catch(() => {});
