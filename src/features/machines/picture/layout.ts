/** Widths of a group's label, and the number of cells of each machine. */
export type Block = {
  readonly label: { readonly full: number; readonly brief: number };
  readonly machines: readonly number[];
};

type Density = {
  /** Columns of a cell, behind it within its machine, and behind a machine. */
  readonly size: 1 | 2;
  readonly gap: 0 | 1;
  readonly machineGap: 1 | 2;
  /** Blank lines between groups. */
  readonly blank: 0 | 1;
  readonly label: 'full' | 'brief';
};

/** A label's group and place. Lines and columns count from 0. */
export type PlacedLabel = {
  readonly group: number;
  readonly line: number;
  readonly column: number;
  readonly width: number;
};

/** A cell's group, its number among all cells, and its place. */
export type PlacedCell = {
  readonly group: number;
  readonly at: number;
  readonly line: number;
  readonly column: number;
};

/** All groups placed on `lines` lines. */
export type HeatLayout = {
  readonly density: Density;
  readonly labels: readonly PlacedLabel[];
  readonly cells: readonly PlacedCell[];
  readonly lines: number;
};

/** Columns between neighbouring groups. */
const GAP = 3;
/** Groups begin in columns of this least width, to stand below each other. */
const STEP = 26;

/** Layouts of a group, the roomiest first. */
const DENSITIES = [
  { size: 2, gap: 1, machineGap: 2, blank: 1, label: 'full' },
  { size: 2, gap: 0, machineGap: 1, blank: 0, label: 'full' },
  { size: 1, gap: 0, machineGap: 1, blank: 0, label: 'brief' },
] as const satisfies readonly Density[];

const widthOf = (count: number, { size, gap }: Density): number => count * (size + gap) - gap;

/** The least width without more lines, so that all lines are about as long. */
function evenWidth(machines: readonly number[], width: number, density: Density): number {
  const each = widthOf(Math.max(0, ...machines), density) + density.machineGap;
  const fit = Math.max(1, Math.floor((width + density.machineGap) / each));
  const lines = Math.ceil(machines.length / fit);
  return Math.min(width, Math.ceil(machines.length / lines) * each - density.machineGap);
}

/** Places of cells within a group: a machine without room on a line begins a new one. */
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

/** Places groups of at most `widest` beside each other where they fit, else below. */
function placed(blocks: readonly Block[], width: number, density: Density, widest: number): HeatLayout {
  const { machineGap, blank, label } = density;
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
      cells.push({ group, at: first + n, line: top + 1 + line, column: left + column });
    first += places.length;
    height = Math.max(height, 2 + (places.at(-1)?.line ?? 0));
    left += own + GAP;
  }
  return { density, labels, cells, lines: top + height };
}

/** A narrower label would lose its cost. */
const NARROWEST = 36;

/**
 * Places groups as roomy as the lines allow: beside each other before closer. Depends on GPUs, names and prices, not on
 * work: nothing moves while GPUs work and rest.
 */
export function placedIn(blocks: readonly Block[], width: number, lines: number): HeatLayout {
  const most = Math.max(1, Math.floor((width + GAP) / (NARROWEST + GAP)));
  let best = placed(blocks, width, DENSITIES[0], width);
  for (const density of DENSITIES) {
    for (let beside = 1; beside <= most && best.lines > lines; beside += 1) {
      const layout = placed(blocks, width, density, Math.floor((width + GAP) / beside) - GAP);
      if (layout.lines < best.lines) best = layout;
    }
  }
  return best;
}
