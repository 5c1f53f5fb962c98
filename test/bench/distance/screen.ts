import type { BenchList } from '../service/start.ts';
import type { Screen } from '../timed.ts';

/** Lines of the rows on screen, by list and name. */
export type RowsOnScreen = Readonly<Record<BenchList, ReadonlyMap<string, string>>>;

/** Name of a bid, and the number that the name of one of its instances ends with. */
const NAME = /train-\d{5}(-\d\d)?(?![\d-])/;

/** Finds the rows in the panes on screen. */
export function rowsOn(lines: Screen): RowsOnScreen {
  const bids = new Map<string, string>();
  const instances = new Map<string, string>();
  for (const line of lines) {
    const found = line.startsWith('│') ? NAME.exec(line) : null;
    if (found !== null) (found[1] === undefined ? bids : instances).set(found[0], line);
  }
  return { bids, instances };
}

/** Whether the screen shows that a row has ended, after which it never changes. */
export const hasEnded = (line: string): boolean => line.includes('terminated');

/** Returns the limit price in the line of a bid, in cents. */
export function limitPriceIn(line: string): number | null {
  const [, dollars, cents] = /\$(\d+)\.(\d\d)/.exec(line) ?? [];
  return dollars === undefined || cents === undefined ? null : Number(dollars) * 100 + Number(cents);
}
