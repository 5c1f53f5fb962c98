/** The lines that a pane of a stack asks for, its frame included. */
export type LineDemand = {
  /** Lines that show every row; infinite while the number of rows is unknown. */
  readonly need: number;
  /** Fewest lines. */
  readonly least: number;
  /** Lines chosen by the operator; null when they follow from the rows. */
  readonly chosen: number | null;
};

/**
 * Divides a height among panes that lie one over the other. Chosen heights come first; the other panes get what they need, and
 * equal shares where that is more than there is. Lines that none needs go to the last pane whose height is not chosen.
 * Returns one height for each pane; their sum is the height.
 */
export function shareLines(panes: readonly LineDemand[], height: number): readonly number[] {
  const least = panes.reduce((sum, pane) => sum + pane.least, 0);
  if (least > height) return equalShares(panes.length, height);
  const heights = panes.map((pane) => pane.least);
  let rest = height - least;
  for (const [at, { least, chosen }] of panes.entries()) {
    const more = Math.max(0, Math.min((chosen ?? 0) - least, rest));
    heights[at] = least + more;
    rest -= more;
  }
  for (; rest > 0; rest--) {
    const next = lowest(panes, heights);
    if (next < 0) break;
    heights[next] = (heights[next] ?? 0) + 1;
  }
  const filler = panes.findLastIndex(({ chosen }) => chosen === null);
  return heights.map((lines, at) => (at === (filler < 0 ? panes.length - 1 : filler) ? lines + rest : lines));
}

/** The index of the lowest pane that has rows to show in one more line, or -1. */
function lowest(panes: readonly LineDemand[], heights: readonly number[]): number {
  let found = -1;
  for (const [at, { need, chosen }] of panes.entries()) {
    const height = heights[at] ?? 0;
    if (chosen === null && height < need && (found < 0 || height < (heights[found] ?? 0))) found = at;
  }
  return found;
}

function equalShares(count: number, height: number): readonly number[] {
  const each = Math.floor(height / count);
  return Array.from({ length: count }, (_, at) => each + (at < height - each * count ? 1 : 0));
}
