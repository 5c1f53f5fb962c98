import * as z from 'zod';
import { amount } from '../../../config/value-schemas.ts';
import type { Bid } from '../../../contract/bid.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../lib/duration.ts';
import { inThousands } from '../../../lib/money.ts';
import { printableLine } from '../../../lib/sanitize.ts';
import { withoutPeriod } from '../../../lib/words.ts';
import { MAX_FILTER, parseFilter } from '../../../resources/filter/parse.ts';
import type { Column } from '../../../resources/resource.ts';
import type { LimitPrice } from '../../money/bid-record.ts';
import type { CommonRule, Selection } from './rule.ts';

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };

export const time = z
  .string()
  .regex(/^[1-9]\d{0,4}[smhd]$/)
  .transform((text) => Number(text.slice(0, -1)) * (UNITS[text.slice(-1)] ?? 0));

export const price = amount().transform(({ sign, micros }): LimitPrice => ({ sign, micros }));

export const amountSuchAs = (example: string) => price.meta({ allowed: `an amount such as "${example}"` });

/** `10 %` or `$0.50`. */
export const percentOrPrice = z.union([
  z
    .string()
    .regex(/^\d{1,3}(?:\.\d{1,2})? ?%$/)
    .transform((text) => ({ kind: 'percent', percent: Number.parseFloat(text) }) as const),
  price.transform((amount) => ({ kind: 'amount', ...amount }) as const),
]);

export const word = z.string().trim().min(1);

export type FilterSchema = z.ZodType<string>;

export const filterOf = (columns: readonly Column<Bid>[]): FilterSchema =>
  word.max(MAX_FILTER).superRefine((text, context) => {
    const read = parseFilter(text, columns);
    if (!read.ok)
      context.addIssue({
        code: 'custom',
        message: `the filter ${text} can't be read: ${withoutPeriod(read.error.why)}`,
      });
  });

export const common = {
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

/** Caps of rules that can make bids run. */
export const capped = {
  max_cost: price.meta({
    allowed: 'an amount such as "$50": the most that the bids which it makes run may cost per hour together',
  }),
};

export const selected = (filter: FilterSchema) => ({
  bids: filter.optional().meta({
    allowed: `a filter of at most ${inThousands(MAX_FILTER)} characters, as in the pane of bids`,
  }),
  set: word.max(40).optional().meta({ allowed: 'the name of a pause set, in place of bids' }),
});

export const zone = word.max(60).optional().meta({ allowed: 'a time zone such as "Europe/Berlin"' });

export const table = { table: 'this kind of rule' };

type RuleTable = z.output<z.ZodObject<typeof common>>;
type WrittenBids = z.output<z.ZodObject<ReturnType<typeof selected>>>;

export const commonOf = ({
  name,
  allow,
  max_writes: maxWrites,
}: RuleTable): Pick<CommonRule, 'name' | 'allow' | 'maxWrites'> => ({
  name,
  allow,
  maxWrites,
});

export const selectionOf = ({ bids, set }: WrittenBids): Selection =>
  set === undefined ? { kind: 'filter', text: bids ?? '' } : { kind: 'set', text: set };

/** A fault, at a key of the config file, without a final period. */
export type Wrong = { readonly key: string; readonly why: string };

export const wrongBids = ({ bids, set }: WrittenBids): Wrong | null =>
  (bids === undefined) === (set === undefined)
    ? { key: 'bids', why: 'a rule has either bids, a filter, or set, a pause set' }
    : null;

export function wrongZone(zone: string): Wrong | null {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return null;
  } catch {
    return { key: 'zone', why: `there is no time zone ${zone}` };
  }
}

/** Makes the schema of a kind: `wrong` finds the first fault between the parts of a table. */
export function written<Shape extends z.core.$ZodLooseShape, Own extends CommonRule>(
  schema: z.ZodObject<Shape>,
  read: (given: z.output<z.ZodObject<Shape>>) => Own,
  wrong: (given: z.output<z.ZodObject<Shape>>, rule: Own) => Wrong | null,
) {
  return schema.transform((given, context): Own => {
    const rule = read(given);
    const fault = wrong(given, rule);
    if (fault === null) return rule;
    context.addIssue({ code: 'custom', message: fault.why, path: [fault.key] });
    return z.NEVER;
  });
}
