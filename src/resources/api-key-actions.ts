import { issuesOf } from '../api/request.ts';
import { type ApiKey, type NewApiKey, newApiKey } from '../contract/api-key.ts';
import { DAY_MS, moment, shortDuration } from '../lib/duration.ts';
import type { Context } from './context.ts';
import { type Form, type FormResult, fieldsOfBody, textOf, type Values } from './form.ts';
import { labelOf } from './parts/aliases.ts';
import { askToRemove } from './parts/questions.ts';
import type { Action, ActionsOf, Confirmation } from './resource.ts';
import { creation, removal, type Verdict, type Write, wordsOf } from './write.ts';

const fields = fieldsOfBody(newApiKey(), [
  { id: 'name', label: 'Name', help: 'Key name.', kind: 'line', path: ['name'] },
  {
    id: 'expires',
    label: 'Expires',
    help: 'A duration such as 30d or 1y, a date such as 2027-01-31, or never.',
    kind: 'line',
    path: ['expires_at'],
    suggest: () => ['7d', '30d', '90d', '1y', 'never'].map((value) => ({ value, label: value })),
  },
]);

const MINUTE_MS = 60_000;

/** In UTC (section 2) unless it has an offset. */
const DATE = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:\d{2})?)?$/i;

/** Null for never, which the service may refuse (section 4.1). */
export type Expiry = { readonly at: string | null };

export const EXPIRY_HINT = 'Give 7d, 30d, 90d, 1y, a date like 2027-01-31, or never.';

/** Reads `30d`, `2w`, `1y`, a date, a time or `never`. */
export function expiry(text: string, now: number): Expiry | null {
  if (/^never$/i.test(text)) return { at: null };
  const at = timestamp(text, now);
  return at === null ? null : { at };
}

export const isPast = ({ at }: Expiry, now: number): boolean => at !== null && Date.parse(at) <= now;

/** A time as it is sent, to the second. */
const inSeconds = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`;

function timestamp(text: string, now: number): string | null {
  const [, count, unit] = /^(\d{1,4})\s*([dwmy])$/i.exec(text) ?? [];
  if (count !== undefined && unit !== undefined) {
    // To the next whole minute: with seconds the review would change each second.
    const from = Math.ceil(now / MINUTE_MS) * MINUTE_MS;
    const date = new Date(from);
    const n = Number(count);
    if (unit.toLowerCase() === 'y') date.setUTCFullYear(date.getUTCFullYear() + n);
    else if (unit.toLowerCase() === 'm') date.setUTCMonth(date.getUTCMonth() + n);
    else date.setTime(from + n * DAY_MS * (unit.toLowerCase() === 'w' ? 7 : 1));
    return inSeconds(date.getTime());
  }
  const [, day, clock = '00:00', offset = 'Z'] = DATE.exec(text) ?? [];
  if (day === undefined) return null;
  const [midnight, at] = [Date.parse(`${day}T00:00Z`), Date.parse(`${day}T${clock}${offset.toUpperCase()}`)];
  // Date.parse reads 30 February as 2 March.
  if (Number.isNaN(at) || !new Date(midnight).toISOString().startsWith(day)) return null;
  return inSeconds(at);
}

function check(values: Values, context: Context): FormResult {
  const until = expiry(textOf(values, 'expires').trim(), context.now);
  if (until === null)
    return {
      ok: false,
      issues: [{ path: ['expires_at'], message: EXPIRY_HINT }],
    };
  if (isPast(until, context.now))
    return { ok: false, issues: [{ path: ['expires_at'], message: 'This time is in the past.' }] };
  const body = newApiKey().safeParse({ name: textOf(values, 'name').trim(), expires_at: until.at });
  if (!body.success) return { ok: false, issues: issuesOf(body.error) };
  return {
    ok: true,
    retype: null,
    writes: [createApiKey(body.data)],
    review: [
      { field: 'Name', value: body.data.name },
      {
        field: 'Expires',
        value:
          until.at === null
            ? 'never, if the service allows that'
            : `${moment(Date.parse(until.at))}  (in ${shortDuration(Date.parse(until.at) - context.now)})`,
      },
    ],
  };
}

export function createApiKey(body: NewApiKey): Write {
  return creation({
    call: 'createApiKey',
    input: { body },
    ...wordsOf('create', `the API key ${body.name}`),
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

function createApiKeyForm(): Form {
  return {
    id: 'create-api-key',
    title: 'Create an API key',
    list: 'apiKeys',
    fields,
    start: { text: { expires: '30d' }, picked: {} },
    bringsSecret: () => true,
    remarks: () => [],
    check,
  };
}

function askToRevoke(keys: readonly ApiKey[], context: Context): Confirmation {
  const own = keys.find((key) => context.signedInWith(key));
  const signedOut = own && `This console is signed in with ${labelOf(own)}: it will be signed out too.`;
  return askToRemove(keys, {
    verb: 'Revoke',
    one: 'API key',
    line: (key) => `${labelOf(key)}  ${key.snippet ?? ''}`,
    notes: [
      { text: 'Every client that uses it loses access at once. This cannot be undone.', tone: 'warn' },
      ...(signedOut === undefined ? [] : [{ text: signedOut, tone: 'bad' as const }]),
    ],
    typed: (key) => (own === undefined ? null : labelOf(key)),
  });
}

export function revokeApiKey(key: ApiKey): Write {
  return removal({
    call: 'revokeApiKey',
    input: { params: { key_fid: key.fid } },
    ...wordsOf('revoke', labelOf(key)),
    list: 'apiKeys',
    fid: key.fid,
    name: labelOf(key),
  });
}

/** How a write with a lost response ended, by the rows read since. */
function verdictOn({ call, fid }: Write, { rowOf }: Context): Verdict | null {
  if (call !== 'revokeApiKey' || fid === null) return null;
  const now = rowOf('apiKeys', fid)?.row;
  return now === undefined || now.deactivated_at !== null
    ? { succeeded: true, text: 'was revoked' }
    : { succeeded: false, text: 'was not revoked: it is still active' };
}

const revokedAlready = (key: ApiKey): string | null =>
  key.deactivated_at === null ? null : `${labelOf(key)} is revoked already.`;

const actions: readonly Action<ApiKey>[] = [
  {
    id: 'create-api-key',
    key: 'n',
    label: 'Create an API key',
    searchWords: ['new', 'create', 'add'],
    hint: 'new',
    effect: {
      kind: 'new',
      fields,
      mayBringSecret: true,
      open: createApiKeyForm,
    },
  },
  {
    id: 'revoke-api-key',
    key: 'x',
    label: 'Revoke the API key: asks first',
    searchWords: ['revoke', 'delete', 'remove', 'rm', 'destroy', 'kill'],
    hint: 'revoke',
    disabledReason: revokedAlready,
    alreadyDone: revokedAlready,
    effect: { kind: 'destroy', ask: askToRevoke, write: revokeApiKey },
  },
];

/** What can be done with a row of API keys. */
export const apiKeyActions: ActionsOf<'apiKeys'> = { actions, verdictOn };
