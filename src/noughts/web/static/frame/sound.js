/** A tick for each move, made on the spot. */

/** @type {AudioContext | null} */
let context = null;

/** @param {boolean} isEngine lower for the engine's moves */
export function tick(isEngine) {
  context ??= new AudioContext();
  const now = context.currentTime;
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.type = "sine";
  tone.frequency.value = isEngine ? 440 : 620;
  volume.gain.setValueAtTime(0.12, now);
  volume.gain.exponentialRampToValueAtTime(0.0001, now + 0.08);
  tone.connect(volume).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.09);
}
