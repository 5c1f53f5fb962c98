import * as z from 'zod';
import { memoizeTexts, once } from '../lib/memoize.ts';
import { type Money, parseServicePrice } from '../lib/money.ts';
import { printableBlock, printableIdentifier, printableJson, printableLine } from '../lib/sanitize.ts';

/**
 * Schemas for answers (sections 2.1 to 2.5): everything but `fid` may be null or absent. Another type makes the cell
 * unreadable (`unreadable.ts`). Text becomes safe to print; different identifiers stay different.
 */
export const line = once(() => textBy(printableLine));

function textBy(clean: (text: string) => string) {
  return z
    .string()
    .nullish()
    .transform((text) => (text == null ? null : clean(text)));
}

/** Remembered texts, and their greatest length. */
const SHARED = 1000;
const SHARED_LENGTH = 64;

function shared(clean: (text: string) => string): (text: string) => string {
  const known = memoizeTexts(clean, SHARED);
  return (text) => (text.length > SHARED_LENGTH ? clean : known)(text);
}

const sharedIdentifier = shared(printableIdentifier);

/** A line common to many rows, such as a region: they share one text. */
export const commonLine = once(() => textBy(shared(printableLine)));

/** Text of several lines: a startup script, a private key. */
export const block = once(() => textBy(printableBlock));

/** Members unknown to the interface. */
export const other = once(() => z.unknown().transform((value) => printableJson(value)));

/** An identifier, escaped by `printableIdentifier`; requests send the service's spelling. */
export function identifier<Of extends z.ZodType<unknown, string>>(of: Of, clean = printableIdentifier) {
  return z.string().min(1).transform(clean).pipe(of);
}

/** Also with a blank for the `T`, without time of day or offset, or with `+0000`. */
const ISO_TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,12})?)?)(?:[Zz]|([+-]\d{2})(?::?(\d{2}))?)?)?$/;

/** Milliseconds since 1970. Without an offset it is UTC (section 2). */
export function readTime(text: string): number | null {
  const match = ISO_TIME.exec(text.trim());
  if (match === null) return null;
  const [, day, clock = '00:00', hours = '+00', minutes = '00'] = match;
  const at = Date.parse(`${day}T${clock}${hours}:${minutes}`);
  if (Number.isNaN(at) || day === undefined) return null;
  // 30 February would be a day of March.
  return new Date(`${day}T00:00Z`).toISOString().startsWith(day) ? at : null;
}

/** ISO 8601 (section 2) in milliseconds since 1970; null for other text. */
export const time = once(() =>
  z
    .string()
    .nullish()
    .transform((text): number | null => (text == null ? null : readTime(text))),
);

/** A fraction is unreadable, because sums would fail on it. */
export const whole = once(() =>
  z
    .int()
    .nullish()
    .transform((count) => count ?? null),
);

/** A negative number is unreadable, because no cost follows from it. */
export const quantity = once(() =>
  z
    .int()
    .nullish()
    .transform((count) => (count == null || count < 0 ? null : count)),
);

export function fids<Of extends z.ZodType<unknown, string>>(of: Of) {
  return z
    .array(identifier(of))
    .nullish()
    .transform((list): readonly z.output<Of>[] => list ?? []);
}

/** A reference: null, absent and empty all mean none. Rows share its text. */
export function reference<Of extends z.ZodType<unknown, string>>(of: Of) {
  return z
    .union([z.literal('').transform(() => null), identifier(of, sharedIdentifier)])
    .nullish()
    .transform((fid) => fid ?? null);
}

/** The service's text, and its exact amount when readable. */
export type Price = { readonly text: string; readonly amount: Money | null };

export const price = once(() =>
  z
    .string()
    .nullish()
    .transform((text): Price | null => {
      if (text == null) return null;
      const shown = printableLine(text);
      return { text: shown, amount: parseServicePrice(shown) };
    }),
);
