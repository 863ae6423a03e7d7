// @ts-check
/**
 * A search tree to step through, fold and unfold. It draws what it is given and knows no rules.
 *
 * All nodes have a place, but only those on the screen are in the document: a tree of thousands opens and folds at once.
 *
 * @typedef {{parent: number, ply: number, depth: number, move: string, turn: number, alpha: string, beta: string,
 *   value: string, numbers: [number, number, number], kind: string, cut: boolean, untried: string[], reason: string,
 *   why: string, expected: boolean, pass: string, contents: string, owners: string, last: number[], winning: number[],
 *   status: string}} TreeNode
 * @typedef {{rows: number, columns: number, cells: [number, number][], groups: [number, number, number, number][],
 *   rowLabels: string[], columnLabels: string[], marks: [string, string]}} Board
 * @typedef {{title: string, search: string, evaluation: string, depth: number, best: string,
 *   counts: Record<string, number>, board: Board, nodes: TreeNode[]}} TreeData
 */

import { drawBoard, safe } from "./tree-board.js";

const COLUMN = 88, ROW = 108, WIDTH = 66, HEIGHT = 48, LEFT = 70, TOP = 44, GUTTER = 54;
const LONG_VALUE = 7; // letters: a longer one is written smaller
const MOST_STUBS = 3; // cut moves drawn one by one; more are one stub with their number
const MOST_OPEN = 250; // nodes that a new page unfolds
const ZOOM = 1.25, LEAST_ZOOM = 0.02, MOST_ZOOM = 2; // a step, and bounds
const LEGIBLE = 0.4; // smaller, nodes are boxes without words
const SMALL = { width: 300, height: 70 }; // the overview

/** @param {number} count @param {string} word */
const many = (count, word) => `${count.toLocaleString("en")} ${word}${count === 1 ? "" : "s"}`;

class TreeView {
  /** @param {HTMLElement} host @param {TreeData} data */
  constructor(host, data) {
    this.data = data;
    this.nodes = data.nodes;
    /** @type {number[][]} */ this.children = this.nodes.map(() => []);
    /** @type {number[]} the last node below each */ this.end = this.nodes.map((_, number) => number);
    for (let number = this.nodes.length - 1; number >= 0; number--) {
      const parent = this.nodes[number].parent;
      if (parent < 0) continue;
      this.children[parent].unshift(number);
      this.end[parent] = Math.max(this.end[parent], this.end[number]);
    }
    this.roots = this.nodes.flatMap((node, number) => (node.parent < 0 ? [number] : []));
    /** @type {Set<number>[]} whose turn it is in each row */ this.sides = [];
    for (const { ply, turn } of this.nodes) (this.sides[ply] ??= new Set()).add(turn);
    // Minimax has no window: nothing closes it as values are found.
    this.narrows = this.nodes.some(({ alpha, beta }) => alpha !== "−∞" || beta !== "+∞");
    /** @type {Set<number>} */ this.folded = new Set();
    this.step = this.nodes.length - 1; // nodes up to this one have been searched
    this.zoom = 1;
    this.current = this.roots[this.roots.length - 1];
    /** @type {number[]} where each node stands */ this.x = [];
    this.width = this.height = 0; // of the whole drawing
    /** @type {number[]} */ this.shown = [];
    /** @type {{node: number, x: number, label: string}[]} */ this.cuts = [];
    host.classList.add("tree-view");
    host.innerHTML = frame(data);
    /** @param {string} selector */
    const part = (selector) => /** @type {HTMLElement} */ (host.querySelector(selector));
    this.canvas = part(".canvas");
    this.svg = part("svg");
    this.room = part(".room");
    this.panel = part(".chosen");
    this.overview = part(".overview");
    this.host = host;
    this.output = part("output");
    this.buttons = part(".steps");
    this.listen();
    this.foldBeyond();
    this.arrange();
    this.draw();
    this.showNode();
    this.scrollTo(this.current);
  }

