import * as z from 'zod';
import { isCurrency, parseTypedPrice } from '../lib/money.ts';

/** Amount above zero; a bare number is in dollars, like prices. The file is read before any service, so each code of three capitals is allowed. */
export const positiveAmount = z.union([z.string(), z.number()]).transform((written, context) => {
  const money = parseTypedPrice(String(written), isCurrency);
  if (money !== null && money.micros > 0n) return money;
  context.addIssue({ code: 'custom', message: 'not an amount' });
  return z.NEVER;
});
