/** Numbers as people read them. A mate is told in plies and said in moves: two plies are one. */

/** Values beyond this are mates: see `noughts/kernel/scores.py`. */
const MATE = 1_000_000_000;
const MATE_RANGE = MATE - 10_000;
const WON = MATE_RANGE + 1; // in nobody knows how many plies

/**
 * A value in hundredths, short enough for a cell: "+1.2", "−12", "W3" for a win in 3 moves, "L4" for a loss, "won", "lost".
 * @param {number} value
 */
export function shortValue(value) {
  const moves = movesToMate(value);
  if (isDecided(value)) return moves ? `${value > 0 ? "W" : "L"}${moves}` : value > 0 ? "won" : "lost";
  const points = value / 100;
  const digits = Math.abs(points) < 9.95 ? 1 : 0;
  const text = Math.abs(points).toFixed(digits);
  return Number(text) === 0 ? "0" : `${points > 0 ? "+" : "−"}${text}`;
}

/** A value as a verb, of whoever it is told for: "wins in 3 moves", "loses", "has +1.2". @param {number} value */
export function valueInWords(value) {
  if (!isDecided(value)) return `has ${shortValue(value)}`;
  const moves = movesToMate(value);
  return `${value > 0 ? "wins" : "loses"}${moves ? ` in ${counted(moves, "move")}` : ""}`;
}

/** Whether it is proved who wins. @param {number} value */
export function isDecided(value) {
  return Math.abs(value) > MATE_RANGE;
}

/** The winner's moves until the end; 0 if the game is over or nobody knows. @param {number} value */
function movesToMate(value) {
  const size = Math.abs(value);
  return size > WON ? Math.ceil((MATE - size) / 2) : 0;
}

/**
 * How good a value is, from 0 (lost) to 1 (won); `scale` is what counts as a clear advantage.
 * @param {number} value @param {number} [scale]
 */
export function goodness(value, scale = 300) {
  if (isDecided(value)) return value > 0 ? 1 : 0;
  return 0.5 + 0.47 * Math.tanh(value / scale);
}

/** The advantage that fills most of a chart or scale. @param {number[]} values */
export function scaleOf(values) {
  const plain = values.filter((value) => !isDecided(value)).map(Math.abs);
  return Math.max(100, ...plain);
}

/** Seconds as a clock: "0:07", "12:30", "1:02:03". @param {number} seconds */
export function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const tail = `${hours ? `${minutes}`.padStart(2, "0") : minutes}:${`${rest}`.padStart(2, "0")}`;
  return hours ? `${hours}:${tail}` : tail;
}

/** 1234567 as "1.2 M". @param {number} number */
export function large(number) {
  if (number < 10_000) return `${Math.round(number)}`;
  if (number < 1_000_000) return `${Math.round(number / 1000)} k`;
  return `${(number / 1_000_000).toFixed(number < 10_000_000 ? 1 : 0)} M`;
}

/** @param {number} count @param {string} one @param {string} [many] */
export function counted(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {string} iso */
export function when(iso) {
  const date = new Date(iso);
  const isToday = date.toDateString() === new Date().toDateString();
  /** @type {Intl.DateTimeFormatOptions} */
  const format = isToday ? { hour: "2-digit", minute: "2-digit" } : { day: "numeric", month: "short", year: "numeric" };
  return new Intl.DateTimeFormat(undefined, format).format(date);
}
