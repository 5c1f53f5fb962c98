import type { ListedRow } from '../../api/result.ts';
import type { Bid } from '../../contract/bid.ts';
import type { Instance } from '../../contract/instance.ts';
import { memoizeLast } from '../../lib/memoize.ts';
import { leastOf, type Part, sumOf, withoutOf } from '../../lib/sum.ts';
import type { Context } from '../../resources/context.ts';
import type { Glyphs } from '../../resources/glyphs.ts';
import { allAmounts, briefBound } from '../../resources/parts/amounts.ts';
import { isStatus } from '../../resources/parts/status.ts';
import type { Exposure, Unpriced } from '../../resources/resource.ts';
import type { PaneName, Rows } from '../../resources/rows.ts';
import type { ConsoleState } from '../../store/state.ts';
import { type KnownMachines, knownMachines, ofMachines } from './known-machines.ts';
import { readingsOf } from './machine-row.ts';
import { idleFor, knownSample } from './machine-values.ts';
import { isWorking, type Reading } from './reading.ts';
import { machineSettingsOf } from './settings.ts';

/** Idle machines and their highest cost per hour. */
export type IdleMachines = { readonly count: number; readonly cost: Exposure };

type IdleInputs = {
  readonly machines: Omit<KnownMachines, 'memoryAbove'>;
  readonly bidOf: (fid: string) => Bid | undefined;
};

/** Time without work, in milliseconds: 0 while a GPU works, null if unknown. */
export function idleTime(reading: Reading | null, at: number): number | null {
  const sample = knownSample(reading, at);
  if (reading === null || sample === null) return null;
  return isWorking(sample) ? 0 : idleFor(reading, at);
}

/** Idle machines of running instances, at the limit prices of their bids. */
function idleMachines(instances: Iterable<Instance>, { machines, bidOf }: IdleInputs): IdleMachines {
  const parts: Part<Unpriced>[] = [];
  for (const { fid, name, bid, status } of instances) {
    if (!isStatus(status, 'running')) continue;
    const idle = idleTime(machines.readings.get(fid) ?? null, machines.at);
    if (idle === null || idle < machines.idleAfterMs) continue;
    const row = bid === null ? undefined : bidOf(bid);
    parts.push({ of: { of: 'instance', name: name || fid }, each: row?.limit_price?.amount ?? null, count: 1 });
  }
  return { count: parts.length, cost: sumOf(parts) };
}

export function idleOf(instances: Iterable<Instance>, context: Context): IdleMachines {
  const machines = context.own(knownMachines);
  const bidOf = (fid: string): Bid | undefined => context.rowOf('bids', fid)?.row;
  return idleMachines(instances, { machines, bidOf });
}

/** Number and cost of idle machines in words; empty without any. */
export function idleNote(instances: Iterable<Instance>, context: Context): string {
  if (!context.own(ofMachines.isRead)) return '';
  return idleWords(idleOf(instances, context), context.glyphs);
}

/** `6 idle ≤$38.20/h`, with `+?` for unknown prices. */
export const briefIdleWords = ({ count, cost }: IdleMachines, glyphs: Glyphs): string =>
  count === 0 ? '' : `${count} idle ${boundPerHour(cost, briefBound, glyphs)}`;

/** `≤$38.20/h`, with `+?` for an incomplete sum. */
export const boundPerHour = (cost: Exposure, bound: typeof briefBound, glyphs: Glyphs): string =>
  cost.kind === 'at-least'
    ? `${bound({ kind: 'known', amounts: cost.least }, glyphs)}/h+?`
    : `${bound(cost, glyphs)}/h`;

/** `6 idle · $38.20/h at most`, and the number of unknown prices. */
export function idleWords({ count, cost }: IdleMachines, { dot }: Pick<Glyphs, 'dot'>): string {
  if (count === 0) return '';
  if (cost.kind === 'unknown') return `${count} idle ${dot} price unknown`;
  const unpriced = withoutOf(cost).length;
  const rest = unpriced === 0 ? '' : ` + ${unpriced} at ${unpriced === 1 ? 'an unknown price' : 'unknown prices'}`;
  return `${count} idle ${dot} ${allAmounts(leastOf(cost))}/h at most${rest}`;
}

type ListOf<Name extends PaneName> = ReadonlyMap<string, ListedRow<Rows[Name]>>;

const idleIn = memoizeLast(
  (
    readings: ReadonlyMap<string, Reading>,
    instances: ListOf<'instances'>,
    bids: ListOf<'bids'>,
    at: number,
    idleAfterMs: number,
  ): IdleMachines =>
    idleMachines(
      [...readings.keys()].flatMap((fid) => instances.get(fid)?.row ?? []),
      { machines: { readings, at, idleAfterMs }, bidOf: (fid) => bids.get(fid)?.row },
    ),
);

export function idleNow(state: ConsoleState): IdleMachines {
  const { lists, now } = state;
  const { idleAfterMs } = machineSettingsOf(state);
  return idleIn(readingsOf(lists.machines), lists.instances.rows, lists.bids.rows, now, idleAfterMs);
}
