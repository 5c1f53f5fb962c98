import type { ListedRow, WholeList } from '../../src/api/result.ts';
import type { OperatorEvent } from '../../src/changes/change-event.ts';
import { bidRow } from '../../src/contract/bid.ts';
import { instanceRow } from '../../src/contract/instance.ts';
import { sshKeyRow } from '../../src/contract/ssh-key.ts';
import { volumeRow } from '../../src/contract/volume.ts';
import { HOUR_MS, MINUTE_MS } from '../../src/lib/duration.ts';
import { cancel, pause, resume } from '../../src/market/engine/bids.ts';
import { advance } from '../../src/market/engine/clock.ts';
import { bidsByVolume, changeLimit, placeBid } from '../../src/market/engine/commands.ts';
import type { BidRecord, InstanceRecord } from '../../src/market/engine/model.ts';
import { noteBid } from '../../src/market/engine/note.ts';
import { startSurge } from '../../src/market/engine/prices.ts';
import { nextInteger } from '../../src/market/engine/random.ts';
import { addBid, addInstance, emptyWorld, type Pool, poolOf, type World } from '../../src/market/engine/world.ts';
import { bidAnswer, instanceAnswer, sshKeyAnswer, volumeAnswer } from '../../src/market/routes/serialize.ts';
import { defaultVariants } from '../../src/market/variants.ts';
import { instanceType, percentOf, pools } from '../../src/market/world/hardware.ts';
import { MARKET_USER } from '../../src/market/world/people.ts';
import type { Rows } from '../../src/resources/rows.ts';
import { type Act, PAST_MS, type StoryBid, story, storyBids } from './story.ts';

/** The lists of a project, as a console reads them. */
type Told = 'bids' | 'instances' | 'volumes' | 'sshKeys';
export type ReadLists = { readonly [Name in Told]: WholeList<Rows[Name]> };

/** A look at the lists at a time, and what the operator did since the one before. Milliseconds since 1970. */
export type Look = { readonly at: number; readonly lists: ReadLists; readonly noted: readonly Noted[] };
type Noted = { readonly at: number; readonly event: OperatorEvent };

/** Time between two steps of the market, in milliseconds. */
const STEP_MS = 10_000;
/** Time between two looks while nothing changes, and the same in the time that the header's pictures show, in milliseconds. */
const PACE_MS = 10 * MINUTE_MS;
const PICTURED_MS = HOUR_MS + MINUTE_MS;
const PICTURED_PACE_MS = 20_000;
/** Time before the demo begins from which on nobody is outbid but by the story, in milliseconds. */
const CALM_MS = 12 * MINUTE_MS;
/** Longest surge that no bid loses its instances to, in milliseconds. */
const SHORT_MS = 100_000;
const SEED = 20;

/** The looks of a console at the market in the weeks before a world began: the last one is at that world itself. */
export function* marketPast(present: World, project: string, watch: (world: World) => void): Generator<Look> {
  const until = present.now;
  const from = until - PAST_MS;
  const world = beginning(present, from);
  const reader = createReader(project);
  const acts = [...story];
  let noted: Noted[] = [];
  let surgeAt = from + HOUR_MS;
  let lists = reader(world);
  let lookedAt = from;
  yield { at: from, lists, noted };
  for (let at = from + STEP_MS; at < until; at += STEP_MS) {
    for (; acts[0] !== undefined && until - acts[0].age <= at; acts.shift()) {
      const event = done(world, present, acts[0]);
      if (event !== null) noted.push({ at: world.now, event });
    }
    for (const volume of present.volumes.ordered)
      if (volume.createdAt <= at && world.volumes.get(volume.fid) === undefined) world.volumes.add({ ...volume });
    // The story says when others pay more, more rarely than on a market that is to be looked at.
    world.nextSurgeAt = Number.POSITIVE_INFINITY;
    advance(world, at);
    watch(world);
    if (at >= surgeAt && until - at > CALM_MS) {
      surge(world, present);
      surgeAt = at + nextInteger(world, 180, 720) * MINUTE_MS;
    }
    const changed = [world.bids, world.instances, world.volumes].some(({ unsaved }) => unsaved.size > 0);
    if (!changed && noted.length === 0 && at - lookedAt < paceAt(until - at)) continue;
    // A console reads again every few seconds.
    if (changed && at - lookedAt > STEP_MS) yield { at: at - STEP_MS, lists, noted: [] };
    if (changed) lists = reader(world);
    yield { at, lists, noted };
    noted = [];
    lookedAt = at;
  }
  yield { at: until, lists: createReader(project)(present), noted };
}

const paceAt = (age: number): number => (age < PICTURED_MS ? PICTURED_PACE_MS : PACE_MS);

/** The market two weeks ago: what is reserved ran already, and so did no bid. */
function beginning(present: World, from: number): World {
  const used = new Set([...storyBids.values()].map(({ kind, region }) => instanceType(kind, region)));
  const reserved = present.instances.ordered.filter(({ bid }) => bid === null);
  for (const { pool } of reserved) used.add(pool);
  const world = emptyWorld(
    from,
    SEED,
    pools(0).filter(({ id }) => used.has(id)),
  );
  world.serial = present.serial;
  for (const instance of reserved) addInstance(world, { ...instance });
  for (const key of present.sshKeys.ordered) world.sshKeys.add({ ...key });
  for (const volume of present.volumes.ordered) if (volume.createdAt <= from) world.volumes.add({ ...volume });
  return world;
}

const named = (world: World, name: string): BidRecord | undefined =>
  world.bids.ordered.find((bid) => bid.name === name);

