import type { Context } from '../context.ts';
import type { Suggestion } from '../form.ts';
import { aliasOr } from './aliases.ts';

/** Returns the distinct values, most frequent first. */
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

/** Returns the instance types in the lists. */
export function instanceTypes(context: Context): readonly Suggestion[] {
  return field('instance_type', context);
}

/** Returns the regions in the lists, including those of volumes. */
export function regions(context: Context): readonly Suggestion[] {
  const known = field('region', context);
  const more = counted([...context.rowsOf('volumes').values()].map(({ row }) => labelOf(row.region, context)));
  return [...known, ...more.filter(({ value }) => known.every((other) => other.value !== value))];
}

/** Returns disk interfaces: those in the lists, then the two known ones. */
export function diskInterfaces(context: Context): readonly Suggestion[] {
  const met = counted([...context.rowsOf('volumes').values()].map(({ row }) => row.interface));
  const known = ['Block', 'File'].filter((value) => met.every((other) => other.value !== value));
  return [...met, ...known.map((value) => ({ value, label: value }))];
}

const isOf = (row: { readonly project: string | null }, project: string | null): boolean =>
  project === null || row.project === null || row.project === project;

/** Returns the SSH keys of a project. */
export function sshKeyChoices(project: string, context: Context): readonly Suggestion[] {
  return [...context.rowsOf('sshKeys').values()]
    .filter(({ row }) => isOf(row, project))
    .map(({ row }) => ({ value: row.fid, label: row.name || row.fid }));
}

/** Returns the volumes of a region and a project, which a volume shares with its bid; an empty region or null project means any. */
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
