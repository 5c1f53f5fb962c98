import type { Context } from '../context.ts';
import type { Remark } from '../form.ts';
import { aliasOr } from './aliases.ts';
import { regionsIn, seenRegions } from './type-regions.ts';

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

/** Warns of a region for an instance type that bids and instances have in other regions only. */
export function typeWarnings(type: string, region: string, context: Context): readonly Remark[] {
  if (type === '' || region === '') return [];
  const known = seenRegions(type, context);
  if (known.length === 0 || known.includes(region)) return [];
  const { aliases } = context;
  return [
    warning(
      `${aliasOr(type, aliases)} is known in ${list(known, context)}, not in ${aliasOr(region, aliases)}.`,
      context,
    ),
  ];
}

function list(regions: readonly string[], { aliases, glyphs }: Context): string {
  const named = regions.slice(0, MAX_NAMED).map((region) => aliasOr(region, aliases));
  return `${named.join(', ')}${regions.length > MAX_NAMED ? `, ${glyphs.more}` : ''}`;
}

const warning = (text: string, { glyphs }: Context): Remark => ({ text: `${glyphs.warn} ${text}`, tone: 'warn' });
