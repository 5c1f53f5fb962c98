import * as z from 'zod';
import type { ForeignEndpoint } from '../../api/client.ts';
import { readPage } from '../../api/rows.ts';
import { none } from '../../contract/endpoint.ts';
import { DAY_MS } from '../../lib/duration.ts';
import { showNotice } from '../../store/activity.ts';
import type { ConsoleState } from '../../store/state.ts';
import type { Extra, ExtraName, Send } from './extra.ts';
import type { NamesList } from './names-lists.ts';
import { type NamesFrom, namesOfRows } from './names-of-rows.ts';
import { serviceNamesOf, withServiceNames } from './names-state.ts';

const NAMES_AGE_MS = DAY_MS;
const MAX_PAGES = 50;
const MAX_ROWS = 5_000;

/** Rows read so far of a list with more pages. */
type Begun = { readonly rows: readonly unknown[]; readonly pages: number; readonly next: string | null };

declare module './state.ts' {
  interface KnownExtras {
    readonly begunLists?: ReadonlyMap<ExtraName, Begun>;
  }
}

const NOTHING_READ: Begun = { rows: [], pages: 0, next: null };

/** The members are read one by one (`namesOfRows`), so a bad row does not refuse the others. */
const listAt = (path: ForeignEndpoint['path']) =>
  ({
    method: 'GET',
    path,
    summary: '',
    params: none,
    query: z.strictObject({ next_cursor: z.string().nullish() }),
    body: null,
    success: 200,
    answer: { kind: 'one', of: z.unknown() },
    errors: [],
  }) as const satisfies ForeignEndpoint;

/** One object is a list of it: `/v2/me`. */
const pageOf = (answer: unknown) =>
  readPage(answer) ?? (typeof answer === 'object' && answer !== null ? { rows: [answer], next: null } : null);

const sendFor =
  ({ list: name, from, isOwn = false }: NamesList, before: Begun): Send =>
  async (reads, path, signal) => {
    const answer = await reads.readForeign(listAt(path), { query: { next_cursor: before.next } }, { signal });
    if (!answer.ok) return answer;
    const page = pageOf(answer.value);
    if (page === null) return { ok: false, error: { kind: 'unexpected', why: 'the answer is not a list' } };
    const begun = { rows: [...before.rows, ...page.rows], pages: before.pages + 1, next: page.next };
    if (begun.next !== null && begun.pages < MAX_PAGES && begun.rows.length < MAX_ROWS)
      return { ok: true, value: () => (state) => withBegun(state, name, begun) };
    const { names, left } = namesOfRows(begun.rows.slice(0, MAX_ROWS), from);
    // Names equal to their identifiers are left out, and none may remain.
    if (names.size === 0 && (isOwn || begun.rows.length === 0))
      return { ok: false, error: { kind: 'unexpected', why: noneWords(begun.rows.length, from) } };
    const list = { list: name, from: { ...from, path }, names, left };
    return {
      ok: true,
      value: (readAt) => (state) => withServiceNames(withBegun(state, name, null), { ...list, readAt }),
    };
  };

function withBegun(state: ConsoleState, name: ExtraName, begun: Begun | null): ConsoleState {
  const begunLists = new Map(state.extras?.begunLists);
  if (begun === null) begunLists.delete(name);
  else begunLists.set(name, begun);
  return { ...state, extras: { ...state.extras, begunLists } };
}

const noneWords = (rows: number, { identifier, names }: Pick<NamesFrom, 'identifier' | 'names'>): string =>
  rows === 0
    ? 'the list has no rows'
    : `none of its ${rows} rows has a usable name in "${names.join('" or "')}" for what is in "${identifier}"`;

/** Read once a day; the operator's own names win. The embedded market's types say what they are. */
export function namesExtra(of: NamesList): Extra {
  const { list: name, says, from, isOwn = false } = of;
  const { path } = from;
  const sendAfter = (begun: Begun): Send => sendFor(of, begun);
  return {
    name,
    path,
    says,
    asks: (state) => {
      if (state.connected.demo && name === 'instance-types') return [];
      const begun = state.extras?.begunLists?.get(name);
      const known = serviceNamesOf(state).find(({ list }) => list === name);
      const readAt = begun === undefined ? (known?.readAt ?? null) : null;
      return [{ readAt, everyMs: NAMES_AGE_MS, isAwaited: false, send: sendAfter(begun ?? NOTHING_READ) }];
    },
    trial: () => sendAfter(NOTHING_READ),
    ...(isOwn
      ? { refused: (why) => (state) => showNotice(state, `Names were not read from ${path}: ${why}`, 'warn') }
      : {}),
  };
}
