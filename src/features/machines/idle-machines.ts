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
import { machineSettingsOf } from './machine-settings.ts';
import { gpusOf, idleFor, knownSample } from './machine-values.ts';
import { AT_REST, type Reading } from './reading.ts';
import { readingsOf } from './readings.ts';

/** Idle machines: their number, and their cost per hour at most. */
export type IdleMachines = { readonly count: number; readonly cost: Exposure };

/** What decides which machines are idle, and what they cost. */
type IdleInputs = {
  readonly machines: Omit<KnownMachines, 'memoryAbove'>;
  readonly bidOf: (fid: string) => Bid | undefined;
};

/** For how long a machine has done nothing, in milliseconds: 0 while a GPU works, null when it is not known. */
export function idleTime(reading: Reading | null, at: number): number | null {
  const sample = knownSample(reading, at);
  if (reading === null || sample === null) return null;
  const works = gpusOf(sample).some(({ utilization }) => utilization !== null && utilization > AT_REST);
  return works ? 0 : idleFor(reading, at);
}

/** Counts the running instances whose machines are idle, and their cost per hour at the limit prices of their bids. */
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

/** The idle machines of some instances. */
export function idleOf(instances: Iterable<Instance>, context: Context): IdleMachines {
  const machines = context.own(knownMachines);
  const bidOf = (fid: string): Bid | undefined => context.rowOf('bids', fid)?.row;
  return idleMachines(instances, { machines, bidOf });
}

/** The number of idle machines of some instances and their cost in words; empty when none is idle. */
export function idleNote(instances: Iterable<Instance>, context: Context): string {
  if (!context.own(ofMachines.isRead)) return '';
  return idleWords(idleOf(instances, context), context.glyphs);
}

/** The same in few columns: `6 idle ≤$38.20/h`, and `+?` when some have no known price; empty when none is idle. */
export const briefIdleWords = ({ count, cost }: IdleMachines, glyphs: Glyphs): string =>
  count === 0 ? '' : `${count} idle ${boundPerHour(cost, briefBound, glyphs)}`;

/** A bound per hour of what is known, and whether that is not all: `≤$38.20/h+?`. */
export const boundPerHour = (cost: Exposure, bound: typeof briefBound, glyphs: Glyphs): string =>
  cost.kind === 'at-least'
    ? `${bound({ kind: 'known', amounts: cost.least }, glyphs)}/h+?`
    : `${bound(cost, glyphs)}/h`;

/** `6 idle · $38.20/h at most`, and how many of them have no known price; empty when none is idle. */
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

/** The machines that are idle now, and their cost per hour at limit prices. */
export function idleNow(state: ConsoleState): IdleMachines {
  const { lists, now } = state;
  const { idleAfterMs } = machineSettingsOf(state);
  return idleIn(readingsOf(lists.machines), lists.instances.rows, lists.bids.rows, now, idleAfterMs);
}
