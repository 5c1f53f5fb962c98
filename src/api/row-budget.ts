const MIB = 2 ** 20;

/**
 * How much memory the rows of all lists may take together, in bytes as `weightOf` reckons them: `all` holds a fleet of
 * 100,000 instances and keeps the console below 400 MB. Each list may always take `own`, more than a thousand rows,
 * however much the others take.
 */
const BOUNDS = { all: 240 * MIB, own: 4 * MIB };

/** What a row takes beside its text: the values that were read, and its places in the order, the index and the lines. */
const ROW_BYTES = 900;
/** What the parts of a row take: an element or member, a list, an object. */
const PART_BYTES = 16;
const LIST_BYTES = 48;
const OBJECT_BYTES = 64;
/** Rows of one kind share the names of their members; of a row with many more the names are most likely its own. */
const SHARED_NAMES = 40;
const NAME_BYTES = 200;

/** What one reader of a list has of the room. */
export type MemoryShare = {
  /** A reading begins. Until it ends, the larger of what is held and what it takes counts: the rows that come replace those there are. */
  readonly begin: () => void;
  /** Whether there was room for so many bytes more. Nobody waits for room: what does not fit fails at once. */
  readonly take: (bytes: number) => boolean;
  /** The reading is over; what it took is held from now on. */
  readonly keep: () => void;
  /** The reading failed; what was held before still is. */
  readonly drop: () => void;
  /** Nothing is held any more, and nothing will be. */
  readonly leave: () => void;
};

/** The room of one client for its lists, in which each reader gets a share of its list's. */
export function createRowBudget(lists: readonly string[], { all, own } = BOUNDS): (list: string) => MemoryShare {
  const sizesOf = new Map<string, Set<Size>>(lists.map((list) => [list, new Set()]));
  const sizeOf = (sizes: ReadonlySet<Size>): number => {
    let sum = 0;
    for (const { held, taking } of sizes) sum += Math.max(held, taking);
    return sum;
  };
  /** What is taken, and what must be left to lists that have less than their own. */
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

/** About how many bytes a row takes in memory, by its JSON text: the text itself, the texts in it, and what these are parts of. */
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
  // With one wide character in it all of a text is wide.
  return bytes + Math.max(0, names - SHARED_NAMES) * NAME_BYTES + text.length * (isWide ? 5 : 2.5);
}
