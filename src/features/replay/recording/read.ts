import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import * as z from 'zod';
import { readJson } from '../../../api/json-body.ts';
import type { ListedRow, Outcome } from '../../../api/result.ts';
import { readRow } from '../../../api/rows.ts';
import type { ServiceList } from '../../../contract/lists.ts';
import { requireRegularFile } from '../../../lib/files.ts';
import { describeError } from '../../../lib/os-error.ts';
import { printableJson } from '../../../lib/sanitize.ts';
import { serviceResources } from '../../../resources/index.ts';
import type { ServiceResource } from '../../../resources/resource.ts';
import type { Rows } from '../../../resources/rows.ts';
import { CommandFailure, EXIT } from '../../../system/exit.ts';
import { inHome } from '../../../system/files.ts';
import { Beginning, FORMAT, type ListPatch, type RecordedPlace, RecordLine, sameRows } from './format.ts';
import { isRun, lengthOf, type Piece } from './list-delta.ts';
import { MAX_BYTES, megabytes } from './recording-file.ts';

type Of<Kind extends RecordLine['kind']> = Extract<RecordLine, { kind: Kind }>;

type ListRows<Name extends ServiceList> = {
  [Each in Name]: { readonly list: Each; readonly pieces: readonly Piece<ListedRow<Rows[Each]>>[] };
}[Name];

type RowsEntry<Kind extends 'list' | 'part' | 'answered', Name extends ServiceList> = Omit<Of<Kind>, 'list' | 'rows'> &
  ListRows<Name>;

export type ListEntry<Name extends ServiceList = ServiceList> = RowsEntry<'list', Name>;
export type PartEntry<Name extends ServiceList = ServiceList> = RowsEntry<'part', Name>;
export type AnsweredEntry<Name extends ServiceList = ServiceList> = RowsEntry<'answered', Name>;

export type RecordEntry = Of<'place'> | Of<'failed'> | Of<'done'> | ListEntry | PartEntry | AnsweredEntry;

/** Entries in order of time. Only their places in the file are in memory. */
export type Entries = {
  /** In milliseconds since 1970; never empty. */
  readonly times: readonly number[];
  /** The first whole list of bids; -1 for none. */
  readonly firstBids: number;
  /** Null behind the last one, or after the file has changed. */
  readonly at: (n: number) => RecordEntry | null;
};

/** `flaw` is null, or a sentence on how far it can be shown. */
export type Recording = { readonly entries: Entries; readonly flaw: string | null; readonly close: () => void };

const LineOfRows = z.looseObject({ rows: z.array(z.unknown()) });

const CUT_OFF = 'The recording was cut off; it is shown to its last whole line.';

/**
 * Reads up to the last whole, undamaged line, since lists build on each other. An error continues after the file's
 * name.
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
    // A clock set back keeps the order.
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

/** Null for a damaged line, or one beyond the list before. */
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

/** Null for a damaged row. */
function entryOf(line: RecordLine): RecordEntry | null {
  if (line.kind === 'place' || line.kind === 'failed' || line.kind === 'done') return line;
  const { list, rows, ...rest } = line;
  const patch = listRows(list, rows);
  return patch === null ? null : { ...rest, ...patch };
}

/** Parses a line and makes it printable, as files come from anywhere; rows are cleaned where they are read. */
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

/** @throws {CommandFailure} for a file this version can't play. */
export function recordingIn(file: string): Recording {
  const path = inHome(file);
  const source = sourceIn(path);
  const read = readRecording(source);
  if (read.ok) return read.value;
  source.close();
  throw new CommandFailure(EXIT.usage, `${path} ${read.error}`);
}

function sourceIn(path: string): Source {
  let source: Source;
  try {
    source = openSource(path);
  } catch (error) {
    throw new CommandFailure(EXIT.usage, `${path} can't be read: ${describeError(error)}.`);
  }
  if (source.size <= MAX_BYTES) return source;
  source.close();
  throw new CommandFailure(
    EXIT.usage,
    `${path} is not read: it has ${megabytes(source.size)}, and a recording ends at ${megabytes(MAX_BYTES)}.`,
  );
}

/** Read in windows, however large it is. */
type Source = {
  readonly size: number;
  /** Shorter at the end. */
  readonly read: (from: number, length: number) => Buffer;
  readonly close: () => void;
};

/** @throws the system's error, or for anything but a file. */
export function openSource(path: string): Source {
  requireRegularFile(path);
  const file = openSync(path, 'r');
  return {
    size: fstatSync(file).size,
    read: (from, length) => {
      const bytes = Buffer.allocUnsafe(length);
      let got = 0;
      while (got < length) {
        const more = readSync(file, bytes, got, length - got, from + got);
        if (more === 0) break;
        got += more;
      }
      return bytes.subarray(0, got);
    },
    close: () => closeSync(file),
  };
}

export const sourceOf = (bytes: Buffer): Source => ({
  size: bytes.length,
  read: (from, length) => bytes.subarray(from, from + length),
  close: () => undefined,
});

const WINDOW = 1024 * 1024;
const LINE_FEED = 0x0a;

type SourceLine = { readonly text: string; readonly from: number; readonly length: number };

/** Whole lines. Returns whether bytes follow the last line feed. */
export function* linesOf(source: Source): Generator<SourceLine, boolean> {
  let begun: Buffer[] = [];
  let from = 0;
  for (let at = 0; at < source.size; ) {
    const window = source.read(at, Math.min(WINDOW, source.size - at));
    // The file was cut meanwhile.
    if (window.length === 0) return true;
    at += window.length;
    let start = 0;
    for (let end = window.indexOf(LINE_FEED); end >= 0; end = window.indexOf(LINE_FEED, start)) {
      const bytes = Buffer.concat([...begun, window.subarray(start, end)]);
      yield { text: bytes.toString('utf8'), from, length: bytes.length };
      begun = [];
      from += bytes.length + 1;
      start = end + 1;
    }
    if (start < window.length) begun.push(window.subarray(start));
  }
  return begun.length > 0;
}
