import * as z from 'zod';
import { serviceAddress } from '../lib/addresses.ts';
import { once } from '../lib/memoize.ts';
import { isCurrency, parseTypedPrice } from '../lib/money.ts';
import { printableLine } from '../lib/sanitize.ts';

/** Amount above zero; a bare number is in dollars. Any three capitals are a currency, since no service is read yet. */
export const amount = once(() =>
  z.union([z.string(), z.number()]).transform((written, context) => {
    const money = parseTypedPrice(String(written), isCurrency);
    if (money !== null && money.micros > 0n) return money;
    context.addIssue({ code: 'custom' });
    return z.NEVER;
  }),
);

export const text = once(() => z.string().trim().min(1));
export const shortText = once(() => text().max(40));
export const texts = once(() => z.array(text()));
/** Address of a service, without parts that must not be kept. */
export const address = once(() => z.url({ protocol: /^https?$/ }).transform(serviceAddress));
export const matching = (form: RegExp) => z.string().regex(form);
export const oneOf = <const Words extends readonly [string, ...string[]]>(words: Words) => z.enum(words);

/** A number within bounds, also when written as text. */
export const numberFrom = (min: number, max: number) => z.coerce.number().min(min).max(max);
export const whole = (min: number, max: number) => numberFrom(min, max).int();
/** `500 MB`, in bytes. */
export const sizeFrom = (min: number) =>
  z
    .string()
    .regex(/^\s*\d+(\.\d+)?\s*[MG]B\s*$/i)
    .transform((text) => Number.parseFloat(text) * (/GB/i.test(text) ? 1e9 : 1e6))
    .refine((bytes) => bytes >= min);
/** `true` or `false`; other usual words too. */
export const yes = once(() =>
  z.union([z.boolean(), z.stringbool({ truthy: ['true', 'on', 'yes', '1'], falsy: ['false', 'off', 'no', '0'] })]),
);

/** As JSON in an environment variable: never a line for a shell. */
export const argumentList = once(() =>
  z.union([
    z.array(z.string()).min(1),
    z.string().transform((text, context) => {
      try {
        return z.array(z.string()).min(1).parse(JSON.parse(text));
      } catch {
        context.addIssue({ code: 'custom' });
        return z.NEVER;
      }
    }),
  ]),
);

export const variableNames = once(() =>
  argumentList().refine((names) => names.every((name) => /^[A-Za-z_]\w*$/.test(name))),
);

/** Short, single-line and unique, so each name means one identifier. */
export const namesTable = once(() =>
  z
    .record(
      z.string(),
      z
        .string()
        .trim()
        .min(1)
        .max(40)
        .refine((name) => printableLine(name) === name),
    )
    .refine(
      (names) => new Set(Object.values(names).map((name) => name.toLowerCase())).size === Object.keys(names).length,
    )
    .transform((names): ReadonlyMap<string, string> => new Map(Object.entries(names))),
);

export const keysTable = once(() =>
  z
    .record(
      z.string(),
      z.union([
        z
          .string()
          .min(1)
          .transform((key) => [key]),
        z.array(z.string().min(1)).min(1),
      ]),
    )
    .transform((keys): ReadonlyMap<string, readonly string[]> => new Map(Object.entries(keys))),
);
