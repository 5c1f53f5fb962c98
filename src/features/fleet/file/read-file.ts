import { realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { parse, TomlError } from 'smol-toml';
import type { Outcome } from '../../../api/result.ts';
import { configPath } from '../../../config/file.ts';
import { readToSend, type TextToSend } from '../../../config/sent-file.ts';
import { isInFolder } from '../../../lib/folders.ts';
import { nearest } from '../../../lib/nearest.ts';
import { describeError } from '../../../lib/os-error.ts';
import { printableLine } from '../../../lib/sanitize.ts';
import { secretIn } from '../../../lib/secret-text.ts';
import type { TypedValues } from '../../../lib/typed-key.ts';
import { CommandFailure, EXIT } from '../../../system/exit.ts';
import { inHome, readText } from '../../../system/files.ts';
import type { Environment } from '../../../system/terminal.ts';
import { fleetSetting } from '../settings.ts';
import { type FileBid, type FileVolume, type FleetFile, KEYS, type Lines, lineOfKey } from './fleet-file.ts';
import { type Places, placesIn } from './places.ts';
import { canHoldName } from './toml-text.ts';

/** In bytes: thousands of bids, each with a page of script. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_TOLD = 20;

type Table = Readonly<Record<string, unknown>>;

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** `notes` are sentences on changes made to the scripts. */
export type ReadFleetFile = { readonly file: FleetFile; readonly text: string; readonly notes: readonly string[] };

/**
 * Reads a fleet file and its scripts. A text with `token`, the API key in use, is refused. `onScript` gets each path
 * before it is read. @throws {CommandFailure} with file and line.
 */
export async function readFleetFile(
  path: string,
  token: string | null,
  onScript: (path: string) => void = () => undefined,
): Promise<ReadFleetFile> {
  const file = await readText(path, MAX_BYTES);
  if (!file.ok) throw new CommandFailure(EXIT.usage, file.error);
  const read = parseFleet(path, file.value);
  const scripts = new Map<string, TextToSend>();
  const problems = secretsIn(read, token);
  for (const [written, line] of read.scripts) {
    onScript(join(dirname(inHome(path)), written));
    const script = await scriptBeside(path, written, token);
    if (script.ok) scripts.set(written, script.value);
    else problems.push(`${path}, line ${line}: ${script.error}`);
  }
  if (problems.length > 0) throw new CommandFailure(EXIT.usage, told(problems));
  const bids = read.bids.map((bid): FileBid => {
    const { scriptFile, ...row } = bid;
    const script = scriptFile === null ? undefined : scripts.get(scriptFile);
    if (scriptFile === null || script === undefined) return row;
    return { ...row, startup_script: script.text, script_from: { path: scriptFile, bytes: script.bytes } };
  });
  const notes = [...scripts.values()].flatMap(({ note }) => note ?? []);
  return { file: { ...read, bids }, text: file.value, notes };
}

function secretsIn({ path, bids }: Pick<ParsedFleet, 'path' | 'bids'>, token: string | null): string[] {
  const found = bids.flatMap(({ startup_script: script, lines }) => {
    const secret = secretIn(script, token);
    if (secret === null) return [];
    return [`${path}, line ${lineOfKey(lines, 'startup_script')}: startup_script is not sent: it has ${secret}.`];
  });
  return [...new Set(found)];
}

/** A script below the fleet file's folder. Nothing else is read, since it is sent to a service. */
async function scriptBeside(path: string, written: string, token: string | null): Promise<Outcome<TextToSend, string>> {
  const folder = dirname(inHome(path));
  const refused = { ok: false, error: `${written} is not a file below the folder of the fleet file.` } as const;
  if (isAbsolute(written) || written.startsWith('~')) return refused;
  const file = join(folder, written);
  try {
    const [real, below] = [await realpath(file), await realpath(folder)];
    if (real === below || !isInFolder(real, below)) return refused;
  } catch (error) {
    return { ok: false, error: `${written} can't be read: ${describeError(error)}.` } as const;
  }
  return readToSend(file, token);
}

type ReadBid = FileBid & { readonly scriptFile: string | null };

/** A fleet file without its scripts; `scripts` has the first line that names each. */
export type ParsedFleet = Omit<FleetFile, 'bids'> & {
  readonly bids: readonly ReadBid[];
  readonly scripts: ReadonlyMap<string, number>;
};

/** @throws {CommandFailure} with file and line. */
export function parseFleet(path: string, text: string): ParsedFleet {
  const parsed = tomlOf(path, text);
  const places = placesIn(text);
  const problems: string[] = [];
  const reader = createReader(
    places,
    (line, what) => void problems.push(printableLine(`${path}, line ${line}: ${what}`)),
  );
  reader.onlyKeys(parsed, '', KEYS.top);
  const defaults = tableIn(parsed, 'defaults', reader);
  reader.onlyKeys(defaults, 'defaults', KEYS.defaults);
  const shared = reader.row('defaults', defaults, {});
  const volumes = tablesIn(parsed, 'volumes', reader).map(([at, table]) => {
    reader.onlyKeys(table, at, KEYS.volumes);
    return volumeIn(reader.row(at, table, shared.table));
  });
  const bids = tablesIn(parsed, 'bids', reader).map(([at, table]) => {
    reader.onlyKeys(table, at, KEYS.bids);
    return bidIn(reader.row(at, table, withoutOtherScript(shared.table, table)));
  });
  const project = reader.row('', parsed, {}).text('project');
  requireOwnNames('volume', volumes, reader.wrong);
  requireOwnNames('bid', bids, reader.wrong);
  if (problems.length > 0) throw new CommandFailure(EXIT.usage, told(problems));
  const scripts = new Map<string, number>();
  for (const { scriptFile, lines } of bids)
    if (scriptFile !== null && !scripts.has(scriptFile))
      scripts.set(
        scriptFile,
        lines.get('startup_script_file') ?? places.get('defaults.startup_script_file')?.line ?? 1,
      );
  return {
    path,
    project: project === '' ? null : { text: project, line: places.get('project')?.line ?? 1 },
    isPart: isPart(text, places),
    volumes,
    bids,
    scripts,
  };
}

const PART = /^\s*#\s*only a part\b/i;

/** Whether a comment outside of any value says "only a part". */
function isPart(text: string, places: Places): boolean {
  const said = text.split('\n').flatMap((line, n) => (PART.test(line) ? [n + 1] : []));
  const isInValue = (at: number): boolean => [...places.values()].some(({ line, last }) => line <= at && at <= last);
  return said.some((at) => !isInValue(at));
}

/** The first problems, and the number of the others. */
export function told(problems: readonly string[]): readonly string[] {
  const more = problems.length - MAX_TOLD;
  return [...problems.slice(0, MAX_TOLD), ...(more > 0 ? [`There are ${more} more.`] : [])];
}

function tomlOf(path: string, text: string): Table {
  try {
    // Windows line ends mean plain ones; an escaped carriage return stays.
    return parse(text.replaceAll('\r\n', '\n'));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [why = 'it is not TOML'] = error.message.split('\n');
    throw new CommandFailure(EXIT.usage, `${path}, line ${error.line}, column ${error.column}: ${printableLine(why)}.`);
  }
}

/** A bid's own script replaces a default one of either kind. */
function withoutOtherScript(shared: Table, own: Table): Table {
  if (own['startup_script'] === undefined && own['startup_script_file'] === undefined) return shared;
  const { startup_script: _, startup_script_file: __, ...rest } = shared;
  return rest;
}

type Wrong = (line: number, what: string) => void;

function requireOwnNames(one: string, rows: readonly { readonly name: string; readonly lines: Lines }[], wrong: Wrong) {
  const first = new Map<string, number>();
  for (const { name, lines } of rows) {
    const line = lineOfKey(lines, 'name');
    const before = first.get(name);
    if (before === undefined) first.set(name, line);
    else if (name !== '') wrong(line, `the ${one} ${name} is in line ${before}, too. Each name is there once.`);
  }
}

type Reader = ReturnType<typeof createReader>;
type Row = ReturnType<Reader['row']>;

function volumeIn(row: Row): FileVolume {
  return {
    name: row.exact('name'),
    size_gb: row.whole('size_gb'),
    region: row.needed('region'),
    disk_interface: row.text('disk_interface'),
    lines: row.lines,
  };
}

function bidIn(row: Row): ReadBid {
  const scriptFile = row.text('startup_script_file');
  if (scriptFile !== '' && row.table['startup_script'] !== undefined)
    row.wrong('startup_script_file', 'give startup_script or startup_script_file, not both.');
  return {
    name: row.exact('name'),
    instance_type: row.needed('instance_type'),
    region: row.needed('region'),
    instance_quantity: row.whole('instance_quantity'),
    limit_price: row.price('limit_price'),
    volumes: row.texts('volumes'),
    ssh_keys: row.texts('ssh_keys'),
    startup_script: row.block('startup_script'),
    script_from: null,
    kubernetes_cluster: row.text('kubernetes_cluster'),
    paused: row.yes('paused'),
    scriptFile: scriptFile === '' ? null : scriptFile,
    lines: row.lines,
  };
}

function tableIn(parsed: Table, key: string, { lineOf, wrong }: Reader): Table {
  const table = parsed[key] ?? {};
  if (isTable(table)) return table;
  wrong(lineOf('', key), `${key} is a table: write [${key}].`);
  return {};
}

function tablesIn(parsed: Table, key: string, { lineOf, wrong }: Reader): readonly (readonly [string, Table])[] {
  const list = parsed[key] ?? [];
  if (Array.isArray(list) && list.every(isTable)) return list.map((table, n) => [`${key}.${n}`, table] as const);
  wrong(lineOf('', key), `${key} are tables: write [[${key}]] before each.`);
  return [];
}

function createReader(places: Places, wrong: Wrong) {
  const lineOf = (at: string, key: string): number =>
    (places.get(at === '' ? key : `${at}.${key}`) ?? places.get(at) ?? places.get(at.split('.')[0] ?? ''))?.line ?? 1;
  let unknown = 0;
  return {
    wrong,
    lineOf,
    onlyKeys: (table: Table, at: string, known: readonly string[]): void => {
      for (const key of Object.keys(table)) {
        if (known.includes(key)) continue;
        // Searching near names of thousands of keys takes too long.
        unknown += 1;
        const meant = unknown > MAX_TOLD ? null : nearest(key, known);
        const hint = meant === null ? `There are: ${known.join(', ')}.` : `Did you mean ${meant}?`;
        wrong(lineOf(at, key), `there is no key ${key}${at === '' ? '' : ` in ${at.split('.')[0]}`}. ${hint}`);
      }
    },
    row: (at: string, own: Table, shared: Table) => rowReader({ ...shared, ...own }, own, at, { lineOf, wrong }),
  };
}

type Telling = { readonly lineOf: (at: string, key: string) => number; readonly wrong: Wrong };

function rowReader(table: Table, own: Table, at: string, { lineOf, wrong }: Telling) {
  const isOwn = (key: string): boolean => Object.hasOwn(own, key);
  const say = (key: string, what: string): void =>
    wrong(Object.hasOwn(table, key) && !isOwn(key) ? lineOf('defaults', key) : lineOf(at, key), what);
  const read = <Value>(key: string, is: (value: unknown) => value is Value, kind: string, fallback: Value): Value => {
    const value = table[key];
    if (value === undefined) return fallback;
    if (is(value)) return value;
    say(key, `${key} is ${kind}.`);
    return fallback;
  };
  const text = (key: string): string =>
    shown(key, read(key, isText, 'a text in quotes', ''), (value) => printableLine(value) === value);
  const shown = (key: string, value: string, can: (value: string) => boolean): string => {
    if (can(value)) return value;
    say(key, `${key} has characters that can't be shown.`);
    return '';
  };
  const missing = (key: string): void => {
    if (table[key] === undefined) say(key, `${key} is missing.`);
  };
  const given = (key: string, value: string): string => {
    missing(key);
    if (value === '' && table[key] === '') say(key, `${key} is empty.`);
    return value;
  };
  return {
    table,
    lines: new Map([
      ['', lineOf(at, '')],
      ...Object.keys(table).map((key): [string, number] => [
        key,
        isOwn(key) ? lineOf(at, key) : lineOf('defaults', key),
      ]),
    ]),
    wrong: say,
    text,
    needed: (key: string): string => given(key, text(key)),
    /** May have hidden characters. */
    exact: (key: string): string => given(key, shown(key, read(key, isText, 'a text in quotes', ''), canHoldName)),
    whole: (key: string): number => {
      missing(key);
      return read(key, isCount, 'a whole number, at least 1', 1);
    },
    price: (key: string): string => {
      missing(key);
      return String(read(key, isPrice, 'a price such as "$2.50"', ''));
    },
    texts: (key: string): readonly string[] => [...new Set(read(key, isTexts, 'a list of texts in quotes', []))],
    block: (key: string): string => read(key, isText, 'a text in quotes', ''),
    yes: (key: string): boolean => read(key, isYes, 'true or false', false),
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isSafeInteger(value) && value >= 1;
const isPrice = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';
const isTexts = (value: unknown): value is readonly string[] => Array.isArray(value) && value.every(isText);
const isYes = (value: unknown): value is boolean => typeof value === 'boolean';

/** The fleet file of a profile; null for none. */
export function fleetPathOf(own: TypedValues, environment: Environment): string | null {
  const written = fleetSetting.in(own);
  if (written === null) return null;
  return isAbsolute(written) || /^~(?:\/|$)/.test(written)
    ? inHome(written)
    : join(dirname(configPath(environment)), written);
}
