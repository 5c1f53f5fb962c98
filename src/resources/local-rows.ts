import type { Idleness } from '../changes/change-event.ts';
import type { EventKind } from '../changes/event-groups.ts';
import type { ServiceList } from '../contract/lists.ts';
import type { Reading } from '../features/machines/reading.ts';
import type { Gpu, Sample } from '../features/machines/sample.ts';
import type { BidRecords } from '../features/money/bid-record.ts';
import { type PairPrice, pairPricesOf, usualTimes } from '../features/money/pair-prices.ts';
import type { ActionOutcome } from '../features/rules/engine/decision.ts';
import type { RuleEffects } from '../features/rules/engine/effects.ts';
import type { CommonRule, RuleLine } from '../features/rules/engine/rule.ts';
import type { Place } from './place.ts';

/** A terminal session that this console opened to an instance. Times in milliseconds since 1970. */
export type Session = {
  readonly fid: string;
  /** The fid of its instance, and the instance's name when the session was opened. */
  readonly about: string;
  readonly instance: string;
  readonly destination: string;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly ended: string | null;
};

/**
 * The machine of an instance, whether or not it can be read; or one of its GPUs, which is shown below it. The row of a machine has
 * the fid of its instance, and stays while its GPUs come and go.
 */
export type MachineRow = {
  readonly fid: string;
  /** The fid of its instance, and the instance's name. */
  readonly about: string;
  readonly name: string;
  readonly reading: Reading;
  /** The GPU, and when it was read, in milliseconds since 1970; null in the row of a machine. */
  readonly gpu: (Gpu & { readonly at: number }) | null;
  /** The fids of the rows of its GPUs; none in the row of a GPU. */
  readonly gpuRows: readonly string[];
};

/** Returns the rows of a machine: its own and one for each GPU. When the last sample has no GPUs, those that were read before stay. */
export function machineRows(reading: Reading, name: string, before: readonly MachineRow[] = []): readonly MachineRow[] {
  const { fid: about, sample } = reading;
  const below = gpusNow(sample, before).map((gpu): MachineRow => {
    const fid = `${about}/${String(gpu.index).padStart(2, '0')}`;
    return { fid, about, name, reading, gpu, gpuRows: [] };
  });
  return [{ fid: about, about, name, reading, gpu: null, gpuRows: below.map(({ fid }) => fid) }, ...below];
}

function gpusNow(sample: Sample | null, before: readonly MachineRow[]): readonly NonNullable<MachineRow['gpu']>[] {
  if (sample?.gpus.kind === 'read') return sample.gpus.gpus.map((gpu) => ({ ...gpu, at: sample.at }));
  return sample?.gpus.kind === 'no-gpu' ? [] : before.flatMap(({ gpu }) => gpu ?? []);
}

/** What is known of the price of a type in a region, in one currency. */
export type PriceRow = {
  readonly fid: string;
  readonly instance_type: string;
  readonly region: string;
  readonly price: PairPrice;
  /** Usual time until a bid was filled, and for which it kept its instances, in milliseconds; null when not seen. */
  readonly fillMs: number | null;
  readonly stayMs: number | null;
};

/** Returns the rows of the prices that the records show. */
export function priceRows(records: BidRecords): readonly PriceRow[] {
  return pairPricesOf(records).map((price) => {
    const { type, region, sign } = price.band;
    const fid = [type, region, sign].map((part) => part.replaceAll('/', '%2F')).join('/');
    return { fid, instance_type: type, region, price, ...usualTimes(records, price) };
  });
}

/** What a rule does now. `why` is a sentence or the part of one that follows a colon. */
export type RuleStatus =
  | { readonly kind: 'active' | 'done' | 'held-by-operator' }
  /** `why`: what hinders it meanwhile; null when nothing does. */
  | { readonly kind: 'rehearses'; readonly why: string | null }
  | { readonly kind: 'refused' | 'held' | 'waits' | 'hindered'; readonly why: string };

/** An action of a rule in words. `at` in milliseconds since 1970; `outcome` is null while it is not known. */
export type RuleActionLine = {
  readonly at: number;
  /** `pause train-llama`, `set train-llama to $12.50`. */
  readonly what: string;
  readonly reason: string;
  readonly outcome: ActionOutcome | null;
};

/** A rule of the config file with what the journal has of it. */
export type RuleRow = {
  /** Its name. */
  readonly fid: string;
  readonly rule: CommonRule;
  /** What it does, a line for each setting. */
  readonly lines: readonly RuleLine[];
  readonly status: RuleStatus;
  /** Who runs the rules, in words. */
  readonly runBy: string;
  readonly next: { readonly at: number | null; readonly text: string } | null;
  /** Why it can't do what it should, also while it rehearses or is held; null when nothing hinders it. */
  readonly hindered: string | null;
  /** Times of its writes of the last hour, in milliseconds since 1970. */
  readonly sentAt: readonly number[];
  /** Its last actions, the newest first. */
  readonly lastActions: readonly RuleActionLine[];
  /** Null while the records of the bids are not read. */
  readonly effects: RuleEffects | null;
};

/**
 * A row of the activity list: a change at the service, or an action of the operator and its outcome; or a group of such events,
 * with the time of the last one.
 */
export type ActivityRow = {
  readonly fid: string;
  readonly at: number;
  /** Time of the poll before, which did not show the change; null when the change is known to be of `at`, or on the first poll. */
  readonly since: number | null;
  /** `here`: made by this console, which keeps it in the journal. `journal`: read from there. */
  readonly from: 'here' | 'journal';
  readonly who: 'operator' | 'service';
  readonly outcome: 'sent' | 'done' | 'refused' | 'unknown' | 'seen' | 'lost';
  readonly what: string;
  readonly about: {
    readonly pane: ServiceList;
    readonly fid: string;
  } | null;
  /** The name of the row that it is about. */
  readonly name: string;
  /** Why an agent did it; null for what it did not, or where that is not known. */
  readonly reason: string | null;
  /** Its kind, by which it joins others in a group; null for an event that stays alone. */
  readonly kind: EventKind | null;
  /** The events of a group; none for a single event. */
  readonly events: readonly ActivityRow[];
  /** Whether earlier events of the group are no longer in memory. */
  readonly isCut: boolean;
  /** Of a machine that begins or ends to count as idle: since when, and what it may cost; else null. */
  readonly idle: Pick<Idleness, 'since' | 'costPerHour' | 'simulated'> | null;
  /** Where it was done; null for what is known to be of the shown place. */
  readonly place: Place | null;
};

/** The members of a single event that never joins a group. */
export const SINGLE_EVENT = {
  name: '',
  reason: null,
  kind: null,
  events: [],
  isCut: false,
  idle: null,
  place: null,
} as const;
