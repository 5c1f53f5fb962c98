import * as z from 'zod';
import { none } from '../endpoint.ts';
import { count, identifier, line, MOST_ROWS, reading } from './parts.ts';

const quota = z.object({
  instance_type: identifier.nullish().transform((type) => type ?? null),
  product_type: line.nullish().transform((type) => type ?? null),
  total_quantity: count,
  used_quantity: count,
  units: line.nullish().transform((units) => units ?? null),
  name: line.nullish().transform((name) => name ?? null),
});
/** How much of a type a project may hold; without a type it is of another product. */
export type Quota = z.output<typeof quota>;

export const readQuotas = reading({
  path: '/v2/quotas',
  params: none,
  query: z.strictObject({ project: z.string() }),
  of: z.array(quota).max(MOST_ROWS),
});
