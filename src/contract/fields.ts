import * as z from 'zod';
import { type Money, parsePrice } from '../lib/money.ts';
import { printableBlock, printableIdentifier, printableJson, printableLine } from '../lib/sanitize.ts';

/**
 * Readers for answers. The interface leaves open what may be null or absent (sections 2.1 to 2.5), so
 * everything but `fid` may be either and reads as null; a list that is absent reads as empty. A value of
 * another type than documented makes the row unreadable, never the program.
 *
 * Here text from outside becomes safe to print: what is one line by nature becomes one line, scripts and keys keep
 * their line feeds, identifiers are spelled so that each stays another one.
 */
export const line = z
  .string()
  .nullish()
  .transform((text) => (text == null ? null : printableLine(text)));

/** Text of several lines: a startup script, a private key. */
export const block = z
  .string()
  .nullish()
  .transform((text) => (text == null ? null : printableBlock(text)));

/** Members that the interface does not know. */
export const other = z.unknown().transform((value) => printableJson(value));

/** An identifier in an answer, spelled as `printableIdentifier` does; requests send it as the service knows it. */
export function identifier<Of extends z.ZodType<unknown, string>>(of: Of) {
  return z.string().min(1).transform(printableIdentifier).pipe(of);
}

/** Date, time of day and offset; a blank for the `T`, a missing time of day or offset, and `+0000` are met too. */
const ISO_TIME =
  /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,12})?)?)(?:[Zz]|([+-]\d{2})(?::?(\d{2}))?)?)?$/;

/** A time as milliseconds since 1970, or null. Times are in UTC (section 2), so one without an offset is, too. */
function readTime(text: string): number | null {
  const match = ISO_TIME.exec(text.trim());
  if (match === null) return null;
  const [, day, clock = '00:00', hours = '+00', minutes = '00'] = match;
  const at = Date.parse(`${day}T${clock}${hours}:${minutes}`);
  return Number.isNaN(at) ? null : at;
}

/** ISO 8601 in UTC (section 2). A text that is no time reads as null; the raw answer keeps it. Milliseconds since 1970. */
export const time = z
  .string()
  .nullish()
  .transform((text): number | null => (text == null ? null : readTime(text)));

/** A whole number. Half an instance is another type than documented: such a row can't be read, where sums would fail on it. */
export const whole = z
  .int()
  .nullish()
  .transform((count) => count ?? null);

/** A list of identifiers. */
export function fids<Of extends z.ZodType<unknown, string>>(of: Of) {
  return z
    .array(identifier(of))
    .nullish()
    .transform((list): readonly z.output<Of>[] => list ?? []);
}

/** A reference to another resource: null, absent and empty all mean there is none. */
export function reference<Of extends z.ZodType<unknown, string>>(of: Of) {
  return z
    .union([z.literal('').transform(() => null), identifier(of)])
    .nullish()
    .transform((fid) => fid ?? null);
}

/** A price as the service wrote it: the exact amount when it can be read, in dollars when it has no sign, and always the text. */
export type Price = { readonly text: string; readonly amount: Money | null };

export const price = z
  .string()
  .nullish()
  .transform((text): Price | null => {
    if (text == null) return null;
    const shown = printableLine(text);
    return { text: shown, amount: parsePrice(shown) };
  });
