import * as z from 'zod';
import { HOUR_MS } from '../../../lib/duration.ts';
import { jsonIn, jsonWithBigints } from '../../../lib/values.ts';
import { type Hindrance, RuleAction } from '../engine/decision.ts';
import { waitsText } from '../engine/needs.ts';
import { Trouble } from '../hindrances.ts';
import type { StoredRule, StoredRuleAction } from '../journal/rules.ts';
import { isRaising, type RuleRecord, type RuleStep } from './step-rule.ts';

/** What a rule does next, as the runner keeps it. */
const Outlook = z.object({
  next: z.object({ at: z.number().nullable(), text: z.string() }).nullable(),
  hindered: z.string().nullable(),
  /** At odds with another rule, or not allowed by the profile. */
  refused: z.boolean().default(false),
  fights: z.boolean().default(false),
  /** Another version's is forgotten. */
  waits: z
    .object({
      words: z.string(),
      old: z.object({ at: z.number(), needMs: z.number(), what: z.enum(['bids', 'instances', 'lists']) }).nullable(),
    })
    .nullable()
    .catch(null)
    .default(null),
  /** Another version's are forgotten. */
  troubles: z.array(Trouble).catch([]).default([]),
});
type Outlook = z.output<typeof Outlook>;

const NOTHING: Outlook = { next: null, hindered: null, refused: false, fights: false, waits: null, troubles: [] };

export const outlookOf = (stored: Pick<StoredRule, 'next'> | undefined): Outlook =>
  Outlook.safeParse(stored?.next == null ? null : JSON.parse(stored.next)).data ?? NOTHING;

export const hinderedNow = ({ hindered, waits }: Outlook, now: number): string | null =>
  waits === null ? hindered : `${waitsText(waits, now)}.`;

export const keptOutlook = ({
  next,
  hindered,
  waits,
  troubles,
}: Pick<RuleStep, 'next' | 'hindered' | 'waits' | 'troubles'>): string =>
  jsonWithBigints({ next, hindered, waits, troubles });

export const refusedOutlook = ({ reason, why }: Hindrance, troubles: readonly Trouble[]): string =>
  jsonWithBigints({ next: null, hindered: `${why}.`, refused: true, fights: reason === 'fights', troubles });

/** `action` is null when another version wrote it. */
export type KnownAction = Omit<StoredRuleAction, 'action'> & { readonly action: RuleAction | null };

const known = new WeakMap<StoredRuleAction, KnownAction>();
const knownOf = new WeakMap<readonly StoredRuleAction[], readonly KnownAction[]>();

/** Parses each action once. */
export function knownActions(stored: readonly StoredRuleAction[]): readonly KnownAction[] {
  const actions = knownOf.get(stored) ?? stored.map((one) => known.get(one) ?? readAction(one));
  knownOf.set(stored, actions);
  return actions;
}

function readAction(stored: StoredRuleAction): KnownAction {
  const action = { ...stored, action: RuleAction.safeParse(jsonIn(stored.action)).data ?? null };
  known.set(stored, action);
  return action;
}

/** A new runner doesn't know the actions of the last hour, nor this many. */
const RECENT_ACTIONS = 100;

/** Actions after now count too: the clock may have been set back. */
export const recentOf = (all: readonly KnownAction[], now: number): readonly KnownAction[] =>
  all.filter(({ at }, n) => at > now - HOUR_MS || n >= all.length - RECENT_ACTIONS);

export function ruleRecordOf(stored: StoredRule, actions: readonly KnownAction[]): RuleRecord {
  const { name, released, memory } = stored;
  const own = actions.filter(({ rule, outcome }) => rule === name && outcome !== 'rehearsed');
  return {
    released,
    memory,
    troubles: outlookOf(stored).troubles,
    sentAt: own.map(({ at }) => at),
    open: own.flatMap(({ action, outcome }) => (action !== null && outcome === null ? [action] : [])),
    raised: new Set(
      own.flatMap(({ action, fid }) => (fid !== null && (action === null || isRaising(action)) ? [fid] : [])),
    ),
  };
}
