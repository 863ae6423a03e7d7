/**
 * A server that is renewed while a page is open: the page's scripts are then those of the old one, and may not understand
 * what the new one says. Its files' address holds their version, and so does the first page of a server.
 */

const OWN = new URL("..", import.meta.url).pathname; // /static/VERSION/

/** Loads the page anew if the server has other files by now. The address says what is shown, the server keeps all else. */
export async function reloadIfRenewed() {
  try {
    const answer = await fetch("/", { cache: "no-cache" });
    if (answer.ok && !(await answer.text()).includes(`"${OWN}`)) location.reload();
  } catch {
    // Nobody answers: the page says so elsewhere, and asks again when somebody does.
  }
}
