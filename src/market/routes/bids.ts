import { newBid } from '../../contract/bid.ts';
import { endpoints } from '../../contract/endpoints.ts';
import type { SshKeyFid, VolumeFid } from '../../contract/fid.ts';
import { parseMoney } from '../../lib/money.ts';
import { cancel, pause, resume } from '../engine/bids.ts';
import { changeLimit, changeVolumes, placeBid as place } from '../engine/commands.ts';
import { BID_STATUSES, type BidRecord } from '../engine/model.ts';
import type { Variants } from '../variants.ts';
import { MARKET_USER } from '../world/people.ts';
import { HttpError, invalid, notFound } from './error-body.ts';
import { handler, handlerWithBody, handlerWithNarrowBody, type MarketContext } from './handler.ts';
import { filtersBringRows, listed, pageAnswer, pageOf, requireProject } from './pages.ts';
import { bidAnswer } from './serialize.ts';

/** An unknown status is refused; an unknown region or type matches nothing. */
export const listBids = handler(endpoints.listBids, ({ query }, market) => {
  requireProject(query.project, market);
  const { status, region, instance_type } = query;
  const known: readonly string[] = BID_STATUSES;
  if (status != null && !known.includes(status)) {
    throw invalid(['query', 'status'], `Input should be ${listed(known)}`, status, 'enum');
  }
  const shows = filtersBringRows({ status, region, instance_type }, market.variants);
  const leave = market.variants['cancelled-bids'] === 'leave';
  const page = pageOf(
    market.world.bids.ordered,
    (bid) =>
      shows &&
      !(leave && bid.status === 'Terminated') &&
      (status == null || bid.status === status) &&
      (instance_type == null || bid.pool === instance_type) &&
      (region == null || market.world.pools.get(bid.pool)?.region === region),
    { status: (bid) => bid.status },
    query,
    market.variants,
  );
  return pageAnswer(
    page.rows.map((bid) => bidAnswer(bid, market)),
    page.next,
    market.variants,
  );
});

/** All it refers to must exist, volumes in its region. */
export const placeBid = handlerWithNarrowBody(endpoints.placeBid, newBidFor, ({ body }, market) => {
  requireProject(body.project, market);
  const { world } = market;
  const specification = body.launch_specification;
  const pool = world.pools.get(body.instance_type);
  if (![...world.pools.values()].some(({ region }) => region === body.region)) {
    throw invalid(['body', 'region'], `There is no region ${body.region}`, body.region);
  }
  if (pool === undefined || pool.region !== body.region) {
    const msg =
      pool === undefined
        ? `There is no instance type ${body.instance_type}`
        : `${body.instance_type} is not offered in ${body.region}`;
    throw invalid(['body', 'instance_type'], msg, body.instance_type);
  }
  const volumes = specification?.volumes ?? [];
  requireVolumes(volumes, pool.region, ['body', 'launch_specification', 'volumes'], market);
  requireSshKeys(specification?.ssh_keys ?? [], market);
  const bid = place(world, {
    name: body.name,
    createdBy: MARKET_USER,
    limit: readLimitPrice(body.limit_price),
    quantity: body.instance_quantity,
    pool: pool.id,
    volumes: [...new Set(volumes)],
    sshKeys: [...new Set(specification?.ssh_keys ?? [])],
    startupScript: specification?.startup_script ?? null,
    kubernetesCluster: specification?.kubernetes_cluster ?? null,
  });
  return bidAnswer(bid, market);
});

/** All or nothing: checked before any change. */
export const updateBid = handlerWithBody(
  endpoints.updateBid,
  ({ params, body }, market) => {
    const { world, variants } = market;
    const bid = bidOf(params.bid_fid, market);
    if (bid.status === 'Terminated') throw new HttpError(409, `Bid ${bid.fid} is terminated and can't be changed`);
    const limit = body.limit_price == null ? null : readLimitPrice(body.limit_price);
    if (body.volumes != null) {
      const region = world.pools.get(bid.pool)?.region ?? '';
      requireVolumes(body.volumes, region, ['body', 'volumes'], market);
      const paused = body.paused ?? bid.status === 'Paused';
      if (variants['volumes-while-running'] === 'refused' && !paused) {
        throw invalid(['body', 'volumes'], 'Volumes can be changed only while the bid is paused', body.volumes);
      }
    }
    if (limit !== null) changeLimit(world, bid, limit, MARKET_USER);
    if (body.volumes != null) {
      const volumes = variants.volumes === 'extend' ? [...bid.volumes, ...body.volumes] : body.volumes;
      changeVolumes(world, bid, volumes, MARKET_USER);
    }
    if (body.paused === true) pause(world, bid, MARKET_USER);
    if (body.paused === false) resume(world, bid, MARKET_USER);
    return bidAnswer(bid, market);
  },
  () => 409,
);

export const cancelBid = handler(endpoints.cancelBid, ({ params }, market) => {
  const bid = bidOf(params.bid_fid, market);
  if (bid.status === 'Terminated' && market.variants['cancel-again'] === '404') throw notFound('Bid', bid.fid);
  cancel(market.world, bid, MARKET_USER);
});

function bidOf(fid: string, { world }: MarketContext): BidRecord {
  const bid = world.bids.get(fid);
  if (bid === undefined) throw notFound('Bid', fid);
  return bid;
}

/** Far beyond any market. */
const MAX_INSTANCES = 10_000;

const BoundedBid = newBid()
  .extend({
    instance_quantity: newBid().shape.instance_quantity.max(
      MAX_INSTANCES,
      `Input should be less than or equal to ${MAX_INSTANCES}`,
    ),
  })
  .meta({ id: 'NewBid' });

const SpecifiedBid = BoundedBid.extend({
  launch_specification: newBid().shape.launch_specification.unwrap().required({ volumes: true, ssh_keys: true }),
}).meta({ id: 'NewBid' });

function newBidFor(variants: Variants): typeof BoundedBid | typeof SpecifiedBid {
  return variants['launch-specification'] === 'required' ? SpecifiedBid : BoundedBid;
}

/** In millionths of a dollar. */
function readLimitPrice(text: string): bigint {
  const loc = ['body', 'limit_price'];
  const money = parseMoney(text);
  if (money === null) throw invalid(loc, 'Give a price like 2.50 or $2.50.', text);
  if (!['', '$', 'USD'].includes(money.sign)) throw invalid(loc, 'The price must be in dollars', text);
  if (money.micros <= 0n) throw invalid(loc, 'The price must be greater than 0', text, 'greater_than');
  if (money.micros > 1_000_000_000_000n)
    throw invalid(loc, 'The price must be at most $1000000', text, 'less_than_equal');
  return money.micros;
}

/** `loc`: path of the list in the request. */
function requireVolumes(
  volumes: readonly VolumeFid[],
  region: string,
  loc: readonly string[],
  { world }: MarketContext,
): void {
  for (const [n, fid] of volumes.entries()) {
    const volume = world.volumes.get(fid);
    if (volume === undefined) throw invalid([...loc, n], `There is no volume ${fid}`, fid);
    if (volume.region !== region) {
      throw invalid([...loc, n], `The volume ${volume.name} is in ${volume.region}, the bid in ${region}`, fid);
    }
  }
}

function requireSshKeys(keys: readonly SshKeyFid[], { world }: MarketContext): void {
  for (const [n, fid] of keys.entries()) {
    if (world.sshKeys.get(fid) !== undefined) continue;
    throw invalid(['body', 'launch_specification', 'ssh_keys', n], `There is no SSH key ${fid}`, fid);
  }
}
