import type { Palette } from './palette.ts';
import { windowOf } from './svg.ts';

/** Drawn rows from a moment on, in seconds. */
export type Frame = { readonly at: number; readonly rows: readonly string[] };

export type Shot = { readonly row: number; readonly drawn: string; readonly from: number; readonly to: number };

/** An unchanged row is one shot over any number of frames. */
export function shotsOf(frames: readonly Frame[], seconds: number): readonly Shot[] {
  const shots: Shot[] = [];
  const open = new Map<number, Shot>();
  for (const { at, rows } of frames) {
    for (const [row, drawn] of rows.entries()) {
      const before = open.get(row);
      if (before?.drawn === drawn) continue;
      if (before !== undefined) shots.push({ ...before, to: at });
      open.set(row, { row, drawn, from: at, to: seconds });
    }
  }
  return [...shots, ...open.values()];
}

/** A film as one SVG without a script: styles show each shot in its time. */
export function filmOf(
  frames: readonly Frame[],
  seconds: number,
  size: { readonly columns: number; readonly rows: number },
  palette: Palette,
): string {
  const styles = new Map<string, string>();
  const percent = (at: number): string => `${((at / seconds) * 100).toFixed(3)}%`;
  const classOf = (from: number, to: number): string => {
    const key = `${from} ${to}`;
    const known = styles.get(key) ?? `s${styles.size}`;
    styles.set(key, known);
    return known;
  };
  const drawn = shotsOf(frames, seconds)
    .filter((shot) => shot.drawn !== '')
    .map((shot) =>
      shot.from === 0 && shot.to === seconds
        ? `<g>${shot.drawn}</g>`
        : `<g class="${classOf(shot.from, shot.to)}">${shot.drawn}</g>`,
    );
  const rules = [...styles].map(([key, name]) => {
    const [from = 0, to = seconds] = key.split(' ').map(Number);
    const shown = 'visibility:visible';
    const hidden = 'visibility:hidden';
    const start = from === 0 ? `0%{${shown}}` : `0%{${hidden}}${percent(from)}{${shown}}`;
    const end = to >= seconds ? '' : `${percent(to)}{${hidden}}`;
    return `@keyframes ${name}{${start}${end}}.${name}{visibility:hidden;animation:${name} ${seconds}s step-end infinite}`;
  });
  return windowOf(size, palette, [`<style>${rules.join('')}</style>`, ...drawn]);
}
