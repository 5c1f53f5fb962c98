import type { BenchList } from '../service/start.ts';
import type { Screen } from '../timed.ts';

/** By list and name. */
export type RowsOnScreen = Readonly<Record<BenchList, ReadonlyMap<string, string>>>;

const TITLES: Readonly<Record<BenchList, string>> = { bids: ' 1 Bids ', instances: ' 2 Instances ' };

/** A bid, or one of its instances by number. */
const NAME = /train-\d{5}(-\d\d)?(?![\d-])/;

/** Rows of the panes, without their neighbours. */
export function rowsOn(lines: Screen): RowsOnScreen {
  const bids = new Map<string, string>();
  const instances = new Map<string, string>();
  for (const line of lines) {
    const found = line.startsWith('│') ? NAME.exec(line) : null;
    const end = line.indexOf('│', 1);
    if (found !== null && found.index < end)
      (found[1] === undefined ? bids : instances).set(found[0], line.slice(0, end));
  }
  return { bids, instances };
}

export const hasEnded = (line: string): boolean => /terminated|replaced/.test(line);

/** The title counts all rows. */
export function isComplete(lines: Screen, list: BenchList): boolean {
  const title = lines.find((line) => line.includes(TITLES[list]));
  return title !== undefined && /─ [\d,]+/.test(title) && !title.includes('so far');
}

/** In cents. */
export function limitPriceIn(line: string): number | null {
  const [, dollars, cents] = /\$(\d+)\.(\d\d)/.exec(line) ?? [];
  return dollars === undefined || cents === undefined ? null : Number(dollars) * 100 + Number(cents);
}
