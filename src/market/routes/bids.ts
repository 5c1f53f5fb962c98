import { endpoints } from '../../contract/endpoints.ts';
import { cancel, pause, resume } from '../engine/bids.ts';
import { changeLimit, changeVolumes, placeBid as place } from '../engine/commands.ts';
import { BID_STATUSES, type BidRecord } from '../engine/model.ts';
import { MARKET_USER } from '../world/seed-instances.ts';
import { newBidFor, readLimitPrice, requireSshKeys, requireVolumes } from './bid-requirements.ts';
import { handler, handlerWithBody, handlerWithNarrowBody, type MarketContext } from './handler.ts';
import { HttpError, invalid, notFound } from './http-error.ts';
import { listed, pageAnswer, pageOf } from './pages.ts';
import { filtersBringRows, requireProject } from './project.ts';
import { bidAnswer } from './serialize.ts';

/** `GET /v2/spot/bids`. An unknown status is rejected, an unknown region or type matches nothing. */
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

/** `POST /v2/spot/bids`. All resources that the bid refers to must exist, and its volumes in its region. */
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

/** `PATCH /v2/spot/bids/{bid_fid}`. All or nothing: validates everything before any change. A terminated bid is 409. */
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
    if (limit !== null) changeLimit(world, bid, limit);
    if (body.volumes != null) {
      changeVolumes(world, bid, variants.volumes === 'extend' ? [...bid.volumes, ...body.volumes] : body.volumes);
    }
    if (body.paused === true) pause(world, bid);
    if (body.paused === false) resume(world, bid);
    return bidAnswer(bid, market);
  },
  () => 409,
);

/** `DELETE /v2/spot/bids/{bid_fid}`. */
export const cancelBid = handler(endpoints.cancelBid, ({ params }, market) => {
  const bid = bidOf(params.bid_fid, market);
  if (bid.status === 'Terminated' && market.variants['cancel-again'] === '404') throw notFound('Bid', bid.fid);
  cancel(market.world, bid);
});

function bidOf(fid: string, { world }: MarketContext): BidRecord {
  const bid = world.bids.get(fid);
  if (bid === undefined) throw notFound('Bid', fid);
  return bid;
}
