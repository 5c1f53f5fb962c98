/**
 * The index of the first item in order that meets a condition, which all after it meet too; the length when none does. `from` is
 * the index to begin at.
 */
export function firstWhere<Item>(items: readonly Item[], meets: (item: Item) => boolean, from = 0): number {
  let low = from;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = items[middle];
    if (item === undefined || meets(item)) high = middle;
    else low = middle + 1;
  }
  return low;
}
