import type { Bid } from '../contract/bid.ts';
import { whyChanged } from '../resources/bids/writes.ts';
import type { Write } from '../resources/write.ts';

/** Splits undoing writes into those that may still be sent, and a sentence for each of the others. */
export function stillUndoable(
  writes: readonly Write[],
  bidNow: (fid: string) => Bid | undefined,
): { readonly left: readonly Write[]; readonly kept: readonly string[] } {
  const checked = writes.map((write) => {
    const now = write.fid === null ? undefined : bidNow(write.fid);
    return { write, why: write.undoOf === null ? null : whyChanged(now, write.undoOf.expected) };
  });
  return {
    left: checked.flatMap(({ write, why }) => (why === null ? [write] : [])),
    kept: checked.flatMap(({ write, why }) => (why === null ? [] : [`${write.name} is left as it is: ${why}.`])),
  };
}
