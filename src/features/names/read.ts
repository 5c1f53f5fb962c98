import type { ForeignLists } from '../../api/client.ts';
import { errorMessage } from '../../api/error-messages.ts';
import type { Outcome } from '../../api/result.ts';
import type { KeptNames } from './kept.ts';
import type { NamesFrom } from './names-from.ts';
import { namesOfRows } from './names-of-rows.ts';

/** Most pages and rows of a list of names. */
const MAX_PAGES = 50;
const MAX_ROWS = 5_000;

/** Reads the names of a list, or says in a sentence why there are none. `now` is the time of the reading, in milliseconds since 1970. */
export async function readNames(
  lists: ForeignLists,
  from: NamesFrom,
  now: number,
  signal?: AbortSignal,
): Promise<Outcome<KeptNames, string>> {
  const rows: unknown[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await lists.foreignPage(from.path, cursor, signal === undefined ? {} : { signal });
    if (!answer.ok) return { ok: false, error: errorMessage(answer.error).what };
    rows.push(...answer.value.rows);
    cursor = answer.value.next;
    if (cursor === null || rows.length >= MAX_ROWS) break;
  }
  const { names, left } = namesOfRows(rows.slice(0, MAX_ROWS), from);
  if (names.size === 0) return { ok: false, error: noneSentence(rows.length, from) };
  return { ok: true, value: { readAt: now, names, left } };
}

const noneSentence = (rows: number, { identifier, name }: NamesFrom): string =>
  rows === 0
    ? 'The list has no rows.'
    : `None of its ${rows} rows has a usable name in "${name}" for what is in "${identifier}".`;
