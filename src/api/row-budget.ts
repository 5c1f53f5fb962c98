const MIB = 2 ** 20;

/** `all` holds 100,000 instances below 400 MB of console. Each list may always use `own`, more than a thousand rows. */
const BOUNDS = { all: 240 * MIB, own: 4 * MIB };

const ROW_BYTES = 900;
const PART_BYTES = 16;
const LIST_BYTES = 48;
const OBJECT_BYTES = 64;
/** Rows of one kind share names; many more are likely a row's own. */
const SHARED_NAMES = 40;
const NAME_BYTES = 200;

export type MemoryShare = {
  /** Before a list is read. Until its end the larger of old and new memory counts. */
  readonly begin: () => void;
  readonly take: (bytes: number) => boolean;
  readonly keep: () => void;
  readonly drop: () => void;
  readonly leave: () => void;
};

/** Creates the memory budget of one client; the result opens a list's share. */
export function createRowBudget(lists: readonly string[], { all, own } = BOUNDS): (list: string) => MemoryShare {
  const sizesOf = new Map<string, Set<Size>>(lists.map((list) => [list, new Set()]));
  const sizeOf = (sizes: ReadonlySet<Size>): number => {
    let sum = 0;
    for (const { held, taking } of sizes) sum += Math.max(held, taking);
    return sum;
  };
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

/** Estimates the memory of a row by its JSON text. */
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
