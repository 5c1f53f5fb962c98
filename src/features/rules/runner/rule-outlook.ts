import * as z from 'zod';
import { jsonWithBigints } from '../../../lib/values.ts';
import type { Hindrance } from '../engine/hindrance.ts';
import { waitsText } from '../engine/needs.ts';
import { Trouble } from '../hindrances.ts';
import type { StoredRule } from '../journal/rules.ts';
import type { RuleStep } from './step-rule.ts';

/** What a rule does next and what hinders it, as the runner keeps it. */
const Outlook = z.object({
  next: z.object({ at: z.number().nullable(), text: z.string() }).nullable(),
  hindered: z.string().nullable(),
  /** Whether the runner refuses the rule: it would fight with another one, or the profile does not allow it. */
  refused: z.boolean().default(false),
  /** Whether it is refused because it would fight. */
  fights: z.boolean().default(false),
  /** What has to be read before it decides anything. What another version of the program has written is forgotten. */
  waits: z
    .object({
      words: z.string(),
      old: z.object({ at: z.number(), needMs: z.number(), what: z.enum(['bids', 'instances', 'lists']) }).nullable(),
    })
    .nullable()
    .catch(null)
    .default(null),
  /** What hinders it and is said. What another version of the program has written is forgotten. */
  troubles: z.array(Trouble).catch([]).default([]),
});
export type Outlook = z.output<typeof Outlook>;

const NOTHING: Outlook = { next: null, hindered: null, refused: false, fights: false, waits: null, troubles: [] };

/** What a rule does next, what hinders it, and whether it is refused; nothing of it before it ran. */
export const outlookOf = (stored: Pick<StoredRule, 'next'> | undefined): Outlook =>
  Outlook.safeParse(stored?.next == null ? null : JSON.parse(stored.next)).data ?? NOTHING;

/** What hinders a rule in one sentence, with the age of what it waits for; null when nothing does. */
export const hinderedNow = ({ hindered, waits }: Outlook, now: number): string | null =>
  waits === null ? hindered : `${waitsText(waits, now)}.`;

/** The outlook of a rule as it is kept. */
export const keptOutlook = ({
  next,
  hindered,
  waits,
  troubles,
}: Pick<RuleStep, 'next' | 'hindered' | 'waits' | 'troubles'>): string =>
  jsonWithBigints({ next, hindered, waits, troubles });

/** The outlook of a rule that is refused. */
export const refusedOutlook = ({ reason, why }: Hindrance, troubles: readonly Trouble[]): string =>
  jsonWithBigints({ next: null, hindered: `${why}.`, refused: true, fights: reason === 'fights', troubles });
