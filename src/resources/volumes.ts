import { type Volume, volumeEndpoints } from '../contract/volume.ts';
import type { Context } from './context.ts';
import { anyOf } from './filter/parse.ts';
import { aliasOr, detailIdentifier, identifierColumn } from './parts/aliases.ts';
import {
  ageColumn,
  createdColumn,
  detailText,
  detailTime,
  fidColumn,
  nameColumn,
  textColumn,
} from './parts/columns.ts';
import { instancesSection, nameIn } from './parts/joins.ts';
import { isStatus } from './parts/status.ts';
import { regionColumn } from './parts/type-and-region.ts';
import { fidsText, numberText, projectPlaceholders } from './placeholders.ts';
import type { Action, Column, Confirmation, DetailSection, Jump, ServiceResource } from './resource.ts';
import { createVolumeForm, fields } from './volume-form.ts';
import { removal, type Verdict, type Write } from './write.ts';

const labelOf = (volume: Volume): string => volume.name || volume.fid;

/** A capacity in readable units; the service counts gigabytes (section 2.4). */
function size(gigabytes: number | null): string | null {
  if (gigabytes === null) return null;
  return gigabytes >= 1000 ? `${(gigabytes / 1000).toFixed(1)} TB` : `${gigabytes} GB`;
}

function users(volume: Volume, context: Context): string {
  const names = [...volume.bids.map((fid) => nameIn('bids', fid, context)), ...volume.reservations];
  return names.join(', ');
}

const columns: readonly Column<Volume>[] = [
  nameColumn(),
  {
    id: 'size',
    header: 'SIZE',
    width: 8,
    align: 'right',
    priority: 1,
    cell: (volume, context) => ({ text: size(volume.capacity_gb) ?? context.glyphs.none }),
    largestFirst: true,
    sortBy: (volume) => volume.capacity_gb,
    sum: (volumes, { glyphs }) => {
      const known = volumes.flatMap(({ capacity_gb }) => capacity_gb ?? []);
      return size(known.length === 0 ? null : known.reduce((sum, gigabytes) => sum + gigabytes, 0)) ?? glyphs.none;
    },
    compareAs: {
      kind: 'size',
      of: ({ capacity_gb }) => (capacity_gb === null ? null : { amount: capacity_gb, unit: '' }),
    },
  },
  {
    ...textColumn<Volume>({ id: 'interface', header: 'KIND', width: 6, priority: 3 }, (volume) => volume.interface),
    groupBy: (volume, { glyphs }) => volume.interface || glyphs.none,
  },
  regionColumn(5),
  {
    id: 'use',
    header: 'IN USE BY',
    width: 9,
    maxWidth: 24,
    priority: 2,
    cell: (volume, context) => ({ text: users(volume, context) || context.glyphs.none, tone: 'dim' }),
    sortBy: (volume, context) => users(volume, context).toLowerCase(),
  },
  ageColumn(6),
  createdColumn(8),
  identifierColumn(
    { id: 'project', header: 'PROJECT', width: 12, priority: 7, optional: true },
    (volume) => volume.project,
  ),
  fidColumn(9),
];

/** Why a volume can't be deleted: it is in use (section 3), and not only by bids that have ended. */
function inUse(volume: Volume, context: Context): string | null {
  const holding = volume.bids.filter((fid) => {
    const bid = context.rowOf('bids', fid)?.row;
    return bid !== undefined && !isStatus(bid.status, 'terminated');
  });
  if (holding.length + volume.reservations.length === 0) return null;
  return `${labelOf(volume)} is in use by ${users(volume, context)}; a volume can be deleted only when it is not in use.`;
}

function askToDelete(volumes: readonly Volume[], context: Context): Confirmation {
  const only = volumes.length === 1 ? volumes[0] : undefined;
  return {
    title: only === undefined ? `Delete ${volumes.length} volumes` : `Delete the volume ${labelOf(only)}`,
    lines: [
      ...volumes.map((volume) => ({
        text: `${labelOf(volume)}  ${size(volume.capacity_gb) ?? ''}  ${aliasOr(volume.region ?? '', context.aliases)}${users(volume, context) === '' ? '' : `  in use by ${users(volume, context)}`}`,
      })),
      { text: 'Deleting is immediate and irreversible: its data is lost.', tone: 'warn' },
    ],
    typed: only === undefined ? String(volumes.length) : labelOf(only),
  };
}

