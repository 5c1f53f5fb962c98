import * as z from 'zod';
import { memoizeTexts } from '../lib/memoize.ts';
import { type Money, parseServicePrice } from '../lib/money.ts';
import { once } from '../lib/once.ts';
import { printableBlock, printableIdentifier, printableJson, printableLine } from '../lib/sanitize.ts';

/**
 * Schemas for answers. The interface leaves open what may be null or absent (sections 2.1 to 2.5),
 * so everything but `fid` may be either and reads as null; an absent list reads as empty. A value of another type than
 * documented makes that cell unreadable (`unreadable.ts`) and nothing else fails.
 *
 * Text from the service becomes safe to print here: single-line fields become one line, scripts and keys keep their
 * line feeds, unsafe characters of identifiers are escaped so that different identifiers stay different.
 */
export const line = once(() => textBy(printableLine));

function textBy(clean: (text: string) => string) {
  return z
    .string()
    .nullish()
    .transform((text) => (text == null ? null : clean(text)));
}

/** Different texts that are remembered of what rows have in common, and their greatest length: what is remembered stays small. */
const SHARED = 1000;
const SHARED_LENGTH = 64;

/** The function with the same text as its answer for the same short text. */
function shared(clean: (text: string) => string): (text: string) => string {
  const known = memoizeTexts(clean, SHARED);
  return (text) => (text.length > SHARED_LENGTH ? clean : known)(text);
}

const sharedIdentifier = shared(printableIdentifier);

/** A line that many rows have in common, such as a region or status: they share one text in memory. */
export const commonLine = once(() => textBy(shared(printableLine)));

/** Text of several lines: a startup script, a private key. */
export const block = once(() => textBy(printableBlock));

/** Members that the interface does not know. */
export const other = once(() => z.unknown().transform((value) => printableJson(value)));

/** An identifier in an answer, escaped by `printableIdentifier`; requests send it in the service's spelling. */
export function identifier<Of extends z.ZodType<unknown, string>>(of: Of, clean = printableIdentifier) {
  return z.string().min(1).transform(clean).pipe(of);
}

/** Date, time of day and offset. Also accepts a blank for the `T`, a missing time of day or offset, and `+0000`. */
const ISO_TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,12})?)?)(?:[Zz]|([+-]\d{2})(?::?(\d{2}))?)?)?$/;

/** A time in milliseconds since 1970, or null. Times are in UTC (section 2), also those without an offset. */
function readTime(text: string): number | null {
  const match = ISO_TIME.exec(text.trim());
  if (match === null) return null;
  const [, day, clock = '00:00', hours = '+00', minutes = '00'] = match;
  const at = Date.parse(`${day}T${clock}${hours}:${minutes}`);
  if (Number.isNaN(at) || day === undefined) return null;
  // A day that its month does not have, such as 30 February, would be one of the next month.
  return new Date(`${day}T00:00Z`).toISOString().startsWith(day) ? at : null;
}

/** ISO 8601 in UTC (section 2), in milliseconds since 1970. Text that is not a time reads as null; the raw answer keeps it. */
export const time = once(() =>
  z
    .string()
    .nullish()
    .transform((text): number | null => (text == null ? null : readTime(text))),
);

/** A whole number. A fraction makes the cell unreadable, because sums would fail on it. */
export const whole = once(() =>
  z
    .int()
    .nullish()
    .transform((count) => count ?? null),
);

/** How many instances are wanted. A negative number can't be read, because no cost follows from it. */
export const quantity = once(() =>
  z
    .int()
    .nullish()
    .transform((count) => (count == null || count < 0 ? null : count)),
);

/** A list of identifiers. */
export function fids<Of extends z.ZodType<unknown, string>>(of: Of) {
  return z
    .array(identifier(of))
    .nullish()
    .transform((list): readonly z.output<Of>[] => list ?? []);
}

/** A reference to another resource: null, absent and empty all mean none. Rows that refer to the same share its text in memory. */
export function reference<Of extends z.ZodType<unknown, string>>(of: Of) {
  return z
    .union([z.literal('').transform(() => null), identifier(of, sharedIdentifier)])
    .nullish()
    .transform((fid) => fid ?? null);
}

/** A price: the service's text, and its exact amount where it can be read, in dollars when it has no currency. */
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
