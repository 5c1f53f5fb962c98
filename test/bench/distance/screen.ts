import type { BenchList } from '../service/start.ts';
import type { Screen } from '../timed.ts';

/** Lines of the rows on screen, by list and name. */
export type RowsOnScreen = Readonly<Record<BenchList, ReadonlyMap<string, string>>>;

const TITLES: Readonly<Record<BenchList, string>> = { bids: ' 1 Bids ', instances: ' 2 Instances ' };

/** Name of a bid, and the number that the name of one of its instances ends with. */
const NAME = /train-\d{5}(-\d\d)?(?![\d-])/;

/** Finds the rows in the panes on screen, each without what other panes show beside it. */
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

/** Whether the screen shows that a row has ended. */
export const hasEnded = (line: string): boolean => /terminated|replaced/.test(line);

/** Whether a list has been read to its end: its title counts the rows, without the words for a part of them. */
export function isComplete(lines: Screen, list: BenchList): boolean {
  const title = lines.find((line) => line.includes(TITLES[list]));
  return title !== undefined && /─ [\d,]+/.test(title) && !title.includes('so far');
}

/** The limit price in the line of a bid, in cents. */
export function limitPriceIn(line: string): number | null {
  const [, dollars, cents] = /\$(\d+)\.(\d\d)/.exec(line) ?? [];
  return dollars === undefined || cents === undefined ? null : Number(dollars) * 100 + Number(cents);
}
