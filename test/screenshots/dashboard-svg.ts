/** One line of a graph; times in seconds. */
export type Series = { readonly legend: string; readonly points: readonly (readonly [number, number])[] };

/** A panel with the answers to its queries. */
export type DrawnPanel = {
  readonly title: string;
  readonly type: string;
  readonly unit: string | null;
  readonly isStacked: boolean;
  readonly grid: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly series: readonly Series[];
};

/** A cell of the grid of 24 columns, in pixels. */
const CELL = { width: 54, height: 34 };
const GAP = 6;
const COLORS = ['#73bf69', '#f2cc0c', '#5794f2', '#ff780a', '#f2495c', '#b877d9', '#8ab8ff', '#ffa6b0', '#96d98d'];
const GROUND = { page: '#111217', panel: '#181b1f', line: '#2c3235', text: '#ccccdc', dim: '#8e8e99' };
const MAX_LEGENDS = 6;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function number(value: number, unit: string | null): string {
  if (unit === 'percentunit') return `${(value * 100).toFixed(0)} %`;
  const digits = Math.abs(value) >= 100 || Number.isInteger(value) ? 0 : 2;
  return `${value.toFixed(digits)}${unit === 's' ? ' s' : ''}`;
}

const text = (x: number, y: number, size: number, color: string, words: string): string =>
  `<text x="${x}" y="${y}" font-size="${size}" fill="${color}">${escaped(words)}</text>`;

/** Running sums, for areas on top of each other. */
function stacked(series: readonly Series[]): readonly Series[] {
  const sums = new Map<number, number>();
  return series.map(({ legend, points }) => ({
    legend,
    points: points.map(([at, value]): readonly [number, number] => {
      const sum = (sums.get(at) ?? 0) + value;
      sums.set(at, sum);
      return [at, sum];
    }),
  }));
}

function graph(panel: DrawnPanel, width: number, height: number): string {
  const series = panel.isStacked ? stacked(panel.series) : panel.series;
  const all = series.flatMap(({ points }) => points);
  if (all.length === 0) return text(width / 2 - 24, height / 2 + 6, 13, GROUND.dim, 'No data');
  const [left, top, right, bottom] = [52, 34, width - 12, height - 34];
  const times = all.map(([at]) => at);
  const [from, to] = [Math.min(...times), Math.max(...times)];
  const most = Math.max(...all.map(([, value]) => value)) * 1.1 || 1;
  const x = (at: number): number => left + ((at - from) / Math.max(1, to - from)) * (right - left);
  const y = (value: number): number => bottom - (value / most) * (bottom - top);
  const lines = [0, 0.25, 0.5, 0.75, 1].map((part) => {
    const value = most * part;
    return `<line x1="${left}" x2="${right}" y1="${y(value)}" y2="${y(value)}" stroke="${GROUND.line}"/>${text(6, y(value) + 4, 10, GROUND.dim, number(value, panel.unit))}`;
  });
  const drawn = series.map(({ points }, n) => {
    const color = COLORS[n % COLORS.length] ?? GROUND.text;
    const path = points.map(([at, value]) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(' ');
    const [first, last] = [points[0], points.at(-1)];
    const area =
      panel.isStacked && first !== undefined && last !== undefined
        ? `<polygon points="${x(first[0]).toFixed(1)},${bottom} ${path} ${x(last[0]).toFixed(1)},${bottom}" fill="${color}" fill-opacity="0.25"/>`
        : '';
    return `${area}<polyline points="${path}" fill="none" stroke="${color}" stroke-width="1.6"/>`;
  });
  const each = (right - 10) / MAX_LEGENDS;
  const legends = series.slice(0, MAX_LEGENDS).map(({ legend }, n) => {
    const at = 12 + n * each;
    const mark = `<rect x="${at}" y="${height - 18}" width="10" height="3" fill="${COLORS[n % COLORS.length]}"/>`;
    return `${mark}${text(at + 14, height - 12, 10, GROUND.dim, legend.slice(0, Math.floor(each / 6.4)))}`;
  });
  // Lower areas are drawn over upper ones.
  return [...lines, ...(panel.isStacked ? drawn.toReversed() : drawn), ...legends].join('');
}

function stat({ series, unit }: DrawnPanel, width: number, height: number): string {
  const values = series.flatMap(({ legend, points }) => {
    const last = points.at(-1);
    return last === undefined ? [] : [`${number(last[1], unit)}${legend === '' ? '' : ` ${legend}`}`];
  });
  const words = values.length === 0 ? 'No data' : values.join('  ');
  const size = Math.min(30, (width - 24) / (words.length * 0.62));
  return text(12, height / 2 + 18, size, values.length === 0 ? GROUND.dim : '#73bf69', words);
}

export function drawDashboard(title: string, panels: readonly DrawnPanel[]): string {
  const head = 40;
  const width = 24 * CELL.width;
  const height = head + Math.max(...panels.map(({ grid }) => grid.y + grid.h)) * CELL.height;
  const drawn = panels.map((panel) => {
    const { x, y, w, h } = panel.grid;
    const [own, tall] = [w * CELL.width - GAP, h * CELL.height - GAP];
    const body = panel.type === 'stat' ? stat(panel, own, tall) : graph(panel, own, tall);
    return `<g transform="translate(${x * CELL.width + GAP / 2},${head + y * CELL.height + GAP / 2})"><rect width="${own}" height="${tall}" rx="3" fill="${GROUND.panel}" stroke="${GROUND.line}"/>${text(12, 20, 12.5, GROUND.text, panel.title)}${body}</g>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="DejaVu Sans"><rect width="100%" height="100%" fill="${GROUND.page}"/>${text(12, 26, 15, GROUND.text, title)}${drawn.join('')}</svg>`;
}
