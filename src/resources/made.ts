import { errorMessage } from '../api/error-messages.ts';
import type { Outcome, ServiceError } from '../api/result.ts';
import type { ServiceList } from '../contract/lists.ts';
import { MINUTE_MS } from '../lib/duration.ts';
import { printableLine } from '../lib/sanitize.ts';
import { differenceFrom, isPausedOtherwise } from './asked-for.ts';
import type { Context } from './context.ts';
import type { Secret, Write, WriteResponse, WrittenRow } from './write.ts';

/**
 * What a write has done, by its answer or the lists after it. Only `made` counts as done; after `existed` and `unknown`
 * the lists decide.
 */
export type Made =
  /** It is there: a new row, a changed one, or none after a removal. */
  | { readonly kind: 'made'; readonly written: WriteResponse }
  | { readonly kind: 'existed'; readonly fid: string; readonly why: string; readonly secret: Secret | null }
  /** A pause or its end was accepted; a service may carry it out later. */
  | { readonly kind: 'accepted'; readonly why: string }
  /** No answer, or one with something else. A secret comes only once. */
  | { readonly kind: 'unknown'; readonly why: string; readonly secret: Secret | null }
  | { readonly kind: 'refused'; readonly error: ServiceError };

export const writtenRow = (outcome: Made): WrittenRow | null =>
  outcome.kind === 'made' && outcome.written.kind === 'row' ? outcome.written : null;

/** A secret comes only once. */
export function secretOf(outcome: Made): Secret | null {
  if (outcome.kind === 'refused' || outcome.kind === 'accepted') return null;
  if (outcome.kind !== 'made') return outcome.secret;
  return outcome.written.kind === 'secret' ? outcome.written.secret : null;
}

/** A service may show an outcome late, but not later. */
export const LOOKED_FOR_MS = 30_000;

export type Before = {
  /** The rows of the list, and identifiers outside of it. */
  readonly rows: ReadonlyMap<string, unknown>;
  readonly also: ReadonlySet<string>;
  /** In a whole list a missing row is new. */
  readonly isWhole: boolean;
  readonly newestAt: number | null;
  /** By this machine's clock. */
  readonly at: number;
};

export const nothingKnown = (at: number): Before => ({
  rows: new Map(),
  also: new Set(),
  isWhole: false,
  newestAt: null,
  at,
});

type CreatedRows = ReadonlyMap<string, { readonly row: { readonly created_at: number | null } }>;

export function knownBefore(
  rows: CreatedRows,
  { isWhole, at, also = new Set() }: Pick<Before, 'isWhole' | 'at'> & Partial<Pick<Before, 'also'>>,
): Before {
  let newestAt: number | null = null;
  // A time to come says nothing about a clock.
  for (const { row } of rows.values())
    if (row.created_at !== null && row.created_at <= at && row.created_at > (newestAt ?? 0)) newestAt = row.created_at;
  return { rows, also, isWhole, newestAt, at };
}

/** How far the clocks of one service may be apart, and this machine's from theirs. */
const SERVICE_APART_MS = MINUTE_MS;
export const CLOCKS_APART_MS = 10 * MINUTE_MS;

/** `maybe`: neither the list before nor the time of its creation decides. */
function novelty(
  { fid, created_at: createdAt }: { readonly fid: string; readonly created_at: number | null },
  { rows, also, isWhole, newestAt, at }: Before,
): 'new' | 'old' | 'maybe' {
  if (rows.has(fid) || also.has(fid)) return 'old';
  if (createdAt === null) return isWhole ? 'new' : 'maybe';
  if (newestAt !== null && createdAt < newestAt - SERVICE_APART_MS) return 'old';
  return createdAt < at - CLOCKS_APART_MS ? 'maybe' : 'new';
}

/** The service received the request and did not carry it out. */
const REFUSALS: readonly ServiceError['kind'][] = [
  'not-signed-in',
  'refused',
  'not-found',
  'conflict',
  'rate-limited',
  'redirected',
];

/** After any other error the write may have been carried out. */
const isRefusal = ({ reached, kind }: ServiceError): boolean =>
  reached === 'no' || (reached === 'yes' && REFUSALS.includes(kind));

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

/** What a list after a creation shows: one fitting new row, `unknown` for several or another of its name, else null. */
export function madeInList(
  write: Write,
  { rowsOf }: Pick<Context, 'rowsOf'>,
  before: Before,
): Extract<Made, { readonly kind: 'made' | 'unknown' }> | null {
  const named = rowsIn(write.list, rowsOf).flatMap((row) => {
    const { name } = row.row.row;
    const age = name === write.name || name === printableLine(write.name) ? novelty(row.row.row, before) : 'old';
    // In a whole list the row was missing, so it is new, for all clocks.
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

export const rowIn = (list: ServiceList, fid: string, { rowsOf }: Pick<Context, 'rowsOf'>): WrittenRow | null =>
  rowsIn(list, rowsOf).find(({ row }) => row.row.fid === fid) ?? null;

/** Whether a list has the row as it was asked for, not ended. */
export function isAsAsked(write: Write, fid: string, { rowsOf, now }: Pick<Context, 'rowsOf' | 'now'>): boolean {
  const row = rowIn(write.list, fid, { rowsOf });
  return row !== null && differenceFrom(write, row, now) === null;
}

const rowsIn = <Name extends ServiceList>(list: Name, rowsOf: Context['rowsOf']): readonly WrittenRow<Name>[] =>
  Array.from(rowsOf(list).values(), (row) => ({ kind: 'row', list, row }));

function shownName({ row: { row } }: WrittenRow): string {
  return row.name == null || row.name === '' ? row.fid : `${row.name} (${row.fid})`;
}
