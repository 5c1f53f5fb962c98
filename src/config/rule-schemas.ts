import * as z from 'zod';
import { printableLine } from '../lib/sanitize.ts';
import type { LimitPrice } from '../money/bid-step.ts';
import type { Rule, Selection } from '../rules/rule.ts';
import { wrongInRule } from '../rules/wrong-in-rule.ts';
import { positiveAmount } from './amount-schema.ts';

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Time as `30s`, `10m`, `2h` or `1d`, in milliseconds. */
const time = z
  .string()
  .regex(/^[1-9]\d{0,4}[smhd]$/, 'a time is written as 30s, 10m, 2h or 1d')
  .transform((text) => Number(text.slice(0, -1)) * (UNITS[text.slice(-1)] ?? 0));

const price = positiveAmount.transform(({ sign, micros }): LimitPrice => ({ sign, micros }));

const step = z.union([
  z.literal('held').transform(() => ({ kind: 'held' }) as const),
  z
    .string()
    .regex(/^\d{1,3}(?:\.\d{1,2})? ?%$/)
    .transform((text) => ({ kind: 'percent', percent: Number.parseFloat(text) }) as const),
  price.transform(({ micros }) => ({ kind: 'amount', micros }) as const),
]);

const common = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .refine((name) => printableLine(name) === name)
    .describe('Name, unique among the rules.'),
  allow: z.boolean().default(false).describe('Let it act in a read-only or production profile.'),
  max_writes: z.int().min(1).max(1000).default(20).describe('Most writes per hour.'),
};
const capped = {
  max_cost: price.describe('The most that the bids which it makes run may cost per hour together, as "$50".'),
};
const selected = {
  bids: z.string().trim().min(1).optional().describe('Filter of its bids, as in the pane of bids.'),
  set: z.string().trim().min(1).max(40).optional().describe('Pause group of its bids, in place of a filter.'),
};
const zone = z.string().min(1).optional().describe('Time zone, as "Europe/Berlin"; by default that of this machine.');

const written = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('schedule'),
    ...{ ...common, ...capped, ...selected, zone },
    pause: z.string().optional().describe('Cron expression of five parts.'),
    resume: z.string().optional().describe('Cron expression of five parts.'),
    missed: z.enum(['catch-up', 'skip']).default('catch-up'),
  }),
  z.strictObject({
    kind: z.literal('ladder'),
    ...{ ...common, ...capped, ...selected },
    wait: time,
    step,
    cap: price,
    floor: price.optional(),
    lower_after: time.optional(),
  }),
  z.strictObject({
    kind: z.literal('spread'),
    ...{ ...common, ...capped },
    like: z.string().trim().min(1),
    quantity: z.int().min(1),
    places: z.array(z.strictObject({ type: z.string().min(1), region: z.string().min(1), limit_price: price })).min(2),
    cancel_running: z.boolean().default(false),
  }),
  z.strictObject({ kind: z.literal('idle'), ...common, ...selected, after: time }),
  z.strictObject({
    kind: z.literal('budget'),
    ...common,
    per_hour: price.optional(),
    per_day: price.optional(),
    pause: z.array(z.string().trim().min(1)).min(1),
    zone,
  }),
]);
type Written = z.output<typeof written>;

const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

function selectionOf({
  bids,
  set,
}: {
  readonly bids?: string | undefined;
  readonly set?: string | undefined;
}): Selection {
  return set === undefined ? { kind: 'filter', text: bids ?? '' } : { kind: 'set', text: set };
}

/** Returns a rule as the program uses it. */
function ruleOf(given: Written): Rule {
  const { name, allow, max_writes: maxWrites } = given;
  const shared = { name, allow, maxWrites };
  switch (given.kind) {
    case 'schedule': {
      const { kind, pause = null, resume = null, zone = localZone(), missed, max_cost: maxCost } = given;
      return { ...shared, kind, bids: selectionOf(given), pause, resume, zone, missed, maxCost };
    }
    case 'ladder': {
      const { kind, wait: waitMs, step, cap, floor, lower_after: afterMs, max_cost: maxCost } = given;
      const lower = floor === undefined || afterMs === undefined ? null : { afterMs, floor };
      return { ...shared, kind, bids: selectionOf(given), waitMs, step, cap, lower, maxCost };
    }
    case 'spread': {
      const { kind, like, quantity, cancel_running: cancelRunning, max_cost: maxCost } = given;
      const places = given.places.map(({ type, region, limit_price: limit }) => ({ type, region, limit }));
      return { ...shared, kind, like, quantity, places, cancelRunning, maxCost };
    }
    case 'idle':
      return { ...shared, kind: given.kind, bids: selectionOf(given), afterMs: given.after, maxCost: null };
    case 'budget': {
      const { kind, per_hour: perHour = null, per_day: perDay = null, pause, zone = localZone() } = given;
      return { ...shared, kind, perHour, perDay, pause, zone, maxCost: null };
    }
  }
}

/** Rules of the operator. Each violation has its own sentence. */
export const listOfRules = z.array(
  written.transform((given, context): Rule => {
    const wrong =
      'bids' in given && (given.bids === undefined) === (given.set === undefined)
        ? { key: 'bids', why: 'a rule has either bids, a filter, or set, a pause group' }
        : wrongInRule(ruleOf(given));
    if (wrong === null) return ruleOf(given);
    context.addIssue({ code: 'custom', message: wrong.why, path: [wrong.key] });
    return z.NEVER;
  }),
);
