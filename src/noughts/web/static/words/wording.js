/** Numbers, times and words as people read them. */

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
