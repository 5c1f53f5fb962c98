import * as z from 'zod';
import { none } from '../endpoint.ts';
import { cents, identifier, line, MOST_ROWS, moment, reading } from './parts.ts';

const query = z.strictObject({
  project: z.string(),
  bid_fid: z.string().nullish(),
  instance_fid: z.string().nullish(),
  limit: z.int().nullish(),
  start_time: z.string().nullish(),
  end_time: z.string().nullish(),
  next_cursor: z.string().nullish(),
});

const pageOf = <Of extends z.ZodType>(event: Of) =>
  z.object({
    instances: z
      .array(z.object({ instance_fid: identifier, bid_fid: identifier.nullable(), events: z.array(event).max(10_000) }))
      .max(MOST_ROWS),
    next_cursor: z
      .string()
      .nullish()
      .transform((cursor) => cursor || null),
  });

const historyAt = <Of extends z.ZodType>(path: `/v2/${string}`, event: Of) =>
  reading({ path, params: none, query, of: pageOf(event) });

const charge = z
  .object({ price_cents: cents, start_time: moment, end_time: moment.nullable() })
  .refine(({ start_time, end_time }) => end_time === null || end_time >= start_time, 'It ends before it begins.');
/** A price per hour that an instance was charged; `end_time` is null while it goes on. */
export type InstanceCharge = z.output<typeof charge>;

/** What each instance of a project was charged. */
export const readInstancePrices = historyAt('/v2/instances/pricing/history', charge);

const change = z.object({ timestamp: moment, status: line });
export type InstanceStateChange = z.output<typeof change>;

/** The statuses that each instance of a project had. */
export const readInstanceStates = historyAt('/v2/instances/status/history', change);
