import { type SshKey, sshKeyEndpoints } from '../contract/ssh-key.ts';
import type { Context } from './context.ts';
import { identifierColumn, labelOf } from './parts/aliases.ts';
import {
  ageColumn,
  createdColumn,
  detailText,
  detailTime,
  fidColumn,
  nameColumn,
  withUnreadableCells,
} from './parts/columns.ts';
import { projectPlaceholders } from './placeholders.ts';
import type { DetailSection, ServiceResource } from './resource.ts';
import { fingerprint } from './ssh-fingerprint.ts';

/** `rsa 3072`, `ed25519`. */
function typeOf(key: SshKey): string | null {
  const print = fingerprint(key.public_key);
  if (print === null) return null;
  return print.bits === null ? print.type : `${print.type} ${print.bits}`;
}

/** Whether the private half is in ~/.ssh of this machine. */
function isHere(key: SshKey, context: Context): boolean {
  const print = fingerprint(key.public_key);
  return print !== null && context.localSshKeys.has(print.sha256);
}

const columns = withUnreadableCells<SshKey>([
  nameColumn(),
  {
    id: 'type',
    reads: ['public_key'],
    header: 'TYPE',
    width: 8,
    priority: 1,
    cell: (key, context) => ({ text: typeOf(key) ?? context.glyphs.none }),
    sortBy: (key) => fingerprint(key.public_key)?.type ?? null,
  },
  {
    id: 'fingerprint',
    reads: ['public_key'],
    header: 'FINGERPRINT',
    width: 14,
    maxWidth: 50,
    priority: 3,
    cell: (key, context) => ({ text: fingerprint(key.public_key)?.sha256 ?? context.glyphs.none, tone: 'dim' }),
    sortBy: (key) => fingerprint(key.public_key)?.sha256 ?? null,
  },
  {
    id: 'here',
    reads: ['public_key'],
    header: 'HERE',
    width: 4,
    priority: 2,
    cell: (key, context) =>
      isHere(key, context) ? { text: 'yes', tone: 'good' } : { text: context.glyphs.none, tone: 'dim' },
    sortBy: (key, context) => (isHere(key, context) ? 0 : 1),
  },
  ageColumn(5),
  createdColumn(6),
  identifierColumn(
    { id: 'project', header: 'PROJECT', width: 12, priority: 7, optional: true, reads: ['project'] },
    (key) => key.project,
  ),
  fidColumn(8),
]);

function detail(key: SshKey, context: Context): readonly DetailSection[] {
  return [
    {
      title: 'SSH key',
      lines: [
        detailText('Name', key.name, context),
        { label: 'Identifier', text: key.fid },
        detailText('Type', typeOf(key), context),
        { label: 'Private half', text: isHere(key, context) ? 'in ~/.ssh on this machine' : 'not found in ~/.ssh' },
        detailText('Fingerprint', fingerprint(key.public_key)?.sha256 ?? null, context),
        detailText('Project', key.project, context),
        detailTime('Created', key.created_at, context),
        detailText('Public key', key.public_key, context),
      ],
    },
  ];
}

export const sshKeys: ServiceResource<'sshKeys'> = {
  name: 'sshKeys',
  key: '4',
  alias: 'keys',
  searchWords: ['public keys', 'keypair'],
  title: 'SSH keys',
  side: 'resources',
  words: { list: 'ssh-keys', one: 'ssh-key', verbs: 'Create SSH keys.' },
  one: 'SSH key',
  endpoint: sshKeyEndpoints.listSshKeys,
  without: 'bids show identifiers of SSH keys in place of names',
  joins: [],
  trackedFields: ({ name }) => ({ name }),
  placeholders: projectPlaceholders,
  empty: (key) => [
    'No SSH keys yet. Instances let you log in with them.',
    `Press ${key('create-ssh-key', 'n')} to add one.`,
  ],
  absent: () => ({
    'cancel-bid': "SSH keys can't be deleted here: the service has no request for it.",
    'edit-bid': "SSH keys can't be changed: create another one.",
  }),
  columns,
  sort: { column: 'name', descending: false },
  actions: [],
  detail,
  labelOf,
  copies: [{ key: 'k', label: 'public key', text: ({ public_key }) => public_key }],
};
