import * as z from 'zod';
import { MINUTE_MS } from '../../lib/duration.ts';
import type { Hindrance, HindranceWords } from './engine/hindrance.ts';
import { ruleKinds } from './kinds.ts';

/** What can hinder all rules. */
const COMMON = {
  'max-writes': { isSaid: true, help: 'Its writes of the last hour reach max_writes: it holds itself.' },
  'max-cost': {
    isSaid: true,
    help: 'Its bids would cost more than max_cost, or what one of them would cost is not known: it holds itself.',
  },
  'not-allowed': { isSaid: true, help: 'The profile is protected, and the rule has no allow = true.' },
  fights: { isSaid: true, help: 'It would change the same bid as another rule.' },
  'old-rows': {
    isSaid: true,
    help: 'What it decides from was read too long ago, or can not be read: it decides nothing until that has come.',
  },
} as const satisfies Readonly<Record<string, HindranceWords>>;

/** What can hinder any rule. */
export type CommonReason = keyof typeof COMMON;

type KnownHindrance = HindranceWords & {
  /** The kinds of the rules that it hinders. */
  readonly of: readonly string[] | 'all';
};

const withKinds = (table: Readonly<Record<string, HindranceWords>>, of: KnownHindrance['of']) =>
  Object.entries(table).map(([reason, words]): readonly [string, KnownHindrance] => [reason, { ...words, of }]);

/** What can keep rules from doing what they are for, by the name that the metric has for it. */
export const HINDRANCES: ReadonlyMap<string, KnownHindrance> = new Map([
  ...withKinds(COMMON, 'all'),
  ...ruleKinds.flatMap(({ kind, hindrances }) => withKinds(hindrances, [kind])),
]);

/** What hinders a rule in one sentence; null when nothing does. */
export const hinderedText = (hindrances: readonly Hindrance[]): string | null =>
  sentenceOf(hindrances.map(({ why }) => why));

/** What is kept of something that a rule says: since when it hinders the rule, in milliseconds since 1970, and whether it was said. */
export const Trouble = z.object({
  reason: z.string().refine((reason) => HINDRANCES.has(reason)),
  since: z.int(),
  isSaid: z.boolean(),
});
export type Trouble = { readonly reason: string; readonly since: number; readonly isSaid: boolean };

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
  const saying = hindrances.filter(({ reason }) => HINDRANCES.get(reason)?.isSaid === true);
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

/** Most parts of a sentence that are written out. */
const MOST = 3;

/** Parts as one sentence, of many the first ones and the number of the others; null when there is none. */
function sentenceOf(parts: readonly string[]): string | null {
  if (parts.length === 0) return null;
  const shown = parts.slice(0, MOST).join('; ');
  const rest = parts.length - MOST;
  return rest > 0 ? `${shown}; and ${rest} more.` : `${shown}.`;
}
