import { pause } from '../console.ts';
import type { BenchList } from '../service/start.ts';
import type { TimedConsole } from '../timed.ts';
import type { Observation, Timing } from './observed.ts';
import { hasEnded, limitPriceIn, rowsOn } from './screen.ts';

/** Rows in view: live ones of a list, or ended ones of both. */
export type Changing = BenchList | 'ended';

/** Shown as `shows`. */
type Change = { readonly member: string; readonly value: string; readonly shows: string };

/** Unseen changes count as this long. Milliseconds. */
export const LIMIT_MS = 120_000;
/** Between changes, so that they fall anywhere between refreshes. Milliseconds. */
const PAUSE_MS = 2000;
/** They change independently. */
const ROWS = 3;
/** Changes scrolled out of view sooner don't count. Milliseconds. */
const PATIENCE_MS = 3000;
/** A row missing from two looks has left. Milliseconds. */
const LOOK_MS = 250;

/** By the row's line on screen. None moves the row in its default order. */
const nextChange: Readonly<Record<BenchList, (line: string) => Change | null>> = {
  bids: (line) => {
    const cents = limitPriceIn(line);
    if (cents === null) return null;
    // Prices of neighbours are two cents apart.
    const value = `$${((cents % 2 === 0 ? cents + 1 : cents - 1) / 100).toFixed(2)}`;
    return { member: 'limit_price', value, shows: value };
  },
  instances: (line) => {
    const status = (value: string): Change => ({
      member: 'status',
      value: `STATUS_${value.toUpperCase()}`,
      shows: value,
    });
    if (hasEnded(line)) return status(line.includes('terminated') ? 'replaced' : 'terminated');
    return status(line.includes('preempting') ? 'running' : 'preempting');
  },
};

/** Changes rows on screen until the measuring ends. Returns the times until each was shown. */
export async function measureChanges(observed: Observation, of: Changing): Promise<readonly Timing[]> {
  const { timed, service, changing } = observed;
  const lists: readonly BenchList[] = of === 'ended' ? ['bids', 'instances'] : [of];
  const took: Timing[] = [];
  const changeOne = async (): Promise<void> => {
    const rows = rowsOn(timed.lines());
    const choices = lists.flatMap((list) =>
      [...rows[list]]
        .filter(([name, line]) => hasEnded(line) === (of === 'ended') && !changing.has(name))
        .map(([name, line]) => ({ list, name, change: nextChange[list](line) })),
    );
    const chosen = choices[Math.floor(Math.random() * choices.length)];
    if (chosen === undefined || chosen.change === null) return;
    const { list, name, change } = chosen;
    changing.add(name);
    const at = observed.elapsed();
    const shown = timed.when((lines) => rowsOn(lines)[list].get(name)?.includes(change.shows) === true, LIMIT_MS);
    const changedAt = await service.change(list, name, change.member, change.value);
    const left = new AbortController();
    const end = await Promise.race([
      shown.then((stamp) => ({ stamp, isShown: true })),
      leaves(timed, list, name, left),
    ]);
    left.abort();
    changing.delete(name);
    if (end.stamp === null) process.stderr.write(`The change of ${name} was not seen in ${LIMIT_MS / 1000} s.\n`);
    const ms = end.stamp === null ? LIMIT_MS : performance.timeOrigin + end.stamp - changedAt;
    if (end.isShown || ms >= PATIENCE_MS) took.push({ at, ms });
  };
  const changeRepeatedly = async (): Promise<void> => {
    while (!observed.isOver()) {
      await pause(Math.random() * PAUSE_MS);
      await changeOne();
    }
  };
  await Promise.all(Array.from({ length: ROWS }, changeRepeatedly));
  return took;
}

/** Returns when it was missing first. */
async function leaves(
  timed: TimedConsole,
  list: BenchList,
  name: string,
  { signal }: AbortController,
): Promise<{ readonly stamp: number; readonly isShown: false }> {
  let missingSince: number | null = null;
  for (;;) {
    await pause(LOOK_MS);
    const isThere = signal.aborted || rowsOn(timed.lines())[list].has(name);
    if (!isThere && missingSince !== null) return { stamp: missingSince, isShown: false };
    missingSince = isThere ? null : performance.now();
    if (signal.aborted) return { stamp: performance.now(), isShown: false };
  }
}