  /** Fold as many plies, from below, as it takes to have few nodes on the screen. */
  foldBeyond() {
    const byPly = /** @type {number[]} */ ([]);
    for (const node of this.nodes) byPly[node.ply] = (byPly[node.ply] ?? 0) + 1;
    let open = byPly[0], ply = 0;
    while (ply + 1 < byPly.length && open + byPly[ply + 1] <= MOST_OPEN) open += byPly[++ply];
    this.nodes.forEach((node, number) => {
      if (node.ply >= Math.max(1, ply) && this.children[number].length) this.folded.add(number);
    });
    if (ply + 1 >= byPly.length) this.folded.clear();
  }

  listen() {
    this.buttons.addEventListener("click", (event) => {
      const action = /** @type {HTMLElement} */ (event.target).dataset.do;
      if (action) this.act(action);
    });
    this.panel.addEventListener("click", (event) => {
      const { look } = /** @type {HTMLElement} */ (event.target).dataset;
      if (look) this.look(Number(look));
    });
    this.overview.addEventListener("pointerdown", (event) => this.goThere(event));
    this.overview.addEventListener("pointermove", (event) => event.buttons && this.goThere(event));
    this.canvas.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const { left, top } = this.canvas.getBoundingClientRect();
      this.zoomTo(this.zoom * (event.deltaY < 0 ? ZOOM : 1 / ZOOM), event.clientX - left, event.clientY - top);
    }, { passive: false });
    this.canvas.addEventListener("scroll", () => requestAnimationFrame(() => this.draw()));
    this.canvas.addEventListener("click", (event) => {
      const target = /** @type {Element} */ (event.target), clicked = target.closest("[data-node]");
      if (clicked) return this.choose(Number(clicked.getAttribute("data-node")));
      const cut = target.closest("[data-cut]");
      if (cut) this.look(Number(cut.getAttribute("data-cut")));
    });
    document.addEventListener("keydown", this.onKey);
    new ResizeObserver(() => {
      this.scrollTo(this.current); // the style sheet may have come after the tree, and a window may be made smaller
      this.draw();
    }).observe(this.canvas);
  }

  /** Keys work wherever they mean nothing else. @param {KeyboardEvent} event */
  onKey = (event) => {
    if (!this.host.isConnected) return document.removeEventListener("keydown", this.onKey);
    const target = /** @type {Element} */ (event.target), isHere = this.canvas.contains(target);
    if (event.ctrlKey || event.altKey || event.metaKey || target.closest("input, select, textarea, dialog, aside")) return;
    /** @type {Record<string, string>} */
    const keys = { ArrowLeft: "back", ArrowRight: "on", ArrowUp: "parent", ArrowDown: "child", Home: "first", End: "last",
      "+": "nearer", "-": "farther", "0": "fit", ...(isHere ? { Enter: "toggle", " ": "toggle" } : {}) };
    if (!keys[event.key]) return;
    event.preventDefault();
    this.act(keys[event.key]);
  };

  /** The node that steps go on from: of the whole tree the chosen one. */
  get place() { return this.step === this.nodes.length - 1 ? this.current : this.step; }

  /** @param {string} action */
  act(action) {
    const last = this.nodes.length - 1, { clientWidth, clientHeight } = this.canvas;
    if (action === "nearer") return this.zoomTo(this.zoom * ZOOM);
    if (action === "farther") return this.zoomTo(this.zoom / ZOOM);
    if (action === "fit") return this.zoomTo(Math.min(1, clientWidth / this.width, clientHeight / this.height));
    if (action === "toggle") return this.choose(this.current);
    if (action === "parent") return this.look(Math.max(0, this.nodes[this.current].parent));
    if (action === "child") return this.look(this.children[this.current].find((child) => child <= this.step) ?? this.current);
    if (action === "fold") this.nodes.forEach((node, n) => node.parent < 0 && this.children[n].length && this.folded.add(n));
    else if (action === "unfold") this.folded.clear();
    else {
      const steps = { first: 0, back: Math.max(0, this.place - 1), on: Math.min(last, this.place + 1), last };
      this.step = this.current = steps[/** @type {keyof typeof steps} */ (action)];
      this.unfoldAbove(this.current);
    }
    this.show();
  }

  /** Change the scale; what lies at a point of the canvas, else the chosen node, stays where it is.
   * @param {number} zoom @param {number} [x] @param {number} [y] */
  zoomTo(zoom, x, y) {
    const { scrollLeft, scrollTop } = this.canvas, before = this.zoom;
    const fixed = { x: x ?? this.x[this.current] * before - scrollLeft, y: y ?? this.y(this.current) * before - scrollTop };
    this.zoom = Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, zoom));
    this.makeRoom();
    this.canvas.scrollLeft = (scrollLeft + fixed.x) * (this.zoom / before) - fixed.x;
    this.canvas.scrollTop = (scrollTop + fixed.y) * (this.zoom / before) - fixed.y;
    this.draw();
  }

  /** Scroll to a point of the overview. @param {PointerEvent} event */
  goThere(event) {
    const box = this.overview.getBoundingClientRect(), { clientWidth, clientHeight } = this.canvas;
    this.canvas.scrollLeft = ((event.clientX - box.left) / box.width) * this.width * this.zoom - clientWidth / 2;
    this.canvas.scrollTop = ((event.clientY - box.top) / box.height) * this.height * this.zoom - clientHeight / 2;
  }

  /** @param {number} number */
  y(number) { return TOP + this.nodes[number].ply * ROW; }

  /** Look at a node without folding it. @param {number} number */
  look(number) {
    this.current = number;
    this.unfoldAbove(number);
    this.show();
  }

  /** @param {number} number */
  unfoldAbove(number) {
    for (let n = this.nodes[number].parent; n >= 0; n = this.nodes[n].parent) this.folded.delete(n);
  }

  show() {
    this.arrange();
    this.scrollTo(this.current);
    this.draw();
    this.showNode();
  }

  /** Fold or unfold a node; it stays where it is on the screen. @param {number} number */
  choose(number) {
    const before = this.x[number] * this.zoom - this.canvas.scrollLeft;
    const wasFolded = this.folded.delete(number);
    if (!wasFolded && this.current === number && this.children[number].length) this.folded.add(number);
    this.current = number;
    this.arrange();
    this.canvas.scrollLeft = this.x[number] * this.zoom - before;
    this.draw();
    this.showNode();
  }

  /** @param {number} number whether all below it has been searched by now */
  isDone(number) { return this.end[number] <= this.step; }

  /** What is known by now of a node that is still searched: the window, the best child and its value. @param {number} number */
  soFar(number) {
    const node = this.nodes[number], sign = node.turn ? -1 : 1;
    let { alpha, beta } = node, best = -1;
    for (const child of this.children[number]) {
      if (!this.isDone(child)) continue;
      if (best < 0 || sign * this.nodes[child].numbers[2] > sign * this.nodes[best].numbers[2]) best = child;
    }
    const value = best < 0 ? "" : this.nodes[best].value.replace(/^[≥≤]/, "");
    if (best >= 0 && this.narrows && !node.turn && this.nodes[best].numbers[2] > node.numbers[0]) alpha = value;
    if (best >= 0 && this.narrows && node.turn && this.nodes[best].numbers[2] < node.numbers[1]) beta = value;
    return { alpha, beta, value, move: best < 0 ? "" : this.nodes[best].move };
  }

  /** @param {number} number @returns {string[]} */
  stubs(number) {
    const { untried } = this.nodes[number];
    if (!untried.length || this.folded.has(number) || !this.isDone(number)) return [];
    return untried.length <= MOST_STUBS ? untried : [`${untried.length} moves`];
  }

  /** Give each node that is not folded away its place: leaves side by side, parents above the middle. */
  arrange() {
    this.x = [];
    this.shown = [];
    this.cuts = [];
    let column = 0, deepest = 0;
    /** @param {number} number @returns {number} */
    const place = (number) => {
      this.shown.push(number);
      deepest = Math.max(deepest, this.nodes[number].ply);
      const below = [];
      if (!this.folded.has(number)) {
        for (const child of this.children[number]) if (child <= this.step) below.push(place(child));
      }
      for (const label of this.stubs(number)) {
        const x = LEFT + (column++ + 0.5) * COLUMN;
        this.cuts.push({ node: number, x, label });
        deepest = Math.max(deepest, this.nodes[number].ply + 1);
        below.push(x);
      }
      const x = below.length ? (below[0] + below[below.length - 1]) / 2 : LEFT + (column++ + 0.5) * COLUMN;
      return (this.x[number] = x);
    };
    for (const root of this.roots) if (root <= this.step) { place(root); column++; }
    this.width = LEFT + column * COLUMN;
    this.height = TOP + deepest * ROW + HEIGHT + 20;
    this.makeRoom();
  }

  makeRoom() {
    this.room.style.width = `${this.width * this.zoom}px`;
    this.room.style.height = `${this.height * this.zoom}px`;
  }

  /** All nodes as dots, those that lie on the screen in a frame; nothing where all of them do.
   * @param {number} left @param {number} top @param {number} width @param {number} height */
  drawOverview(left, top, width, height) {
    const isNeeded = this.width > width + 1 || this.height > height + 1;
    this.overview.toggleAttribute("hidden", !isNeeded);
    if (!isNeeded) return;
    const across = SMALL.width / this.width, down = SMALL.height / this.height;
    /** @param {number} number */
    const dot = (number) => `M${(this.x[number] * across).toFixed(1)} ${((this.y(number) + HEIGHT / 2) * down).toFixed(1)}h.01`;
    this.overview.innerHTML = `<path class="dots" d="${this.shown.map(dot).join("")}"/><path class="now" d="${dot(this.current)}"/>
      <rect x="${left * across}" y="${top * down}" width="${width * across}" height="${height * down}"/>`;
  }

  /** Draw what lies on the screen. */
  draw() {
    const { clientWidth, clientHeight } = this.canvas;
    const [width, height, scrollLeft, scrollTop] = [clientWidth, clientHeight, this.canvas.scrollLeft, this.canvas.scrollTop]
      .map((pixels) => pixels / this.zoom);
    this.svg.setAttribute("width", String(clientWidth));
    this.svg.setAttribute("height", String(clientHeight));
    this.svg.setAttribute("viewBox", `${scrollLeft} ${scrollTop} ${width} ${height}`);
    this.svg.classList.toggle("tiny", this.zoom < LEGIBLE);
    /** @type {Set<number>} */ const way = new Set();
    for (let n = this.current; n >= 0; n = this.nodes[n].parent) way.add(n);
    const first = scrollLeft - COLUMN, last = scrollLeft + width + COLUMN;
    /** @param {number} a @param {number} b */
    const isSeen = (a, b) => Math.max(a, b) >= first && Math.min(a, b) <= last;
    const edges = [], boxes = [];
    for (const number of this.shown) {
      const node = this.nodes[number], x = this.x[number];
      if (node.parent >= 0 && isSeen(this.x[node.parent], x)) {
        const isExpected = node.expected && this.step === this.nodes.length - 1;
        const kind = `${isExpected ? "expected" : ""} ${way.has(number) ? "way" : ""}`;
        edges.push(this.edge(this.x[node.parent], x, node.ply, node.move, kind));
      }
      if (isSeen(x, x)) boxes.push(this.box(number));
    }
    for (const { node, x, label } of this.cuts) {
      if (!isSeen(this.x[node], x)) continue;
      const ply = this.nodes[node].ply + 1, top = TOP + ply * ROW;
      edges.push(`<g class="stub" data-cut="${node}"><title>${safe(this.nodes[node].why)}</title>
        ${this.edge(this.x[node], x, ply, label, "stub")}
        <rect x="${x - WIDTH / 2}" y="${top}" width="${WIDTH}" height="22" rx="4"/>
        <text x="${x}" y="${top + 15}" text-anchor="middle" font-size="11">cut</text>
        <text class="small" x="${x}" y="${top + 35}" text-anchor="middle">${this.nodes[node].reason}</text></g>`);
    }
    this.svg.innerHTML = edges.join("") + boxes.join("") + this.rows(scrollLeft, scrollTop, height);
    this.drawOverview(scrollLeft, scrollTop, width, height);
  }

  /**
   * Beside each row, whose nodes these are, if all are the same side's; they stay when the tree is scrolled.
   * @param {number} left @param {number} top @param {number} height
   */
  rows(left, top, height) {
    const { marks } = this.data.board, deepest = Math.max(...this.shown.map((number) => this.nodes[number].ply));
    const labels = this.sides.slice(0, deepest + 1).map((sides, ply) => {
      if (sides.size !== 1) return "";
      const turn = sides.has(1) ? 1 : 0, y = TOP + ply * ROW + HEIGHT / 2;
      return `<text class="row ${turn ? "o" : "x"}" x="${left + 6}" y="${y + 4}">${safe(marks[turn])} ${turn ? "min" : "max"}</text>`;
    });
    return `<rect class="gutter" x="${left}" y="${top}" width="${GUTTER}" height="${height}"/>${labels.join("")}`;
  }

  /** @param {number} fromX @param {number} x @param {number} ply @param {string} move @param {string} kind */
  edge(fromX, x, ply, move, kind) {
    const top = TOP + ply * ROW, from = top - ROW + HEIGHT;
    return `<path class="branch ${kind}" d="M${fromX} ${from}L${x} ${top - 22}V${top}"/>
      <text class="move" x="${x}" y="${top - 9}" text-anchor="middle">${safe(move)}</text>`;
  }

  /** @param {number} number */
  box(number) {
    const node = this.nodes[number], x = this.x[number], top = TOP + node.ply * ROW;
    const isDone = this.isDone(number), hidden = this.end[number] - number;
    const { alpha, beta, value } = isDone ? node : this.soFar(number);
    const found = isDone ? value : `${value}…`, size = found.length < LONG_VALUE ? 12 : 10;
    const classes = ["node", node.turn ? "o" : "x", node.kind, number === this.current ? "now" : ""].join(" ");
    const badge = this.folded.has(number) && hidden
      ? `<text class="badge" x="${x}" y="${top + HEIGHT + 13}" text-anchor="middle">+${hidden}</text>` : "";
    return `<g class="${classes}" data-node="${number}">
      <title>${number + 1}. ${safe(isDone ? node.why : "Being searched.")}</title>
      <rect x="${x - WIDTH / 2}" y="${top}" width="${WIDTH}" height="${HEIGHT}" rx="${node.turn ? HEIGHT / 2 : 2}"/>
      <text class="value" x="${x}" y="${top + 15}" text-anchor="middle" font-size="${size}">${found}</text>
      <text class="small" x="${x}" y="${top + 29}" text-anchor="middle">α ${alpha}</text>
      <text class="small" x="${x}" y="${top + 41}" text-anchor="middle">β ${beta}</text>
      <text class="number" x="${x - WIDTH / 2 - 2}" y="${top + 6}" text-anchor="end">${number + 1}</text>
      ${node.pass ? `<text class="pass" x="${x}" y="${top - 12}" text-anchor="middle">${safe(node.pass)}</text>` : ""}
      ${isDone && node.cut ? `<text class="small" x="${x + WIDTH / 2 + 2}" y="${top + HEIGHT - 2}">✂</text>` : ""}${badge}</g>`;
  }

  /** @param {number} number */
  scrollTo(number) {
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = this.canvas;
    const x = this.x[number] * this.zoom, y = this.y(number) * this.zoom;
    if (x - WIDTH - GUTTER < scrollLeft || x + WIDTH > scrollLeft + clientWidth) this.canvas.scrollLeft = x - clientWidth / 2;
    if (y - 30 < scrollTop || y + HEIGHT + 20 > scrollTop + clientHeight) this.canvas.scrollTop = y - clientHeight / 2;
  }

  /** What is known of the current node, and its position. */
  showNode() {
    const number = this.current, node = this.nodes[number], path = [], above = [];
    for (let n = number; n >= 0; n = this.nodes[n].parent) {
      if (this.nodes[n].move) path.unshift(this.nodes[n].move);
      if (n !== number) above.unshift(`<button data-look="${n}">${safe(this.nodes[n].move || "root")}</button>`);
    }
    const isDone = this.isDone(number), now = isDone ? node : this.soFar(number), { move } = now;
    const pass = this.roots.length > 1 ? `pass ${this.roots.filter((root) => root <= number).length} of ${this.roots.length}: ` : "";
    const searched = this.nodes.slice(0, this.step + 1);
    const cuts = searched.filter((one, n) => one.cut && this.isDone(n)).length;
    this.output.textContent = `${this.place + 1} of ${this.nodes.length}`;
    for (const button of this.buttons.querySelectorAll("button")) {
      if (button.dataset.do === "first") button.disabled = this.step === 0;
      if (button.dataset.do === "back") button.disabled = this.place === 0;
      if (["on", "last"].includes(button.dataset.do ?? "")) button.disabled = this.place === this.nodes.length - 1;
    }
    const untried = isDone && node.untried.length ? `<dt>cut</dt><dd>${safe(node.untried.join(" "))}</dd>` : "";
    this.panel.innerHTML = `<h2>${number + 1}. ${pass}${path.length ? safe(path.join(" ")) : "the root"}</h2>
      ${above.length ? `<nav aria-label="Path to the root">${above.join(" › ")}</nav>` : ""}
      <p>${safe(isDone ? node.why : `Being searched${move ? `: the best so far is ${move}, with ${now.value}` : ""}.`)}</p>
      ${drawBoard(this.data.board, node)}
      <p>${safe(node.status)}</p>
      <dl><dt>value</dt><dd>${safe(now.value)}${isDone ? "" : "…"}</dd><dt>alpha</dt><dd>${safe(now.alpha)}</dd>
        <dt>beta</dt><dd>${safe(now.beta)}</dd><dt>depth left</dt><dd>${node.depth}</dd>${untried}
        <dt>so far</dt><dd>${many(searched.length, "node")}, ${many(cuts, "cut-off")}</dd></dl>
      <p>Values are ${safe(this.data.board.marks[0])}’s: ${safe(this.data.board.marks[0])} (square) makes them as large as it can,
        ${safe(this.data.board.marks[1])} (round) as small. +M3: a win 3 plies from the root. The thick line is the expected play. Click a node to see it, again to fold or
        unfold it, a grey one to see why it was cut.</p>`;
  }
}

