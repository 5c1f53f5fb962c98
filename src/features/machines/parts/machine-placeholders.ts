import type { Bid } from '../../../contract/bid.ts';
import type { Instance } from '../../../contract/instance.ts';
import type { Context } from '../../../resources/context.ts';
import { type Placeholders, plain } from '../../../resources/placeholders.ts';
import { idleTime } from '../idle-machines.ts';
import { machineOf } from '../known-machines.ts';
import { freshnessOf, gpusOf, memoryOf, percentOf } from '../machine-values.ts';
import { meanUtilization } from '../reading.ts';
import type { Sample } from '../sample.ts';
import { idleOfBid, memoryOfBid, utilizationOfBid } from './machine-columns.ts';

/** The last sample of an instance's machine; null when it is not current. */
function currentSample({ fid }: Instance, { own, now }: Context): Sample | null {
  const reading = own(machineOf, fid);
  return reading === null || reading.problem !== null || freshnessOf(reading, now) !== 'current'
    ? null
    : reading.sample;
}

const rounded = (value: number | null): string | null => (value === null ? null : String(Math.round(value)));
const inSeconds = (ms: number | null): string | null => (ms === null ? null : String(Math.floor(ms / 1000)));

/** Placeholders of instances about their machines: numbers only, and none while the last sample is not current. */
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

/** Placeholders of bids about the machines of their running instances: none unless each machine was read lately. */
export const bidMachinePlaceholders = {
  gpu: plain((bid, context) => wholeMean(utilizationOfBid(bid, context))),
  gpu_memory: plain((bid, context) => wholeMean(memoryOfBid(bid, context))),
  idle_seconds: plain((bid, context) =>
    utilizationOfBid(bid, context).isWhole ? inSeconds(idleOfBid(bid, context)) : null,
  ),
} satisfies Placeholders<Bid>;

const wholeMean = ({ value, isWhole }: ReturnType<typeof utilizationOfBid>): string | null =>
  isWhole ? rounded(value) : null;
