import type { Context } from '../context.ts';
import type { Remark, Retype } from '../form.ts';
import type { Confirmation } from '../resource.ts';
import { aliasOr, identifierOf, labelOf } from './aliases.ts';
import { listed } from './joins.ts';
import { regionsIn, seenRegions } from './type-and-region.ts';

const MAX_NAMED = 5;

/** A region without any row may be a typing error. Free text stays allowed. */
export function regionWarnings(region: string, context: Context): readonly Remark[] {
  if (region === '' || !(['bids', 'instances', 'volumes'] as const).every(context.isRead)) return [];
  const known = regionsIn(listed(context, 'bids', 'instances', 'volumes').map((row) => row.region));
  if (known.length === 0 || known.includes(region)) return [];
  return [
    warning(
      `No bid, volume or instance is in ${aliasOr(region, context.aliases)}. Known: ${list(known, context)}.`,
      context,
    ),
  ];
}

/** Empty when the type is known in the region, or nowhere. */
function knownElsewhere(type: string, region: string, context: Context): readonly string[] {
  const known = type === '' || region === '' ? [] : seenRegions(type, context);
  return known.includes(region) ? [] : known;
}

/** Bids and instances have the type only in other regions. */
export function typeWarnings(type: string, region: string, context: Context): readonly Remark[] {
  const known = knownElsewhere(type, region, context);
  if (known.length === 0) return [];
  const { aliases } = context;
  return [
    warning(
      `${aliasOr(type, aliases)} is known in ${list(known, context)}, not in ${aliasOr(region, aliases)}.`,
      context,
    ),
  ];
}

export function regionRetyped(type: string, region: string, context: Context): Retype | null {
  if (knownElsewhere(type, region, context).length === 0) return null;
  const { aliases } = context;
  return {
    prompt: 'Type it again',
    why: 'Type the region again to send it.',
    expected: aliasOr(region, aliases),
    accepts: (typed) => identifierOf(typed.trim(), aliases) === region,
  };
}

function list(regions: readonly string[], { aliases, glyphs }: Context): string {
  const named = regions.slice(0, MAX_NAMED).map((region) => aliasOr(region, aliases));
  return `${named.join(', ')}${regions.length > MAX_NAMED ? `, ${glyphs.more}` : ''}`;
}

const warning = (text: string, { glyphs }: Context): Remark => ({ text: `${glyphs.warn} ${text}`, tone: 'warn' });

/** One text for all reasons to type one: several stand one after the other. */
export function joinRetypes(retypes: readonly (Retype | null)[]): Retype | null {
  const all = retypes.filter((retype) => retype !== null);
  const [first, ...rest] = all;
  if (first === undefined || rest.length === 0) return first ?? null;
  const expected = all.map((retype) => retype.expected).join(' ');
  return {
    prompt: 'Type them again',
    why: `${all.map(({ why }) => why).join(' ')} Type them on one line: ${expected}.`,
    expected,
    accepts: (typed) => acceptsAll(first, rest, typed.trim().split(/\s+/)),
    ...(all.every(({ onlyConsole }) => onlyConsole === true) ? { onlyConsole: true } : {}),
  };
}

/** Each text can have blanks. */
function acceptsAll(first: Retype, [next, ...rest]: readonly Retype[], words: readonly string[]): boolean {
  if (next === undefined) return first.accepts(words.join(' '));
  return words.some((_, at) => first.accepts(words.slice(0, at).join(' ')) && acceptsAll(next, rest, words.slice(at)));
}

/** Asks before rows are removed. `typed` confirms one row; several are confirmed by their number. */
export function askToRemove<Row extends { readonly name: string | null; readonly fid: string }>(
  rows: readonly Row[],
  words: {
    readonly verb: string;
    readonly one: string;
    readonly line: (row: Row) => string;
    readonly notes: Confirmation['lines'];
    readonly typed: (only: Row) => string | null;
  },
): Confirmation {
  const [only] = rows.length === 1 ? rows : [];
  const { verb, one, line, notes, typed } = words;
  return {
    title: only === undefined ? `${verb} ${rows.length} ${one}s` : `${verb} the ${one} ${labelOf(only)}`,
    lines: [...rows.map((row) => ({ text: line(row) })), ...notes],
    typed: only === undefined ? String(rows.length) : typed(only),
  };
}
