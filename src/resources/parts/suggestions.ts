import type { Bid } from '../../contract/bid.ts';
import type { Context } from '../context.ts';
import type { Suggestion } from '../form.ts';
import { aliasOr, identifierOf } from './aliases.ts';
import { shownPrice } from './amounts.ts';
import { seenRegions } from './type-and-region.ts';

/** Most regions named beside an instance type. */
const MAX_REGIONS = 3;

/** The distinct values, most frequent first. */
function counted(values: Iterable<string | null>): readonly Suggestion[] {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null && value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([value]) => ({ value, label: value }));
}

const labelOf = (identifier: string | null, { aliases }: Context): string | null =>
  identifier === null ? null : aliasOr(identifier, aliases);

function field<Key extends 'instance_type' | 'region'>(key: Key, context: Context): readonly Suggestion[] {
  const rows = [...context.rowsOf('bids').values(), ...context.rowsOf('instances').values()];
  return counted(rows.map(({ row }) => labelOf(row[key], context)));
}

/** The instance types in the lists, each with the regions that its name lacks and the price of the last bid for it. */
export function instanceTypes(context: Context): readonly Suggestion[] {
  const last = new Map<string, Bid>();
  const regions = new Map<string, Set<string>>();
  for (const { row } of context.rowsOf('bids').values()) {
    const { instance_type: type, created_at, limit_price } = row;
    if (type === null || limit_price === null) continue;
    const other = last.get(type);
    if (other === undefined || (created_at ?? 0) > (other.created_at ?? 0)) last.set(type, row);
  }
  for (const name of ['bids', 'instances'] as const)
    for (const { row } of context.rowsOf(name).values())
      if (row.instance_type && row.region)
        regions.set(row.instance_type, (regions.get(row.instance_type) ?? new Set()).add(row.region));
  return field('instance_type', context).map((suggestion) => {
    const type = identifierOf(suggestion.value, context.aliases);
    const elsewhere = [...(regions.get(type) ?? [])].filter((region) => !suggestion.value.endsWith(region)).toSorted();
    const shown = elsewhere.slice(0, MAX_REGIONS).map((region) => aliasOr(region, context.aliases));
    const price = shownPrice(last.get(type)?.limit_price ?? null);
    const note = [
      ...(shown.length === 0
        ? []
        : [`${shown.join(', ')}${elsewhere.length > MAX_REGIONS ? `, ${context.glyphs.more}` : ''}`]),
      ...(price === null ? [] : [`last bid ${price}`]),
    ];
    return { ...suggestion, note: note.join('  ') };
  });
}

/** The regions in the lists, including those of volumes; those where a type is known come first. */
export function regions(context: Context, type = ''): readonly Suggestion[] {
  const seen = field('region', context);
  const more = counted([...context.rowsOf('volumes').values()].map(({ row }) => labelOf(row.region, context)));
  const known = [...seen, ...more.filter(({ value }) => seen.every((other) => other.value !== value))];
  const ofType = type === '' ? [] : seenRegions(type, context).map((region) => aliasOr(region, context.aliases));
  return [
    ...known.filter(({ value }) => ofType.includes(value)),
    ...known.filter(({ value }) => !ofType.includes(value)),
  ];
}

/** The quantities of the bids, of those for a type where there are any; and one. */
export function quantities(type: string, context: Context): readonly Suggestion[] {
  const bids = [...context.rowsOf('bids').values()].map(({ row }) => row);
  const same = bids.filter(({ instance_type }) => instance_type === type);
  const known = counted((same.length > 0 ? same : bids).map((bid) => bid.instance_quantity?.toString() ?? null));
  return known.some(({ value }) => value === '1') ? known : [...known, { value: '1', label: '1' }];
}

/** The Kubernetes clusters that bids join. */
export function clusters(context: Context): readonly Suggestion[] {
  return counted(
    [...context.rowsOf('bids').values()].map(({ row }) => row.launch_specification?.kubernetes_cluster ?? null),
  );
}

/** Disk interfaces: those in the lists, then the two known ones. */
export function diskInterfaces(context: Context): readonly Suggestion[] {
  const met = counted([...context.rowsOf('volumes').values()].map(({ row }) => row.interface));
  const known = ['Block', 'File'].filter((value) => met.every((other) => other.value !== value));
  return [...met, ...known.map((value) => ({ value, label: value }))];
}

const isOf = (row: { readonly project: string | null }, project: string | null): boolean =>
  project === null || row.project === null || row.project === project;

export function sshKeyChoices(project: string, context: Context): readonly Suggestion[] {
  return [...context.rowsOf('sshKeys').values()]
    .filter(({ row }) => isOf(row, project))
    .map(({ row }) => ({ value: row.fid, label: row.name || row.fid }));
}

/** The volumes of a region and a project, which a volume shares with its bid; an empty region or null project means any. */
export function volumeChoices(region: string, project: string | null, context: Context): readonly Suggestion[] {
  return [...context.rowsOf('volumes').values()]
    .filter(({ row }) => isOf(row, project) && (region === '' || row.region === null || row.region === region))
    .map(({ row }) => ({
      value: row.fid,
      label: row.name || row.fid,
      note: [row.capacity_gb === null ? null : `${row.capacity_gb} GB`, labelOf(row.region, context)]
        .filter((part) => part !== null)
        .join(' '),
    }));
}
