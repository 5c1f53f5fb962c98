import { endpoints } from '../../contract/endpoints.ts';
import { handler } from './handler.ts';
import { pageAnswer, pageOf } from './pages.ts';
import { filtersBringRows, requireProject } from './project.ts';
import { instanceAnswer } from './serialize.ts';

/** `GET /v2/instances`. With both lists of identifiers an instance matches either its bid or its reservation. */
export const listInstances = handler(endpoints.listInstances, ({ query }, market) => {
  requireProject(query.project, market);
  const { region, instance_type, bid_fid_in, reservation_fid_in } = query;
  const shows = filtersBringRows({ region, instance_type, bid_fid_in, reservation_fid_in }, market.variants);
  const bids = new Set<string>(bid_fid_in ?? []);
  const reservations = new Set<string>(reservation_fid_in ?? []);
  const anyOrigin = bid_fid_in == null && reservation_fid_in == null;
  const page = pageOf(
    market.world.instances.ordered,
    (instance) =>
      shows &&
      (anyOrigin ||
        (instance.bid !== null && bids.has(instance.bid)) ||
        (instance.reservation !== null && reservations.has(instance.reservation))) &&
      (instance_type == null || instance.pool === instance_type) &&
      (region == null || market.world.pools.get(instance.pool)?.region === region),
    { instance_status: ({ status }) => status, instance_type_fid: ({ pool }) => pool },
    query,
    market.variants,
  );
  const rows = page.rows.map((instance) => instanceAnswer(instance, market));
  return pageAnswer(rows, page.next, market.variants);
});
