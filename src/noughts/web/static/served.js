/** The page as a server sends it: games are kept there. */

import "./keeper/server.js";
import "./app.js";
