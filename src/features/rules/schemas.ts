import * as z from 'zod';
import { positiveAmount } from '../../config/amount-schema.ts';
import { localZone } from '../../lib/calendar.ts';
import { printableLine } from '../../lib/sanitize.ts';
import { MAX_FILTER, parseFilter } from '../../resources/filter/parse.ts';
import { resources } from '../../resources/index.ts';
import type { LimitPrice } from '../money/bid-record.ts';
import { MAX_RULES, type Rule, type Selection } from './engine/rule.ts';
import { nameTwice, type Wrong, wrongInRule } from './engine/wrong-in-rule.ts';

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
  price.transform((amount) => ({ kind: 'amount', ...amount }) as const),
]);

/** What each key of a rule may be, in words. */
export const RULE_KEYS: Readonly<Record<string, string>> = {
  name: 'a name of at most 40 characters',
  kind: 'schedule, ladder, spread, idle or budget',
  allow: 'true or false: whether it may act in a read-only or production profile',
  max_writes: 'a whole number from 1 to 1000: the most writes per hour',
  max_cost: 'an amount such as "$50": the most that the bids which it makes run may cost per hour together',
  bids: `a filter of at most ${MAX_FILTER.toLocaleString('en')} characters, as in the pane of bids`,
  set: 'the name of a pause group, in place of bids',
  zone: 'a time zone such as "Europe/Berlin"',
  pause:
    'a cron expression of five parts, such as "0 20 * * 1-5"; for a budget a list of filters, such as ["name:eval", "sweep"]',
  resume: 'a cron expression of five parts, such as "0 7 * * 1-5"',
  missed: '"catch-up" or "skip"',
  wait: 'a time such as "30s", "10m", "2h" or "1d"',
  step: 'an amount such as "$0.50", a part such as "5 %", or "held": the price that would have held 90 % of the time',
  cap: 'an amount such as "$12.00"',
  floor: 'an amount such as "$8.00"',
  lower_after: 'a time such as "2h"',
  like: 'the name of a bid',
  quantity: 'a whole number of instances',
  places: 'a list of at least two, each as [[rules.places]] with type, region and limit_price',
  type: 'an instance type',
  region: 'a region',
  limit_price: 'an amount such as "$11.50"',
  cancel_running: 'true or false: whether a bid with running instances may be cancelled',
  after: 'a time such as "30m"',
  per_hour: 'an amount such as "$400"',
  per_day: 'an amount such as "$5000"',
};

const word = z.string().trim().min(1);
const filter = word.max(MAX_FILTER).superRefine((text, context) => {
  const read = parseFilter(text, resources.bids.columns);
  if (!read.ok)
    context.addIssue({
      code: 'custom',
      message: `the filter ${text} can't be read: ${read.error.why.replace(/\.$/, '')}`,
    });
});

const common = {
  name: word.max(40).refine((name) => printableLine(name) === name),
  allow: z.boolean().default(false),
  max_writes: z.int().min(1).max(1000).default(20),
};
const capped = { max_cost: price };
const selected = { bids: filter.optional(), set: word.max(40).optional() };
const zone = word.max(60).optional();
const cron = word.max(100).optional();

const kinds = [
  z.strictObject({
    kind: z.literal('schedule'),
    ...{ ...common, ...capped, ...selected, zone, pause: cron, resume: cron },
    missed: z.enum(['catch-up', 'skip']).default('catch-up'),
  }),
  z.strictObject({
    kind: z.literal('ladder'),
    ...{ ...common, ...capped, ...selected },
    ...{ wait: time, step, cap: price, floor: price.optional(), lower_after: time.optional() },
  }),
  z.strictObject({
    kind: z.literal('spread'),
    ...{ ...common, ...capped, like: word, quantity: z.int().min(1).max(10_000) },
    places: z
      .array(z.strictObject({ type: word, region: word, limit_price: price }))
      .min(2)
      .max(20),
    cancel_running: z.boolean().default(false),
  }),
  z.strictObject({ kind: z.literal('idle'), ...common, ...selected, after: time }),
  z.strictObject({
    kind: z.literal('budget'),
    ...{ ...common, per_hour: price.optional(), per_day: price.optional(), zone },
    pause: z.array(filter).min(1).max(50),
  }),
] as const;

const written = z.discriminatedUnion('kind', kinds);

/** Returns the keys of rules of a kind; those of all kinds when there is no such kind. */
export function ruleKeysOf(kind: unknown): readonly string[] {
  const own = kinds.find(({ shape }) => shape.kind.value === kind);
  return own === undefined ? Object.keys(RULE_KEYS) : Object.keys(own.shape);
}

type Written = z.output<typeof written>;

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
      const { kind, pause = null, resume = null, zone = localZone(Date.now()), missed, max_cost: maxCost } = given;
      return { ...shared, kind, bids: selectionOf(given), pause, resume, zone, missed, maxCost };
    }
    case 'ladder': {
      const { kind, wait: waitMs, cap, floor, lower_after: afterMs, max_cost: maxCost } = given;
      const step = given.step.kind === 'amount' ? { kind: given.step.kind, micros: given.step.micros } : given.step;
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
      const { kind, per_hour: perHour = null, per_day: perDay = null, pause, zone = localZone(Date.now()) } = given;
      return { ...shared, kind, perHour, perDay, pause, zone, maxCost: null };
    }
  }
}

/** Returns what only the text of a rule shows to be wrong. */
function wrongInText(given: Written): Wrong | null {
  if (
    (given.kind === 'schedule' || given.kind === 'ladder' || given.kind === 'idle') &&
    (given.bids === undefined) === (given.set === undefined)
  )
    return { key: 'bids', why: 'a rule has either bids, a filter, or set, a pause group' };
  if (given.kind === 'ladder' && given.step.kind === 'amount' && given.step.sign !== given.cap.sign)
    return { key: 'step', why: 'step and cap are not of one currency' };
  if (given.kind === 'ladder' && (given.floor === undefined) !== (given.lower_after === undefined))
    return { key: 'floor', why: 'floor and lower_after belong together: give both or neither' };
  return null;
}

/** Rules of the operator. Each violation has its own sentence. */
export const listOfRules = z
  .array(
    written.transform((given, context): Rule => {
      const rule = ruleOf(given);
      const wrong = wrongInText(given) ?? wrongInRule(rule);
      if (wrong === null) return rule;
      context.addIssue({ code: 'custom', message: wrong.why, path: [wrong.key] });
      return z.NEVER;
    }),
  )
  .superRefine((rules, context) => {
    if (rules.length > MAX_RULES)
      context.addIssue({
        code: 'custom',
        message: `there are ${rules.length} rules, and at most ${MAX_RULES} can be run`,
      });
    const name = nameTwice(rules);
    const n = rules.findLastIndex((rule) => rule.name === name);
    if (name !== null) context.addIssue({ code: 'custom', message: `two rules are called ${name}`, path: [n, 'name'] });
  });
