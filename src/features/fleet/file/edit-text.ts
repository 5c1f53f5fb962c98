import { parse } from 'smol-toml';
import { KEYS } from './fleet-file.ts';
import { type Place, type Places, placesIn } from './places.ts';

/** The tables of a fleet file that are lists. */
export type RowList = 'bids' | 'volumes';

/** One change of the text of a fleet file: keys of a row with their values as they are written, where null takes a key away; a new row; or a row that is taken out. */
export type Edit =
  | {
      readonly kind: 'set';
      readonly list: RowList;
      readonly name: string;
      readonly keys: ReadonlyMap<string, string | null>;
      /** Comments that would be wrong behind the new values: identifiers of the old ones. */
      readonly stale?: readonly string[];
    }
  | { readonly kind: 'add'; readonly list: RowList; readonly keys: string }
  | { readonly kind: 'take-out'; readonly list: RowList; readonly name: string };

/** What stands before a row that was taken out: its lines stay as comments. */
const TAKEN_OUT = '# Taken out: the project did not have it.';

/** Lines that take the place of some others, the first one counted from 0. */
type Replacement = { readonly from: number; readonly count: number; readonly lines: readonly string[] };

/** The text with some changes; all other lines, comments and their order stay. Null when a row is not there as a table of its own. */
export function edited(text: string, edits: readonly Edit[]): string | null {
  if (!isOfWindows(text)) return editedLines(text, edits);
  return editedLines(text.replaceAll('\r\n', '\n'), edits)?.replaceAll('\n', '\r\n') ?? null;
}

/** Whether all lines end as on Windows. */
const isOfWindows = (text: string): boolean => text.includes('\r\n') && !/(?<!\r)\n/.test(text);

function editedLines(text: string, edits: readonly Edit[]): string | null {
  const lines = text.split('\n');
  const places = placesIn(text);
  const at = rowsIn(text);
  const replacements: Replacement[] = [];
  for (const edit of [...joined(edits), ...additionsTo(edits)]) {
    if (edit.kind === 'add') {
      replacements.push(addition(places, lines, edit));
      continue;
    }
    const own = replacementsFor(places, lines, edit, at(edit));
    if (own === null) return null;
    replacements.push(...own);
  }
  // From the end on, so that the places before stay right. In one place what is replaced comes last, and what is new in its order before it.
  const ordered = replacements.toReversed().toSorted((a, b) => b.from - a.from || b.count - a.count);
  for (const { from, count, lines: own } of ordered) lines.splice(from, count, ...own);
  return lines.join('\n');
}

type EditOf<Kind extends Edit['kind']> = Extract<Edit, { readonly kind: Kind }>;

/** Changes of rows that are there, one for each row. */
function joined(edits: readonly Edit[]): readonly (EditOf<'set'> | EditOf<'take-out'>)[] {
  const byRow = new Map<string, EditOf<'set'> | EditOf<'take-out'>>();
  for (const edit of edits) {
    if (edit.kind === 'add') continue;
    const key = `${edit.list} ${edit.name}`;
    const before = byRow.get(key);
    const isBoth = before?.kind === 'set' && edit.kind === 'set';
    const stale = isBoth ? [...(before.stale ?? []), ...(edit.stale ?? [])] : [];
    byRow.set(key, isBoth ? { ...edit, keys: new Map([...before.keys, ...edit.keys]), stale } : edit);
  }
  return [...byRow.values()];
}

/** New rows, those of one list together: they stand in one place. */
function additionsTo(edits: readonly Edit[]): readonly EditOf<'add'>[] {
  const added = edits.filter((edit): edit is EditOf<'add'> => edit.kind === 'add');
  return [...Map.groupBy(added, ({ list }) => list)].map(([list, own]) => ({
    kind: 'add',
    list,
    keys: own.map(({ keys }) => keys).join(`\n\n[[${list}]]\n`),
  }));
}

