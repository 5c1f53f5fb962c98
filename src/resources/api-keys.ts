import { issuesOf } from '../api/field-issues.ts';
import { type ApiKey, apiKeyEndpoints, NewApiKey } from '../contract/api-key.ts';
import { DAY_MS, moment, shortDuration } from '../lib/duration.ts';
import type { Cell } from './cell.ts';
import type { Context } from './context.ts';
import { type Checked, type Field, type Form, textOf, type Values } from './form.ts';
import {
  ageColumn,
  createdColumn,
  detailText,
  detailTime,
  fidColumn,
  nameColumn,
  textColumn,
} from './parts/columns.ts';
import { rowPlaceholders } from './placeholders.ts';
import type { Action, Column, Confirmation, DetailSection, ServiceResource } from './resource.ts';
import { creation, removal, type Verdict, type Write } from './write.ts';

/** A key that ends sooner than this stands out. */
const SOON_MS = 7 * DAY_MS;

const labelOf = (key: ApiKey): string => key.name || key.fid;

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

const columns: readonly Column<ApiKey>[] = [
  nameColumn(),
  textColumn({ id: 'snippet', header: 'SNIPPET', width: 11, priority: 3 }, (key) => key.snippet),
  {
    id: 'expires',
    header: 'EXPIRES',
    width: 8,
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
    header: 'STATE',
    width: 11,
    priority: 2,
    cell: stateOf,
    sortBy: (key, context) => stateOf(key, context).text,
    groupBy: (key, context) => stateOf(key, context).text,
  },
  ageColumn(4),
  createdColumn(6),
  fidColumn(7),
];

function askToRevoke(keys: readonly ApiKey[], context: Context): Confirmation {
  const only = keys.length === 1 ? keys[0] : undefined;
  const own = keys.find((key) => context.signedInWith(key));
  return {
    title: only === undefined ? `Revoke ${keys.length} API keys` : `Revoke the API key ${labelOf(only)}`,
    lines: [
      ...keys.map((key) => ({ text: `${labelOf(key)}  ${key.snippet ?? ''}` })),
      { text: 'Every client that uses it loses access at once. This cannot be undone.', tone: 'warn' },
      ...(own === undefined
        ? []
        : [
            {
              text: `This console is signed in with ${labelOf(own)}: it will be signed out too.`,
              tone: 'bad' as const,
            },
          ]),
    ],
    typed: only === undefined ? String(keys.length) : own === undefined ? null : labelOf(only),
  };
}

function revoke(key: ApiKey): Write {
  return removal({
    call: 'revokeApiKey',
    input: { params: { key_fid: key.fid } },
    verb: 'revoke',
    pendingLabel: 'revoking',
    successText: `Revoked ${labelOf(key)}.`,
    list: 'apiKeys',
    fid: key.fid,
    name: labelOf(key),
  });
}

/** What the list tells of a write whose answer was lost. */
function verdictOn({ call, fid }: Write, { rowOf }: Context): Verdict | null {
  if (call !== 'revokeApiKey' || fid === null) return null;
  const now = rowOf('apiKeys', fid)?.row;
  return now === undefined || now.deactivated_at !== null
    ? { succeeded: true, text: 'was revoked' }
    : { succeeded: false, text: 'was not revoked: it is still active' };
}

const fields: readonly Field[] = [
  { id: 'name', label: 'Name', help: 'Key name.', kind: 'line', path: ['name'] },
  {
    id: 'expires',
    label: 'Expires',
    help: 'A duration such as 30d or 1y, or a date such as 2027-01-31.',
    kind: 'line',
    path: ['expires_at'],
    suggest: () => ['7d', '30d', '90d', '1y'].map((value) => ({ value, label: value })),
  },
];

/** A date, or a date and a time of day, which is in UTC as all times of the interface are (section 2) unless it has an offset. */
const DATE = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:\d{2})?)?$/i;

