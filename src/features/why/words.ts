import { byWords } from '../../changes/change-event.ts';
import { clockTime, HOUR_MS, MINUTE_MS, moment, shortDuration } from '../../lib/duration.ts';
import { formatMoneyGrouped, type Money } from '../../lib/money.ts';
import { capitalized, counted } from '../../lib/words.ts';
import type { Tone } from '../../resources/cell.ts';
import { heldText } from '../money/price-sentence.ts';
import type { LimitAdvice } from './advice.ts';
import {
  type Doer,
  isForCapacity,
  type Moment,
  type Reason,
  type ReasonKind,
  type Since,
  type Witness,
} from './reason.ts';

/** Greatest age of times without a date, in milliseconds. */
const DATELESS_MS = 12 * HOUR_MS;
/** Longest time between two looks given as one time, in milliseconds. */
const AT_ONCE_MS = MINUTE_MS;

/** `07:29`, or with its date when long ago. */
const timeText = (at: number, now: number): string =>
  now - at >= DATELESS_MS ? `${moment(at).slice(0, 16)} UTC` : clockTime(at).slice(0, 5);

/** `at 07:29`, or `between 07:12 and 07:29` when nobody looked in between. */
function whenText({ at, since }: Moment, now: number): string {
  if (since === null) return `by ${timeText(at, now)}`;
  return at - since <= AT_ONCE_MS
    ? `at ${timeText(at, now)}`
    : `between ${timeText(since, now)} and ${timeText(at, now)}`;
}

const price = (money: Money): string => formatMoneyGrouped(money);

/** Beginnings of sentences: when a reason began, and since when a row waits. */
type Times = { readonly now: number; readonly when: string; readonly waits: string };

type Words<Kind extends ReasonKind> = {
  readonly tone: Tone;
  /** A few words for a column; a guess ends with a question mark. */
  readonly short: (reason: Reason<Kind>) => string;
  /** One sentence with the evidence; a guess names both causes. */
  readonly sentence: (reason: Reason<Kind>, times: Times) => string;
  /** Whether the evidence allows another cause. */
  readonly isGuess: (reason: Reason<Kind>) => boolean;
  readonly help: (reason: Reason<Kind>, advice: LimitAdvice | null) => string | null;
};

const never = () => false;
const nothing = () => null;

const EITHER = 'outbid or no room';
const OF_CAPACITY = 'a bid for fewer instances, another type or another region may fit';
const otherPlace = () => `${capitalized(OF_CAPACITY)}.`;

function either(_: Reason, advice: LimitAdvice | null): string {
  const higher = advice === null ? 'a higher limit price may win' : heldBy(advice);
  return `If it is outbid, ${higher}; if there is no room, ${OF_CAPACITY}.`;
}

const heldBy = ({ limit, percent, ...advice }: LimitAdvice): string =>
  `a limit of ${price(limit)} would have held ${heldText(percent, advice)} of the last 7 days`;

const outbidText = ({ limit, price: now }: Reason<'outbid'>): string =>
  `the price is ${price(now)} now (service), its limit ${price(limit)}`;

const roomText = ({ limit, price: now, free, wanted }: Reason<'no-capacity'>): string =>
  `${free} of the ${counted(wanted, 'instance')} it wants ${free === 1 ? 'is' : 'are'} free, and the price of ${price(now)} is not above its ${price(limit)} (service)`;

/** What runs beside a bid without showing why it does not. */
const besideText = (limit: Money, runs: Witness): string =>
  `its limit is ${price(limit)}, your bids that run here are at ${price(runs.limit)} or more`;

const done = (what: string, help: string | null): Words<'paused' | 'ended'> => ({
  tone: 'dim',
  short: (reason) => byShort(reason.by) + (mayBeUndone(reason) ? '?' : ''),
  sentence: (reason, { now, when }) => doneText(what, reason, when) + unseenText(reason, now),
  isGuess: mayBeUndone,
  help: () => help,
});

