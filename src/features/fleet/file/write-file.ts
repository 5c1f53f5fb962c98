import type { Bid } from '../../../contract/bid.ts';
import { formatMoney } from '../../../lib/money.ts';
import { counted } from '../../../lib/words.ts';
import { launchOf } from '../../../resources/bids/launch-like.ts';
import type { Aliases, Context } from '../../../resources/context.ts';
import { aliasOr, identifierOf } from '../../../resources/parts/aliases.ts';
import { isStatus } from '../../../resources/parts/status.ts';
import { byName, keyReferences, liveBids, type References, volumeReferences, volumesOf } from '../rows.ts';
import { type TomlValue, tomlText, tomlValue } from './toml-text.ts';

/** The rows that are written, and what their text depends on. */
export type WrittenFleet = {
  readonly context: Context;
  /** The bids to write; ended ones are left out. */
  readonly bids: readonly Bid[];
  /** The filter that has chosen them; null for all, with all volumes. */
  readonly filter: string | null;
  /** The API key in use: a script that has it is not written. */
  readonly token: string | null;
  /** The file beside the fleet's for a script, when it has one: its path as written. */
  readonly scriptFile: (name: string, script: string) => string | null;
};

/** The values of the keys of a row, in their order. Undefined stands for a key that is not written. */
export type WrittenRow = Record<string, TomlValue | undefined>;

/** The text of a fleet file: a pure function of the rows, with the same text for the same fleet. */
export function fleetText(written: WrittenFleet): string {
  const { context, filter } = written;
  const left: string[] = [];
  const bids = bidRows(written, left);
  const volumes = volumeRows(written, left);
  const defaults = sharedValues(bids, volumes);
  const table = (head: string, row: WrittenRow): string => `\n${head}\n${keysOf(row, context.aliases)}`;
  const own = (row: WrittenRow, empty: WrittenRow): WrittenRow => withoutShared(row, defaults, empty);
  const project = aliasIn(context.project, context.aliases);
  return [
    '# A fleet: "spotdeck diff FILE" compares it with the service, "spotdeck apply FILE" makes it so.\n',
    ...(filter === null ? [] : [`# Only a part: bids that match ${filter}. Never apply it with --prune.\n`]),
    keysOf({ project }, context.aliases),
    ...(Object.keys(defaults).length === 0 ? [] : [table('[defaults]', defaults)]),
    ...volumes.map((row) => table('[[volumes]]', own(row, {}))),
    ...bids.map((row) => table('[[bids]]', own(row, { ssh_keys: [], startup_script: '', kubernetes_cluster: '' }))),
    ...(left.length === 0 ? [] : ['\n# What this file can not hold:\n', ...left.map((line) => `# - ${line}\n`)]),
  ].join('');
}

const labelOf = ({ name, fid }: { readonly name: string | null; readonly fid: string }): string => name || fid;

const inOrder = <Row extends { readonly name: string | null; readonly fid: string }>(
  rows: readonly Row[],
): readonly Row[] => rows.toSorted((a, b) => inText(a.name ?? '', b.name ?? '') || inText(a.fid, b.fid));

const inText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** An identifier as it is written: by the operator's name when that means it alone. */
function aliasIn(identifier: string, aliases: Aliases): string {
  const alias = aliasOr(identifier, aliases);
  return identifierOf(alias, aliases) === identifier ? alias : identifier;
}

/** The rows of bids; why one can't be written is added to `left`. */
export function bidRows({ context, bids, token, scriptFile }: WrittenFleet, left: string[]): readonly WrittenRow[] {
  const names = byName(liveBids(context));
  const [keys, volumes] = [keyReferences(context), volumeReferences(context)];
  const users = new Set(bids.flatMap(({ created_by }) => created_by ?? []));
  return inOrder(bids).flatMap((bid): WrittenRow[] => {
    const { name, instance_type: type, region, instance_quantity: quantity, limit_price: price } = bid;
    const label = labelOf(bid);
    const launch = launchOf(bid);
    const leave = (why: string): [] => {
      left.push(`the bid ${label}: ${why}`);
      return [];
    };
    if (name === null || name === '') return leave('it has no name.');
    const alike = names.get(name)?.length ?? 1;
    if (alike > 1) return leave(`${counted(alike, 'bid')} have this name; it is ${bid.fid}.`);
    if (type === null || region === null || quantity === null || price === null || price.amount === null)
      return leave('the service does not say its type, region, quantity or limit price.');
    if (quantity < 1 || price.amount.micros <= 0n) return leave('its quantity or limit price is 0.');
    if (launch.script.includes('\uFFFD')) return leave('its startup script has characters that can not be shown.');
    if (token !== null && token !== '' && launch.script.includes(token))
      return leave('its startup script has the API key that is in use.');
    if (users.size > 1) left.push(`the bid ${label} was placed by ${bid.created_by ?? 'nobody known'}.`);
    for (const fid of launch.keys)
      if (context.rowOf('sshKeys', fid) === undefined) left.push(`the bid ${label}: its SSH key ${fid} is not listed.`);
    for (const fid of launch.volumes)
      if (context.rowOf('volumes', fid) === undefined) left.push(`the bid ${label}: its volume ${fid} is not listed.`);
    const file = launch.script === '' ? null : scriptFile(name, launch.script);
    return [
      {
        name,
        instance_type: aliasIn(type, context.aliases),
        region: aliasIn(region, context.aliases),
        instance_quantity: quantity,
        limit_price: formatMoney(price.amount),
        volumes: launch.volumes.length === 0 ? undefined : writtenIn(launch.volumes, volumes),
        ssh_keys: writtenIn(launch.keys, keys),
        kubernetes_cluster: aliasIn(launch.cluster, context.aliases),
        paused: isStatus(bid.status, 'paused') ? true : undefined,
        startup_script: file === null ? launch.script : undefined,
        startup_script_file: file ?? undefined,
      },
    ];
  });
}

