import { pause } from '../console.ts';
import { type FleetSize, preemptingNames } from '../service/fleet.ts';
import type { BenchList, BenchService } from '../service/start.ts';
import { LIMIT_MS } from './changes.ts';
import type { Observation, Timing } from './observed.ts';
import { isComplete, rowsOn } from './screen.ts';

export type PreemptionEnd = Timing & { readonly list: BenchList };

/** Until the console knew of preemptions out of view, and of their ends. */
export type Preemptions = {
  readonly ended: readonly PreemptionEnd[];
  readonly begun: readonly Timing[];
  /** Until an answer with the end was delivered. */
  readonly endDelivered: readonly Timing[];
  /** Until each preempted row was in an answer; null when too long. */
  readonly allRead: number | null;
};

/** When the console knew, and when an answer was delivered. */
type Outcome = { readonly known: Timing; readonly delivered: Timing };

type Row = { readonly list: BenchList; readonly name: string };

const STATUSES = {
  bids: { live: 'Allocated', preempting: 'Preempting' },
  instances: { live: 'STATUS_RUNNING', preempting: 'STATUS_PREEMPTING' },
} as const;

/** Independent rows, longest pause, and interval of looks. Milliseconds. */
const ROWS = 4;
const PAUSE_MS = 4000;
const LOOK_MS = 100;
/** Asked at once. */
const ASKED_AT_ONCE = 20;

/**
 * Ends and renews preemptions of random rows out of view. The journal tells when the console knows; before a list was
 * complete, the delivery counts.
 */
export async function measurePreemptions(observed: Observation, size: FleetSize): Promise<Preemptions> {
  const { timed, service, journal, changing } = observed;
  const { bids, instances } = preemptingNames(size);
  const pool: Row[] = [
    ...bids.map((name): Row => ({ list: 'bids', name })),
    ...instances.map((name): Row => ({ list: 'instances', name })),
  ];
  const took = { ended: [] as PreemptionEnd[], begun: [] as Timing[], endDelivered: [] as Timing[] };

  /** Changes a status and waits until the console knows, or until it does not matter; null for neither. */
  const change = async ({ list, name }: Row, status: string, matters: () => boolean): Promise<Outcome> => {
    const at = observed.elapsed();
    const changedAt = await service.change(list, name, 'status', status);
    let known: number | null = null;
    while (known === null && matters() && Date.now() - changedAt < LIMIT_MS) {
      await pause(LOOK_MS);
      known = journal.statusSeen(list, name, status, changedAt);
      if (known === null && !isComplete(timed.lines(), list)) known = await service.delivered(list, name);
    }
    const delivered = await service.delivered(list, name);
    const timing = (to: number | null): Timing => ({ at, ms: to === null ? LIMIT_MS : to - changedAt });
    return { known: timing(known), delivered: timing(delivered) };
  };
  const changeOne = async (): Promise<void> => {
    const shown = rowsOn(timed.lines());
    const choices = pool.filter(({ list, name }) => !shown[list].has(name) && !changing.has(name));
    const row = choices[Math.floor(Math.random() * choices.length)];
    if (row === undefined) return;
    changing.add(row.name);
    if (!(await wasRead(service, row))) {
      changing.delete(row.name);
      return;
    }
    const { live, preempting } = STATUSES[row.list];
    const end = await change(row, live, () => true);
    if (end.known.ms >= LIMIT_MS) {
      process.stderr.write(`The console did not know in ${LIMIT_MS / 1000} s that ${row.name} is ${live}.\n`);
    }
    took.ended.push({ ...end.known, list: row.list });
    took.endDelivered.push(end.delivered);
    if (observed.isOver()) return;
    // The next preemption ends meanwhile.
    const again = change(row, preempting, () => !observed.isOver()).then(({ known }) => {
      if (observed.isOver()) return;
      took.begun.push(known);
      changing.delete(row.name);
    });
    waiting.push(again);
  };
  const waiting: Promise<void>[] = [];
  const changeRepeatedly = async (): Promise<void> => {
    while (!observed.isOver()) {
      await pause(Math.random() * PAUSE_MS);
      await changeOne();
    }
  };
  const [allRead] = await Promise.all([
    untilAllRead(observed, pool),
    ...Array.from({ length: ROWS }, changeRepeatedly),
  ]);
  await Promise.all(waiting);
  return { ...took, allRead };
}

/** Since the console's start; null when not read. */
async function untilAllRead({ timed, service, isOver }: Observation, rows: readonly Row[]): Promise<number | null> {
  let unread = rows;
  while (unread.length > 0) {
    if (isOver()) return null;
    const some = unread.slice(0, ASKED_AT_ONCE);
    const found = await Promise.all(some.map((row) => wasRead(service, row)));
    unread = [...some.filter((_, at) => found[at] !== true), ...unread.slice(ASKED_AT_ONCE)];
    if (found.includes(false)) await pause(LOOK_MS);
  }
  return performance.now() - timed.began;
}

/** Whether an answer with a row was sent. */
async function wasRead(service: BenchService, { list, name }: Row): Promise<boolean> {
  const [age] = await service.ages(list, [name]);
  return typeof age === 'number';
}
