import { errorMessage } from '../api/error-messages.ts';
import type { Outcome, ServiceError } from '../api/result.ts';
import type { ServiceList } from '../contract/lists.ts';
import { MINUTE_MS } from '../lib/duration.ts';
import { printableLine } from '../lib/sanitize.ts';
import { differenceFrom, isPausedOtherwise } from './asked-for.ts';
import type { Context } from './context.ts';
import type { Secret } from './secret.ts';
import type { Write, WriteResponse, WrittenRow } from './write.ts';

/**
 * What a write has done, as its answer, or the lists after it, show. Only on `made` is anything cancelled, paused, mounted, revoked or
 * forgotten that depends on it, and only `made` is said to be done; after `existed` and `unknown` the lists decide (`madeInList`).
 */
export type Made =
  /** What was asked for is there: in a creation a new row, in a change the row as it was to become, in a removal nothing. */
  | { readonly kind: 'made'; readonly written: WriteResponse }
  /** The answer has a row that was there before: nothing shows that another one was made. */
  | { readonly kind: 'existed'; readonly fid: string; readonly why: string; readonly secret: Secret | null }
  /** A pause or its end was accepted, and the row in the answer is as it was: a service may carry it out later. */
  | { readonly kind: 'accepted'; readonly why: string }
  /** There is no answer, or one with something else. `secret` is one that came all the same: it comes only once. */
  | { readonly kind: 'unknown'; readonly why: string; readonly secret: Secret | null }
  | { readonly kind: 'refused'; readonly error: ServiceError };

/** The row that a write has made or changed; null where none is known. */
export const writtenRow = (outcome: Made): WrittenRow | null =>
  outcome.kind === 'made' && outcome.written.kind === 'row' ? outcome.written : null;

/** The secret of a write that has one, whatever else its answer shows: it comes only once. */
export function secretOf(outcome: Made): Secret | null {
  if (outcome.kind === 'refused' || outcome.kind === 'accepted') return null;
  if (outcome.kind !== 'made') return outcome.secret;
  return outcome.written.kind === 'secret' ? outcome.written.secret : null;
}

/** How long an outcome is looked for in lists before it counts as not carried out, in milliseconds: a service may show it late. */
export const LOOKED_FOR_MS = 30_000;

/** What was known of the list of a write before it was sent. */
export type Before = {
  /** The rows that were there, by identifier, and the identifiers of others that are not in the list. */
  readonly rows: ReadonlyMap<string, unknown>;
  readonly also: ReadonlySet<string>;
  /** Whether the list was known whole, so that a row which it did not have is new. */
  readonly isWhole: boolean;
  /** The latest time at which a row of it was created, by the service's clock; null when none shows one. */
  readonly newestAt: number | null;
  /** When the write was sent, by this machine's clock. Milliseconds since 1970. */
  readonly at: number;
};

/** Nothing was known. */
export const nothingKnown = (at: number): Before => ({
  rows: new Map(),
  also: new Set(),
  isWhole: false,
  newestAt: null,
  at,
});

type CreatedRows = ReadonlyMap<string, { readonly row: { readonly created_at: number | null } }>;

/** What a list shows before a write. */
export function knownBefore(
  rows: CreatedRows,
  { isWhole, at, also = new Set() }: Pick<Before, 'isWhole' | 'at'> & Partial<Pick<Before, 'also'>>,
): Before {
  let newestAt: number | null = null;
  // What is of a time to come says nothing about a clock.
  for (const { row } of rows.values())
    if (row.created_at !== null && row.created_at <= at && row.created_at > (newestAt ?? 0)) newestAt = row.created_at;
  return { rows, also, isWhole, newestAt, at };
}

/** How far the clocks of the machines of one service may be apart, and that of this machine from theirs, in milliseconds. */
const SERVICE_APART_MS = MINUTE_MS;
export const CLOCKS_APART_MS = 10 * MINUTE_MS;

/** Whether a row was made after a time: `maybe` when what was known then, and when it says that it was created, do not show it. */
function novelty(
  { fid, created_at: createdAt }: { readonly fid: string; readonly created_at: number | null },
  { rows, also, isWhole, newestAt, at }: Before,
): 'new' | 'old' | 'maybe' {
  if (rows.has(fid) || also.has(fid)) return 'old';
  if (createdAt === null) return isWhole ? 'new' : 'maybe';
  if (newestAt !== null && createdAt < newestAt - SERVICE_APART_MS) return 'old';
  return createdAt < at - CLOCKS_APART_MS ? 'maybe' : 'new';
}

