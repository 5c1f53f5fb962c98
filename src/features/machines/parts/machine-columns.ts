import type { Bid } from '../../../contract/bid.ts';
import type { Instance } from '../../../contract/instance.ts';
import { shortDuration } from '../../../lib/duration.ts';
import { widthOf } from '../../../lib/width.ts';
import type { Cell, Tone } from '../../../resources/cell.ts';
import type { Context } from '../../../resources/context.ts';
import { instancesOf } from '../../../resources/parts/joins.ts';
import { isStatus } from '../../../resources/parts/status.ts';
import type { Measure } from '../../../resources/quantities.ts';
import type { Column, Counts, GroupSum } from '../../../resources/resource.ts';
import { idleTime } from '../idle-machines.ts';
import { machineLimits, machineOf, ofMachines } from '../known-machines.ts';
import { freshnessOf, gpusOf, knownSample, memoryOf, percentOf } from '../machine-values.ts';
import { meanUtilization, type Reading } from '../reading.ts';
import {
  asOf,
  idleCell,
  memoryCell,
  memoryTone,
  percentText,
  shownAt,
  utilizationCell,
  utilizationTone,
} from './machine-cells.ts';

/** A number of a machine at a time, such as its utilization in per cent; null when it is not known. */
type Quantity = (reading: Reading | null, at: number) => number | null;

const utilization: Quantity = (reading, at) => {
  const sample = knownSample(reading, at);
  return sample === null ? null : meanUtilization(sample);
};
const memory: Quantity = (reading, at) => percentOf(memoryOf(gpusOf(knownSample(reading, at))));

const readingOf = ({ fid }: Instance, { own }: Context): Reading | null => own(machineOf, fid);

const percentMeasured = (value: number | null): Measure | null =>
  value === null ? null : { amount: Math.round(value), unit: '' };
const timeMeasured = (ms: number | null): Measure | null => (ms === null ? null : { amount: ms, unit: '' });

/** A mean over machines; `isWhole` when each of them has a current value. */
type Mean = { readonly value: number | null; readonly isWhole: boolean };

/** Parts of one per cent in which a mean is counted, so that it can be taken apart again. */
const PARTS = 1_000_000;

/** What the machines of the running instances add to a mean: those that are known, and those of them that are current. */
function countsOver(instances: readonly Instance[], of: Quantity, context: Context): Counts {
  const at = shownAt(context);
  let [running, known, current, parts] = [0n, 0n, 0n, 0n];
  for (const instance of instances) {
    if (!isStatus(instance.status, 'running')) continue;
    const reading = readingOf(instance, context);
    const value = of(reading, at);
    running += 1n;
    if (freshnessOf(reading, at) === 'current') current += 1n;
    if (value === null) continue;
    known += 1n;
    parts += BigInt(Math.round(value * PARTS));
  }
  return new Map([
    ['running', running],
    ['known', known],
    ['current', current],
    ['parts', parts],
  ]);
}

/** The mean of a number over the machines of the running instances that are known. */
function meanOf(counts: Counts): Mean {
  const count = (name: string): number => Number(counts.get(name) ?? 0n);
  const known = count('known');
  return {
    value: known === 0 ? null : count('parts') / PARTS / known,
    isWhole: known === count('running') && count('current') === count('running'),
  };
}

/** A column's mean over the machines of the instances that the rows of a group are, or have. */
const meanSum = <Row>(instances: (row: Row, context: Context) => readonly Instance[], of: Quantity): GroupSum<Row> => ({
  kind: 'counts',
  of: (row, context) => countsOver(instances(row, context), of, context),
  text: (counts) => meanText(meanOf(counts)),
});

/** A mean in per cent: `97%`, or `~97%` when some machines were not read, or not lately. */
function meanText({ value, isWhole }: Mean): string {
  if (value === null) return '';
  return isWhole ? percentText(value) : `~${percentText(Math.min(99, value))}`;
}

function meanCell(mean: Mean, toneOf: (percent: number) => Tone, { glyphs }: Context): Cell {
  if (mean.value === null) return { text: glyphs.none, tone: 'dim' };
  return { text: meanText(mean), tone: mean.isWhole ? toneOf(mean.value) : 'dim' };
}

/** What the columns of instances and of bids have in common. */
const gpu = { id: 'gpu', header: 'GPU', aliases: ['util', 'utilization'], live: ofMachines } as const;
const narrow = { width: 4, steady: true, align: 'right', live: ofMachines } as const;
const mem = { ...narrow, id: 'mem', header: 'MEM', aliases: ['memory'] } as const;
const idle = { ...narrow, id: 'idle', header: 'IDLE' } as const;

/** A cell, or a dash for a stale one: only the column GPU says how old it is. */
const onlyCurrent = (reading: Reading | null, cell: Cell, context: Context): Cell =>
  freshnessOf(reading, shownAt(context)) === 'current' ? cell : { text: context.glyphs.none, tone: 'dim' };

const memoryOfInstance = (instance: Instance, context: Context): Cell =>
  memoryCell(readingOf(instance, context), asOf(context));
const idleOfInstance = (instance: Instance, context: Context): Cell =>
  idleCell(readingOf(instance, context), asOf(context));

