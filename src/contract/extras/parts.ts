import * as z from 'zod';
import { DEFAULT_SIGN, type Money, moneyOfMicros, parseServicePrice } from '../../lib/money.ts';
import { printableIdentifier, printableLine } from '../../lib/sanitize.ts';
import type { Endpoint } from '../endpoint.ts';
import { readTime } from '../fields.ts';

/**
 * Members of answers beyond the interface. Unlike a row of the interface (`fields.ts`), one wrong member refuses the
 * whole answer: the rest of it could be taken for all.
 */

/** Room for a service with hundreds of types and regions; more is no list of them. */
export const MOST_ROWS = 5000;

const text = z.string().min(1).max(300);

export const line = text.transform(printableLine);
export const identifier = text.transform(printableIdentifier);

export const amount = z
  .string()
  .max(64)
  .transform((written, context): Money => {
    const money = parseServicePrice(written);
    if (money !== null) return money;
    context.addIssue({ code: 'custom', message: 'Expected a price such as $2.50.' });
    return z.NEVER;
  });

const MICROS_OF_CENT = 10_000n;

/** Whole cents of a dollar; as text or negative they are refused. */
export const cents = z
  .int()
  .min(0)
  .transform((count): Money => moneyOfMicros(DEFAULT_SIGN, BigInt(count) * MICROS_OF_CENT));

export const count = z.int().min(0);

/** Milliseconds since 1970. */
export const moment = z
  .string()
  .max(64)
  .transform((written, context): number => {
    const at = readTime(written);
    if (at !== null) return at;
    context.addIssue({ code: 'custom', message: 'Expected a time such as 2025-01-31T09:30:00Z.' });
    return z.NEVER;
  });

/** Each at or after the one before. */
export const inOrder = (times: readonly number[]): boolean =>
  times.every((at, n) => n === 0 || at >= (times[n - 1] ?? at));

type Given<Of extends z.ZodType, Query extends z.ZodObject, Params extends z.ZodObject> = {
  readonly path: Endpoint['path'];
  readonly query: Query;
  readonly params: Params;
  readonly of: Of;
};

/** An operation that only reads; `of` is the whole answer. */
export const reading = <Of extends z.ZodType, Query extends z.ZodObject, Params extends z.ZodObject>({
  path,
  query,
  params,
  of,
}: Given<Of, Query, Params>) =>
  ({
    method: 'GET',
    path,
    summary: '',
    params,
    query,
    body: null,
    success: 200,
    answer: { kind: 'one', of },
    errors: [],
  }) as const satisfies Endpoint;
