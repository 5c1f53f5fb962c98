import type { Volume } from '../contract/volume.ts';
import type { Context } from './context.ts';
import { anyOf } from './filter/parse.ts';
import { aliasOr } from './parts/aliases.ts';
import { isStatus } from './parts/status.ts';
import type { Action, ActionsOf, Confirmation, Jump } from './resource.ts';
import { createVolumeForm, fields } from './volume-form.ts';
import { labelOf, size, users } from './volumes.ts';
import { removal, type Verdict, type Write } from './write.ts';

/** Why a volume can't be deleted: it is in use (section 3), and not only by bids that have ended. */
export function inUse(volume: Volume, context: Context): string | null {
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

/** The write that deletes a volume (section 4.4), which can't be undone: its data is lost. */
export function deleteVolume(volume: Volume): Write {
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

/** What can be done with a row of volumes. */
export const volumeActions: ActionsOf<'volumes'> = { actions, verdictOn };
