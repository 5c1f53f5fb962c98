import type { Context } from '../context.ts';
import type { Remark } from '../form.ts';
import { aliasOr } from './aliases.ts';

/** As many known regions are named beside one that is not. */
const MAX_NAMED = 5;

/** What is odd about a region: that nothing of the project is there, which a slip of the hand would explain. Free text stays allowed. */
export function regionWarnings(region: string, context: Context): readonly Remark[] {
  if (region === '' || !(['bids', 'instances', 'volumes'] as const).every(context.isRead)) return [];
  const rows = [
    ...context.rowsOf('bids').values(),
    ...context.rowsOf('instances').values(),
    ...context.rowsOf('volumes').values(),
  ];
  const known = regionsOf(rows.map(({ row }) => row.region));
  if (known.length === 0 || known.includes(region)) return [];
  return [
    warning(
      `No bid, volume or instance is in ${aliasOr(region, context.aliases)}. Known: ${list(known, context)}.`,
      context,
    ),
  ];
}

/** What is odd about a region for an instance type: that bids and instances have the type in other regions only. */
export function typeWarnings(type: string, region: string, context: Context): readonly Remark[] {
  if (type === '' || region === '') return [];
  const rows = [...context.rowsOf('bids').values(), ...context.rowsOf('instances').values()];
  const known = regionsOf(rows.flatMap(({ row }) => (row.instance_type === type ? [row.region] : [])));
  if (known.length === 0 || known.includes(region)) return [];
  const { aliases } = context;
  return [
    warning(
      `${aliasOr(type, aliases)} is known in ${list(known, context)}, not in ${aliasOr(region, aliases)}.`,
      context,
    ),
  ];
}

const regionsOf = (regions: readonly (string | null)[]): readonly string[] =>
  [...new Set(regions.flatMap((region) => region || []))].toSorted();

function list(regions: readonly string[], { aliases, glyphs }: Context): string {
  const named = regions.slice(0, MAX_NAMED).map((region) => aliasOr(region, aliases));
  return `${named.join(', ')}${regions.length > MAX_NAMED ? `, ${glyphs.more}` : ''}`;
}

const warning = (text: string, { glyphs }: Context): Remark => ({ text: `${glyphs.warn} ${text}`, tone: 'warn' });
