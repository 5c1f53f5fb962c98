import * as z from 'zod';
import { MINUTE_MS } from '../../../lib/duration.ts';
import type { Rule } from './rule.ts';
import { sentenceOf } from './sentences.ts';

type Kind = Rule['kind'];
type HindranceWords = {
  /** Rules that it hinders. */
  readonly of: readonly Kind[] | 'all';
  /** Whether the rule can't do what it is for, so that it says so. Otherwise it is usual, and only shown. */
  readonly isSaid: boolean;
  readonly help: string;
};

/** What can keep a rule from doing what it is for. */
export const HINDRANCES = {
  'max-writes': { of: 'all', isSaid: true, help: 'Its writes of the last hour reach max_writes: it holds itself.' },
  'max-cost': { of: 'all', isSaid: true, help: 'Its bids would cost more than max_cost: it holds itself.' },
  'not-allowed': { of: 'all', isSaid: true, help: 'The profile is protected, and the rule has no allow = true.' },
  fights: { of: 'all', isSaid: true, help: 'It would change the same bid as another rule.' },
  'old-rows': {
    of: 'all',
    isSaid: true,
    help: 'What it decides from was read too long ago, or can not be read: it decides nothing until that has come.',
  },
  'not-done': { of: ['schedule'], isSaid: true, help: 'A bid could not be paused or resumed, three times.' },
  'at-cap': { of: ['ladder'], isSaid: true, help: 'A bid is outbid, and its limit price is at the cap or above it.' },
  'not-raised': { of: ['ladder'], isSaid: true, help: 'With step = "held": no higher price is known to hold.' },
  'not-lowered': { of: ['ladder'], isSaid: false, help: 'No lower price is known to hold.' },
  'unusable-price': {
    of: ['ladder'],
    isSaid: true,
    help: 'The limit price of a bid can not be read, or is in another currency than the cap.',
  },
  'no-launch': { of: ['spread'], isSaid: true, help: 'No bid has the name in like, or several have it.' },
  'left-out': { of: ['spread'], isSaid: true, help: 'A place was refused three times, or its volumes are elsewhere.' },
  retries: { of: ['spread'], isSaid: false, help: 'A write was refused and is tried again.' },
  'runs-on': { of: ['spread'], isSaid: true, help: 'A bid that is not needed has running instances and is left.' },
  'none-left': { of: ['spread'], isSaid: true, help: 'All its bids are gone.' },
  'not-read': { of: ['idle'], isSaid: true, help: 'No machine of its bids is read.' },
  'resumed-by-hand': {
    of: ['budget'],
    isSaid: true,
    help: 'Costs are over the budget, and bids that somebody resumed after it paused them run on.',
  },
  'nothing-to-pause': { of: ['budget'], isSaid: true, help: 'Costs are over the budget, and no bid is left to pause.' },
  'left-alone': { of: ['budget'], isSaid: false, help: 'Bids that were resumed by hand run on; others were paused.' },
  'spending-unknown': { of: ['budget'], isSaid: true, help: 'What was spent today is not known.' },
} as const satisfies Readonly<Record<string, HindranceWords>>;

/** Name of what hinders a rule, as in the metric. */
export type HindranceName = keyof typeof HINDRANCES;

const isName = (text: string): text is HindranceName => Object.hasOwn(HINDRANCES, text);

/** What hinders a rule now: `why` is a sentence without its final period. */
export type Hindrance = { readonly reason: HindranceName; readonly why: string };

/** Returns what hinders a rule in one sentence; null when nothing does. */
export const hinderedText = (hindrances: readonly Hindrance[]): string | null =>
  sentenceOf(hindrances.map(({ why }) => why));

/** What is kept of something that a rule says: since when it hinders the rule, in milliseconds since 1970, and whether it was said. */
export const Trouble = z.object({
  reason: z.string().refine(isName),
  since: z.int(),
  isSaid: z.boolean(),
});
export type Trouble = { readonly reason: HindranceName; readonly since: number; readonly isSaid: boolean };

/** Time for which something hinders a rule before it says so, in milliseconds: what passes by itself is not worth a message. */
export const SAY_AFTER_MS = MINUTE_MS;

/** What a rule says: that it is hindered and why, or that nothing hinders it any more; null for nothing new. */
export type Says = { readonly kind: 'hindered'; readonly why: string } | { readonly kind: 'free' } | null;

/**
 * Decides what a rule says of what hinders it: each reason once, also when another program or a later start runs the rule, because
 * what it has said is kept.
 */
export function troublesAfter(
  before: readonly Trouble[],
  hindrances: readonly Hindrance[],
  now: number,
  waitMs: number = SAY_AFTER_MS,
): { readonly troubles: readonly Trouble[]; readonly says: Says } {
  const saying = hindrances.filter(({ reason }) => HINDRANCES[reason].isSaid);
  const wasSaid = before.some(({ isSaid }) => isSaid);
  const troubles = [...new Set(saying.map(({ reason }) => reason))].map((reason): Trouble => {
    const known = before.find((one) => one.reason === reason);
    // A clock that was set back makes what is known look as if it were of the future.
    const since = Math.min(known?.since ?? now, now);
    return { reason, since, isSaid: wasSaid || now - since >= waitMs };
  });
  const isNew = troubles.some(
    ({ reason, isSaid }) => isSaid && !before.some((one) => one.reason === reason && one.isSaid),
  );
  const why = isNew ? hinderedText(saying) : null;
  if (why !== null) return { troubles, says: { kind: 'hindered', why } };
  return { troubles, says: wasSaid && troubles.length === 0 ? { kind: 'free' } : null };
}