/** For how long a machine has been idle, in place of a history that shows nothing, where the column IDLE has no room; else null. */
function idleInWords(instance: Instance, context: Context, width: number): Cell | null {
  const reading = readingOf(instance, context);
  const time = idleTime(reading, shownAt(context));
  const percent = utilization(reading, shownAt(context));
  const isCurrent = freshnessOf(reading, shownAt(context)) === 'current';
  if (time === null || percent === null || !isCurrent || time < context.own(machineLimits).idleAfterMs) return null;
  const brief = `idle ${shortDuration(time)}`;
  const text = `${percentText(percent)} ${brief}`;
  return { text: widthOf(text) <= width ? text : brief, tone: 'warn' };
}

/** The columns of instances about their machines. */
export const instanceMachineColumns: readonly Column<Instance>[] = [
  {
    ...gpu,
    width: 8,
    maxWidth: 12,
    priority: 3,
    cell: (instance, context) => utilizationCell(readingOf(instance, context), asOf(context), null),
    draw: (instance, context, width, isBeside) => {
      const drawn = utilizationCell(readingOf(instance, context), asOf(context), width);
      return (isBeside ? null : idleInWords(instance, context, width)) ?? drawn;
    },
    beside: {
      column: idle.id,
      cell: (instance, context) => utilizationCell(readingOf(instance, context), asOf(context), null),
    },
    largestFirst: true,
    sortBy: (instance, context) => utilization(readingOf(instance, context), shownAt(context)),
    sum: meanSum((instance) => [instance], utilization),
    compareAs: {
      kind: 'percent',
      of: (instance, context) => percentMeasured(utilization(readingOf(instance, context), shownAt(context))),
    },
  },
  {
    ...mem,
    priority: 7.5,
    cell: (instance, context) =>
      onlyCurrent(readingOf(instance, context), memoryOfInstance(instance, context), context),
    beside: { column: gpu.id, cell: memoryOfInstance },
    largestFirst: true,
    sortBy: (instance, context) => memory(readingOf(instance, context), shownAt(context)),
    sum: meanSum((instance) => [instance], memory),
    compareAs: {
      kind: 'percent',
      of: (instance, context) => percentMeasured(memory(readingOf(instance, context), shownAt(context))),
    },
  },
  {
    ...idle,
    priority: 5.5,
    cell: (instance, context) => onlyCurrent(readingOf(instance, context), idleOfInstance(instance, context), context),
    beside: { column: gpu.id, cell: idleOfInstance },
    largestFirst: true,
    sortBy: (instance, context) => idleTime(readingOf(instance, context), shownAt(context)) || null,
    compareAs: {
      kind: 'time',
      of: (instance, context) => timeMeasured(idleTime(readingOf(instance, context), shownAt(context))),
    },
  },
];

/** For how long all machines of a bid's running instances have done nothing; null when that is not known of each. */
export function idleOfBid(bid: Bid, context: Context): number | null {
  const running = instancesOf(bid.fid, context).filter(({ status }) => isStatus(status, 'running'));
  const times = running.map((instance) => idleTime(readingOf(instance, context), shownAt(context)));
  if (times.some((time) => time === 0)) return 0;
  return times.length === 0 || times.includes(null) ? null : Math.min(...times.filter((time) => time !== null));
}

const meanOfBid = ({ fid }: Bid, of: Quantity, context: Context): Mean =>
  meanOf(countsOver(instancesOf(fid, context), of, context));

/** The mean utilization of the machines of a bid's running instances, in per cent. */
export const utilizationOfBid = (bid: Bid, context: Context): Mean => meanOfBid(bid, utilization, context);

/** The mean share of the memory of GPUs in use on the machines of a bid's running instances, in per cent. */
export const memoryOfBid = (bid: Bid, context: Context): Mean => meanOfBid(bid, memory, context);

/** The columns of bids about the machines of their running instances. */
export const bidMachineColumns: readonly Column<Bid>[] = [
  {
    ...gpu,
    width: 4,
    steady: true,
    align: 'right',
    priority: 4.5,
    cell: (bid, context) => meanCell(utilizationOfBid(bid, context), utilizationTone, context),
    largestFirst: true,
    sortBy: (bid, context) => utilizationOfBid(bid, context).value,
    sum: meanSum(({ fid }, context) => instancesOf(fid, context), utilization),
    compareAs: {
      kind: 'percent',
      of: (bid, context) => percentMeasured(utilizationOfBid(bid, context).value),
    },
  },
  {
    ...mem,
    optional: true,
    priority: 9.5,
    cell: (bid, context) =>
      meanCell(memoryOfBid(bid, context), (percent) => memoryTone(percent, asOf(context)), context),
    largestFirst: true,
    sortBy: (bid, context) => memoryOfBid(bid, context).value,
    sum: meanSum(({ fid }, context) => instancesOf(fid, context), memory),
    compareAs: { kind: 'percent', of: (bid, context) => percentMeasured(memoryOfBid(bid, context).value) },
  },
  {
    ...idle,
    optional: true,
    priority: 5.7,
    cell: (bid, context) => {
      const time = idleOfBid(bid, context);
      if (time === null || time === 0) return { text: context.glyphs.none, tone: 'dim' };
      return { text: shortDuration(time), tone: time >= context.own(machineLimits).idleAfterMs ? 'warn' : 'dim' };
    },
    largestFirst: true,
    sortBy: (bid, context) => idleOfBid(bid, context) || null,
    compareAs: { kind: 'time', of: (bid, context) => timeMeasured(idleOfBid(bid, context)) },
  },
];
