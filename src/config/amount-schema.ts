import * as z from 'zod';
import { parsePrice } from '../lib/money.ts';

/** Amount above zero; a bare number is in dollars, like prices. */
export const positiveAmount = z.union([z.string(), z.number()]).transform((written, context) => {
  const money = parsePrice(String(written));
  if (money !== null && money.micros > 0n) return money;
  context.addIssue({ code: 'custom', message: 'not an amount' });
  return z.NEVER;
});
