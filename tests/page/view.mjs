/** A plain board as a view, for tests of what draws and reads views. */

const LETTERS = "abcdefghijklmnopqrs";

/**
 * Cells are named a1 (below, left) and so on; `contents` from above, row by row, as in "X.. .O. ...".
 * @param {string} contents
 */
export function plainView(contents, marks = ["X", "O"]) {
  const lines = contents.split(" ");
  const cells = lines.flatMap((line, row) =>
    [...line].map((content, column) => ({
      name: `${LETTERS[column]}${lines.length - row}`,
      row,
      column,
      group: null,
      content,
    })),
  );
  const clicks = Object.fromEntries(cells.flatMap((cell, index) => (cell.content === "." ? [[cell.name, [index]]] : [])));
  return {
    game: "plain",
    title: "Plain",
    turn: 0,
    where: "",
    outcome: null,
    status: "X to move",
    rows: lines.length,
    columns: lines[0].length,
    cells,
    clicks,
    groups: [],
    row_labels: [],
    column_labels: [],
    last: [],
    winning: [],
    winning_groups: [],
    counters: [],
    marks,
    layout: "squares",
    edges: [],
    pieces: {},
  };
}
