/** State of the world's random numbers: one 32-bit number, so that a saved world continues the same history. */
export type RandomState = { chance: number };

/** The next number in [0, 1) of the world's history (mulberry32). */
export function nextRandom(world: RandomState): number {
  world.chance = (world.chance + 0x6d2b79f5) | 0;
  return scramble(world.chance);
}

/** A random whole number from `min` to `max`, both included. */
export function nextInteger(world: RandomState, min: number, max: number): number {
  return min + Math.floor(nextRandom(world) * (max - min + 1));
}

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** An identifier such as `bid_MsIRhxj3ccyVWGfP`. The kind before the underscore is the market's own convention (section 1). */
export function randomId(world: RandomState, kind: string): string {
  let fid = `${kind}_`;
  for (let n = 0; n < 16; n++) fid += LETTERS.charAt(nextInteger(world, 0, LETTERS.length - 1));
  return fid;
}

/**
 * A number in [0, 1) that always belongs to the same text. Does not depend on the
 * order of rows, and so not on whether the world was saved and opened in between.
 */
export function randomFrom(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return scramble(hash);
}

function scramble(state: number): number {
  let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
  mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
}
