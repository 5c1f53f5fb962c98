import type { ListedRow } from '../../../api/result.ts';
import type { Bid } from '../../../contract/bid.ts';
import type { BidFid } from '../../../contract/fid.ts';
import type { Instance } from '../../../contract/instance.ts';
import { memoizeLast } from '../../../lib/memoize.ts';
import { leastOf } from '../../../lib/sum.ts';
import { exposureOf } from '../../../resources/parts/joins.ts';
import { isStatus } from '../../../resources/parts/status.ts';
import type { Exposure } from '../../../resources/resource.ts';
import { contextOf } from '../../../store/row-context.ts';
import { type ConsoleState, drawnLists } from '../../../store/state.ts';
import { type KnownMachines, knownMachines } from '../known-machines.ts';
import type { MachineRow } from '../machine-row.ts';
import { freshnessOf } from '../machine-values.ts';
import { machineState } from '../parts/machine-state.ts';

/**
 * The use of a GPU: in per cent while current, else the reason. `waiting` has no sample yet, `unknown` no number from
 * its tool.
 */
export type KnownUse =
  | { readonly kind: 'current'; readonly percent: number }
  | { readonly kind: 'stale' | 'waiting' | 'trouble' | 'unknown' };

function knownUse(
  { gpu, reading }: Pick<MachineRow, 'gpu' | 'reading'>,
  { at: now, idleAfterMs }: Pick<KnownMachines, 'at' | 'idleAfterMs'>,
): KnownUse {
  const state = machineState(reading, { now, idleAfterMs });
  if (state === 'trouble' || state === 'waiting' || state === 'stale') return { kind: state };
  if (gpu === null) return { kind: 'unknown' };
  if (freshnessOf({ sample: gpu }, now) !== 'current') return { kind: 'stale' };
  return gpu.utilization === null ? { kind: 'unknown' } : { kind: 'current', percent: gpu.utilization };
}

/** A GPU of a running instance, or its whole machine (`gpu` null) while its GPUs are unknown. */
export type HeatCell = {
  /** The fid of its instance. */
  readonly fid: string;
  readonly gpu: number | null;
  readonly use: KnownUse;
};

/** Running instances of a bid, or those without one. */
export type HeatGroup = {
  readonly bid: BidFid | null;
  /** Undefined without a bid, or for an unlisted one. */
  readonly row: Bid | undefined;
  readonly instances: readonly Instance[];
  /** Cells of each instance. */
  readonly machines: readonly (readonly HeatCell[])[];
  readonly cost: Exposure;
};

/** Known GPUs, current values with their mean, and machines with unknown GPUs. */
export type HeatSums = {
  readonly gpus: number;
  readonly current: number;
  readonly mean: number | null;
  readonly unread: number;
};

type RowsOf<Row> = ReadonlyMap<string, ListedRow<Row>>;
type Known = Pick<KnownMachines, 'at' | 'idleAfterMs'>;

/** A cell for each GPU last shown, or one for the whole machine. */
function cellsOf(fid: string, rows: RowsOf<MachineRow>, known: Known): readonly HeatCell[] {
  const machine = rows.get(fid)?.row;
  if (machine === undefined) return [{ fid, gpu: null, use: { kind: 'waiting' } }];
  const gpus = machine.gpuRows.flatMap((gpu) => rows.get(gpu)?.row.gpu ?? []);
  if (gpus.length === 0) return [{ fid, gpu: null, use: knownUse(machine, known) }];
  return gpus.map((gpu) => ({ fid, gpu: gpu.index, use: knownUse({ gpu, reading: machine.reading }, known) }));
}

const nameKey = ({ name, fid }: Pick<Bid, 'name' | 'fid'>): string => `${name ?? ''} ${fid}`;

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** `train-2` stands before `train-10`. */
const byNumber = new Intl.Collator('en', { numeric: true });

/** The most that instances can cost, by the limit price of their bid. */
const costOf = (row: Bid | undefined, own: readonly Instance[]): Exposure =>
  row === undefined
    ? { kind: 'unknown', without: own.map(({ name, fid }) => ({ of: 'instance', name: name || fid })) }
    : exposureOf([row], () => ({ count: own.length }));

/** The dearest group first, unknown prices last. */
function byCost(a: HeatGroup, b: HeatGroup): number {
  const [of, to] = [leastOf(a.cost)[0]?.micros ?? -1n, leastOf(b.cost)[0]?.micros ?? -1n];
  if (of !== to) return of > to ? -1 : 1;
  return inOrder(
    a.row === undefined ? `~${a.bid}` : nameKey(a.row),
    b.row === undefined ? `~${b.bid}` : nameKey(b.row),
  );
}

/** Each GPU of running instances once, grouped by bid, the dearest first. */
export function fleetOf(
  {
    instances,
    bids,
    machines,
  }: { readonly instances: RowsOf<Instance>; readonly bids: RowsOf<Bid>; readonly machines: RowsOf<MachineRow> },
  known: Known,
): readonly HeatGroup[] {
  const running = [...instances.values()].flatMap(({ row }) => (isStatus(row.status, 'running') ? [row] : []));
  return [...Map.groupBy(running, ({ bid }) => bid)]
    .map(([bid, own]): HeatGroup => {
      const row = bid === null ? undefined : bids.get(bid)?.row;
      const sorted = own.toSorted((a, b) => byNumber.compare(a.name ?? '', b.name ?? '') || inOrder(a.fid, b.fid));
      return {
        bid,
        row,
        instances: sorted,
        machines: sorted.map(({ fid }) => cellsOf(fid, machines, known)),
        cost: costOf(row, own),
      };
    })
    .toSorted(byCost);
}

const fleetAt = memoizeLast(
  (
    instances: RowsOf<Instance>,
    bids: RowsOf<Bid>,
    machines: RowsOf<MachineRow>,
    at: number,
    idleAfterMs: number,
  ): readonly HeatGroup[] => fleetOf({ instances, bids, machines }, { at, idleAfterMs }),
);

/** Groups as drawn; a frozen screen has those of its time. */
export function fleetIn(state: ConsoleState): readonly HeatGroup[] {
  const { instances, bids, machines } = drawnLists(state);
  const { at, idleAfterMs } = contextOf(state).own(knownMachines);
  return fleetAt(instances.rows, bids.rows, machines.rows, at, idleAfterMs);
}

export const allCells = (groups: readonly HeatGroup[]): readonly HeatCell[] =>
  groups.flatMap(({ machines }) => machines.flat());

/** The mean has only current values. */
export function sumsOf(groups: readonly HeatGroup[]): HeatSums {
  const cells = allCells(groups);
  const uses = cells.flatMap(({ use }) => (use.kind === 'current' ? [use.percent] : []));
  return {
    gpus: cells.filter(({ gpu }) => gpu !== null).length,
    current: uses.length,
    mean: uses.length === 0 ? null : uses.reduce((sum, one) => sum + one, 0) / uses.length,
    unread: cells.filter(({ gpu }) => gpu === null).length,
  };
}
