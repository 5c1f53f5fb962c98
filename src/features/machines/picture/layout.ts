/** How much a label says. */
type LabelLength = 'full' | 'short' | 'brief';

/** What is placed of a group: the widths of its label in its lengths, and the number of cells of each machine. */
export type Block = {
  readonly label: { readonly [Length in LabelLength]: number };
  readonly machines: readonly number[];
};

/** How much room a cell, what is between cells and lines, and a label get. */
export type Density = {
  /** Columns of a cell, after it within its machine, and more after the last of a machine. */
  readonly size: 1 | 2;
  readonly gap: 0 | 1;
  readonly machineGap: 1 | 2;
  /** Lines from one line of a group's cells to the next, and blank lines between groups. */
  readonly step: 1 | 2;
  readonly blank: 0 | 1;
  readonly label: LabelLength;
};

/** The place of a label: its group, and where it begins. Lines and columns are counted from 0. */
export type PlacedLabel = {
  readonly group: number;
  readonly line: number;
  readonly column: number;
  readonly width: number;
};

/** The place of a cell: its group and its number among all cells. */
export type PlacedCell = {
  readonly group: number;
  readonly at: number;
  readonly line: number;
  readonly column: number;
};

/** All groups with their cells on lines of one width; `lines` is their number. */
export type HeatLayout = {
  readonly density: Density;
  readonly labels: readonly PlacedLabel[];
  readonly cells: readonly PlacedCell[];
  readonly lines: number;
};

/** Columns between two groups beside each other. */
const GAP = 3;
/** Least width of the columns in which groups begin, so that they stand one below the other. */
const STEP = 26;

/** From the roomiest to the closest. */
const DENSITIES: readonly [Density, ...Density[]] = [
  { size: 2, gap: 1, machineGap: 2, step: 2, blank: 1, label: 'full' },
  { size: 2, gap: 1, machineGap: 2, step: 1, blank: 1, label: 'full' },
  { size: 2, gap: 0, machineGap: 1, step: 1, blank: 1, label: 'full' },
  { size: 2, gap: 0, machineGap: 1, step: 1, blank: 0, label: 'short' },
  { size: 1, gap: 0, machineGap: 1, step: 1, blank: 0, label: 'short' },
  { size: 1, gap: 0, machineGap: 1, step: 1, blank: 0, label: 'brief' },
];

/** The columns of a machine. */
const widthOf = (count: number, { size, gap }: Density): number => count * (size + gap) - gap;

/** The least width in which machines need no more lines than in a width, so that all lines are about as long. */
function evenWidth(machines: readonly number[], width: number, density: Density): number {
  const each = widthOf(Math.max(0, ...machines), density) + density.machineGap;
  const fit = Math.max(1, Math.floor((width + density.machineGap) / each));
  const lines = Math.ceil(machines.length / fit);
  return Math.min(width, Math.ceil(machines.length / lines) * each - density.machineGap);
}

/** The places of cells within their group, a blank between machines: a machine begins a new line when it does not fit on the rest of one. */
function placesIn(
  machines: readonly number[],
  width: number,
  density: Density,
): readonly { readonly line: number; readonly column: number }[] {
  const { size, gap, machineGap } = density;
  const places: { readonly line: number; readonly column: number }[] = [];
  let line = 0;
  let column = 0;
  const beginLine = (): void => {
    line += 1;
    column = 0;
  };
  for (const count of machines) {
    if (column > 0 && column + widthOf(count, density) > width) beginLine();
    for (let n = 0; n < count; n += 1) {
      if (column > 0 && column + size > width) beginLine();
      places.push({ line, column });
      column += size + gap;
    }
    column += machineGap - gap;
  }
  return places;
}

/** Places the groups, none wider than `widest`, beside each other where they fit, in their order, and else below. */
function placed(blocks: readonly Block[], width: number, density: Density, widest: number): HeatLayout {
  const { machineGap, step: lineStep, blank, label } = density;
  const labels: PlacedLabel[] = [];
  const cells: PlacedCell[] = [];
  const step = Math.floor((width + GAP) / Math.max(1, Math.floor((width + GAP) / STEP)));
  let top = 0;
  let left = 0;
  let height = 0;
  let first = 0;
  for (const [group, { machines, label: widths }] of blocks.entries()) {
    const inOneLine = machines.reduce((sum, count) => sum + widthOf(count, density) + machineGap, -machineGap);
    const own = Math.min(widest, Math.ceil((Math.max(widths[label], inOneLine) + GAP) / step) * step - GAP);
    if (left > 0 && left + own > width) {
      top += height + blank;
      left = 0;
      height = 0;
    }
    const places = placesIn(machines, evenWidth(machines, own, density), density);
    labels.push({ group, line: top, column: left, width: own });
    for (const [n, { line, column }] of places.entries())
      cells.push({ group, at: first + n, line: top + 1 + line * lineStep, column: left + column });
    first += places.length;
    height = Math.max(height, 2 + (places.at(-1)?.line ?? 0) * lineStep);
    left += own + GAP;
  }
  return { density, labels, cells, lines: top + height };
}

/** Least width of a group, so that its label still says what it costs. */
const NARROWEST = 36;

/**
 * Places groups on lines of a width, as roomy as their number of lines allows: beside each other before closer; on the fewest lines when they
 * do not fit at all. It depends on the number of GPUs and on names and prices, not on what the GPUs do: nothing moves while they work and rest.
 */
export function placedIn(blocks: readonly Block[], width: number, lines: number): HeatLayout {
  const most = Math.max(1, Math.floor((width + GAP) / (NARROWEST + GAP)));
  let best: HeatLayout | null = null;
  for (const density of DENSITIES) {
    for (let beside = 1; beside <= most; beside += 1) {
      const layout = placed(blocks, width, density, Math.floor((width + GAP) / beside) - GAP);
      if (layout.lines <= lines) return layout;
      if (best === null || layout.lines < best.lines) best = layout;
    }
  }
  return best ?? placed(blocks, width, DENSITIES[0], width);
}
