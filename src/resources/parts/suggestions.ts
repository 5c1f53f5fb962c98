import type { Bid } from '../../contract/bid.ts';
import type { Context } from '../context.ts';
import { type Field, type Suggestion, textOf, type Values } from '../form.ts';
import { aliasOr, identifierOf } from './aliases.ts';
import { shownPrice } from './amounts.ts';
import { listed } from './joins.ts';
import { seenRegions } from './type-and-region.ts';

const MAX_REGIONS = 3;

/** Most frequent first. */
function counted(values: Iterable<string | null>): readonly Suggestion[] {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== null && value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([value]) => ({ value, label: value }));
}

const labelOf = (identifier: string | null, { aliases }: Context): string | null =>
  identifier === null ? null : aliasOr(identifier, aliases);

function field<Key extends 'instance_type' | 'region'>(key: Key, context: Context): readonly Suggestion[] {
  return counted(listed(context, 'bids', 'instances').map((row) => labelOf(row[key], context)));
}

/** Each with further regions and the price of the last bid for it. */
export function instanceTypes(context: Context): readonly Suggestion[] {
  const last = new Map<string, Bid>();
  const regions = new Map<string, Set<string>>();
  for (const row of listed(context, 'bids')) {
    const { instance_type: type, created_at, limit_price } = row;
    if (type === null || limit_price === null) continue;
    const other = last.get(type);
    if (other === undefined || (created_at ?? 0) > (other.created_at ?? 0)) last.set(type, row);
  }
  for (const { instance_type: type, region } of listed(context, 'bids', 'instances'))
    if (type && region) regions.set(type, (regions.get(type) ?? new Set()).add(region));
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

/** The type's regions come first. */
export function regions(context: Context, type = ''): readonly Suggestion[] {
  const seen = field('region', context);
  const more = counted(listed(context, 'volumes').map(({ region }) => labelOf(region, context)));
  const known = [...seen, ...more.filter(({ value }) => seen.every((other) => other.value !== value))];
  const ofType = type === '' ? [] : seenRegions(type, context).map((region) => aliasOr(region, context.aliases));
  return [
    ...known.filter(({ value }) => ofType.includes(value)),
    ...known.filter(({ value }) => !ofType.includes(value)),
  ];
}

/** Of bids for the type if there are any; and one. */
export function quantities(type: string, context: Context): readonly Suggestion[] {
  const bids = listed(context, 'bids');
  const same = bids.filter(({ instance_type }) => instance_type === type);
  const known = counted((same.length > 0 ? same : bids).map((bid) => bid.instance_quantity?.toString() ?? null));
  return known.some(({ value }) => value === '1') ? known : [...known, { value: '1', label: '1' }];
}

export function clusters(context: Context): readonly Suggestion[] {
  return counted(listed(context, 'bids').map((bid) => bid.launch_specification?.kubernetes_cluster ?? null));
}

/** Those in the lists, then the two known ones. */
export function diskInterfaces(context: Context): readonly Suggestion[] {
  const met = counted(listed(context, 'volumes').map((volume) => volume.interface));
  const known = ['Block', 'File'].filter((value) => met.every((other) => other.value !== value));
  return [...met, ...known.map((value) => ({ value, label: value }))];
}

const isOf = (row: { readonly project: string | null }, project: string | null): boolean =>
  project === null || row.project === null || row.project === project;

export function sshKeyChoices(project: string, context: Context): readonly Suggestion[] {
  return listed(context, 'sshKeys')
    .filter((row) => isOf(row, project))
    .map((row) => ({ value: row.fid, label: row.name || row.fid }));
}

/** A volume shares region and project with its bid; empty or null means any. */
export function volumeChoices(region: string, project: string | null, context: Context): readonly Suggestion[] {
  return listed(context, 'volumes')
    .filter((row) => isOf(row, project) && (region === '' || row.region === null || row.region === region))
    .map((row) => ({
      value: row.fid,
      label: row.name || row.fid,
      note: [row.capacity_gb === null ? null : `${row.capacity_gb} GB`, labelOf(row.region, context)]
        .filter((part) => part !== null)
        .join(' '),
    }));
}

const projectField: Field = {
  id: 'project',
  label: 'Project',
  help: 'Project to create it in.',
  kind: 'line',
  path: ['project'],
  suggest: (_, { projects, aliases }) =>
    projects.map((project) => ({ value: aliasOr(project, aliases), label: aliasOr(project, aliases) })),
};

/** The project's field only when there is a choice. */
export function inProject(fields: readonly Field[], { projects }: Context): readonly Field[] {
  return projects.length > 1 ? [...fields, projectField] : fields;
}

/** The project of the copied row, or the console's own. */
export function startProject(
  like: string | null,
  { project, projects, aliases }: Context,
): Readonly<Record<string, string>> {
  return projects.length > 1 ? { project: aliasOr(like ?? project, aliases) } : {};
}

export function projectTyped(values: Values, { project, aliases }: Context): string {
  const typed = textOf(values, 'project').trim();
  return typed === '' ? project : identifierOf(typed, aliases);
}

export function projectReview(project: string, { projects, aliases }: Context) {
  return projects.length > 1 ? [{ field: 'Project', value: aliasOr(project, aliases) }] : [];
}
