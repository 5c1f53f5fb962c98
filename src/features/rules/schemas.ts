import * as z from 'zod';
import { amount } from '../../config/value-schemas.ts';
import { localZone } from '../../lib/calendar.ts';
import { printableLine } from '../../lib/sanitize.ts';
import { withoutPeriod } from '../../lib/words.ts';
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

const price = amount.transform(({ sign, micros }): LimitPrice => ({ sign, micros }));

const step = z.union([
  z.literal('held').transform(() => ({ kind: 'held' }) as const),
  z
    .string()
    .regex(/^\d{1,3}(?:\.\d{1,2})? ?%$/)
    .transform((text) => ({ kind: 'percent', percent: Number.parseFloat(text) }) as const),
  price.transform((amount) => ({ kind: 'amount', ...amount }) as const),
]);

const word = z.string().trim().min(1);
const filter = word.max(MAX_FILTER).superRefine((text, context) => {
  const read = parseFilter(text, resources.bids.columns);
  if (!read.ok)
    context.addIssue({
      code: 'custom',
      message: `the filter ${text} can't be read: ${withoutPeriod(read.error.why)}`,
    });
});

const common = {
  name: word
    .max(40)
    .refine((name) => printableLine(name) === name)
    .meta({ allowed: 'a name of at most 40 characters' }),
  allow: z
    .boolean()
    .default(false)
    .meta({ allowed: 'true or false: whether it may act in a read-only or production profile' }),
  max_writes: z
    .int()
    .min(1)
    .max(1000)
    .default(20)
    .meta({ allowed: 'a whole number from 1 to 1000: the most writes per hour' }),
};
const capped = {
  max_cost: price.meta({
    allowed: 'an amount such as "$50": the most that the bids which it makes run may cost per hour together',
  }),
};
const selected = {
  bids: filter.optional().meta({
    allowed: `a filter of at most ${MAX_FILTER.toLocaleString('en')} characters, as in the pane of bids`,
  }),
  set: word.max(40).optional().meta({ allowed: 'the name of a pause group, in place of bids' }),
};
const zone = word.max(60).optional().meta({ allowed: 'a time zone such as "Europe/Berlin"' });
const cron = (example: string) =>
  word
    .max(100)
    .optional()
    .meta({ allowed: `a cron expression of five parts, such as "${example}"` });
const amountSuchAs = (example: string) => price.meta({ allowed: `an amount such as "${example}"` });
const table = { table: 'this kind of rule' };

const kinds = [
  z
    .strictObject({
      kind: z.literal('schedule'),
      ...{ ...common, ...capped, ...selected, zone, pause: cron('0 20 * * 1-5'), resume: cron('0 7 * * 1-5') },
      missed: z.enum(['catch-up', 'skip']).default('catch-up').meta({ allowed: '"catch-up" or "skip"' }),
    })
    .meta(table),
  z
    .strictObject({
      kind: z.literal('ladder'),
      ...{ ...common, ...capped, ...selected },
      wait: time.meta({ allowed: 'a time such as "30s", "10m", "2h" or "1d"' }),
      step: step.meta({
        allowed:
          'an amount such as "$0.50", a part such as "5 %", or "held": the price that would have held 90 % of the time',
      }),
      cap: amountSuchAs('$12.00'),
      floor: amountSuchAs('$8.00').optional(),
      lower_after: time.optional().meta({ allowed: 'a time such as "2h"' }),
    })
    .meta(table),
  z
    .strictObject({
      kind: z.literal('spread'),
      ...{ ...common, ...capped },
      like: word.meta({ allowed: 'the name of a bid' }),
      quantity: z.int().min(1).max(10_000).meta({ allowed: 'a whole number of instances' }),
      places: z
        .array(
          z
            .strictObject({
              type: word.meta({ allowed: 'an instance type' }),
              region: word.meta({ allowed: 'a region' }),
              limit_price: amountSuchAs('$11.50'),
            })
            .meta({ table: 'a place' }),
        )
        .min(2)
        .max(20)
        .meta({ allowed: 'a list of at least two, each as [[rules.places]] with type, region and limit_price' }),
      cancel_running: z
        .boolean()
        .default(false)
        .meta({ allowed: 'true or false: whether a bid with running instances may be cancelled' }),
    })
    .meta(table),
  z
    .strictObject({
      kind: z.literal('idle'),
      ...{ ...common, ...selected },
      after: time.meta({ allowed: 'a time such as "30m"' }),
    })
    .meta(table),
  z
    .strictObject({
      kind: z.literal('budget'),
      ...{ ...common, zone },
      per_hour: amountSuchAs('$400').optional(),
      per_day: amountSuchAs('$5000').optional(),
      pause: z.array(filter).min(1).max(50).meta({ allowed: 'a list of filters, such as ["name:eval", "sweep"]' }),
    })
    .meta(table),
] as const;

const written = z.discriminatedUnion('kind', kinds).meta({ allowed: 'schedule, ladder, spread, idle or budget' });

type RuleTable = z.output<typeof written>;

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
function ruleOf(given: RuleTable): Rule {
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
function wrongInText(given: RuleTable): Wrong | null {
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
