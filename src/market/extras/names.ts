import type * as z from 'zod';
import { readInstanceTypes, readMe, readProjects, readTeammates } from '../../contract/extras/named-lists.ts';
import { readQuotas } from '../../contract/extras/quotas.ts';
import { handler } from '../routes/handler.ts';
import { requireProject } from '../routes/pages.ts';
import { DEMO_PEOPLE } from '../world/people.ts';

type QuotasAnswer = z.input<typeof readQuotas.answer.of>;

/** By its hardware alone: the region is a member of its own. */
export const instanceTypes = handler(readInstanceTypes, (_, { world }) =>
  Array.from(world.pools.values(), ({ id, region }) => ({ fid: id, name: id.replace(`.${region}`, ''), region })),
);

export const projects = handler(readProjects, (_, { project }) => [{ fid: project, name: 'Research' }]);

export const teammates = handler(readTeammates, () => DEMO_PEOPLE);

export const me = handler(readMe, () => DEMO_PEOPLE[0]);

/** A project may hold all there is, so no bid fails for its quota. */
export const quotas = handler(readQuotas, ({ query }, market): QuotasAnswer => {
  requireProject(query.project, market);
  return Array.from(market.world.pools.values(), ({ id, capacity, held, reserved }) => ({
    instance_type: id,
    product_type: 'spot',
    total_quantity: capacity - reserved,
    used_quantity: held - reserved,
    units: 'instances',
    name: `Spot ${id}`,
  }));
});
