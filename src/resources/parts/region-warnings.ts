import type { Context } from '../context.ts';
import type { Remark, Retype } from '../form.ts';
import { aliasOr, identifierOf } from './aliases.ts';
import { regionsIn, seenRegions } from './type-and-region.ts';

/** Most known regions named in a warning. */
const MAX_NAMED = 5;

/** Warns of a region without any row of the project, which may be a typing error. Free text stays allowed. */
export function regionWarnings(region: string, context: Context): readonly Remark[] {
  if (region === '' || !(['bids', 'instances', 'volumes'] as const).every(context.isRead)) return [];
  const rows = [
    ...context.rowsOf('bids').values(),
    ...context.rowsOf('instances').values(),
    ...context.rowsOf('volumes').values(),
  ];
  const known = regionsIn(rows.map(({ row }) => row.region));
  if (known.length === 0 || known.includes(region)) return [];
  return [
    warning(
      `No bid, volume or instance is in ${aliasOr(region, context.aliases)}. Known: ${list(known, context)}.`,
      context,
    ),
  ];
}

/** The regions in which bids and instances have a type, when it is not known in this one; empty when it fits, or nothing is known. */
function knownElsewhere(type: string, region: string, context: Context): readonly string[] {
  const known = type === '' || region === '' ? [] : seenRegions(type, context);
  return known.includes(region) ? [] : known;
}

/** Warns of a region for an instance type that bids and instances have in other regions only. */
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

/** Requires the region typed again when the type is known in other regions only. */
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
