import type { Bid } from '../../../contract/bid.ts';
import { formatMoney } from '../../../lib/money.ts';
import { printableLine } from '../../../lib/sanitize.ts';
import { launchOf } from '../../../resources/bids/launch.ts';
import type { Aliases, Context } from '../../../resources/context.ts';
import { identifierOf } from '../../../resources/parts/aliases.ts';
import { whyLeftAlone } from '../../../resources/parts/other-project.ts';
import { isStatus } from '../../../resources/parts/status.ts';
import {
  exactName,
  exactScript,
  foreignRows,
  keyReferences,
  type References,
  volumeReferences,
  volumesOf,
} from '../rows.ts';
import { aliasIn, noFileHas } from './no-file-has.ts';
import { type TomlValue, tomlLine, tomlValue } from './toml-text.ts';

export type WrittenFleet = {
  readonly context: Context;
  /** Without ended ones. */
  readonly bids: readonly Bid[];
  /** Null for all bids and all volumes. */
  readonly filter: string | null;
  /** The API key in use: a script with it is not written. */
  readonly token: string | null;
  /** The path of a script's own file; null to keep it in the fleet file. */
  readonly scriptFile: (name: string, script: string) => string | null;
};

/** Undefined keys are not written. */
type WrittenRow = Record<string, TomlValue | undefined>;

/** The text of a fleet file: equal fleets give equal texts. */
export function fleetText(written: WrittenFleet): string {
  const { context, filter } = written;
  const left: string[] = [];
  const bids = bidRows(written, left);
  const volumes = volumeRows(written, left);
  const defaults = sharedValues([...bids, ...volumes]);
  const table = (head: string, row: WrittenRow): string => `\n${head}\n${keysOf(row, context.aliases)}`;
  const own = (row: WrittenRow, empty: WrittenRow): WrittenRow => withoutShared(row, defaults, empty);
  const named = aliasIn(context.project, context.aliases);
  const project = identifierOf(named, context.aliases) === context.project ? named : undefined;
  if (filter === null) left.push(...foreignLines(context));
  return [
    '# A fleet: "spotdeck diff FILE" compares it with the service, "spotdeck apply FILE" makes it so.\n',
    ...(filter === null
      ? []
      : [`# Only a part: bids that match ${printableLine(filter)}. Never apply it with --prune.\n`]),
    keysOf({ project }, context.aliases),
    ...(Object.keys(defaults).length === 0 ? [] : [table('[defaults]', defaults)]),
    ...volumes.map((row) => table('[[volumes]]', own(row, {}))),
    ...bids.map((row) => table('[[bids]]', own(row, { ssh_keys: [], startup_script: '', kubernetes_cluster: '' }))),
    ...(left.length === 0 ? [] : ['\n# What this file can not hold:\n', ...left.map((line) => `# - ${line}\n`)]),
  ].join('');
}

const labelOf = ({ name, fid }: { readonly name: string | null; readonly fid: string }): string => name || fid;

/** By name, equal across projects, then by identifier. */
const inOrder = <Row extends { readonly name: string | null; readonly fid: string }>(
  list: 'bids' | 'volumes',
  rows: readonly Row[],
  context: Context,
): readonly Row[] => {
  const named = rows.map((row) => ({ row, name: exactName(list, row, context) }));
  return named.toSorted((a, b) => inText(a.name, b.name) || inText(a.row.fid, b.row.fid)).map(({ row }) => row);
};

const inText = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** Adds to `left` why a bid is not written. */
function bidRows({ context, bids, token, scriptFile }: WrittenFleet, left: string[]): readonly WrittenRow[] {
  const noFile = noFileHas(context, token);
  const [keys, volumes] = [keyReferences(context), volumeReferences(context)];
  const users = new Set(bids.flatMap(({ created_by }) => created_by ?? []));
  return inOrder('bids', bids, context).flatMap((bid): WrittenRow[] => {
    const { instance_type: type, region, instance_quantity: quantity, limit_price: price } = bid;
    const label = labelOf(bid);
    const launch = launchOf(bid);
    const why = noFile.bid(bid);
    if (why !== null) left.push(`the bid ${label}: ${why}.`);
    if (why !== null || type === null || region === null || quantity === null || price?.amount == null) return [];
    if (users.size > 1) left.push(`the bid ${label} was placed by ${bid.created_by ?? 'nobody known'}.`);
    for (const fid of launch.keys)
      if (context.rowOf('sshKeys', fid) === undefined) left.push(`the bid ${label}: its SSH key ${fid} is not listed.`);
    for (const fid of launch.volumes)
      if (context.rowOf('volumes', fid) === undefined) left.push(`the bid ${label}: its volume ${fid} is not listed.`);
    const name = exactName('bids', bid, context);
    const script = exactScript(bid, context);
    const file = script === '' ? null : scriptFile(name, script);
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
        startup_script: file === null ? script : undefined,
        startup_script_file: file ?? undefined,
      },
    ];
  });
}

