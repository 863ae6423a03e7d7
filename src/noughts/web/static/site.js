/** The page without a server: games are played and kept in the browser. */

import "./keeper/use-browser.js";
import "./app.js";