/** `30d`, `2w`, `1y`, a date or a time, as the timestamp to send; null when it can't be read. */
function expiry(text: string, now: number): string | null {
  const [, count, unit] = /^(\d{1,4})\s*([dwmy])$/i.exec(text) ?? [];
  if (count !== undefined && unit !== undefined) {
    const date = new Date(now);
    const n = Number(count);
    if (unit.toLowerCase() === 'y') date.setUTCFullYear(date.getUTCFullYear() + n);
    else if (unit.toLowerCase() === 'm') date.setUTCMonth(date.getUTCMonth() + n);
    else date.setTime(now + n * DAY_MS * (unit.toLowerCase() === 'w' ? 7 : 1));
    return `${date.toISOString().slice(0, 19)}Z`;
  }
  const [, day, clock = '00:00', offset = 'Z'] = DATE.exec(text) ?? [];
  if (day === undefined) return null;
  const [midnight, at] = [Date.parse(`${day}T00:00Z`), Date.parse(`${day}T${clock}${offset.toUpperCase()}`)];
  // The engine takes 30 February for 2 March.
  if (Number.isNaN(at) || !new Date(midnight).toISOString().startsWith(day)) return null;
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
}

function check(values: Values, context: Context): Checked {
  const until = expiry(textOf(values, 'expires').trim(), context.now);
  if (until === null)
    return {
      ok: false,
      issues: [{ path: ['expires_at'], message: 'Give 7d, 30d, 90d, 1y or a date like 2027-01-31.' }],
    };
  if (Date.parse(until) <= context.now)
    return { ok: false, issues: [{ path: ['expires_at'], message: 'This time is in the past.' }] };
  const body = NewApiKey.safeParse({ name: textOf(values, 'name').trim(), expires_at: until });
  if (!body.success) return { ok: false, issues: issuesOf(body.error) };
  return {
    ok: true,
    retype: null,
    writes: [createApiKey(body.data)],
    review: [
      { field: 'Name', value: body.data.name },
      {
        field: 'Expires',
        value: `${moment(Date.parse(until))}  (in ${shortDuration(Date.parse(until) - context.now)})`,
      },
    ],
  };
}

function createApiKey(body: NewApiKey): Write {
  return creation({
    call: 'createApiKey',
    input: { body },
    verb: 'create',
    pendingLabel: 'creating',
    successText: `Created the API key ${body.name}.`,
    list: 'apiKeys',
    name: body.name,
    secret: {
      what: 'api-key',
      title: `The API key ${body.name}`,
      name: body.name,
      lines: ['It has all your permissions. Later only its first characters are shown.'],
      path: `~/${body.name.replace(/[^\w.-]/g, '_').replace(/^\.+/, '') || 'api-key'}.token`,
    },
  });
}

const revokedAlready = (key: ApiKey): string | null =>
  key.deactivated_at === null ? null : `${labelOf(key)} is revoked already.`;

const actions: readonly Action<ApiKey>[] = [
  {
    id: 'create-api-key',
    key: 'n',
    label: 'Create an API key',
    hint: 'new',
    effect: {
      kind: 'new',
      fields,
      mayBringSecret: true,
      open: (): Form => ({
        id: 'create-api-key',
        title: 'Create an API key',
        list: 'apiKeys',
        fields,
        start: { text: { expires: '30d' }, picked: {} },
        bringsSecret: () => true,
        remarks: () => [],
        check,
      }),
    },
  },
  {
    id: 'revoke-api-key',
    key: 'x',
    label: 'Revoke the API key: asks first',
    hint: 'revoke',
    disabledReason: revokedAlready,
    alreadyDone: revokedAlready,
    effect: { kind: 'destroy', ask: askToRevoke, write: revoke },
  },
];

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

/** How near an expiry is, in the steps that are worth an event; null while it is further away. `left` in milliseconds. */
function expiryStep(left: number): string | null {
  if (left <= 0) return 'expired';
  if (left <= DAY_MS) return 'in less than a day';
  return left <= SOON_MS ? 'in less than 7 days' : null;
}

export const apiKeys: ServiceResource<'apiKeys'> = {
  name: 'apiKeys',
  key: '5',
  title: 'API keys',
  side: 'resources',
  words: { list: 'api-keys', one: 'api-key', verbs: 'Create or revoke API keys.' },
  one: 'API key',
  endpoint: apiKeyEndpoints.listApiKeys,
  joins: [],
  trackedFields: ({ name, expires_at, deactivated_at }, now) => ({
    name,
    deactivated: deactivated_at === null || deactivated_at > now ? null : 'yes',
    expires: expires_at === null ? null : expiryStep(expires_at - now),
  }),
  tracksTime: true,
  fieldNames: { expires: 'expiry', deactivated: 'revoked' },
  placeholders: rowPlaceholders,
  empty: (key) => `No API keys. Press ${key('create-api-key', 'n')} to create one.`,
  columns,
  sort: { column: 'expires', descending: false },
  actions,
  verdictOn,
  detail,
  labelOf,
  copies: [],
};
