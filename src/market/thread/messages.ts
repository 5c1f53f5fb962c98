import * as z from 'zod';
import { MARKET_FAILURES } from '../errors.ts';

/** Messages of the market's thread to its parent. */
export const WorkerReport = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('ready'),
    origin: z.string(),
    project: z.string(),
    token: z.string(),
    begun: z.strictObject({ at: z.int(), fids: z.array(z.string()) }).nullable(),
  }),
  z.strictObject({ kind: z.literal('log'), line: z.string() }),
  z.strictObject({ kind: z.literal('failed'), failure: z.enum(MARKET_FAILURES), sentence: z.string() }),
]);
export type WorkerReport = z.output<typeof WorkerReport>;