function replacementsFor(
  places: Places,
  lines: readonly string[],
  edit: EditOf<'set'> | EditOf<'take-out'>,
  at: string,
): readonly Replacement[] | null {
  const head = places.get(at);
  if (head === undefined) return null;
  const keys = keysIn(places, at);
  const last = Math.max(head.line, ...[...keys.values()].map((place) => place.last));
  if (edit.kind === 'take-out') {
    const taken = lines.slice(head.line - 1, last).map((line) => `# ${line}`.trimEnd());
    return [{ from: head.line - 1, count: taken.length, lines: [TAKEN_OUT, ...taken] }];
  }
  const own = [...edit.keys].flatMap(([key, written]): readonly Replacement[] => {
    const place = keys.get(key);
    if (place === undefined) return [];
    const old = lines.slice(place.line - 1, place.last);
    return [{ from: place.line - 1, count: old.length, lines: inPlaceOf(old, kept(place, edit), written) }];
  });
  const others = [...edit.keys].flatMap(([key, written]) =>
    keys.has(key) || written === null ? [] : written.split('\n'),
  );
  // Long scripts stay at the end of their row.
  const short = [...keys].flatMap(([key, place]) => (key === 'startup_script' ? [] : place.last));
  return [...own, { from: Math.max(head.line, ...short), count: 0, lines: others }];
}

/** Finds the path of a row by its name. The text was read before, so that it is TOML. */
function rowsIn(text: string): (row: { readonly list: RowList; readonly name: string }) => string {
  const parsed = parse(text);
  const paths = new Map<string, string>();
  for (const list of ['bids', 'volumes'] as const) {
    const rows = parsed[list];
    for (const [n, row] of Array.isArray(rows) ? rows.entries() : [])
      if (typeof row === 'object' && row !== null && 'name' in row)
        paths.set(`${list} ${String(row['name'])}`, `${list}.${n}`);
  }
  return ({ list, name }) => paths.get(`${list} ${name}`) ?? '';
}

/** The keys that a row can have. */
const ROW_KEYS = new Set<string>([...KEYS.bids, ...KEYS.volumes]);

/** The places of the keys of a row. */
function keysIn(places: Places, at: string): ReadonlyMap<string, Place> {
  return new Map(
    [...ROW_KEYS].flatMap((key) => {
      const place = places.get(`${at}.${key}`);
      return place === undefined ? [] : [[key, place] as const];
    }),
  );
}

/** A new row stands behind the last one of its list, or at the end of the file. */
function addition(places: Places, lines: readonly string[], { list, keys }: EditOf<'add'>): Replacement {
  let last = 0;
  for (const [path, place] of places) if (path.startsWith(`${list}.`)) last = Math.max(last, place.last);
  // A text that ends with a line feed has an empty last line.
  const end = lines.at(-1) === '' ? lines.length - 1 : lines.length;
  return { from: last === 0 ? end : last, count: 0, lines: ['', `[[${list}]]`, ...keys.split('\n')] };
}

/** The comments in a value or behind it, without those that are no longer true. */
const kept = ({ comments }: Place, { stale = [] }: EditOf<'set'>): readonly string[] =>
  comments.flatMap((comment) => {
    if (stale.includes(comment)) return [];
    const before = stale.find((one) => comment.startsWith(`${one} `));
    const rest = before === undefined ? comment : comment.slice(before.length + 1);
    return rest.startsWith('#') ? rest : `# ${rest}`;
  });

/** The lines in place of those of a key: with its indent, and with the comments that stood in its value or behind it. */
function inPlaceOf(old: readonly string[], comments: readonly string[], written: string | null): readonly string[] {
  const [first = ''] = old;
  const indent = /^[ \t]*/.exec(first)?.[0] ?? '';
  const above = comments.map((comment) => `${indent}${comment}`);
  if (written === null) return above;
  const [only = '', ...more] = written.split('\n');
  const [comment, ...others] = comments;
  if (old.length > 1 || more.length > 0 || comment === undefined || others.length > 0)
    return [...above, `${indent}${only}`, ...more];
  return [`${`${indent}${only}`.padEnd(first.lastIndexOf(comment) - 1)} ${comment}`];
}