const WORDS: { readonly [Kind in ReasonKind]: Words<Kind> } = {
  paused: done('Paused', 'Resume it to let it wait for the market again.'),
  ended: done('Ended', null),
  preempting: {
    tone: 'bad',
    short: (reason) => (reason.said !== null ? shortText(reason.said) : isForCapacity(reason) ? 'no room' : EITHER),
    sentence: (reason, { waits }) => `Being preempted${waits}${preemptedFor(reason)}.`,
    isGuess: (reason) => reason.said === null && !isForCapacity(reason),
    help: (reason, advice) =>
      reason.said !== null
        ? helpText(reason.said, advice)
        : isForCapacity(reason)
          ? otherPlace()
          : either(reason, advice),
  },
  capacity: {
    tone: 'warn',
    short: () => 'no room',
    sentence: ({ runs, limit }, { waits }) =>
      `Not enough capacity${waits}: ${runs.name} runs at ${price(runs.limit)}, so the price is not above its ${price(limit)}.`,
    isGuess: never,
    help: otherPlace,
  },
  outbid: {
    tone: 'warn',
    short: () => 'outbid',
    sentence: (reason, { waits }) => `Outbid${waits}: ${outbidText(reason)}.`,
    isGuess: never,
    help: ({ price: now }, advice) =>
      advice === null || advice.limit.micros < now.micros
        ? `A limit price of ${price(now)} or more may win.`
        : `${capitalized(heldBy(advice))}.`,
  },
  'no-capacity': {
    tone: 'warn',
    short: () => 'no room',
    sentence: (reason, { waits }) => `Not enough capacity${waits}: ${roomText(reason)}.`,
    isGuess: never,
    help: otherPlace,
  },
  quota: {
    tone: 'warn',
    short: () => 'quota',
    sentence: ({ used, total, units }, { waits }) =>
      `The quota is used up${waits}: the project holds ${used} of ${total} ${units ?? 'units'} of this type (service).`,
    isGuess: never,
    help: () => 'Another project or type may have room; ask the service for a larger quota.',
  },
  'outbid-or-capacity': {
    tone: 'warn',
    short: () => EITHER,
    sentence: ({ limit, runs, preempted, isEarly }, { now, waits }) => {
      const before = preempted === null ? '' : `, preempted ${whenText(preempted, now)}`;
      const why = isEarly
        ? 'it is too early to say which'
        : limit === null || runs === null
          ? 'no bid of yours runs in this type and region to show which'
          : besideText(limit, runs);
      return `Outbid or without capacity${waits}${before}: ${why}.`;
    },
    isGuess: () => true,
    help: either,
  },
  deciding: {
    tone: 'busy',
    short: () => 'new',
    sentence: (_, { waits }) => `It has waited only${waits || ' a moment'}: the service may still decide.`,
    isGuess: never,
    help: nothing,
  },
  stopping: {
    tone: 'busy',
    short: ({ count }) => `stops ${count}`,
    sentence: ({ count }) => `${counted(count, 'instance')} of it ${count === 1 ? 'is' : 'are'} still stopping.`,
    isGuess: never,
    help: nothing,
  },
  starting: {
    tone: 'busy',
    short: ({ count, wanted }) => (wanted > 1 ? `starts ${count}/${wanted}` : 'starts'),
    sentence: ({ count, wanted, slowest, usualMs }, { now }) => {
      const since = slowest === null ? '' : `for ${shortDuration(now - slowest.at)}`;
      const usual = usualMs === null ? '' : `; it usually takes ${shortDuration(usualMs)}`;
      return wanted === 1
        ? `Starts${since && `, ${since}`}${usual}.`
        : `${count} of ${wanted} instances start${count === 1 ? 's' : ''}${since && `, the first ${since}`}${usual}.`;
    },
    isGuess: never,
    help: nothing,
  },
  missing: {
    tone: 'warn',
    short: ({ count }) => `${count} missing`,
    sentence: ({ count, wanted }, { waits }) =>
      `${count} of ${wanted} instances ${count === 1 ? 'is' : 'are'} missing: the service has not started ${count === 1 ? 'it' : 'them'}${waits && `, allocated${waits}`}.`,
    isGuess: never,
    help: nothing,
  },
  error: {
    tone: 'bad',
    short: ({ count }) => (count > 1 ? `${count} errors` : 'error'),
    sentence: ({ count }) =>
      `${count > 1 ? `${count} of its instances report` : 'An instance reports'} an error; the service does not say which.`,
    isGuess: never,
    help: nothing,
  },
  relocating: {
    tone: 'warn',
    short: () => 'relocating',
    sentence: (_, { waits }) => `Relocating${waits}: the service moves it to another machine.`,
    isGuess: never,
    help: nothing,
  },
  preempted: {
    tone: 'dim',
    short: () => 'preempted',
    sentence: ({ bid, limit }, { when }) => {
      const room = limit === null ? '' : ` at ${price(limit)}`;
      return `Preempted${when}${bid === null ? '' : `: its bid ${bid} was outbid or had no room${room}`}.`;
    },
    isGuess: never,
    help: nothing,
  },
  'with-bid': {
    tone: 'dim',
    short: ({ because }) => shortText(because),
    sentence: ({ bid, because }, { now }) => {
      const text = sentence(because, now);
      return `Stopped with its bid ${bid}: ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
    },
    isGuess: ({ because }) => isGuess(because),
    help: ({ because }, advice) => helpText(because, advice),
  },
  'unknown-status': {
    tone: 'dim',
    short: () => '?',
    sentence: ({ status }, { waits }) => `The service says ${status}${waits}; what that means is not documented.`,
    isGuess: never,
    help: nothing,
  },
  'not-known': {
    tone: 'dim',
    short: () => '?',
    sentence: (_, { when }) => `Nothing shows why${when && `; it is so${when}`}.`,
    isGuess: never,
    help: nothing,
  },
};

export const shortText = <Kind extends ReasonKind>(reason: Reason<Kind>): string => WORDS[reason.kind].short(reason);

/** The tone of a reason: the more the operator has to act, the stronger. */
export const toneOf = ({ kind }: Reason): Tone => WORDS[kind].tone;

export function sentence<Kind extends ReasonKind>(reason: Reason<Kind>, now: number): string {
  const { since, kind } = reason;
  const when = since === null ? '' : ` ${whenText(since, now)}`;
  const waits = since === null ? '' : ` since ${timeText(since.at, now)}`;
  return WORDS[kind].sentence(reason, { now, when, waits });
}

export const isGuess = <Kind extends ReasonKind>(reason: Reason<Kind>): boolean => WORDS[reason.kind].isGuess(reason);

/** Null for nothing. */
export const helpText = <Kind extends ReasonKind>(reason: Reason<Kind>, advice: LimitAdvice | null): string | null =>
  WORDS[reason.kind].help(reason, advice);

export const certainty = (reason: Reason): 'certain' | 'likely' | 'unknown' =>
  isGuess(reason) ? 'likely' : reason.kind === 'not-known' || reason.kind === 'unknown-status' ? 'unknown' : 'certain';

type Done = Reason<'paused' | 'ended'>;

/** Perhaps undone, and done again by others, in a gap. */
function mayBeUndone({ by, since }: Done): boolean {
  return by.kind !== 'not-known' && since !== null && since.unseen !== null;
}

function unseenText({ by, since }: Done, now: number): string {
  const unseen = since?.unseen ?? null;
  if (unseen === null || by.kind === 'not-known') return '';
  return ` Nobody looked from ${timeText(unseen.from, now)} to ${timeText(unseen.to, now)}, so that may have changed.`;
}

function byShort(by: Doer): string {
  switch (by.kind) {
    case 'here':
    case 'other-program':
      return 'by you';
    case 'agent':
      return `by ${by.words.replace(/^rule /, '')}`;
    case 'person':
      return `by ${by.name}`;
    case 'nobody-here':
      return 'by others';
    case 'not-known':
      return '?';
  }
}

function doneText(what: string, { by, since }: Done, when: string): string {
  switch (by.kind) {
    case 'here':
    case 'other-program':
    case 'agent':
      return `${what} ${byWords(by)}${when}.`;
    case 'person':
      return `${what} by ${by.name}${when}.`;
    case 'nobody-here':
      return `${what}${when}, not by a program with this journal.`;
    case 'not-known':
      return `${what}${since === null ? ' before this journal saw it' : when}; nothing shows by whom.`;
  }
}

/** Why a bid being preempted loses its instances, as the end of a sentence. */
function preemptedFor(reason: Reason<'preempting'>): string {
  const { limit, runs, said } = reason;
  if (said !== null)
    return said.kind === 'outbid' ? `, outbid: ${outbidText(said)}` : ` for capacity: ${roomText(said)}`;
  if (limit === null) return '';
  if (runs !== null && isForCapacity(reason))
    return ` for capacity, not for the price: ${runs.name} runs at ${price(runs.limit)}, and its limit is ${price(limit)}`;
  return `, outbid or without capacity: ${runs === null ? `its limit is ${price(limit)}` : besideText(limit, runs)}`;
}

/** `at 07:29, 12m ago`; null when nothing is known. */
export function sinceText(since: Since, now: number): string | null {
  switch (since.kind) {
    case 'seen': {
      const { unseen } = since;
      const gap = unseen && `; nobody looked from ${timeText(unseen.from, now)} to ${timeText(unseen.to, now)}`;
      return `${whenText(since, now)}, ${shortDuration(now - since.at)} ago${gap ?? ''}`;
    }
    case 'at-least':
      return `before ${timeText(since.at, now)}, when the journal begins`;
    case 'not-known':
      return null;
  }
}