const writtenIn = <Fid extends string>(fids: readonly string[], { written }: References<Fid>): readonly string[] =>
  [...new Set(fids)].map(written).toSorted();

/** The rows of volumes: of all, or of those that the bids use. */
export function volumeRows({ context, bids, filter }: WrittenFleet, left: string[]): readonly WrittenRow[] {
  const used = new Set(bids.flatMap((bid): readonly string[] => launchOf(bid).volumes));
  const all = volumesOf(context);
  const names = byName(all);
  const chosen = filter === null ? all : all.filter(({ fid }) => used.has(fid));
  return inOrder(chosen).flatMap((volume): WrittenRow[] => {
    const { name, capacity_gb: size, region, interface: disk, reservations } = volume;
    const label = labelOf(volume);
    const leave = (why: string): [] => {
      left.push(`the volume ${label}: ${why}`);
      return [];
    };
    if (name === null || name === '') return leave('it has no name.');
    const alike = names.get(name)?.length ?? 1;
    if (alike > 1) return leave(`${counted(alike, 'volume')} have this name; it is ${volume.fid}.`);
    if (size === null || size < 1 || region === null) return leave('the service does not say its size or region.');
    if (reservations.length > 0)
      left.push(`the volume ${label} is used by the reservation ${reservations.join(', ')}.`);
    return [{ name, size_gb: size, region: aliasIn(region, context.aliases), disk_interface: disk || undefined }];
  });
}

/** Keys whose value is written once when most rows have it. */
const SHARED = ['instance_type', 'region', 'ssh_keys', 'kubernetes_cluster', 'startup_script', 'disk_interface'];

/** The values that more than half of the rows with a key have, of at least two. */
function sharedValues(bids: readonly WrittenRow[], volumes: readonly WrittenRow[]): WrittenRow {
  const rows = [...bids, ...volumes];
  const shared: WrittenRow = {};
  for (const key of SHARED) {
    const having = rows.filter((row) => row[key] !== undefined);
    const counts = new Map<string, { readonly value: TomlValue; count: number }>();
    for (const row of having) {
      const value = row[key];
      if (value === undefined) continue;
      const text = tomlValue(value);
      const same = counts.get(text);
      if (same === undefined) counts.set(text, { value, count: 1 });
      else same.count += 1;
    }
    // A script in a file of its own leaves no room for a common one.
    const most = [...counts.values()].find(({ count }) => count >= 2 && count * 2 > having.length);
    if (most !== undefined && !isEmpty(most.value)) shared[key] = most.value;
  }
  return shared;
}

const isEmpty = (value: TomlValue | undefined): boolean =>
  value === undefined || value === '' || (typeof value === 'object' && value.length === 0);

/** A row without what the defaults say. What it has not and the defaults have is written as `empty`. */
function withoutShared(row: WrittenRow, defaults: WrittenRow, empty: WrittenRow): WrittenRow {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]): [string, TomlValue | undefined] => {
      const common = defaults[key];
      if (value === undefined) return [key, undefined];
      if (common === undefined) return [key, key in empty && isEmpty(value) ? undefined : value];
      return [key, tomlValue(common) === tomlValue(value) ? undefined : value];
    }),
  );
}

/** The lines of a row's keys, long scripts last. Behind a name from the settings a comment has its identifier. */
export function keysOf(row: WrittenRow, aliases: Aliases): string {
  const long = (key: string): boolean => key === 'startup_script';
  const written = Object.entries(row).flatMap(([key, value]): (readonly [string, TomlValue])[] =>
    value === undefined ? [] : [[key, value]],
  );
  return [...written.filter(([key]) => !long(key)), ...written.filter(([key]) => long(key))]
    .map(([key, value]) => `${key} = ${tomlValue(value)}${remarkOn(key, value, aliases)}\n`)
    .join('');
}

/** Keys whose values the operator may have named. */
const NAMED = ['project', 'instance_type', 'region', 'kubernetes_cluster'];

function remarkOn(key: string, value: TomlValue, aliases: Aliases): string {
  if (typeof value !== 'string' || !NAMED.includes(key)) return '';
  const identifier = identifierOf(value, aliases);
  return identifier === value ? '' : ` ${identifierRemark(identifier)}`;
}

/** The comment with the identifier that a name stands for. */
export const identifierRemark = (identifier: string): string => `# ${tomlText(identifier).slice(1, -1)}`;
