import type { Bid } from '../../../contract/bid.ts';
import type { Instance } from '../../../contract/instance.ts';
import { shortDuration } from '../../../lib/duration.ts';
import { widthOf } from '../../../lib/width.ts';
import type { Cell, Tone } from '../../../resources/cell.ts';
import type { Context } from '../../../resources/context.ts';
import { instancesOf } from '../../../resources/parts/joins.ts';
import { isStatus } from '../../../resources/parts/status.ts';
import { type Placeholders, plain } from '../../../resources/placeholders.ts';
import type { Column, Counts, GroupSum } from '../../../resources/resource.ts';
import { idleTime } from '../idle-machines.ts';
import { machineLimits, machineOf, ofMachines } from '../known-machines.ts';
import { freshnessOf, gpusOf, knownSample, memoryOf, percentOf } from '../machine-values.ts';
import { meanUtilization, type Reading, type Sample } from '../reading.ts';
import {
  asOf,
  idleCell,
  measuredBy,
  memoryCell,
  memoryTone,
  percentText,
  shownAt,
  utilizationCell,
  utilizationTone,
} from './machine-cells.ts';

/** A number of a machine at a time; null if unknown. */
type Quantity = (reading: Reading | null, at: number) => number | null;

const utilization: Quantity = (reading, at) => {
  const sample = knownSample(reading, at);
  return sample === null ? null : meanUtilization(sample);
};
const memory: Quantity = (reading, at) => percentOf(memoryOf(gpusOf(knownSample(reading, at))));

const readingOf = ({ fid }: Instance, { own }: Context): Reading | null => own(machineOf, fid);

const ofInstance = (of: Quantity) => (instance: Instance, context: Context) =>
  of(readingOf(instance, context), shownAt(context));

/** `isWhole`: every machine has a current value. */
type Mean = { readonly value: number | null; readonly isWhole: boolean };

/** Fixed parts of a per cent: sums of integers can be taken apart again. */
const PARTS = 1_000_000;

/** Running instances' parts of a mean. */
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

/** The mean over known machines. */
function meanOf(counts: Counts): Mean {
  const count = (name: string): number => Number(counts.get(name) ?? 0n);
  const known = count('known');
  return {
    value: known === 0 ? null : count('parts') / PARTS / known,
    isWhole: known === count('running') && count('current') === count('running'),
  };
}

const meanSum = <Row>(instances: (row: Row, context: Context) => readonly Instance[], of: Quantity): GroupSum<Row> => ({
  kind: 'counts',
  of: (row, context) => countsOver(instances(row, context), of, context),
  text: (counts) => meanText(meanOf(counts)),
});

/** `97%`, or `~97%` with machines unread or stale. */
function meanText({ value, isWhole }: Mean): string {
  if (value === null) return '';
  return isWhole ? percentText(value) : `~${percentText(Math.min(99, value))}`;
}

function meanCell(mean: Mean, toneOf: (percent: number) => Tone, { glyphs }: Context): Cell {
  if (mean.value === null) return { text: glyphs.none, tone: 'dim' };
  return { text: meanText(mean), tone: mean.isWhole ? toneOf(mean.value) : 'dim' };
}

const gpu = { id: 'gpu', header: 'GPU', aliases: ['util', 'utilization'], live: ofMachines } as const;
const narrow = { width: 4, steady: true, align: 'right', live: ofMachines } as const;
const mem = { ...narrow, id: 'mem', header: 'MEM', aliases: ['memory'] } as const;
const idle = { ...narrow, id: 'idle', header: 'IDLE' } as const;

/** A dash for a stale cell: only the column GPU shows its age. */
const onlyCurrent =
  (cellOf: (instance: Instance, context: Context) => Cell) =>
  (instance: Instance, context: Context): Cell =>
    freshnessOf(readingOf(instance, context), shownAt(context)) === 'current'
      ? cellOf(instance, context)
      : { text: context.glyphs.none, tone: 'dim' };

const memoryOfInstance = (instance: Instance, context: Context): Cell =>
  memoryCell(readingOf(instance, context), asOf(context));
const idleOfInstance = (instance: Instance, context: Context): Cell =>
  idleCell(readingOf(instance, context), asOf(context));
const gpuCellOf = (instance: Instance, context: Context, width: number | null = null): Cell =>
  utilizationCell(readingOf(instance, context), asOf(context), width);

/** The idle time in place of an empty history, if the column IDLE has no room. */
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