function deleteVolume(volume: Volume): Write {
  return removal({
    call: 'deleteVolume',
    input: { params: { volume_fid: volume.fid } },
    verb: 'delete',
    pendingLabel: 'deleting',
    successText: `Deleted ${labelOf(volume)}.`,
    list: 'volumes',
    fid: volume.fid,
    name: labelOf(volume),
  });
}

/** How a write with a lost response ended, by the rows read since. */
function verdictOn({ call, fid }: Write, { rowOf }: Context): Verdict | null {
  if (call !== 'deleteVolume' || fid === null) return null;
  return rowOf('volumes', fid) === undefined
    ? { succeeded: true, text: 'was deleted' }
    : { succeeded: false, text: 'was not deleted: it is still there' };
}

const actions: readonly Action<Volume>[] = [
  {
    id: 'create-volume',
    key: 'n',
    label: 'Create a volume',
    searchWords: ['new', 'create', 'add'],
    hint: 'new',
    effect: { kind: 'new', fields, open: createVolumeForm },
  },
  {
    id: 'delete-volume',
    key: 'x',
    label: 'Delete the volume: asks first',
    searchWords: ['delete', 'remove', 'destroy', 'kill'],
    hint: 'delete',
    disabledReason: inUse,
    effect: { kind: 'destroy', ask: askToDelete, write: deleteVolume },
  },
  {
    id: 'volume-bids',
    key: 'i',
    label: 'Go to the bids that use it, and show their instances',
    hint: 'used by',
    effect: { kind: 'jump', to: toUsers },
  },
];

/** The jump to the bids that use a volume, with the Instances pane filtered to theirs; or why there is none. */
function toUsers(volume: Volume, context: Context): Jump | string {
  const bids = volume.bids.flatMap((fid) => context.rowOf('bids', fid)?.row ?? []);
  const [only] = bids;
  if (only === undefined)
    return volume.bids.length === 0
      ? `No bid uses ${labelOf(volume)}.`
      : `The bids that use ${labelOf(volume)} are not in the list.`;
  const names = bids.map(({ name, fid }) => name || fid);
  return {
    pane: 'bids',
    fid: bids.length === 1 ? only.fid : null,
    filter: bids.length === 1 ? null : anyOf('name', names),
    alongside: { pane: 'instances', filter: anyOf('bid', names) },
  };
}

function detail(volume: Volume, context: Context): readonly DetailSection[] {
  return [
    {
      title: 'Volume',
      lines: [
        detailText('Name', volume.name, context),
        { label: 'Identifier', text: volume.fid },
        detailText('Size', volume.capacity_gb === null ? null : `${volume.capacity_gb} GB`, context),
        detailText('Interface', volume.interface, context),
        detailIdentifier('Region', volume.region, context),
        detailIdentifier('Project', volume.project, context),
        detailTime('Created', volume.created_at, context),
      ],
    },
    {
      title: 'In use by',
      lines: [
        ...volume.bids.map((fid) => ({ label: 'Bid', text: `${nameIn('bids', fid, context)}  ${fid}`, copy: fid })),
        ...volume.reservations.map((fid) => ({ label: 'Reservation', text: fid })),
      ],
    },
    instancesSection(volume.bids, context),
  ];
}

export const volumes: ServiceResource<'volumes'> = {
  name: 'volumes',
  key: '3',
  alias: 'vol',
  searchWords: ['disk', 'disks', 'storage'],
  title: 'Volumes',
  side: 'resources',
  words: { list: 'volumes', one: 'volume', verbs: 'Create or delete volumes.' },
  one: 'volume',
  endpoint: volumeEndpoints.listVolumes,
  without: 'bids show identifiers of volumes in place of names',
  joins: ['bids'],
  trackedFields: ({ name, capacity_gb, bids, reservations }) => ({
    name,
    capacity_gb: numberText(capacity_gb),
    in_use_by: fidsText([...bids, ...reservations]),
  }),
  fieldNames: { capacity_gb: 'size in GB', in_use_by: 'in use by' },
  placeholders: {
    ...projectPlaceholders,
    region: ({ region }) => region,
    size: ({ capacity_gb }) => numberText(capacity_gb),
    interface: (volume) => volume.interface,
  },
  empty: (key) => ['No volumes yet. They keep data between bids.', `Press ${key('create-volume', 'n')} to create one.`],
  columns,
  sort: { column: 'name', descending: false },
  actions,
  verdictOn,
  detail,
  labelOf,
  copies: [],
  relates: (volume, pane, fid) => pane === 'bids' && volume.bids.some((bid) => bid === fid),
};
