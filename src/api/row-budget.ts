const MIB = 2 ** 20;

/**
 * Memory limit of the rows of all lists in bytes, as estimated by `weightOf`: `all`
 * holds a fleet of 100,000 instances and keeps the console below 400 MB. Each list may
 * always use `own`, more than a thousand rows, however much the others use.
 */
const BOUNDS = { all: 240 * MIB, own: 4 * MIB };

/** Memory of a row beside its text, in bytes: parsed values, and entries in the order, the index and the lines. */
const ROW_BYTES = 900;
/** Memory of each part of a row, in bytes: an element or member, a list, an object. */
const PART_BYTES = 16;
const LIST_BYTES = 48;
const OBJECT_BYTES = 64;
/** Member names that rows of one kind share; in a row with many more the names are most likely its own. */
const SHARED_NAMES = 40;
const NAME_BYTES = 200;

/** Memory of one page cache. */
export type MemoryShare = {
  /** Called before a list is read. Until the end, the larger of old and new memory counts: the new rows replace the old ones. */
  readonly begin: () => void;
  /** Reserves more bytes; returns whether there was room. Nothing waits for room: what does not fit fails at once. */
  readonly take: (bytes: number) => boolean;
  /** Called when the list was read; its memory replaces the old one. */
  readonly keep: () => void;
  /** Called when reading failed; the old memory still counts. */
  readonly drop: () => void;
  /** Releases the share for good. */
  readonly leave: () => void;
};

/** Creates the memory budget of one client for its lists, and returns the function that opens a share of a list's memory. */
export function createRowBudget(lists: readonly string[], { all, own } = BOUNDS): (list: string) => MemoryShare {
  const sizesOf = new Map<string, Set<Size>>(lists.map((list) => [list, new Set()]));
  const sizeOf = (sizes: ReadonlySet<Size>): number => {
    let sum = 0;
    for (const { held, taking } of sizes) sum += Math.max(held, taking);
    return sum;
  };
  /** Memory in use, and the rest that is reserved for lists below their own. */
  const taken = (): number => {
    let sum = 0;
    for (const sizes of sizesOf.values()) sum += Math.max(own, sizeOf(sizes));
    return sum;
  };
  return (list) => {
    const size: Size = { held: 0, taking: 0 };
    const sizes = sizesOf.get(list) ?? new Set();
    sizesOf.set(list, sizes.add(size));
    return {
      begin: () => {
        size.taking = 0;
      },
      take: (bytes) => {
        size.taking += bytes;
        if (size.taking <= size.held || sizeOf(sizes) <= own || taken() <= all) return true;
        size.taking -= bytes;
        return false;
      },
      keep: () => {
        size.held = size.taking;
        size.taking = 0;
      },
      drop: () => {
        size.taking = 0;
      },
      leave: () => void sizes.delete(size),
    };
  };
}

type Size = { held: number; taking: number };

/** Estimates the memory of a row in bytes by its JSON text: the text itself, the texts in it, and their containers. */
export function weightOf(text: string): number {
  let bytes = ROW_BYTES;
  let names = 0;
  let isWide = false;
  let before = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x2c) bytes += PART_BYTES;
    else if (code === 0x5b) bytes += LIST_BYTES;
    else if (code === 0x7b) bytes += OBJECT_BYTES;
    else if (code === 0x3a && before === 0x22 && text.charCodeAt(at - 2) !== 0x5c) names += 1;
    else if (code > 0xff) isWide = true;
    before = code;
  }
  // One wide character makes all of a text wide.
  return bytes + Math.max(0, names - SHARED_NAMES) * NAME_BYTES + text.length * (isWide ? 5 : 2.5);
}
