import * as z from 'zod';
import { once } from '../lib/memoize.ts';
import { printableJson, printableLine } from '../lib/sanitize.ts';
import { cut } from '../lib/width.ts';
import type { FieldIssue } from './result.ts';

export type ErrorBody = { readonly said: string | null; readonly fields: readonly FieldIssue[] };

const MAX_COLUMNS = 300;
const MAX_LOOKED_AT = 16_384;
const MAX_FIELDS = 100;
const DEEPEST = 6;
const MESSAGE_NAMES = [
  'detail',
  'message',
  'msg',
  'error_description',
  'error',
  'errors',
  'title',
  'description',
  'reason',
  'code',
] as const;

const memberSchema = once(() => z.record(z.string(), z.unknown()));
const pathSchema = once(() => z.array(z.union([z.string(), z.number()])));

/** Usual JSON, text or a web page: the shape is not shown (section 7). `hide` is the token. */
export function parseErrorBody(text: string, hide: string): ErrorBody {
  const value = printableJson(parsed(text));
  const clean = (message: string): string | null => line(message, hide);
  if (value === undefined) {
    const message = isMarkup(text) ? markupMessage(text) : text.slice(0, MAX_LOOKED_AT);
    return { said: clean(message ?? ''), fields: [] };
  }
  const fields = fieldsOf(value)
    .slice(0, MAX_FIELDS)
    .flatMap(({ path, message }) => {
      const shown = clean(message);
      return shown === null ? [] : [{ path, message: shown }];
    });
  return { said: clean(message(value, 0) ?? wholeJson(value)), fields };
}

export function isMarkup(text: string): boolean {
  return /^\s*<[!?a-z]/i.test(text.slice(0, 1000));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function line(text: string, hide: string): string | null {
  // Shorter than any real token: the word "token" would disappear from every message.
  const hidden = hide.length < 8 ? text : text.replaceAll(hide, '…');
  const shown = printableLine(hidden.slice(0, MAX_LOOKED_AT)).replace(/\s+/gu, ' ').trim();
  return shown === '' ? null : cut(shown.slice(0, MAX_COLUMNS * 4).toWellFormed(), MAX_COLUMNS, '...');
}

function message(value: unknown, depth: number): string | null {
  if (depth > DEEPEST) return null;
  if (typeof value === 'string') return value.trim() === '' ? null : value;
  if (Array.isArray(value)) {
    const each = value.slice(0, 5).flatMap((item) => message(item, depth + 1) ?? []);
    return each.length === 0 ? null : each.join('; ');
  }
  const members = memberSchema().safeParse(value);
  if (!members.success) return null;
  const path = fieldPath(members.data);
  for (const name of MESSAGE_NAMES) {
    const found = message(members.data[name], depth + 1);
    if (found !== null) return path === null || path.length === 0 ? found : `${path.join('.')}: ${found}`;
  }
  return messagesByField(members.data);
}

/** Messages by field, `{"name": ["is taken"]}`; null for any other object. */
function messagesByField(members: Readonly<Record<string, unknown>>): string | null {
  const lists = z.record(z.string(), z.array(z.string()).min(1)).safeParse(members);
  if (!lists.success || Object.keys(lists.data).length === 0) return null;
  return Object.entries(lists.data)
    .map(([field, messages]) => `${field}: ${messages.join('; ')}`)
    .join('; ');
}

function wholeJson(value: unknown): string {
  if (typeof value !== 'object' || value === null || Object.keys(value).length === 0) return '';
  return JSON.stringify(value);
}

/** Fields of FastAPI (`detail` with `loc` and `msg`), or `errors` of `field` and `message`. */
function fieldsOf(value: unknown): readonly FieldIssue[] {
  const members = memberSchema().safeParse(value);
  const lists = members.success ? [members.data['detail'], members.data['errors'], members.data['error']] : [value];
  return lists.flatMap((list) => (Array.isArray(list) ? list.flatMap(fieldOf) : nested(list)));
}

function nested(value: unknown): readonly FieldIssue[] {
  const members = memberSchema().safeParse(value);
  const list = members.success ? (members.data['errors'] ?? members.data['details']) : null;
  return Array.isArray(list) ? list.flatMap(fieldOf) : [];
}

function fieldOf(item: unknown): readonly FieldIssue[] {
  const members = memberSchema().safeParse(item);
  if (!members.success) return [];
  const path = fieldPath(members.data);
  const found = message({ ...members.data, loc: undefined, field: undefined, path: undefined }, 1);
  return path === null || found === null ? [] : [{ path, message: found }];
}

/** The first part is body, query or path. */
function fieldPath(members: Readonly<Record<string, unknown>>): readonly (string | number)[] | null {
  const given = members['loc'] ?? members['field'] ?? members['path'];
  const path = pathSchema().safeParse(typeof given === 'string' ? given.split('.') : given);
  if (!path.success) return null;
  const [first, ...rest] = path.data;
  const parts = first === 'body' || first === 'query' || first === 'path' ? rest : path.data;
  return parts.map((part) => (typeof part === 'string' ? printableLine(part) : part));
}

/** The title or first heading of a page, never its tags. */
function markupMessage(text: string): string | null {
  const head = text.slice(0, MAX_LOOKED_AT);
  const title = ['title', 'h1', 'h2', 'h3', 'message'].map((name) => inner(head, name)).find((found) => found !== null);
  return title ?? null;
}

function inner(text: string, name: string): string | null {
  const found = new RegExp(`<${name}(?:\\s[^>]*)?>([^]*?)</${name}\\s*>`, 'i').exec(text)?.[1];
  if (found === undefined) return null;
  const words = found
    .replace(/<[^>]*>/g, ' ')
    .replace(/[<>]/g, ' ')
    .replace(/&nbsp;/gi, ' ')
    .replace(/&quot;/gi, '"')
    .replace(/&(?:#39|apos);/gi, "'")
    .replace(/&amp;/gi, '&')
    .trim();
  return words === '' ? null : words;
}
