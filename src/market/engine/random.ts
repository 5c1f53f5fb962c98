/** 32 bits: a saved world continues the same history. */
export type RandomState = { chance: number };

/** The next random number, from 0 to 1 (mulberry32). */
export function nextRandom(world: RandomState): number {
  world.chance = (world.chance + 0x6d2b79f5) | 0;
  return scramble(world.chance);
}

/** A random whole number, both ends included. */
export function nextInteger(world: RandomState, min: number, max: number): number {
  return min + Math.floor(nextRandom(world) * (max - min + 1));
}

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** `bid_MsIRhxj3ccyVWGfP`; the kind is the market's own convention (section 1). */
export function randomId(world: RandomState, kind: string): string {
  let fid = `${kind}_`;
  for (let n = 0; n < 16; n++) fid += LETTERS.charAt(nextInteger(world, 0, LETTERS.length - 1));
  return fid;
}

/** From 0 to 1, always the same for a text, whatever the order of rows. */
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
