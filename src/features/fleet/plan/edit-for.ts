import { parse } from 'smol-toml';
import type { Outcome } from '../../../api/result.ts';
import type { Aliases, Context } from '../../../resources/context.ts';
import { isStatus } from '../../../resources/parts/status.ts';
import type { Edit } from '../file/edit-text.ts';
import type { TomlValue } from '../file/toml-text.ts';
import { bidRows, keysOf, volumeRows, type WrittenRow } from '../file/write-file.ts';
import type { Change } from './change.ts';
import { nameOf } from './words.ts';

const cannot = (name: string, why: string): Outcome<never, string> => ({
  ok: false,
  error: `${name} is not written: ${why}`,
});

/** The change of the text that makes a file want what the project has. */
export function editFor(change: Change, text: string, context: Context): Outcome<Edit, string> {
  const name = nameOf(change);
  switch (change.kind) {
    case 'place':
      return { ok: true, value: { kind: 'take-out', list: 'bids', name } };
    case 'create-volume':
      return { ok: true, value: { kind: 'take-out', list: 'volumes', name } };
    case 'pause':
      return set(name, { paused: false }, [], context);
    case 'resume':
      return set(name, { paused: true }, [], context);
    case 'other-volume': {
      const left: string[] = [];
      const rows = volumeRows({ context, bids: [], filter: null, token: null, scriptFile: () => null }, left);
      const row = rows.find((one) => one['name'] === name);
      return row === undefined
        ? cannot(name, left.find((line) => line.startsWith(`the volume ${name}:`)) ?? 'it is gone.')
        : added('volumes', row, text, context);
    }
    case 'other-bid': {
      const row = rowOf(change, context);
      return row.ok ? added('bids', row.value, text, context) : row;
    }
    case 'change':
    case 'replace': {
      if (change.kind === 'replace' && change.placed !== null)
        return cannot(name, 'it is being replaced. Apply that, or cancel one of the two bids.');
      const row = rowOf(change, context);
      if (!row.ok) return row;
      const fields = change.fields.map(({ field }) => field);
      const values = Object.fromEntries(fields.map((field) => [field, row.value[field] ?? NOTHING[field]]));
      const isPaused = isStatus(change.bid.status, 'paused');
      // What is placed anew is as the file wants it in everything.
      const paused = change.kind === 'replace' && isPaused !== change.wanted.paused ? { paused: isPaused } : {};
      // A script of its own in the file takes the place of one beside it.
      return set(
        name,
        { ...values, ...paused },
        fields.includes('startup_script') ? ['startup_script_file'] : [],
        context,
      );
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

function rowOf(
  change: Extract<Change, { readonly kind: 'change' | 'replace' | 'other-bid' }>,
  context: Context,
): Outcome<WrittenRow, string> {
  const left: string[] = [];
  const [row] = bidRows({ context, bids: [change.bid], filter: null, token: null, scriptFile: () => null }, left);
  return row === undefined ? cannot(nameOf(change), left.join(' ')) : { ok: true, value: row };
}

function set(name: string, row: WrittenRow, gone: readonly string[], { aliases }: Context): Outcome<Edit, string> {
  const written = Object.entries(row).map(([key, value]) => [key, linesOf({ [key]: value }, aliases)] as const);
  return {
    ok: true,
    value: { kind: 'set', list: 'bids', name, keys: new Map([...written, ...gone.map((key) => [key, null] as const)]) },
  };
}

/** A new row says what the common values of the file do not, and what it has not of them. */
function added(list: 'bids' | 'volumes', row: WrittenRow, text: string, { aliases }: Context): Outcome<Edit, string> {
  const { defaults } = parse(text);
  const common: Readonly<Record<string, unknown>> =
    typeof defaults === 'object' && defaults !== null ? { ...defaults } : {};
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
  const ordered = Object.fromEntries([
    ...own.filter(([key]) => key === 'name'),
    ...own.filter(([key]) => key !== 'name'),
  ]);
  return { ok: true, value: { kind: 'add', list, keys: linesOf(ordered, aliases) } };
}

const isNothing = (value: TomlValue): boolean => value === '' || (typeof value === 'object' && value.length === 0);

const isSame = (common: unknown, value: TomlValue): boolean => JSON.stringify(common) === JSON.stringify(value);

const linesOf = (row: WrittenRow, aliases: Aliases): string => keysOf(row, aliases).replace(/\n$/, '');