/** By name, unless it is also the identifier of another one of them. */
const writtenIn = <Fid extends string>(fids: readonly string[], { written }: References<Fid>): readonly string[] => {
  const all = new Set(fids);
  const textOf = (fid: string): string => (all.has(written(fid)) ? fid : written(fid));
  return [...all].map(textOf).toSorted();
};

/** All volumes, or those the bids use. */
function volumeRows({ context, bids, filter, token }: WrittenFleet, left: string[]): readonly WrittenRow[] {
  const used = new Set(bids.flatMap((bid): readonly string[] => launchOf(bid).volumes));
  const noFile = noFileHas(context, token);
  const all = volumesOf(context);
  const chosen = filter === null ? all : all.filter(({ fid }) => used.has(fid));
  return inOrder('volumes', chosen, context).flatMap((volume): WrittenRow[] => {
    const { capacity_gb: size, region, interface: disk, reservations } = volume;
    const label = labelOf(volume);
    const why = noFile.volume(volume);
    if (why !== null) left.push(`the volume ${label}: ${why}.`);
    if (why !== null || size === null || region === null) return [];
    if (reservations.length > 0)
      left.push(`the volume ${label} is used by the reservation ${reservations.join(', ')}.`);
    const name = exactName('volumes', volume, context);
    return [{ name, size_gb: size, region: aliasIn(region, context.aliases), disk_interface: disk || undefined }];
  });
}

const foreignLines = (context: Context): readonly string[] =>
  foreignRows(context).map(
    (row) => `the ${'limit_price' in row ? 'bid' : 'volume'} ${labelOf(row)}: ${whyLeftAlone(row, context) ?? ''}.`,
  );

const SHARED = ['instance_type', 'region', 'ssh_keys', 'kubernetes_cluster', 'disk_interface', 'startup_script'];

/** Values of more than half of the rows with a key, and of at least two. */
function sharedValues(rows: readonly WrittenRow[]): WrittenRow {
  const shared: WrittenRow = {};
  for (const key of SHARED) {
    const values = rows.map((row) => row[key]).filter((value) => value !== undefined);
    const alike = Map.groupBy(values, (value) => tomlValue(key, value));
    // A script file leaves no room for a default script.
    const most = [...alike.values()].find(({ length }) => length >= 2 && length * 2 > values.length);
    if (!isEmpty(most?.[0])) shared[key] = most?.[0];
  }
  return shared;
}

const isEmpty = (value: TomlValue | undefined): boolean =>
  value === undefined || value === '' || (typeof value === 'object' && value.length === 0);

/** A row without its defaults; a missing value hides a default by `empty`. */
function withoutShared(row: WrittenRow, defaults: WrittenRow, empty: WrittenRow): WrittenRow {
  return Object.fromEntries(
    Object.entries(row).map(([key, value]): [string, TomlValue | undefined] => {
      const common = defaults[key];
      if (value === undefined) return [key, undefined];
      if (common === undefined) return [key, key in empty && isEmpty(value) ? undefined : value];
      return [key, tomlValue(key, common) === tomlValue(key, value) ? undefined : value];
    }),
  );
}

/** Lines of a row. A comment has the identifier behind an operator's name. */
const keysOf = (row: WrittenRow, aliases: Aliases): string =>
  Object.entries(row)
    .map(([key, value]) =>
      value === undefined ? '' : `${key} = ${tomlValue(key, value)}${remarkOn(key, value, aliases)}\n`,
    )
    .join('');

const NAMED = ['project', 'instance_type', 'region', 'kubernetes_cluster'];

function remarkOn(key: string, value: TomlValue, aliases: Aliases): string {
  if (typeof value !== 'string' || !NAMED.includes(key)) return '';
  const identifier = identifierOf(value, aliases);
  return identifier === value ? '' : ` # ${tomlLine(identifier).slice(1, -1)}`;
}
