import { pause } from '../console.ts';
import type { BenchList, BenchService } from '../service/start.ts';
import type { Timed } from '../timed.ts';
import { hasEnded, limitPriceIn, rowsOn } from './screen.ts';

/** A change of a row that the screen shows as `shows`. */
type Change = { readonly member: string; readonly value: string; readonly shows: string };

/** Longest wait for a change; one that is not seen until then counts as this long. Milliseconds. */
const LIMIT_MS = 120_000;
/** Longest pause between two changes, so that they come at any moment between two refreshes. Milliseconds. */
const PAUSE_MS = 2000;
/** Rows of a list that change independently of each other. */
const ROWS = 3;

/** Returns the next change of a row, by its line on screen. None moves the row in the default order of its list. */
const nextChange: Readonly<Record<BenchList, (line: string) => Change | null>> = {
  bids: (line) => {
    const cents = limitPriceIn(line);
    if (cents === null) return null;
    // Prices of neighbours are two cents apart.
    const value = `$${((cents % 2 === 0 ? cents + 1 : cents - 1) / 100).toFixed(2)}`;
    return { member: 'limit_price', value, shows: value };
  },
  instances: (line) =>
    line.includes('preempting')
      ? { member: 'status', value: 'STATUS_RUNNING', shows: 'running' }
      : { member: 'status', value: 'STATUS_PREEMPTING', shows: 'preempting' },
};

/** Changes rows that are on screen until a time, and returns how long each change took to be shown, in milliseconds. */
export async function measureChanges(
  timed: Timed,
  service: BenchService,
  list: BenchList,
  until: number,
): Promise<readonly number[]> {
  const changing = new Set<string>();
  const took: number[] = [];
  const changeOne = async (): Promise<void> => {
    const choices = [...rowsOn(timed.lines())[list]].filter(([name, line]) => !hasEnded(line) && !changing.has(name));
    const [name, line] = choices[Math.floor(Math.random() * choices.length)] ?? ['', ''];
    const change = nextChange[list](line);
    if (change === null || name === '') return;
    changing.add(name);
    const shown = timed.when((lines) => rowsOn(lines)[list].get(name)?.includes(change.shows) === true, LIMIT_MS);
    const changedAt = await service.change(list, name, change.member, change.value);
    const stamp = await shown;
    changing.delete(name);
    if (stamp === null) process.stderr.write(`The change of ${name} was not seen in ${LIMIT_MS / 1000} s.\n`);
    took.push(stamp === null ? LIMIT_MS : performance.timeOrigin + stamp - changedAt);
  };
  const changeRepeatedly = async (): Promise<void> => {
    while (performance.now() < until) {
      await pause(Math.random() * PAUSE_MS);
      await changeOne();
    }
  };
  await Promise.all(Array.from({ length: ROWS }, changeRepeatedly));
  return took;
}
