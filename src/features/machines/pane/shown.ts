import type { Bid } from '../../../contract/bid.ts';
import type { Instance } from '../../../contract/instance.ts';
import type { Money } from '../../../lib/money.ts';
import type { Context } from '../../../resources/context.ts';
import { isStatus } from '../../../resources/parts/status.ts';
import type { MachineRow } from '../machine-row.ts';
import { freshnessOf, gpusOf, shownSample } from '../machine-values.ts';
import { meanUtilization } from '../reading.ts';
import type { Gpu } from '../sample.ts';

/** The GPUs whose numbers a row shows: its own, or those of its machine; none when they are unknown or too old. */
export function shownGpus({ gpu, reading }: MachineRow, now: number): readonly Gpu[] {
  if (gpu === null) return gpusOf(shownSample(reading, now));
  return freshnessOf({ sample: gpu }, now) === 'old' ? [] : [gpu];
}

/** Whether the numbers of a row are current. */
export function isCurrent({ gpu, reading }: MachineRow, now: number): boolean {
  return freshnessOf({ sample: gpu ?? reading.sample }, now) === 'current';
}

/** The mean utilization of GPUs in per cent; null when none says its own. */
export function utilizationOf(gpus: readonly Gpu[]): number | null {
  return meanUtilization({ gpus: { kind: 'read', gpus } });
}

/** The instance of a row; undefined when it is no longer listed. */
export function instanceOf(
  { about }: Pick<MachineRow, 'about'>,
  { rowOf }: Pick<Context, 'rowOf'>,
): Instance | undefined {
  return rowOf('instances', about)?.row;
}

/** The bid of a row's instance; undefined when it has none or it isn't listed. */
export function bidOf(row: Pick<MachineRow, 'about'>, context: Pick<Context, 'rowOf'>): Bid | undefined {
  const bid = instanceOf(row, context)?.bid ?? null;
  return bid === null ? undefined : context.rowOf('bids', bid)?.row;
}

/** The highest cost per hour of a machine, at the limit price of its bid; null while it does not run, or when its price is not known. */
export function costOf(row: Pick<MachineRow, 'about'>, context: Pick<Context, 'rowOf'>): Money | null {
  return runs(row, context) ? (bidOf(row, context)?.limit_price?.amount ?? null) : null;
}

/** Whether the instance of a row runs. */
export const runs = (row: Pick<MachineRow, 'about'>, context: Pick<Context, 'rowOf'>): boolean =>
  isStatus(instanceOf(row, context)?.status ?? null, 'running');
