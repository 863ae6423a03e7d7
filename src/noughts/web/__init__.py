"""The web app: games in the browser, and the API that the page uses."""
