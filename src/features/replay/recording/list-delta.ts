import type { ListedRow } from '../../../api/result.ts';
import { jsonText } from '../../../lib/sanitize.ts';
import { withoutSecrets } from '../../../lib/secrets.ts';
import type { ListPatch } from './format.ts';

/** A script often has secrets. */
const SCRIPT = 'startup_script';

const NOT_RECORDED = '(not recorded)';
const TOKEN = '$SPOTDECK_TOKEN';

/** A shorter token would be found in every word. */
const SHORTEST = 8;

/** Cleans JSON text for a recording: no secrets, no scripts, not this token. */
export function recordableWith(token: string | null): (raw: string) => string {
  const own = token === null || token.length < SHORTEST ? null : token;
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return own === null ? value : value.replaceAll(own, TOKEN);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) return value.map(clean);
    return Object.fromEntries(
      Object.entries(value).map(([name, of]: [string, unknown]) => [
        clean(name),
        name === SCRIPT && of !== null && of !== '' ? NOT_RECORDED : clean(of),
      ]),
    );
  };
  return (raw) => jsonText(clean(withoutSecrets(JSON.parse(raw), NOT_RECORDED)));
}

/** A run of the list before (position, number), or one row. */
export type Piece<Row> = { readonly run: readonly [number, number] } | { readonly row: Row };

type ListOf<Row> = ReadonlyMap<string, ListedRow<Row>>;

/** A list as JSON patches of the one before. */
export function patchOf<Row>(
  before: ListOf<Row>,
  after: ListOf<Row>,
  recordable: (raw: string) => string,
): readonly string[] {
  if (before === after) return after.size === 0 ? [] : [`[0,${after.size}]`];
  const indexes = new Map([...before.keys()].map((fid, at) => [fid, at]));
  const pieces: string[] = [];
  let run = { from: 0, count: 0 };
  const ended = (): void => {
    if (run.count > 0) pieces.push(`[${run.from},${run.count}]`);
    run = { from: 0, count: 0 };
  };
  for (const [fid, { raw }] of after) {
    const index = indexes.get(fid);
    if (index === undefined || before.get(fid)?.raw !== raw) {
      ended();
      pieces.push(recordable(raw));
    } else if (run.count > 0 && run.from + run.count === index) run.count += 1;
    else {
      ended();
      run = { from: index, count: 1 };
    }
  }
  ended();
  return pieces;
}

/** A part of a list as patches, and the identifiers missing from the list before. */
export function partPatchOf<Row>(
  before: ListOf<Row>,
  after: ListOf<Row>,
  covered: Iterable<string>,
  recordable: (raw: string) => string,
): { readonly rows: readonly string[]; readonly gone: readonly string[] } {
  const unchanged = new Set<string>();
  const arrived: string[] = [];
  const gone: string[] = [];
  for (const fid of covered) {
    const raw = after.get(fid)?.raw;
    if (raw === undefined) gone.push(fid);
    else if (before.get(fid)?.raw === raw) unchanged.add(fid);
    else arrived.push(recordable(raw));
  }
  return { rows: [...runsOf(before, (fid) => unchanged.has(fid)).map((run) => JSON.stringify(run)), ...arrived], gone };
}

/** Positions of the included rows, as runs. */
export function runsOf(list: ListOf<unknown>, includes: (fid: string) => boolean): readonly [number, number][] {
  const runs: [number, number][] = [];
  let at = 0;
  for (const fid of list.keys()) {
    const last = runs.at(-1);
    if (includes(fid)) {
      if (last !== undefined && last[0] + last[1] === at) last[1] += 1;
      else runs.push([at, 1]);
    }
    at += 1;
  }
  return runs;
}

export function isRun(piece: ListPatch): piece is [number, number] {
  return Array.isArray(piece);
}

/** The size after a patch; null for one beyond the list before. */
export function lengthOf(pieces: readonly ListPatch[], before: number): number | null {
  let length = 0;
  for (const piece of pieces) {
    if (isRun(piece) && piece[0] + piece[1] > before) return null;
    length += isRun(piece) ? piece[1] : 1;
  }
  return length;
}

/** An unchanged list stays the same object. */
export function applyPatch<Row>(before: readonly Row[], pieces: readonly Piece<Row>[]): readonly Row[] {
  const [only, ...others] = pieces;
  if (only !== undefined && others.length === 0 && 'run' in only && only.run[0] === 0 && only.run[1] === before.length)
    return before;
  return patchedRows(before, pieces);
}

export function patchedRows<Row>(before: readonly Row[], pieces: readonly Piece<Row>[]): readonly Row[] {
  return pieces.flatMap((piece) => ('run' in piece ? rowsOfRun(before, piece.run) : [piece.row]));
}

export function rowsOfRun<Row>(before: readonly Row[], [from, count]: readonly [number, number]): readonly Row[] {
  return before.slice(from, from + count);
}
