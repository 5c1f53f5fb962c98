import type { ForeignLists } from '../../api/client.ts';
import { errorMessage } from '../../api/error-messages.ts';
import type { Outcome, ServiceError } from '../../api/result.ts';
import type { KeptNames } from './kept.ts';
import type { NamesFrom } from './names-from.ts';
import { namesOfRows } from './names-of-rows.ts';

/** Most pages and rows of a list of names. */
const MAX_PAGES = 50;
const MAX_ROWS = 5_000;

/** Why there are no names: in a sentence, with the error of the service where it is that. */
export type NoNames = { readonly sentence: string; readonly error: ServiceError | null };

/** Reads the names of a list. `now` is the time of the reading, in milliseconds since 1970. */
export async function readNames(
  lists: ForeignLists,
  from: NamesFrom,
  now: number,
  signal?: AbortSignal,
): Promise<Outcome<KeptNames, NoNames>> {
  const rows: unknown[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await lists.foreignPage(from.path, cursor, signal === undefined ? {} : { signal });
    if (!answer.ok) return { ok: false, error: { sentence: errorMessage(answer.error).what, error: answer.error } };
    rows.push(...answer.value.rows);
    cursor = answer.value.next;
    if (cursor === null || rows.length >= MAX_ROWS) break;
  }
  const { names, left } = namesOfRows(rows.slice(0, MAX_ROWS), from);
  if (names.size === 0) return { ok: false, error: { sentence: noneSentence(rows.length, from), error: null } };
  return { ok: true, value: { readAt: now, names, left } };
}

const noneSentence = (rows: number, { identifier, name }: NamesFrom): string =>
  rows === 0
    ? 'The list has no rows.'
    : `None of its ${rows} rows has a usable name in "${name}" for what is in "${identifier}".`;
