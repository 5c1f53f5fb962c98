import { nextRandom, type RandomState } from '../../../src/market/engine/random.ts';
import { rowsOnScreen } from '../../../src/store/panes/on-screen.ts';
import type { ConsoleState } from '../../../src/store/state.ts';
import type { Entry } from '../../bench/service/listing.ts';
import type { BenchList } from '../../bench/service/start.ts';
import type { Measures, RowClass } from './measures.ts';
import { fleetLists, type SimulatedService } from './service.ts';

type Parts = {
  readonly state: () => ConsoleState;
  readonly now: () => number;
  readonly service: SimulatedService;
  readonly measures: Pick<Measures, 'changed' | 'isChanging'>;
  readonly preempting: ReadonlyMap<BenchList, readonly Entry[]>;
  readonly all: ReadonlyMap<BenchList, readonly Entry[]>;
  readonly random: RandomState;
};

/** Share of the changes that give a row another status; the others change what no filter selects by. */
const STATUS_SHARE = 0.3;
const OTHER_STATUS: Readonly<Record<BenchList, readonly [string, string]>> = {
  bids: ['Allocated', 'Open'],
  instances: ['STATUS_RUNNING', 'STATUS_STARTING'],
};

/** A function that changes some rows of the service at random: in view, being preempted, and any others. */
export function changeRows({ state, now, service, measures, preempting, all, random }: Parts): () => void {
  const oneOf = <Value>(values: readonly Value[]): Value | undefined =>
    values[Math.floor(nextRandom(random) * values.length)];

  const change = (list: BenchList, entry: Entry | undefined, of: RowClass): void => {
    if (entry === undefined || measures.isChanging(list, entry.row.name)) return;
    const revision = Number(entry.row['revision']) + 1;
    const statuses = OTHER_STATUS[list];
    const next = statuses[statuses.indexOf(entry.row.status) === 0 ? 1 : 0];
    const changesStatus = statuses.includes(entry.row.status) && nextRandom(random) < STATUS_SHARE;
    const members = changesStatus ? { status: next } : membersAfter(list, entry, revision);
    service.change(list, entry.row.name, { ...members, revision });
    measures.changed({ list, name: entry.row.name, of, at: now(), revision });
  };

  return () => {
    for (const list of fleetLists) {
      const inView = rowsOnScreen(state(), list).flatMap(({ row }) => service.entry(list, row.name ?? '') ?? []);
      const live = inView.filter(({ row }) => OTHER_STATUS[list].includes(row.status));
      if (nextRandom(random) < 0.5) change(list, oneOf(live), list === 'bids' ? 'bid' : 'instance');
      if (nextRandom(random) < 0.5) change(list, oneOf(preempting.get(list) ?? []), 'preempting');
      const any = oneOf(all.get(list) ?? []);
      const isOther = any !== undefined && !inView.includes(any) && OTHER_STATUS[list].includes(any.row.status);
      if (isOther) change(list, any, 'rest');
    }
  };
}

/** A change that moves no row in the usual order of its list. */
function membersAfter(list: BenchList, { row }: Entry, revision: number): Readonly<Record<string, unknown>> {
  if (list === 'instances') return { private_ip: `10.1.${revision % 250}.1` };
  const cents = Math.round(Number(String(row['limit_price']).slice(1)) * 100);
  // Prices of neighbours are two cents apart.
  return { limit_price: `$${((cents % 2 === 0 ? cents + 1 : cents - 1) / 100).toFixed(2)}` };
}