export const instanceMachineColumns: readonly Column<Instance>[] = [
  {
    ...gpu,
    width: 8,
    maxWidth: 12,
    priority: 3,
    cell: (instance, context) => gpuCellOf(instance, context),
    draw: (instance, context, width, isBeside) =>
      (isBeside ? null : idleInWords(instance, context, width)) ?? gpuCellOf(instance, context, width),
    beside: { column: idle.id, cell: (instance, context) => gpuCellOf(instance, context) },
    sum: meanSum((instance) => [instance], utilization),
    ...measuredBy('percent', ofInstance(utilization), Math.round),
  },
  {
    ...mem,
    priority: 7.5,
    cell: onlyCurrent(memoryOfInstance),
    beside: { column: gpu.id, cell: memoryOfInstance },
    sum: meanSum((instance) => [instance], memory),
    ...measuredBy('percent', ofInstance(memory), Math.round),
  },
  {
    ...idle,
    priority: 5.5,
    cell: onlyCurrent(idleOfInstance),
    beside: { column: gpu.id, cell: idleOfInstance },
    ...measuredBy('time', ofInstance(idleTime)),
    sortBy: (instance, context) => ofInstance(idleTime)(instance, context) || null,
  },
];

/** Shortest idle time of a bid's running machines; null unless all are known. */
export function idleOfBid(bid: Bid, context: Context): number | null {
  const running = instancesOf(bid.fid, context).filter(({ status }) => isStatus(status, 'running'));
  const times = running.map((instance) => idleTime(readingOf(instance, context), shownAt(context)));
  if (times.some((time) => time === 0)) return 0;
  return times.length === 0 || times.includes(null) ? null : Math.min(...times.filter((time) => time !== null));
}

const meanOfBid = ({ fid }: Bid, of: Quantity, context: Context): Mean =>
  meanOf(countsOver(instancesOf(fid, context), of, context));

/** In per cent. */
export const utilizationOfBid = (bid: Bid, context: Context): Mean => meanOfBid(bid, utilization, context);

/** In per cent. */
export const memoryOfBid = (bid: Bid, context: Context): Mean => meanOfBid(bid, memory, context);

export const bidMachineColumns: readonly Column<Bid>[] = [
  {
    ...narrow,
    ...gpu,
    priority: 4.5,
    cell: (bid, context) => meanCell(utilizationOfBid(bid, context), utilizationTone, context),
    sum: meanSum(({ fid }, context) => instancesOf(fid, context), utilization),
    ...measuredBy('percent', (bid, context) => utilizationOfBid(bid, context).value, Math.round),
  },
  {
    ...mem,
    optional: true,
    priority: 9.5,
    cell: (bid, context) =>
      meanCell(memoryOfBid(bid, context), (percent) => memoryTone(percent, asOf(context)), context),
    sum: meanSum(({ fid }, context) => instancesOf(fid, context), memory),
    ...measuredBy('percent', (bid, context) => memoryOfBid(bid, context).value, Math.round),
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
    ...measuredBy('time', idleOfBid),
    sortBy: (bid, context) => idleOfBid(bid, context) || null,
  },
];

/** The last sample, if current. */
function currentSample({ fid }: Instance, { own, now }: Context): Sample | null {
  const reading = own(machineOf, fid);
  return reading === null || reading.problem !== null || freshnessOf(reading, now) !== 'current'
    ? null
    : reading.sample;
}

const rounded = (value: number | null): string | null => (value === null ? null : String(Math.round(value)));
const inSeconds = (ms: number | null): string | null => (ms === null ? null : String(Math.floor(ms / 1000)));

/** Numbers only, and none without a current sample. */
export const instanceMachinePlaceholders = {
  gpu: plain((instance, context) => {
    const sample = currentSample(instance, context);
    return sample === null ? null : rounded(meanUtilization(sample));
  }),
  gpu_memory: plain((instance, context) => rounded(percentOf(memoryOf(gpusOf(currentSample(instance, context)))))),
  idle_seconds: plain((instance, context) =>
    currentSample(instance, context) === null
      ? null
      : inSeconds(idleTime(context.own(machineOf, instance.fid), context.now)),
  ),
  gpus: plain(
    (instance, context) =>
      gpusOf(currentSample(instance, context))
        .map(({ index }) => index)
        .join(',') || null,
  ),
} satisfies Placeholders<Instance>;

/** None unless every machine was read lately. */
export const bidMachinePlaceholders = {
  gpu: plain((bid, context) => wholeMean(utilizationOfBid(bid, context))),
  gpu_memory: plain((bid, context) => wholeMean(memoryOfBid(bid, context))),
  idle_seconds: plain((bid, context) =>
    utilizationOfBid(bid, context).isWhole ? inSeconds(idleOfBid(bid, context)) : null,
  ),
} satisfies Placeholders<Bid>;

const wholeMean = ({ value, isWhole }: ReturnType<typeof utilizationOfBid>): string | null =>
  isWhole ? rounded(value) : null;
