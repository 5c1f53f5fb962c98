import { issuesOf } from '../../../api/request.ts';
import type { Bid } from '../../../contract/bid.ts';
import type { BidFid } from '../../../contract/fid.ts';
import { newVolume, type Volume } from '../../../contract/volume.ts';
import { printableLine } from '../../../lib/sanitize.ts';
import { type Part, sumOf } from '../../../lib/sum.ts';
import { committedInstances } from '../../../resources/bids/exposure.ts';
import { launchOf } from '../../../resources/bids/launch.ts';
import { currenciesIn } from '../../../resources/bids/price-field.ts';
import type { Context } from '../../../resources/context.ts';
import { identifierOf } from '../../../resources/parts/aliases.ts';
import { chargedOf, costPart } from '../../../resources/parts/joins.ts';
import { isStatus } from '../../../resources/parts/status.ts';
import type { Unpriced } from '../../../resources/resource.ts';
import { inUse } from '../../../resources/volume-actions.ts';
import type { PausedByRules } from '../../rules/paused-by-rules.ts';
import { type FileBid, type FileVolume, type FleetFile, lineOfKey } from '../file/fleet-file.ts';
import { noFileHas } from '../file/no-file-has.ts';
import { byName, exactName, listedBids, liveBids, volumesOf } from '../rows.ts';
import { type Allowed, type Change, exactNameOf, fidOf, isAllowed, type Plan } from './change.ts';
import { createResolver, fieldsToChange, fieldsToReplace, type Remark, type WantedBid } from './wanted.ts';
import { warningsOf } from './warnings.ts';

export type Differences = Pick<Plan, 'changes' | 'problems'>;

/** Compares a file with its project. `token` is the API key in use, refused in files. */
export function differencesOf(
  file: FleetFile,
  context: Context,
  allowed: Allowed,
  byRules: PausedByRules = new Map(),
  token: string | null = null,
): Differences {
  const problems: Remark[] = [];
  const wrong = ({ line, text }: Remark): void => void problems.push({ line, text: printableLine(text) });
  const bids = liveBids(context);
  const noFile = noFileHas(context, token);
  const volumes = volumeChanges(file, context, wrong);
  const changes = bidChanges(file, bids, context, wrong).map((change) =>
    change.kind === 'resume' ? { ...change, rule: byRules.get(change.bid.fid) ?? null } : change,
  );
  const named = new Set(file.bids.map(({ name }) => name));
  const others = bids.flatMap((bid): readonly Change[] => {
    const name = exactName('bids', bid, context);
    return named.has(name) ? [] : [{ kind: 'other-bid', bid, name, noFile: noFile.bid(bid), kept: null }];
  });
  const left = otherVolumes(file, [...changes, ...others], allowed, context).map((change) => ({
    ...change,
    noFile: noFile.volume(change.volume),
  }));
  const all = [...volumes, ...changes, ...others, ...left];
  return { changes: all, problems };
}

/** Adds cost and warnings for the allowed changes, and keeps only the named rows. */
export function planOf(
  file: FleetFile,
  context: Context,
  allowed: Allowed,
  byRules: PausedByRules = new Map(),
  token: string | null = null,
): Plan {
  const { changes: all, problems } = differencesOf(file, context, allowed, byRules, token);
  const { names } = allowed;
  const named = names === undefined ? all : all.filter((change) => names.has(exactNameOf(change)));
  const repriced = new Set(named.flatMap((change) => (isRepriced(change, allowed) ? change.bid.fid : [])));
  const changes = named.map((change) =>
    change.kind === 'resume' && !repriced.has(change.bid.fid)
      ? { ...change, price: change.bid.limit_price?.amount ?? null }
      : change,
  );
  const cost = costOf(changes, liveBids(context), allowed, context);
  return { changes, problems, warnings: warningsOf(changes, allowed, cost, context), cost };
}

const isRepriced = (change: Change, allowed: Allowed): change is Extract<Change, { readonly kind: 'change' }> =>
  change.kind === 'change' && change.price && isAllowed(change, allowed);

function volumeChanges(file: FleetFile, context: Context, wrong: (remark: Remark) => void): readonly Change[] {
  const named = byName('volumes', volumesOf(context), context);
  return file.volumes.flatMap((volume): readonly Change[] => {
    const there = named.get(volume.name) ?? [];
    const [only] = there;
    if (only === undefined) return creationOf(volume, context, wrong);
    if (there.length > 1)
      wrong({
        line: lineOfKey(volume.lines, 'name'),
        text: `${there.length} volumes are named ${volume.name}: ${there.map(({ fid }) => fid).join(', ')}. Take it out of the file, or delete one.`,
      });
    else for (const remark of unlike(volume, only, context)) wrong(remark);
    return [];
  });
}

