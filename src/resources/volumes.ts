import { type Volume, volumeEndpoints } from '../contract/volume.ts';
import type { Context } from './context.ts';
import { detailIdentifier, identifierColumn, labelOf } from './parts/aliases.ts';
import {
  ageColumn,
  createdColumn,
  detailText,
  detailTime,
  fidColumn,
  nameColumn,
  textColumn,
  withUnreadableCells,
} from './parts/columns.ts';
import { instancesSection, nameIn } from './parts/joins.ts';
import { regionColumn } from './parts/type-and-region.ts';
import { fidsText, numberText, plain, projectPlaceholders } from './placeholders.ts';
import type { DetailSection, ServiceResource } from './resource.ts';

/** The service counts gigabytes (section 2.4). */
export function size(gigabytes: number | null): string | null {
  if (gigabytes === null) return null;
  return gigabytes >= 1000 ? `${(gigabytes / 1000).toFixed(1)} TB` : `${gigabytes} GB`;
}

export function users(volume: Volume, context: Context): string {
  const names = [...volume.bids.map((fid) => nameIn('bids', fid, context)), ...volume.reservations];
  return names.join(', ');
}

const columns = withUnreadableCells<Volume>([
  nameColumn(),
  {
    id: 'size',
    reads: ['capacity_gb'],
    header: 'SIZE',
    width: 8,
    align: 'right',
    priority: 1,
    cell: (volume, context) => ({ text: size(volume.capacity_gb) ?? context.glyphs.none }),
    largestFirst: true,
    sortBy: (volume) => volume.capacity_gb,
    sum: {
      kind: 'rows',
      text: (volumes, { glyphs }) => {
        const known = volumes.flatMap(({ capacity_gb }) => capacity_gb ?? []);
        return size(known.length === 0 ? null : known.reduce((sum, gigabytes) => sum + gigabytes, 0)) ?? glyphs.none;
      },
    },
    compareAs: {
      kind: 'size',
      of: ({ capacity_gb }) => (capacity_gb === null ? null : { amount: capacity_gb, unit: '' }),
    },
  },
  {
    ...textColumn<Volume>(
      { id: 'interface', header: 'KIND', width: 6, priority: 3, reads: ['interface'] },
      (volume) => volume.interface,
    ),
    groupBy: (volume, { glyphs }) => volume.interface || glyphs.none,
  },
  regionColumn(5),
  {
    id: 'use',
    reads: ['bids', 'reservations'],
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
    { id: 'project', header: 'PROJECT', width: 12, priority: 7, optional: true, reads: ['project'] },
    (volume) => volume.project,
  ),
  fidColumn(9),
]);

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
  madeOf: { in_use_by: ['bids', 'reservations'] },
  fieldNames: { capacity_gb: 'size in GB', in_use_by: 'in use by' },
  placeholders: {
    ...projectPlaceholders,
    region: ({ region }) => region,
    size: plain(({ capacity_gb }) => numberText(capacity_gb)),
    interface: (volume) => volume.interface,
  },
  empty: (key) => ['No volumes yet. They keep data between bids.', `Press ${key('create-volume', 'n')} to create one.`],
  columns,
  sort: { column: 'name', descending: false },
  actions: [],
  detail,
  labelOf,
  copies: [],
  relates: (volume, pane, fid) => pane === 'bids' && volume.bids.some((bid) => bid === fid),
};
