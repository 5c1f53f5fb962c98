import { issuesOf } from '../api/field-issues.ts';
import { type NewApiKey, newApiKey } from '../contract/api-key.ts';
import { DAY_MS, moment, shortDuration } from '../lib/duration.ts';
import type { Context } from './context.ts';
import { type Form, type FormResult, fieldsOfBody, textOf, type Values } from './form.ts';
import { creation, type Write } from './write.ts';

export const fields = fieldsOfBody(newApiKey(), [
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

/** A date, or a date and a time of day, in UTC like all times of the interface (section 2) unless it has an offset. */
const DATE = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)(Z|[+-]\d{2}:\d{2})?)?$/i;

/** When a key expires, as sent: null for never, which the service may refuse (section 4.1). */
export type Expiry = { readonly at: string | null };

/** What may be typed for it. */
export const EXPIRY_HINT = 'Give 7d, 30d, 90d, 1y, a date like 2027-01-31, or never.';

/** Reads `30d`, `2w`, `1y`, a date, a time or `never`; null when it can't be read. */
export function expiry(text: string, now: number): Expiry | null {
  if (/^never$/i.test(text)) return { at: null };
  const at = timestamp(text, now);
  return at === null ? null : { at };
}

/** Whether a key would have expired already. */
export const isPast = ({ at }: Expiry, now: number): boolean => at !== null && Date.parse(at) <= now;

function timestamp(text: string, now: number): string | null {
  const [, count, unit] = /^(\d{1,4})\s*([dwmy])$/i.exec(text) ?? [];
  if (count !== undefined && unit !== undefined) {
    // To the next whole minute: with seconds the review would be another question each second.
    const from = Math.ceil(now / MINUTE_MS) * MINUTE_MS;
    const date = new Date(from);
    const n = Number(count);
    if (unit.toLowerCase() === 'y') date.setUTCFullYear(date.getUTCFullYear() + n);
    else if (unit.toLowerCase() === 'm') date.setUTCMonth(date.getUTCMonth() + n);
    else date.setTime(from + n * DAY_MS * (unit.toLowerCase() === 'w' ? 7 : 1));
    return `${date.toISOString().slice(0, 19)}Z`;
  }
  const [, day, clock = '00:00', offset = 'Z'] = DATE.exec(text) ?? [];
  if (day === undefined) return null;
  const [midnight, at] = [Date.parse(`${day}T00:00Z`), Date.parse(`${day}T${clock}${offset.toUpperCase()}`)];
  // Date.parse reads 30 February as 2 March.
  if (Number.isNaN(at) || !new Date(midnight).toISOString().startsWith(day)) return null;
  return `${new Date(at).toISOString().slice(0, 19)}Z`;
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

/** The write that creates a key. */
export function createApiKey(body: NewApiKey): Write {
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

export function createApiKeyForm(): Form {
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