function creationOf(volume: FileVolume, context: Context, wrong: (remark: Remark) => void): readonly Change[] {
  const body = newVolume().safeParse({
    name: volume.name,
    project: context.project,
    disk_interface: volume.disk_interface,
    region: identifierOf(volume.region, context.aliases),
    size_gb: volume.size_gb,
  });
  if (body.success) return [{ kind: 'create-volume', file: volume, body: body.data }];
  for (const { path, message } of issuesOf(body.error)) {
    const key = String(path[0] ?? '');
    wrong({ line: lineOfKey(volume.lines, key), text: `${key} of the volume ${volume.name}: ${message}` });
  }
  return [];
}

/** The interface can't change volumes, so each different field is a problem. */
function unlike(file: FileVolume, volume: Volume, { aliases }: Context): readonly Remark[] {
  const fields = [
    { key: 'size_gb', has: volume.capacity_gb, wants: file.size_gb },
    { key: 'region', has: volume.region, wants: identifierOf(file.region, aliases) },
    { key: 'disk_interface', has: volume.interface, wants: file.disk_interface || volume.interface },
  ];
  return fields.flatMap(({ key, has, wants }) =>
    has === null || has === '' || has === wants
      ? []
      : [
          {
            line: lineOfKey(file.lines, key),
            text: `the volume ${file.name} has ${key} ${has}, not ${wants}. A volume can't be changed: correct the file, or give it another name.`,
          },
        ],
  );
}

type KnownRow = Differences & { readonly inputs: readonly unknown[]; readonly own: readonly Bid[] };

/** Last results by row: few rows change from list to list. */
const known = new WeakMap<FileBid, KnownRow>();

function bidChanges(
  file: FleetFile,
  bids: readonly Bid[],
  context: Context,
  wrong: (remark: Remark) => void,
): readonly Change[] {
  const named = byName('bids', bids, context);
  const resolve = createResolver(file, context);
  const inputs = [context.rowsOf('volumes'), context.rowsOf('sshKeys'), context.aliases, currencyText(context)];
  return file.bids.flatMap((row): readonly Change[] => {
    const own = named.get(row.name) ?? [];
    const before = known.get(row);
    const isSame =
      before !== undefined &&
      before.own.length === own.length &&
      before.own.every((bid, n) => bid === own[n]) &&
      before.inputs.every((input, n) => input === inputs[n]);
    const found = isSame ? before : { ...rowDifferences(row, own, resolve, context), inputs, own };
    if (!isSame) known.set(row, found);
    for (const problem of found.problems) wrong(problem);
    return found.changes;
  });
}

/** Prices in the file are read by the project's currencies. */
const currencyText = (context: Context): string => [...currenciesIn(context)].toSorted().join(' ');

function rowDifferences(
  row: FileBid,
  own: readonly Bid[],
  resolve: ReturnType<typeof createResolver>,
  context: Context,
): Differences {
  const problems: Remark[] = [];
  const found = (changes: readonly Change[]): Differences => ({ changes, problems });
  const wanted = resolve(row, own, problems);
  if (wanted === null) return found([]);
  const [bid, second, ...more] = own;
  if (bid === undefined) return found([{ kind: 'place', wanted }]);
  if (second === undefined) return found(changesOf(bid, wanted, context));
  const begun = more.length === 0 ? begunReplacement([bid, second], wanted, context) : null;
  if (begun !== null) return found(begun);
  problems.push({
    line: lineOfKey(row.lines, 'name'),
    text: `${own.length} bids are named ${row.name}: ${own.map(({ fid }) => fid).join(', ')}. Take it out of the file, or cancel the others.`,
  });
  return found([]);
}

/** A replacement begun by an earlier run: the new bid is there, the old one still to cancel. */
function begunReplacement(bids: readonly [Bid, Bid], wanted: WantedBid, context: Context): readonly Change[] | null {
  const isWanted = (bid: Bid): boolean => fieldsToReplace(bid, wanted, context).length === 0;
  const [placed, ...others] = bids.filter(isWanted);
  const old = bids.find((bid) => !isWanted(bid));
  if (placed === undefined || old === undefined || others.length > 0) return null;
  const fields = fieldsToReplace(old, wanted, context);
  return [...changesOf(placed, wanted, context), { kind: 'replace', bid: old, wanted, fields, placed }];
}