/** Others pay more than one of the weak bids for a while. One that the demo begins with keeps its instances. */
function surge(world: World, present: World): void {
  const before = new Map([...world.pools.values()].map((pool) => [pool.id, pool.surge]));
  startSurge(world);
  const pool = [...world.pools.values()].find(({ id, surge }) => surge !== before.get(id));
  if (pool?.surge == null) return;
  if (isKept(pool, pool.surge.price, present)) pool.surge.until = Math.min(pool.surge.until, world.now + SHORT_MS);
  else if (pool.surge.until - world.now > SHORT_MS) pool.surge.until += nextInteger(world, 0, 40) * MINUTE_MS;
}

const isKept = ({ bids }: Pool, price: bigint, present: World): boolean =>
  [...bids].some(({ fid, limit }) => limit < price && present.bids.get(fid) !== undefined);

/** Does what the story says, and returns what a console notes of it; null for what is not the operator's. */
function done(world: World, present: World, act: Act): OperatorEvent | null {
  const of = storyBids.get(act.bid);
  if (of === undefined) throw new Error(`The story has no bid ${act.bid}.`);
  const bid = act.kind === 'place' ? placed(world, present, of) : named(world, act.bid);
  if (bid === undefined) throw new Error(`The bid ${act.bid} is not there ${act.age} ms before the demo begins.`);
  const pool = poolOf(world, bid);
  const { by = MARKET_USER } = act;
  switch (act.kind) {
    case 'place':
      break;
    case 'cancel':
      cancel(world, bid, by);
      break;
    case 'pause':
      pause(world, bid, by);
      break;
    case 'resume':
      resume(world, bid, by);
      break;
    case 'limit':
      changeLimit(world, bid, percentOf(pool.base, act.percent), by);
      break;
    case 'outbid':
      pool.surge = { price: (bid.limit * 105n) / 100n, until: world.now + act.ms };
      pool.price = pool.surge.price;
      pool.stale = true;
      return null;
  }
  if (by !== MARKET_USER) return null;
  const verb = act.kind === 'limit' ? 'change' : act.kind;
  return {
    kind: 'noted',
    who: 'operator',
    outcome: 'done',
    what: `${verb.slice(0, 1).toUpperCase()}${verb.slice(1)} ${bid.name}`,
    about: { pane: 'bids', fid: bid.fid },
    action: { verb, list: 'bids', name: bid.name },
  };
}

/** Places a bid. One that the demo begins with has the same identifiers, and its instances wait for their first start. */
function placed(world: World, present: World, { name, kind, region, quantity, limit }: StoryBid): BidRecord {
  const pool = instanceType(kind, region);
  const price = percentOf(poolOf(world, { pool }).base, limit);
  const known = named(present, name);
  if (known === undefined) {
    const sshKeys = present.sshKeys.ordered.slice(0, 1).map(({ fid }) => fid);
    const nothing = { volumes: [], startupScript: null, kubernetesCluster: null };
    return placeBid(world, { name, createdBy: MARKET_USER, limit: price, quantity, pool, sshKeys, ...nothing });
  }
  const bid: BidRecord = { ...known, limit: price, status: 'Open', deactivatedAt: null, since: world.now };
  bid.instances = [...known.instances];
  const instances = present.instances.ordered.filter((one) => one.bid === bid.fid);
  for (const instance of instances) addInstance(world, waiting(instance));
  addBid(world, bid);
  noteBid(world, bid, 'Placed', bid.createdBy);
  poolOf(world, bid).stale = true;
  return bid;
}

const waiting = (instance: InstanceRecord): InstanceRecord => ({
  ...instance,
  status: 'STATUS_PAUSED',
  since: instance.createdAt,
  dueAt: null,
});

/** Makes the function that reads the lists of a world as a client does; what has not changed since the last time is the same objects. */
export function createReader(project: string): (world: World) => ReadLists {
  const known = new Map<string, { readonly text: string; readonly listed: ListedRow<unknown> }>();
  const row = <Row>(fid: string, answer: object, schema: { readonly parse: (given: unknown) => Row }) => {
    const text = JSON.stringify(answer);
    const before = known.get(fid);
    if (before?.text === text) return before.listed as ListedRow<Row>;
    const listed = { row: schema.parse(JSON.parse(text)), raw: text };
    known.set(fid, { text, listed });
    return listed;
  };
  const [ofBid, ofInstance, ofVolume, ofKey] = [bidRow(), instanceRow(), volumeRow(), sshKeyRow()];
  return (world) => {
    const market = { world, project, variants: defaultVariants, extras: false, sshDestination: null };
    const users = bidsByVolume(world);
    const lists: ReadLists = {
      bids: whole(world.bids.ordered.map((one) => row(one.fid, bidAnswer(one, market), ofBid))),
      instances: whole(world.instances.ordered.map((one) => row(one.fid, instanceAnswer(one, market), ofInstance))),
      volumes: whole(
        world.volumes.ordered.map((one) => row(one.fid, volumeAnswer(one, users.get(one.fid) ?? [], market), ofVolume)),
      ),
      sshKeys: whole(world.sshKeys.ordered.map((one) => row(one.fid, sshKeyAnswer(one, market), ofKey))),
    };
    for (const rows of [world.bids, world.instances, world.volumes, world.sshKeys]) rows.saved();
    return lists;
  };
}

const whole = <Row extends { readonly fid: string }>(rows: readonly ListedRow<Row>[]): WholeList<Row> => ({
  rows: new Map(rows.map((listed) => [listed.row.fid, listed])),
  unreadable: [],
  warnings: [],
  pages: 1,
});
