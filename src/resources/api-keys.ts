import { type ApiKey, apiKeyEndpoints } from '../contract/api-key.ts';
import { DAY_MS, shortDuration } from '../lib/duration.ts';
import type { Cell } from './cell.ts';
import type { Context } from './context.ts';
import { labelOf } from './parts/aliases.ts';
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
import { rowPlaceholders } from './placeholders.ts';
import type { DetailSection, ServiceResource } from './resource.ts';

/** Expiry is highlighted from here on. */
const SOON_MS = 7 * DAY_MS;

function stateOf(key: ApiKey, context: Context): Cell {
  if (context.pending(key.fid) !== null)
    return { text: `${context.pending(key.fid)?.label}${context.glyphs.more}`, tone: 'busy' };
  if (key.deactivated_at !== null) return { text: 'revoked', tone: 'dim' };
  if (key.expires_at !== null && key.expires_at <= context.now) return { text: 'expired', tone: 'bad' };
  return context.signedInWith(key) ? { text: 'in use here', tone: 'accent' } : { text: 'active', tone: 'good' };
}

function expiryOf(key: ApiKey, context: Context): Cell {
  if (key.expires_at === null) return { text: context.glyphs.none, tone: 'dim' };
  const left = key.expires_at - context.now;
  if (left <= 0) return { text: `${shortDuration(-left)} ago`, tone: 'dim' };
  const soon = left < SOON_MS && key.deactivated_at === null;
  return soon
    ? { text: `in ${shortDuration(left)} ${context.glyphs.warn}`, tone: 'warn' }
    : { text: `in ${shortDuration(left)}` };
}

const columns = withUnreadableCells<ApiKey>([
  nameColumn(),
  textColumn({ id: 'snippet', header: 'SNIPPET', width: 11, priority: 3, reads: ['snippet'] }, (key) => key.snippet),
  {
    id: 'expires',
    reads: ['expires_at'],
    header: 'EXPIRES',
    width: 8,
    steady: true,
    align: 'right',
    priority: 1,
    cell: expiryOf,
    sortBy: (key) => key.expires_at,
    compareAs: {
      kind: 'time',
      of: ({ expires_at }, { now }) => (expires_at === null ? null : { amount: expires_at - now, unit: '' }),
    },
  },
  {
    id: 'state',
    reads: ['deactivated_at', 'expires_at'],
    header: 'STATE',
    width: 11,
    priority: 2,
    cell: stateOf,
    sortBy: (key, context) => stateOf(key, context).text,
    groupBy: (key, context) => stateOf(key, context).text,
  },
  ageColumn(5),
  createdColumn(6),
  fidColumn(7),
]);

function detail(key: ApiKey, context: Context): readonly DetailSection[] {
  return [
    {
      title: 'API key',
      lines: [
        detailText('Name', key.name, context),
        { label: 'Identifier', text: key.fid },
        { label: 'State', ...stateOf(key, context) },
        detailText('Starts with', key.snippet, context),
        detailTime('Created', key.created_at, context),
        detailTime('Expires', key.expires_at, context),
        detailTime('Revoked', key.deactivated_at, context),
      ],
    },
  ];
}

/** An approaching expiry is recorded as an event, step by step. */
function expiryStep(left: number): string | null {
  if (left <= 0) return 'expired';
  if (left <= DAY_MS) return 'in less than a day';
  return left <= SOON_MS ? 'in less than 7 days' : null;
}

export const apiKeys: ServiceResource<'apiKeys'> = {
  name: 'apiKeys',
  key: '5',
  alias: 'api',
  searchWords: ['tokens', 'credentials'],
  title: 'API keys',
  side: 'resources',
  words: { list: 'api-keys', one: 'api-key', verbs: 'Create or revoke API keys.' },
  one: 'API key',
  endpoint: apiKeyEndpoints.listApiKeys,
  without: 'nobody is warned of keys that expire, and no key is rotated',
  joins: [],
  trackedFields: ({ name, expires_at, deactivated_at }, now) => ({
    name,
    deactivated: deactivated_at === null || deactivated_at > now ? null : 'yes',
    expires: expires_at === null ? null : expiryStep(expires_at - now),
  }),
  madeOf: { deactivated: ['deactivated_at'], expires: ['expires_at'] },
  tracksTime: true,
  fieldNames: { expires: 'expiry', deactivated: 'revoked' },
  placeholders: rowPlaceholders,
  empty: (key) => ['No API keys. Programs sign in with them.', `Press ${key('create-api-key', 'n')} to create one.`],
  columns,
  sort: { column: 'expires', descending: false },
  actions: [],
  detail,
  labelOf,
  copies: [],
};
