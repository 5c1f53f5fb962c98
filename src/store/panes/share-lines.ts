/** Frame included. */
export type LineDemand = {
  /** Infinite while the number of rows is unknown. */
  readonly need: number;
  readonly least: number;
  /** Null when the height follows from the rows. */
  readonly chosen: number | null;
};

/**
 * Divides a height among panes. Chosen heights come first; the others get what they need, or equal shares. Spare lines
 * go to the last pane without a chosen height.
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

/** The lowest pane that needs one more line, or -1. */
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
