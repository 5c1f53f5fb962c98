import { issuesOf } from '../api/request.ts';
import { type NewVolume, newVolume, VOLUME_NAME, type Volume } from '../contract/volume.ts';
import type { Context } from './context.ts';
import { anyOf } from './filter/parse.ts';
import { type Form, type FormResult, fieldsOfBody, textOf, type Values } from './form.ts';
import { aliasOr, aliasWithId, identifierOf, labelOf } from './parts/aliases.ts';
import { askToRemove, regionWarnings } from './parts/questions.ts';
import { isStatus } from './parts/status.ts';
import { diskInterfaces, inProject, projectReview, projectTyped, regions, startProject } from './parts/suggestions.ts';
import type { Action, ActionsOf, Confirmation, Jump } from './resource.ts';
import { size, users } from './volumes.ts';
import { creation, removal, type Verdict, type Write, wordsOf } from './write.ts';

const fields = fieldsOfBody(newVolume(), [
  {
    id: 'name',
    label: 'Name',
    help: `Lower-case letters, digits and dashes, at most ${VOLUME_NAME.maxLength}; begins with a letter.`,
    kind: 'line',
    path: ['name'],
  },
  {
    id: 'size',
    label: 'Size in GB',
    help: 'A whole number of gigabytes.',
    kind: 'line',
    path: ['size_gb'],
    digits: true,
  },
  {
    id: 'region',
    label: 'Region',
    help: 'Bids can use it only in the same region.',
    kind: 'line',
    path: ['region'],
    suggest: (_, context) => regions(context),
  },
  {
    id: 'interface',
    label: 'Disk interface',
    help: 'Block is a disk for one instance at a time, File is shared.',
    kind: 'line',
    path: ['disk_interface'],
    suggest: (_, context) => diskInterfaces(context),
  },
]);

function check(values: Values, context: Context): FormResult {
  const gigabytes = textOf(values, 'size').trim();
  const body = newVolume().safeParse({
    name: textOf(values, 'name').trim(),
    project: projectTyped(values, context),
    disk_interface: textOf(values, 'interface').trim(),
    region: identifierOf(textOf(values, 'region').trim(), context.aliases),
    size_gb: /^\d+$/.test(gigabytes) ? Number(gigabytes) : Number.NaN,
  });
  if (!body.success) return { ok: false, issues: issuesOf(body.error) };
  return {
    ok: true,
    retype: null,
    review: [
      { field: 'Name', value: body.data.name },
      { field: 'Size', value: `${body.data.size_gb} GB` },
      { field: 'Region', value: aliasWithId(body.data.region, context.aliases) },
      { field: 'Disk interface', value: body.data.disk_interface },
      ...projectReview(body.data.project, context),
    ],
    writes: [createVolume(body.data)],
  };
}

export function createVolume(body: NewVolume): Write {
  return creation({
    call: 'createVolume',
    input: { body },
    ...wordsOf('create', `the volume ${body.name}`),
    list: 'volumes',
    name: body.name,
  });
}

function createVolumeForm(context: Context): Form {
  return {
    id: 'create-volume',
    title: 'Create a volume',
    list: 'volumes',
    fields: inProject(fields, context),
    start: { text: { interface: 'Block', ...startProject(null, context) }, picked: {} },
    remarks: () => [],
    warnings: (values, context) =>
      regionWarnings(identifierOf(textOf(values, 'region').trim(), context.aliases), context),
    check,
  };
}

/** A volume in use can't be deleted (section 3). Ended bids don't use it. */
export function inUse(volume: Volume, context: Context): string | null {
  const holding = volume.bids.filter((fid) => {
    const bid = context.rowOf('bids', fid)?.row;
    return bid !== undefined && !isStatus(bid.status, 'terminated');
  });
  if (holding.length + volume.reservations.length === 0) return null;
  return `${labelOf(volume)} is in use by ${users(volume, context)}; a volume can be deleted only when it is not in use.`;
}

function askToDelete(volumes: readonly Volume[], context: Context): Confirmation {
  return askToRemove(volumes, {
    verb: 'Delete',
    one: 'volume',
    line: (volume) => {
      const used = users(volume, context);
      const where = aliasOr(volume.region ?? '', context.aliases);
      return `${labelOf(volume)}  ${size(volume.capacity_gb) ?? ''}  ${where}${used === '' ? '' : `  in use by ${used}`}`;
    },
    notes: [{ text: 'Deleting is immediate and irreversible: its data is lost.', tone: 'warn' }],
    typed: labelOf,
  });
}

export function deleteVolume(volume: Volume): Write {
  return removal({
    call: 'deleteVolume',
    input: { params: { volume_fid: volume.fid } },
    ...wordsOf('delete', labelOf(volume)),
    list: 'volumes',
    fid: volume.fid,
    name: labelOf(volume),
  });
}

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
    searchWords: ['delete', 'remove', 'rm', 'destroy', 'kill'],
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

export const volumeActions: ActionsOf<'volumes'> = { actions, verdictOn };