/** The page around the tree. @param {TreeData} data */
function frame(data) {
  const { counts } = data;
  return `
    <header>
      <h1>${safe(data.title)}: ${safe(data.search)} to depth ${data.depth}</h1>
      <p>${many(counts.nodes, "node")}, ${many(counts.static_evaluations, "evaluation")},
        ${many(counts.alpha_cutoffs, "alpha cut-off")}, ${many(counts.beta_cutoffs, "beta cut-off")},
        ${many(counts.table_hits, "table hit")}; best move ${safe(data.best)}; evaluation ${safe(data.evaluation)}</p>
      <div class="steps" role="group" aria-label="Steps of the search">
        <button data-do="first" aria-label="To the first node">|◀</button>
        <button data-do="back" aria-label="One node back">◀</button>
        <output aria-label="Step"></output>
        <button data-do="on" aria-label="One node on">▶</button>
        <button data-do="last" aria-label="To the end of the search">▶|</button>
        <button data-do="fold">Fold all</button>
        <button data-do="unfold">Unfold all</button>
        <button data-do="farther" aria-label="Smaller">−</button>
        <button data-do="nearer" aria-label="Larger">+</button>
        <button data-do="fit">Fit</button>
      </div>
    </header>
    <div class="canvas" tabindex="0" role="application"
      aria-label="The search tree. Arrow keys left and right: one node back and on; up and down: to the parent and to the
        first child. Enter: fold or unfold. Plus, minus, 0: larger, smaller, all of it.">
      <svg></svg><div class="room"></div></div>
    <aside tabindex="0" aria-label="The chosen node">
      <svg class="overview" aria-hidden="true" viewBox="0 0 ${SMALL.width} ${SMALL.height}" preserveAspectRatio="none"></svg>
      <div class="chosen" aria-live="polite"></div>
    </aside>`;
}

/** Show a tree in an element. @param {HTMLElement} host @param {TreeData} data */
export function showTree(host, data) {
  return new TreeView(host, data);
}