/** A bid to replace is not changed otherwise. */
function changesOf(bid: Bid, wanted: WantedBid, context: Context): readonly Change[] {
  const fields = fieldsToReplace(bid, wanted, context);
  const changed = fieldsToChange(bid, wanted, context);
  if (fields.length > 0)
    return [{ kind: 'replace', bid, wanted, fields: [...fields, ...changed.map(({ field }) => field)], placed: null }];
  const price = changed.some(({ kind }) => kind === 'price');
  const volumes = changed.some(({ kind }) => kind === 'volumes') ? wanted.volumes : null;
  const isPaused = isStatus(bid.status, 'paused');
  return [
    ...(wanted.paused && !isPaused ? [{ kind: 'pause', bid, wanted } as const] : []),
    ...(changed.length === 0
      ? []
      : [{ kind: 'change', bid, wanted, fields: changed.map(({ field }) => field), price, volumes } as const]),
    ...(!wanted.paused && isPaused ? [{ kind: 'resume', bid, wanted, price: wanted.price, rule: null } as const] : []),
  ];
}

const freesVolumes = (change: Change): boolean =>
  change.kind === 'replace' || change.kind === 'other-bid' || (change.kind === 'change' && change.volumes !== null);

function otherVolumes(
  file: FleetFile,
  changes: readonly Change[],
  allowed: Allowed,
  context: Context,
): readonly Omit<Extract<Change, { readonly kind: 'other-volume' }>, 'noFile'>[] {
  const named = new Set(file.volumes.map(({ name }) => name));
  const leaving = new Set(
    changes.flatMap((change) => (isAllowed(change, allowed) && freesVolumes(change) ? (fidOf(change) ?? []) : [])),
  );
  // A named volume counts as used, even if the service does not show it yet.
  const used = new Set(file.bids.flatMap(({ volumes }) => volumes));
  const others = volumesOf(context)
    .map((volume) => ({ volume, name: exactName('volumes', volume, context) }))
    .filter(({ name, volume }) => !named.has(name) && !used.has(name) && !used.has(volume.fid));
  // Most files name all volumes.
  if (others.length === 0) return [];
  const users = usersOfVolumes(listedBids(context));
  return others.map(({ volume, name }) => {
    const bids = [...new Set([...volume.bids, ...(users.get(volume.fid) ?? [])])];
    const free = { ...volume, bids: bids.filter((fid) => !leaving.has(fid)) };
    return { kind: 'other-volume', volume, name, kept: inUse(free, context) };
  });
}

/** A list of volumes may be older than the list of bids. */
function usersOfVolumes(bids: readonly Bid[]): ReadonlyMap<string, readonly BidFid[]> {
  const uses = bids.flatMap((bid) => launchOf(bid).volumes.map((volume) => ({ volume, fid: bid.fid })));
  return new Map(
    [...Map.groupBy(uses, ({ volume }) => volume)].map(([volume, own]) => [volume, own.map(({ fid }) => fid)]),
  );
}

/** The highest hourly cost before and after the allowed changes. */
function costOf(changes: readonly Change[], bids: readonly Bid[], allowed: Allowed, context: Context): Plan['cost'] {
  const done = changes.filter((change) => isAllowed(change, allowed));
  const byBid = Map.groupBy(
    done.filter((change) => 'bid' in change),
    ({ bid }) => bid.fid,
  );
  const committed = (bid: Bid): Part<Unpriced> => costPart(bid, committedInstances(bid, chargedOf(bid.fid, context)));
  const stays = bids.filter(({ fid }) => !byBid.has(fid)).map(committed);
  const changed = [...byBid.values()].flatMap(costAfter);
  const placed = done.flatMap((change) => (change.kind === 'place' ? costOfWanted(change.wanted) : []));
  return { before: sumOf(bids.map(committed)), after: sumOf([...stays, ...changed, ...placed]) };
}

const costOfWanted = ({ price, quantity, paused, file: { name } }: WantedBid): readonly Part<Unpriced>[] =>
  paused ? [] : [{ of: { of: 'bid', name }, each: price, count: quantity }];

/** The most a bid costs after its changes; nothing when paused or ended. */
function costAfter(done: readonly Extract<Change, { readonly bid: Bid }>[]): readonly Part<Unpriced>[] {
  const [first] = done;
  if (first === undefined || done.some(({ kind }) => kind === 'other-bid')) return [];
  const replaced = done.find((change) => change.kind === 'replace');
  // A bid placed by an earlier run is counted already.
  if (replaced !== undefined) return replaced.placed === null ? costOfWanted(replaced.wanted) : [];
  const { bid } = first;
  const isPaused =
    done.some(({ kind }) => kind === 'pause') ||
    (isStatus(bid.status, 'paused') && !done.some(({ kind }) => kind === 'resume'));
  const changed = done.find((change) => change.kind === 'change');
  const limit = changed?.price === true ? changed.wanted.price : (bid.limit_price?.amount ?? null);
  return isPaused ? [] : [{ ...costPart(bid, { count: bid.instance_quantity }), each: limit }];
}
