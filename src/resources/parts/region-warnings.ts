import type { Remark } from '../form.ts';
import type { Context } from '../resource.ts';
import { calledHere } from './aliases.ts';

/** As many known regions are named beside one that is not. */
const MOST_NAMED = 5;

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
      `No bid, volume or instance is in ${calledHere(region, context.names)}. Known: ${list(known, context)}.`,
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
  const { names } = context;
  return [
    warning(
      `${calledHere(type, names)} is known in ${list(known, context)}, not in ${calledHere(region, names)}.`,
      context,
    ),
  ];
}

const regionsOf = (regions: readonly (string | null)[]): readonly string[] =>
  [...new Set(regions.flatMap((region) => region || []))].toSorted();

function list(regions: readonly string[], { names, signs }: Context): string {
  const named = regions.slice(0, MOST_NAMED).map((region) => calledHere(region, names));
  return `${named.join(', ')}${regions.length > MOST_NAMED ? `, ${signs.more}` : ''}`;
}

const warning = (text: string, { signs }: Context): Remark => ({ text: `${signs.warn} ${text}`, tone: 'warn' });