/** Errors that mean that the service received the request and did not carry it out. */
const REFUSALS: readonly ServiceError['kind'][] = [
  'not-signed-in',
  'refused',
  'not-found',
  'conflict',
  'rate-limited',
  'redirected',
];

/** Whether an error means that a write was not carried out; otherwise it may have been, although its answer is missing or unreadable. */
const isRefusal = ({ reached, kind }: ServiceError): boolean =>
  reached === 'no' || (reached === 'yes' && REFUSALS.includes(kind));

/** What the answer to a write shows; `row` is the row in it, of which `written` is what is kept. */
export function madeByAnswer(
  write: Write,
  answer: Outcome<{ readonly row: WrittenRow | null; readonly written: WriteResponse }, ServiceError>,
  before: Before,
): Made {
  if (!answer.ok) {
    const { error } = answer;
    if (isRefusal(error)) return { kind: 'refused', error };
    return { kind: 'unknown', why: errorMessage(error).what, secret: null };
  }
  const { row, written } = answer.value;
  if (row === null)
    return write.fid === null
      ? { kind: 'unknown', why: 'The service answered without a row.', secret: null }
      : { kind: 'made', written };
  const { fid } = row.row.row;
  const secret = written.kind === 'secret' ? written.secret : null;
  const doubt = (clause: string): string => `The service answered with ${shownName(row)}, ${clause}.`;
  const unknown = (clause: string): Made => ({ kind: 'unknown', why: doubt(clause), secret });
  if (write.fid !== null && fid !== write.fid) return unknown('which is another one');
  const age = write.fid === null ? novelty(row.row.row, before) : 'new';
  if (age === 'old') return { kind: 'existed', fid, why: doubt('which was there before'), secret };
  const difference = differenceFrom(write, row, before.at);
  if (difference !== null && isPausedOtherwise(write, row))
    return { kind: 'accepted', why: `accepted, but ${difference}` };
  if (difference !== null) return unknown(`but ${difference}`);
  return age === 'maybe' ? unknown('which may have been there before') : { kind: 'made', written };
}

/**
 * What a list that was requested after a creation shows of it: one new row that is what was asked for, `unknown` when several are or only
 * another one of its name is there, null when there is none. A row without the name is not taken for it.
 */
export function madeInList(
  write: Write,
  { rowsOf }: Pick<Context, 'rowsOf'>,
  before: Before,
): Extract<Made, { readonly kind: 'made' | 'unknown' }> | null {
  const named = rowsIn(write.list, rowsOf).flatMap((row) => {
    const { name } = row.row.row;
    const age = name === write.name || name === printableLine(write.name) ? novelty(row.row.row, before) : 'old';
    // Where the list was known whole the row was not there, whatever the clocks say.
    const isNew = age === 'new' || (age === 'maybe' && before.isWhole);
    return age === 'old' ? [] : [{ row, isNew, difference: differenceFrom(write, row, before.at) }];
  });
  const fitting = named.filter(({ difference }) => difference === null);
  const [found] = fitting;
  const unknown = (why: string): Extract<Made, { readonly kind: 'unknown' }> => ({
    kind: 'unknown',
    why,
    secret: null,
  });
  if (found === undefined) {
    const [other] = named;
    return other === undefined ? null : unknown(`The list has ${shownName(other.row)}, but ${other.difference ?? ''}.`);
  }
  if (fitting.length > 1) return unknown(`The list has ${fitting.length} new rows with the name ${write.name}.`);
  return found.isNew
    ? { kind: 'made', written: found.row }
    : unknown(`The list has ${shownName(found.row)}, which may have been there before.`);
}

/** A row of a list, as an answer has it; null when it is not listed. */
export const rowIn = (list: ServiceList, fid: string, { rowsOf }: Pick<Context, 'rowsOf'>): WrittenRow | null =>
  rowsIn(list, rowsOf).find(({ row }) => row.row.fid === fid) ?? null;

/** Whether a list has a row that a write has made, as it was asked for and not ended. */
export function isAsAsked(write: Write, fid: string, { rowsOf, now }: Pick<Context, 'rowsOf' | 'now'>): boolean {
  const row = rowIn(write.list, fid, { rowsOf });
  return row !== null && differenceFrom(write, row, now) === null;
}

/** The rows of a list, each with its list. */
const rowsIn = <Name extends ServiceList>(list: Name, rowsOf: Context['rowsOf']): readonly WrittenRow<Name>[] =>
  Array.from(rowsOf(list).values(), (row) => ({ kind: 'row', list, row }));

function shownName({ row: { row } }: WrittenRow): string {
  return row.name == null || row.name === '' ? row.fid : `${row.name} (${row.fid})`;
}
