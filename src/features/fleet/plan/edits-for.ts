import { parse } from 'smol-toml';
import type { Outcome } from '../../../api/result.ts';
import type { Aliases, Context } from '../../../resources/context.ts';
import { isStatus } from '../../../resources/parts/status.ts';
import type { Edit, RowList } from '../file/edit-text.ts';
import type { TomlValue } from '../file/toml-text.ts';
import { bidRows, identifierRemark, keysOf, volumeRows, type WrittenRow } from '../file/write-file.ts';
import { type Change, exactNameOf } from './change.ts';
import { labelOf } from './words.ts';

/** What the changes of the text are made from: the values that rows have in common, and the rows of the project as they are written. */
type Parts = {
  readonly common: Readonly<Record<string, unknown>>;
  readonly rows: ReadonlyMap<string, WrittenRow>;
  /** Why rows can't be written. */
  readonly left: readonly string[];
  readonly context: Context;
};

/** The changes of a text that make a file want what the project has, for some differences; or why that is not possible. */
export function editsFor(changes: readonly Change[], text: string, context: Context): Outcome<readonly Edit[], string> {
  const parts = partsFor(changes, text, context);
  const edits: Edit[] = [];
  for (const change of changes) {
    const edit = editFor(change, parts);
    if (typeof edit === 'string') return { ok: false, error: `The ${labelOf(change)} is not written: ${edit}` };
    edits.push(edit);
  }
  return { ok: true, value: edits };
}

function partsFor(changes: readonly Change[], text: string, context: Context): Parts {
  const { defaults } = parse(text);
  const bids = changes.flatMap((change) => ('bid' in change ? change.bid : []));
  const left: string[] = [];
  const written = { context, bids, filter: null, token: null, scriptFile: () => null };
  const rows = new Map<string, WrittenRow>();
  for (const row of bidRows(written, left)) rows.set(`bids ${String(row['name'])}`, row);
  for (const row of volumeRows(written, left)) rows.set(`volumes ${String(row['name'])}`, row);
  const common = typeof defaults === 'object' && defaults !== null ? { ...defaults } : {};
  return { common, rows, left, context };
}

/** The change of the text for one difference, or why there is none. */
function editFor(change: Change, parts: Parts): Edit | string {
  const name = exactNameOf(change);
  const { context } = parts;
  switch (change.kind) {
    case 'place':
      return { kind: 'take-out', list: 'bids', name };
    case 'create-volume':
      return { kind: 'take-out', list: 'volumes', name };
    case 'pause':
      return set(name, { paused: false }, [], context);
    case 'resume':
      return set(name, { paused: true }, [], context);
    case 'other-volume':
      return added('volumes', change, parts);
    case 'other-bid':
      return added('bids', change, parts);
    case 'change':
    case 'replace': {
      if (change.kind === 'replace' && change.placed !== null)
        return 'it is being replaced. Apply that, or cancel one of the two bids.';
      const row = rowOf('bids', change, parts);
      if (typeof row === 'string') return row;
      const fields = change.fields.map(({ field }) => field);
      const values = Object.fromEntries(fields.map((field) => [field, row[field] ?? NOTHING[field]]));
      const isPaused = isStatus(change.bid.status, 'paused');
      // What is placed anew is as the file wants it in everything.
      const paused = change.kind === 'replace' && isPaused !== change.wanted.paused ? { paused: isPaused } : {};
      // A script of its own in the file takes the place of one beside it.
      const gone = fields.includes('startup_script') ? ['startup_script_file'] : [];
      const { type, region, cluster } = change.wanted;
      return set(name, { ...values, ...paused }, gone, context, [type, region, cluster]);
    }
  }
}

/** What a key is written as when a bid has nothing of it. */
const NOTHING: Readonly<Record<string, TomlValue>> = {
  volumes: [],
  ssh_keys: [],
  startup_script: '',
  kubernetes_cluster: '',
};

/** A row of the project as it is written, or why it can't be. */
function rowOf(list: RowList, change: Change, { rows, left }: Parts): WrittenRow | string {
  const about = `the ${labelOf(change)}: `;
  const why = left.find((line) => line.startsWith(about))?.slice(about.length);
  return rows.get(`${list} ${exactNameOf(change)}`) ?? why ?? 'it is gone.';
}

/** `before` are the identifiers of the values that were there, which may stand behind them as comments. */
function set(
  name: string,
  row: WrittenRow,
  gone: readonly string[],
  { aliases }: Context,
  before: readonly string[] = [],
): Edit {
  const written = Object.entries(row).map(([key, value]) => [key, linesOf({ [key]: value }, aliases)] as const);
  const keys = new Map([...written, ...gone.map((key) => [key, null] as const)]);
  return { kind: 'set', list: 'bids', name, keys, stale: before.map(identifierRemark) };
}

/** A new row says what the common values of the file do not, and what it has not of them. */
function added(list: RowList, change: Change, parts: Parts): Edit | string {
  const row = rowOf(list, change, parts);
  if (typeof row === 'string') return row;
  const { common } = parts;
  const isCommon = (key: string): boolean =>
    key in common || (key === 'startup_script' && 'startup_script_file' in common);
  const own = Object.entries({ ...(list === 'bids' ? NOTHING : {}), ...row }).flatMap(
    ([key, value]): (readonly [string, TomlValue])[] => {
      const written = value ?? NOTHING[key];
      if (written === undefined) return [];
      if (isCommon(key)) return isSame(common[key], written) ? [] : [[key, written]];
      return isNothing(written) ? [] : [[key, written]];
    },
  );
  // The name stands first.
  const ordered = [...own.filter(([key]) => key === 'name'), ...own.filter(([key]) => key !== 'name')];
  return { kind: 'add', list, keys: linesOf(Object.fromEntries(ordered), parts.context.aliases) };
}

const isNothing = (value: TomlValue): boolean => value === '' || (typeof value === 'object' && value.length === 0);

const isSame = (common: unknown, value: TomlValue): boolean => JSON.stringify(common) === JSON.stringify(value);

const linesOf = (row: WrittenRow, aliases: Aliases): string => keysOf(row, aliases).replace(/\n$/, '');
