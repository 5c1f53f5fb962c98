import * as z from 'zod';
import { readJson } from '../../../api/json-body.ts';
import type { ListedRow, Outcome } from '../../../api/result.ts';
import { readRow } from '../../../api/rows.ts';
import type { ServiceList } from '../../../contract/lists.ts';
import { printableJson } from '../../../lib/sanitize.ts';
import { serviceResources } from '../../../resources/index.ts';
import type { ServiceResource } from '../../../resources/resource.ts';
import type { Rows } from '../../../resources/rows.ts';
import { Beginning, FORMAT, type ListPatch, type RecordedPlace, RecordLine, sameRows } from './format.ts';
import { isRun, lengthOf, type Piece } from './list-delta.ts';
import { linesOf, type Source, type SourceLine } from './source.ts';

type Of<Kind extends RecordLine['kind']> = Extract<RecordLine, { kind: Kind }>;

/** Received rows of a list, as a patch of the list before them. */
type ListRows<Name extends ServiceList> = {
  [Each in Name]: { readonly list: Each; readonly pieces: readonly Piece<ListedRow<Rows[Each]>>[] };
}[Name];

type RowsEntry<Kind extends 'list' | 'part' | 'answered', Name extends ServiceList> = Omit<Of<Kind>, 'list' | 'rows'> &
  ListRows<Name>;

export type ListEntry<Name extends ServiceList = ServiceList> = RowsEntry<'list', Name>;
export type PartEntry<Name extends ServiceList = ServiceList> = RowsEntry<'part', Name>;
export type AnsweredEntry<Name extends ServiceList = ServiceList> = RowsEntry<'answered', Name>;

/** One entry of a recording, in the order of time. */
export type RecordEntry = Of<'place'> | Of<'failed'> | Of<'done'> | ListEntry | PartEntry | AnsweredEntry;

/** The entries of a recording, in the order of time. Only where they are is kept in memory: each is read when it is asked for. */
export type Entries = {
  /** When each happened, in milliseconds since 1970. There is at least one. */
  readonly times: readonly number[];
  /** The number of the first complete list of bids; -1 without one. */
  readonly firstBids: number;
  /** The entry of a number; null behind the last one, and where the file has changed since. */
  readonly at: (n: number) => RecordEntry | null;
};

/** A recording, and the flaw of its file: null, or a sentence that says how far it can be shown. */
export type Recording = { readonly entries: Entries; readonly flaw: string | null; readonly close: () => void };

/** A line with rows. */
const LineOfRows = z.looseObject({ rows: z.array(z.unknown()) });

const CUT_OFF = 'The recording was cut off; it is shown to its last whole line.';

/**
 * Reads a recording to its last complete line, a damaged one up to the damage: every list depends
 * on the list before it. The error is a sentence that begins after the name of the file.
 */
export function readRecording(source: Source): Outcome<Recording, string> {
  const lines = linesOf(source);
  const beginning = Beginning.safeParse(parsed(textOf(lines.next())));
  if (!beginning.success) return { ok: false, error: 'is not a recording of spotdeck.' };
  const { version } = beginning.data;
  if (version < 1 || version > FORMAT)
    return { ok: false, error: `is a recording of version ${version}; this spotdeck reads versions 1 to ${FORMAT}.` };
  const [times, places]: [number[], Pick<SourceLine, 'from' | 'length'>[]] = [[], []];
  const read = entryReader();
  let firstBids = -1;
  let hasMore = false;
  let flaw: string | null = null;
  for (let next = lines.next(); ; next = lines.next()) {
    if (next.done === true) {
      flaw = next.value ? CUT_OFF : null;
      break;
    }
    const { text, from, length } = next.value;
    const entry = read(text);
    if (entry === null) {
      flaw = `The recording is damaged in line ${times.length + 2}; it is shown up to there.`;
      break;
    }
    if (firstBids < 0 && entry.kind === 'list' && entry.list === 'bids') firstBids = times.length;
    if (entry.kind !== 'place') hasMore = true;
    // A clock that was set back during the recording does not change the order.
    times.push(Math.max(times.at(-1) ?? Number.NEGATIVE_INFINITY, entry.at));
    places.push({ from, length });
  }
  if (!hasMore) return { ok: false, error: 'holds nothing: the recording ended before the first list came.' };
  const entryAt = (n: number): RecordEntry | null => {
    const [place, at] = [places[n], times[n]];
    if (place === undefined || at === undefined) return null;
    const line = RecordLine.safeParse(parsed(source.read(place.from, place.length).toString('utf8')));
    const entry = line.success ? entryOf(line.data) : null;
    return entry === null ? null : { ...entry, at };
  };
  return { ok: true, value: { entries: { times, firstBids, at: entryAt }, flaw, close: source.close } };
}

const textOf = (line: IteratorResult<SourceLine, boolean>): string => (line.done === true ? '' : line.value.text);

/** A function that parses line after line; null for a damaged line, or one that points beyond the previous list. */
function entryReader(): (text: string) => RecordEntry | null {
  const lengths = new Map<ServiceList, number>();
  let place: RecordedPlace | null = null;
  return (text) => {
    const read = RecordLine.safeParse(parsed(text));
    if (!read.success) return null;
    const line = read.data;
    if (line.kind === 'place') {
      if (!sameRows(place, line.place)) lengths.clear();
      place = line.place;
    }
    if (line.kind === 'place' || line.kind === 'failed' || line.kind === 'done') return line;
    const length = lengthOf(line.rows, lengths.get(line.list) ?? 0);
    if (length === null) return null;
    lengths.set(line.list, line.kind === 'list' ? length : line.size);
    return entryOf(line);
  };
}

/** The entry of a line; null when one of its rows is damaged. */
function entryOf(line: RecordLine): RecordEntry | null {
  if (line.kind === 'place' || line.kind === 'failed' || line.kind === 'done') return line;
  const { list, rows, ...rest } = line;
  const patch = listRows(list, rows);
  return patch === null ? null : { ...rest, ...patch };
}

/**
 * Parses a line as JSON and makes it safe to print, because a file may come from
 * anywhere. Rows are made safe where they are read. Undefined for anything else.
 */
function parsed(text: string): unknown {
  const read = readJson(text);
  if (!read.ok) return undefined;
  const line = LineOfRows.safeParse(read.value);
  const rest = printableJson(line.success ? { ...line.data, rows: null } : read.value);
  return line.success && typeof rest === 'object' ? { ...rest, rows: line.data.rows } : rest;
}

function listRows<Name extends ServiceList>(list: Name, rows: readonly ListPatch[]): ListRows<Name> | null {
  const { endpoint }: ServiceResource<Name> = serviceResources[list];
  const pieces: Piece<ListedRow<Rows[Name]>>[] = [];
  for (const piece of rows) {
    if (isRun(piece)) {
      pieces.push({ run: piece });
      continue;
    }
    const read = readRow(endpoint.answer.of, piece, () => undefined);
    if (read.kind === 'unreadable') return null;
    pieces.push({ row: read.listed });
  }
  return { list, pieces };
}
