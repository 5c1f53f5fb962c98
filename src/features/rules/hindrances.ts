import * as z from 'zod';
import { MINUTE_MS } from '../../lib/duration.ts';
import type { Hindrance, HindranceWords } from './engine/decision.ts';
import { ruleKinds } from './kinds.ts';

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

export type CommonReason = keyof typeof COMMON;

type KnownHindrance = HindranceWords & {
  readonly of: readonly string[] | 'all';
};

const withKinds = (table: Readonly<Record<string, HindranceWords>>, of: KnownHindrance['of']) =>
  Object.entries(table).map(([reason, words]): readonly [string, KnownHindrance] => [reason, { ...words, of }]);

/** Reasons why a rule can't do its work, by their name in the metric. */
export const HINDRANCES: ReadonlyMap<string, KnownHindrance> = new Map([
  ...withKinds(COMMON, 'all'),
  ...ruleKinds.flatMap(({ kind, hindrances }) => withKinds(hindrances, [kind])),
]);

export const hinderedText = (hindrances: readonly Hindrance[]): string | null =>
  sentenceOf(hindrances.map(({ why }) => why));

export const Trouble = z.object({
  reason: z.string().refine((reason) => HINDRANCES.has(reason)),
  since: z.int(),
  isSaid: z.boolean(),
});
export type Trouble = { readonly reason: string; readonly since: number; readonly isSaid: boolean };

/** What passes by itself is not worth a message. */
export const SAY_AFTER_MS = MINUTE_MS;

export type Says = { readonly kind: 'hindered'; readonly why: string } | { readonly kind: 'free' } | null;

/** What a rule reports: each hindrance once, also across programs and restarts, because `isSaid` is kept. */
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
    // After the clock was set back it looks newer than now.
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

const MOST = 3;

function sentenceOf(parts: readonly string[]): string | null {
  if (parts.length === 0) return null;
  const shown = parts.slice(0, MOST).join('; ');
  const rest = parts.length - MOST;
  return rest > 0 ? `${shown}; and ${rest} more.` : `${shown}.`;
}
